//! States as words and back, for [`game::Game::pack`].

/// Writes words.
pub(crate) fn put<const N: usize>(words: [u64; N], out: &mut Vec<u8>) -> bool {
    out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
    true
}

/// Exactly `N` words.
pub(crate) fn take<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    let mut words = [0; N];
    let (chunks, rest) = bytes.as_chunks::<8>();
    if chunks.len() != N || !rest.is_empty() {
        return None;
    }
    words.iter_mut().zip(chunks).for_each(|(w, c)| *w = u64::from_le_bytes(*c));
    Some(words)
}

/// Small numbers in one word, the first lowest.
pub(crate) fn small(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes)
}
