//! Superinstructions: joins neighbouring instructions that often come together, so that fewer are dispatched.
//!
//! Works on the finished code of one clause, where jump targets are still relative (plus one, 0 meaning failure).

use crate::code::{Instr, Pc, VOID};

/// The jump target of an instruction.
pub(crate) fn target(i: &mut Instr) -> Option<&mut Pc> {
    match i {
        Instr::Jump(t) | Instr::TryElse { alt: t } | Instr::RetryElse { alt: t, .. } => Some(t),
        Instr::Cmp { alt, .. }
        | Instr::CmpC { alt, .. }
        | Instr::TestX { alt, .. }
        | Instr::Order { alt, .. }
        | Instr::NotUnify { alt, .. } => Some(alt),
        _ => None,
    }
}

/// The same code with pairs joined and jumps corrected, and where those `goals` begin in it that begin with a match.
pub(crate) fn join(mut code: Vec<Instr>, goals: &[Pc]) -> (Vec<Instr>, Vec<Pc>) {
    let mut landing = vec![false; code.len() + 1];
    for i in &mut code {
        if let Some(t) = target(i) {
            landing[(*t as usize).saturating_sub(1)] = true;
        }
    }
    let mut out: Vec<Instr> = Vec::with_capacity(code.len());
    let mut moved = vec![0 as Pc; code.len() + 1];
    let mut at = 0;
    while at < code.len() {
        moved[at] = out.len() as Pc;
        let free = |n: usize| at + n < code.len() && !landing[at + 1..=at + n].contains(&true);
        let (joined, used) = if let (true, Some(i)) = (free(2), three(&code[at..])) {
            (i, 3)
        } else if let (true, Some(i)) = (free(1), two(&code[at..])) {
            (i, 2)
        } else {
            (code[at], 1)
        };
        out.push(joined);
        at += used;
    }
    moved[code.len()] = out.len() as Pc;
    for i in &mut out {
        if let Some(t) = target(i)
            && *t != 0
        {
            *t = moved[*t as usize - 1] + 1;
        }
    }
    let begins = |at: &&Pc| code.get(**at as usize).is_some_and(begins_match);
    let goals = goals.iter().filter(begins).map(|&at| moved[at as usize]).collect();
    (out, goals)
}

fn begins_match(i: &Instr) -> bool {
    matches!(
        i,
        Instr::GetValX { .. }
            | Instr::GetConst { .. }
            | Instr::GetBoxed { .. }
            | Instr::GetStruct { .. }
            | Instr::GetList { .. }
    )
}

fn three(code: &[Instr]) -> Option<Instr> {
    match *code {
        [Instr::GetStruct { a, f }, first, second, ..] if f.arity() == 2 => {
            let register = |i: Instr| match i {
                Instr::UnifyVarX(x) => Some(x),
                Instr::UnifyVoid(1) => Some(VOID),
                _ => None,
            };
            Some(Instr::GetStructVV { a, h: register(first)?, t: register(second)?, f })
        }
        _ => None,
    }
}

fn two(code: &[Instr]) -> Option<Instr> {
    Some(match *code {
        [Instr::UnifyVarX(a), Instr::UnifyVarX(b), ..] => Instr::UnifyVarVar { a, b },
        [Instr::UnifyVarX(a), Instr::UnifyValX(b), ..] => Instr::UnifyVarVal { a, b },
        [Instr::UnifyValX(a), Instr::UnifyVarX(b), ..] => Instr::UnifyValVar { a, b },
        [Instr::SetValX(a), Instr::SetValX(b), ..] => Instr::SetValVal { a, b },
        [Instr::StoreY { y, s }, Instr::StoreY { y: y2, s: s2 }, ..] => Instr::StoreY2 { y, s, y2, s2 },
        [Instr::PutValY { y, a }, Instr::PutValY { y: y2, a: a2 }, ..] => Instr::PutValY2 { y, a, y2, a2 },
        [Instr::StoreY2 { y, s, y2, s2 }, next, ..] => {
            let (y3, s3, y4, s4) = match next {
                Instr::StoreY { y, s } => (y, s, y, s),
                Instr::StoreY2 { y, s, y2, s2 } => (y, s, y2, s2),
                _ => return None,
            };
            Instr::StoreY4 { ys: [y, y2, y3, y4], xs: [s, s2, s3, s4] }
        }
        [Instr::PutValY2 { y, a, y2, a2 }, next, ..] => {
            let (y3, a3, y4, a4) = match next {
                Instr::PutValY { y, a } => (y, a, y, a),
                Instr::PutValY2 { y, a, y2, a2 } => (y, a, y2, a2),
                _ => return None,
            };
            Instr::PutValY4 { ys: [y, y2, y3, y4], xs: [a, a2, a3, a4] }
        }
        [Instr::Move { d, s }, Instr::Move { d: d2, s: s2 }, ..] => Instr::Move2 { d, s, d2, s2 },
        _ => return None,
    })
}

