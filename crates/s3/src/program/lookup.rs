//! Texts with references as tables: `b($L,$M)` becomes an array of two indexes that holds the number of the name.

use super::value::Names;
use crate::lower::Template;
use std::collections::HashMap;

/// A table from the numbers of a text's references to the known name it spells.
#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    /// Least number and extent of each index; `u32::MAX` where no name is known.
    Dense { least: Vec<i32>, extent: Vec<usize>, ids: Vec<u32> },
    /// For names whose numbers lie far apart.
    Sparse(HashMap<Vec<i32>, u32>),
}

/// Larger tables are kept as maps.
const LARGEST: usize = 1 << 16;

impl Lookup {
    pub(crate) fn new(template: &Template, names: &Names) -> Lookup {
        let mut known: Vec<(Vec<i32>, u32)> = Vec::new();
        for id in 0..names.len() as u32 {
            if let Some(numbers) = spelled(template, names.text(id)) {
                known.push((numbers, id));
            }
        }
        let n = template.vars.len();
        let bound = |f: fn(i32, i32) -> i32, start: i32| -> Vec<i32> {
            (0..n).map(|i| known.iter().map(|k| k.0[i]).fold(start, f)).collect()
        };
        let (least, most) = (bound(i32::min, i32::MAX), bound(i32::max, i32::MIN));
        let extent: Vec<usize> = least
            .iter()
            .zip(&most)
            .map(|(&a, &b)| usize::try_from(i64::from(b) - i64::from(a) + 1).unwrap_or(0))
            .collect();
        let size = extent.iter().try_fold(1usize, |p, &e| p.checked_mul(e)).unwrap_or(usize::MAX);
        if size > LARGEST {
            return Lookup::Sparse(known.into_iter().collect());
        }
        let mut ids = vec![u32::MAX; size];
        for (numbers, id) in known {
            let at = numbers
                .iter()
                .zip(&least)
                .zip(&extent)
                .fold(0, |at, ((&x, &l), &e)| at * e + (x - l) as usize);
            ids[at] = id;
        }
        Lookup::Dense { least, extent, ids }
    }

    /// The known name that these numbers spell.
    pub(crate) fn find(&self, numbers: &[i32]) -> Option<u32> {
        match self {
            Lookup::Dense { least, extent, ids } => {
                let mut at = 0;
                for ((&x, &l), &e) in numbers.iter().zip(least).zip(extent) {
                    let i = usize::try_from(i64::from(x) - i64::from(l)).ok().filter(|&i| i < e)?;
                    at = at * e + i;
                }
                ids.get(at).copied().filter(|&id| id != u32::MAX)
            }
            Lookup::Sparse(map) => map.get(numbers).copied(),
        }
    }
}

/// The numbers with which a template spells `text`, if it can.
fn spelled(template: &Template, text: &str) -> Option<Vec<i32>> {
    let mut rest = text.strip_prefix(template.pieces[0].as_str())?;
    let mut numbers = Vec::new();
    for piece in &template.pieces[1..] {
        let sign = usize::from(rest.starts_with('-'));
        let end = rest[sign..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |e| e + sign);
        let number: i32 = rest[..end].parse().ok()?;
        if number.to_string() != rest[..end] {
            return None;
        }
        numbers.push(number);
        rest = rest[end..].strip_prefix(piece.as_str())?;
    }
    rest.is_empty().then_some(numbers)
}
