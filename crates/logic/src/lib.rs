//! An embeddable, bounded, forkable Prolog. Has never heard of games.
