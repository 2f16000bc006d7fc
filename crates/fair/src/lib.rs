//! Fair and seen to be fair: before a deal its dealer publishes a commitment to the shuffle, afterwards opens it, and anybody
//! can check that the cards were the promised ones and that every move and the result follow from them.
//!
//! A commitment is the SHA-256 hash (NIST, FIPS 180-4, 2015) of a short text that holds the seed of the shuffle and a nonce of
//! 256 bits: the nonce keeps the seed hidden until it is opened, the hash keeps it from being changed. The scheme is the
//! usual one (G. Brassard, D. Chaum, C. Crépeau, *Minimum Disclosure Proofs of Knowledge*, 1988).
//!
//! Every deal has a commitment of its own. All of a table come from one secret by hashing, so that to open one tells nothing
//! about the next, and the next can be promised before anybody asks for it.

mod seal;
mod verify;

pub use seal::{Opening, Secret, agent_seed, commitment, fingerprint, hex, promise, seed_of, unhex};
pub use verify::{DealCheck, Fault, MOVES, Verdict, header, headers, runs, verify};