/// Puts in place of the first of two instructions one that does both. The second stays: nothing moves. From the end, so that
/// the second may be such a pair itself.
pub(crate) fn pairs(code: &mut [Instr]) {
    for at in (1..code.len()).rev() {
        if let Some(both) = both(code[at - 1], code[at]) {
            code[at - 1] = both;
        }
        // Three at once: what a clause with a cut after its first call begins with.
        if let [Instr::AllocateLevel(n), _, third, ..] = code[at - 1..] {
            code[at - 1] = match third {
                Instr::StoreY { y, s } => Instr::AllocateLevelStoreY2 { n, y, s, y2: y, s2: s },
                Instr::StoreY2 { y, s, y2, s2 } => Instr::AllocateLevelStoreY2 { n, y, s, y2, s2 },
                _ => continue,
            };
        }
    }
}

fn both(first: Instr, second: Instr) -> Option<Instr> {
    Some(match (first, second) {
        (Instr::GetValX { x, a }, Instr::Proceed) => Instr::GetValXProceed { x, a },
        (Instr::GetConst { a, c }, Instr::Proceed) => Instr::GetConstProceed { a, c },
        (Instr::Move { d, s }, Instr::Execute { pred }) => {
            Instr::Move2Execute { d, s, d2: VOID, s2: VOID, pred }
        }
        (Instr::Move2 { d, s, d2, s2 }, Instr::Execute { pred }) => {
            Instr::Move2Execute { d, s, d2, s2, pred }
        }
        (Instr::PutValY { y, a }, Instr::DeallocExecute { pred }) => {
            Instr::PutValY2Execute { y, a, y2: y, a2: a, pred }
        }
        (Instr::PutValY2 { y, a, y2, a2 }, Instr::DeallocExecute { pred }) => {
            Instr::PutValY2Execute { y, a, y2, a2, pred }
        }
        (Instr::Allocate(n), Instr::StoreY { y, s }) => Instr::AllocateStoreY2 { n, y, s, y2: y, s2: s },
        (Instr::Allocate(n), Instr::StoreY2 { y, s, y2, s2 }) => Instr::AllocateStoreY2 { n, y, s, y2, s2 },
        (Instr::GetListVV { a, h, t }, Instr::GetListXV { a: a2, h: h2, t: t2 }) => {
            Instr::GetListVVXV { a, h, t, a2, h2, t2 }
        }
        (Instr::GetListVV { a, h, t }, Instr::GetListXVExecute { a: a2, h: h2, t: t2, pred }) => {
            Instr::GetListVVXVExecute { a, h, t, a2, h2, t2, pred }
        }
        (Instr::GetListVV { a, h, t }, Instr::Execute { pred }) => Instr::GetListVVExecute { a, h, t, pred },
        (Instr::GetListXV { a, h, t }, Instr::Execute { pred }) => Instr::GetListXVExecute { a, h, t, pred },
        (Instr::Allocate(n), Instr::GetLevel(0)) => Instr::AllocateLevel(n),
        (Instr::Allocate(n), Instr::StoreY4 { ys, xs }) => Instr::AllocateStoreY4 { n, ys, xs },
        (Instr::PutValY { y, a }, Instr::Call { pred, .. }) => {
            Instr::PutValY2Call { y, a, y2: y, a2: a, pred }
        }
        (Instr::PutValY2 { y, a, y2, a2 }, Instr::Call { pred, .. }) => {
            Instr::PutValY2Call { y, a, y2, a2, pred }
        }
        (Instr::PutValY4 { ys, xs }, Instr::Call { pred, .. }) => Instr::PutValY4Call { ys, xs, pred },
        (Instr::PutValY4 { ys, xs }, Instr::DeallocExecute { pred }) => {
            Instr::PutValY4Execute { ys, xs, pred }
        }
        (Instr::NeckCut, Instr::Proceed) => Instr::NeckCutProceed,
        (Instr::NeckCut, Instr::Execute { pred }) => Instr::NeckCutExecute { pred },
        (Instr::PutValY { y, a: d }, Instr::Cmp { rel, a, b, alt }) => {
            Instr::PutValYCmp { y, d, rel, a, b, alt }
        }
        (Instr::PutVarY { y, a }, Instr::Call { pred, .. }) => Instr::PutVarYCall { y, a, pred },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{join, pairs};
    use crate::code::Instr;

    #[test]
    fn jumps_follow_their_targets_and_landings_are_kept_apart() {
        let (a, b) = (Instr::UnifyVarX(1), Instr::UnifyVarX(2));
        let code = vec![a, b, Instr::Jump(5), a, b, Instr::Proceed];
        let expected = vec![Instr::UnifyVarVar { a: 1, b: 2 }, Instr::Jump(4), a, b, Instr::Proceed];
        assert_eq!(join(code, &[]).0, expected);
    }

    #[test]
    fn what_does_the_work_of_two_leaves_the_second_in_its_place() {
        let mut code = [Instr::Allocate(2), Instr::StoreY { y: 1, s: 0 }, Instr::Proceed];
        pairs(&mut code);
        let both = Instr::AllocateStoreY2 { n: 2, y: 1, s: 0, y2: 1, s2: 0 };
        assert_eq!(code, [both, Instr::StoreY { y: 1, s: 0 }, Instr::Proceed]);
    }
}
