//! Secrets, commitments and their openings.

use game::{Player, Record};
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret of one match, from which the seeds and nonces of its deals and the seeds of its computer players come. Whoever
/// knows an opening knows nothing about the secret, hence nothing about any other deal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    // It must not stand in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

fn first_eight(bytes: [u8; 32]) -> u64 {
    u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}

impl Secret {
    /// The secret of these bytes, which must come from the system's source of randomness.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// A secret that anybody who knows the seed knows: for tests and demonstrations.
    pub fn of_seed(seed: u64) -> Secret {
        Secret(digest(&[b"partie demonstration 1\n", &seed.to_le_bytes()]))
    }

    /// Its bytes, to be kept where only the dealer can read them.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The secret of the next match at the same table.
    pub fn next(&self) -> Secret {
        Secret(digest(&[b"partie next 1\n", &self.0]))
    }

    /// The seed of a deal of the match, from 1.
    pub fn seed(&self, deal: u32) -> u64 {
        first_eight(digest(&[b"partie seed 1\n", &self.0, &deal.to_le_bytes()]))
    }

    /// The opening of the commitment to a deal that is shuffled with `seed`.
    pub fn opening(&self, deal: u32, seed: u64) -> Opening {
        Opening { deal, seed, nonce: digest(&[b"partie nonce 1\n", &self.0, &deal.to_le_bytes()]) }
    }

    /// The seed of the computer player that plays for `p`. It comes from the secret, not from the seed of a deal: nobody
    /// guesses hidden cards with the numbers they were dealt by.
    pub fn agent(&self, p: Player) -> u64 {
        first_eight(digest(&[b"partie agent 2\n", &self.0, &[p.0]]))
    }
}

/// The seed of the player at `p` in a play whose chance follows from `seed`, where the whole play is to follow from one number
/// (`partie match`, `partie play`, tournaments): hashed, so that the numbers by which an agent guesses hidden cards are never
/// those by which they were dealt, nor those of another player.
pub fn agent_seed(seed: u64, p: Player) -> u64 {
    first_eight(digest(&[format!("partie agent 1\nseed: {seed}\nplayer: {p}\n").as_bytes()]))
}

/// A seed that everybody can compute from a text: for deals that are the same for all, such as that of a day.
pub fn seed_of(text: &str) -> u64 {
    first_eight(digest(&[text.as_bytes()]))
}

/// What opens a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Which deal of the match, from 1.
    pub deal: u32,
    /// The seed of its shuffle.
    pub seed: u64,
    /// What hid the seed.
    pub nonce: [u8; 32],
}

/// The text whose hash is the commitment: `printf` and `sha256sum` are enough to check one.
pub fn promise(game: &str, opening: &Opening) -> String {
    let Opening { deal, seed, nonce } = opening;
    format!("partie deal 1\ngame: {game}\ndeal: {deal}\nseed: {seed}\nnonce: {}\n", hex(nonce))
}

/// The commitment to a deal, in hexadecimal.
pub fn commitment(game: &str, opening: &Opening) -> String {
    hex(&digest(&[promise(game, opening).as_bytes()]))
}

/// The hash of the moves and the result of a record: one letter of a move changed makes another one.
pub fn fingerprint(record: &Record) -> String {
    let mut hash = Sha256::new();
    hash.update(b"partie moves 1\n");
    for entry in &record.moves {
        let actor = entry.who.map_or("*".to_string(), |p| p.to_string());
        hash.update(format!("{actor} {}\n", entry.text).as_bytes());
    }
    let result: Vec<String> = record.result.iter().map(i32::to_string).collect();
    hash.update(format!("result {}\n", result.join(" ")).as_bytes());
    hex(&hash.finalize())
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The 32 bytes of 64 hexadecimal digits.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_commitment_is_the_plain_hash_of_its_text() {
        let opening = Opening { deal: 1, seed: 7, nonce: [0xab; 32] };
        let text = promise("snaps", &opening);
        assert_eq!(
            text,
            format!("partie deal 1\ngame: snaps\ndeal: 1\nseed: 7\nnonce: {}\n", "ab".repeat(32))
        );
        // Computed with sha256sum.
        assert_eq!(
            commitment("snaps", &opening),
            "4f1387e173636815b2f4bbaddea69af75b8de01eade5f80a3ec50228b390a618"
        );
    }

    #[test]
    fn every_part_of_a_promise_changes_its_commitment() {
        let opening = Opening { deal: 1, seed: 7, nonce: [1; 32] };
        let mut nonce = opening.nonce;
        nonce[31] ^= 1;
        let all = [
            commitment("snaps", &opening),
            commitment("marias", &opening),
            commitment("snaps", &Opening { deal: 2, ..opening }),
            commitment("snaps", &Opening { seed: 6, ..opening }),
            commitment("snaps", &Opening { nonce, ..opening }),
        ];
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn nothing_that_is_opened_repeats_and_no_player_has_the_seed_of_a_deal() {
        let mut secret = Secret::new([9; 32]);
        let (mut seeds, mut nonces) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..20 {
            for deal in 1..20 {
                assert!(seeds.insert(secret.seed(deal)));
                assert!(nonces.insert(secret.opening(deal, 0).nonce));
            }
            assert!((0..4).all(|p| seeds.insert(secret.agent(Player(p)))));
            secret = secret.next();
        }
        let public: Vec<u64> =
            (0..50).flat_map(|seed| (0..4).map(move |p| agent_seed(seed, Player(p)))).collect();
        assert_eq!(public.iter().collect::<BTreeSet<_>>().len(), 200);
        assert!(public.iter().all(|&seed| seed > 1000), "near seeds give far numbers");
    }

    #[test]
    fn hexadecimal_reads_back() {
        let bytes: [u8; 32] = std::array::from_fn(|i| i as u8 * 7);
        assert_eq!(unhex(&hex(&bytes)), Some(bytes));
        for broken in ["", "00", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(unhex(broken), None, "{broken}");
        }
        assert_eq!(format!("{:?}", Secret::new([1; 32])), "Secret(…)");
    }
}
