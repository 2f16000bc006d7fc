//! A transposition table of fixed size: results for states met before.
//!
//! Entries are found by the 64-bit hash of the state, kept whole in the entry. Two states of a search share such a hash
//! about once in 2^64 pairs; that risk is accepted. In a bucket of two the first entry keeps the deeper result, the second
//! the newer one.

/// What kind of bound a stored value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A result kept for a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// The value for the player to move, counted from this state.
    pub(crate) value: i64,
    /// The depth searched below; [`FINAL`] when deeper search cannot change it.
    pub(crate) depth: u16,
    /// Position of the best move in the list of legal moves.
    pub(crate) best: u16,
    /// What the value says.
    pub(crate) bound: Bound,
}

/// The depth of a result that no horizon had a part in.
pub(crate) const FINAL: u16 = u16::MAX;

const EMPTY: Entry = Entry { key: 0, value: 0, depth: 0, best: 0, bound: Bound::Exact };

/// The table.
pub(crate) struct Table {
    buckets: Vec<[Entry; 2]>,
    /// The most buckets it may have.
    most: usize,
}

impl Table {
    /// A table that may grow to about `megabytes`.
    pub(crate) fn new(megabytes: usize) -> Table {
        let room = (megabytes.max(1) << 20) / size_of::<[Entry; 2]>();
        let most = room.next_power_of_two() / if room.is_power_of_two() { 1 } else { 2 };
        Table { buckets: Vec::new(), most }
    }

    /// The memory it has, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<[Entry; 2]>()
    }

    /// Forgets everything and gets ready for a search of at most `nodes` states: a short one needs no large table.
    pub(crate) fn prepare(&mut self, nodes: Option<u64>) {
        let wanted = usize::try_from(nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX).clamp(16, self.most);
        let wanted = wanted.checked_next_power_of_two().unwrap_or(self.most).min(self.most);
        self.buckets.clear();
        self.buckets.resize(wanted, [EMPTY; 2]);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    /// What is known of the state with this hash.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.buckets[self.slot(key)].iter().find(|e| e.key == key).copied()
    }

    /// Keeps a result.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i64, depth: u16, bound: Bound, best: usize) {
        let slot = self.slot(key);
        let bucket = &mut self.buckets[slot];
        let best = u16::try_from(best).unwrap_or(0);
        let entry = Entry { key, value, depth, best, bound };
        let deeper = depth >= bucket[0].depth || bucket[0].key == key;
        bucket[usize::from(!deeper)] = entry;
    }
}
