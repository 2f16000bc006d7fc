//! Worlds by moves: what each move was worth in each drawn world, and which move is best of it.
//!
//! A world is judged in two ways, by simulated play with closed hands and by the solution with open ones. The two have
//! opposite faults (players who see too little, players who see too much), so a move is worth a mean of both.

use cards::{Card, Hand};

/// A card is hardly worse than the best if it is behind by no more than this part of the error of the difference, in answer
/// to a lead and when leading (a lead is harder to judge by its looks), …
pub(super) const DOUBT: [f64; 2] = [1.0, 0.3];
/// … or by this part of what the deal is about.
const TRIFLE: f64 = 0.01;
/// Simulated deals that weigh as much as a look at the card.
const LOOKS: f64 = 60.0;

/// What moves brought in the worlds they were tried in, judged in one way.
#[derive(Default)]
struct Layer {
    /// The worlds, by number.
    worlds: Vec<usize>,
    /// A row for each move, a value for each world; shorter for moves that were given up.
    rows: Vec<Vec<f64>>,
}

/// A mean, a standard deviation, and how many worlds count.
#[derive(Clone, Copy, Default)]
struct Moments {
    mean: f64,
    spread: f64,
    worlds: f64,
}

/// How worlds and layers are put together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The share of the solved layer.
    pub(super) solved: f64,
    /// The part of the spread that is taken from the mean.
    pub(super) caution: f64,
    /// What a usual deal wins or loses. The part grows with the spread in units of it: a second doubling has to be surer
    /// than the first, because somebody who knows his cards asked for it. Infinite where that does not matter.
    pub(super) stake: f64,
    /// How strongly worlds are weighed by what their declarers may expect.
    pub(super) trust: f64,
}

/// The numbers of one decision.
pub(super) struct Table {
    /// What is expected of each world, its weight in the belief it was drawn from, and its weight after all.
    likes: Vec<f64>,
    drawn: Vec<f64>,
    weights: Vec<f64>,
    hands: Vec<[Hand; 4]>,
    simulated: Layer,
    solved: Layer,
    looks: Vec<f64>,
    /// How far ahead each move left its player in simulated play, in tricks, summed up, and how often.
    ahead: Vec<(f64, f64)>,
    open: Vec<bool>,
    blend: Blend,
    /// What the tree says of each move, and how much that counts.
    tree: Vec<f64>,
    heard: f64,
}

/// A fact that speaks against a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Against {
    /// The card and who holds it.
    pub(super) card: Card,
    pub(super) holder: u8,
    /// How likely that is.
    pub(super) share: f64,
    /// How often the move then loses.
    pub(super) loses: f64,
}

impl Table {
    pub(super) fn new(moves: usize, blend: Blend) -> Table {
        let layer = || Layer { worlds: Vec::new(), rows: vec![Vec::new(); moves] };
        Table {
            likes: Vec::new(),
            drawn: Vec::new(),
            weights: Vec::new(),
            hands: Vec::new(),
            simulated: layer(),
            solved: layer(),
            looks: vec![0.0; moves],
            ahead: vec![(0.0, 0.0); moves],
            open: vec![true; moves],
            blend,
            tree: vec![0.0; moves],
            heard: 0.0,
        }
    }

    /// What a tree search found each move to be worth counts by this share.
    pub(super) fn hear(&mut self, values: Vec<f64>, share: f64) {
        if values.len() == self.open.len() {
            (self.tree, self.heard) = (values, share);
        }
    }

    /// A value of the worlds put together with one of the tree.
    fn with_tree(&self, worlds: f64, tree: f64) -> f64 {
        match self.solved.worlds.is_empty() && self.simulated.worlds.is_empty() {
            true if self.heard > 0.0 => tree,
            _ => (1.0 - self.heard) * worlds + self.heard * tree,
        }
    }

    /// How many worlds were drawn.
    pub(super) fn worlds(&self) -> usize {
        self.likes.len()
    }

    /// Whether a move is still tried.
    pub(super) fn open(&self, at: usize) -> bool {
        self.open[at]
    }

    /// Tries a move no longer, unless it is the only one left.
    pub(super) fn give_up(&mut self, at: usize) {
        if self.left() > 1 {
            self.open[at] = false;
        }
    }

    /// How many moves are still tried.
    pub(super) fn left(&self) -> usize {
        self.open.iter().filter(|open| **open).count()
    }

    /// Gives up the worse half of the moves that are left, as long as more than two are, but never the usual one. Of moves
    /// that brought the same in every world one is enough.
    pub(super) fn halve(&mut self, usual: Option<usize>) {
        self.weigh();
        let same = |a: usize, b: usize| {
            [&self.simulated, &self.solved].iter().all(|layer| layer.rows[a] == layer.rows[b])
        };
        let open: Vec<usize> = (0..self.open.len()).filter(|at| self.open[*at]).collect();
        let twin = |at: &usize| {
            let before = |b: &&usize| (self.looks[**b], *at) > (self.looks[*at], **b);
            Some(*at) != usual && open.iter().filter(before).any(|&b| same(*at, b))
        };
        let twins: Vec<usize> = open.iter().copied().filter(twin).collect();
        twins.into_iter().for_each(|at| self.give_up(at));
        let mut left: Vec<(f64, f64, usize)> = (0..self.open.len())
            .filter(|at| self.open[*at])
            .map(|at| (self.utility(at), self.looks[at], at))
            .collect();
        left.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
        let kept = left.len().div_ceil(2).max(2);
        let worse = left.into_iter().skip(kept).filter(|(.., at)| Some(*at) != usual);
        worse.for_each(|(.., at)| self.give_up(at));
    }

    /// One more world: its weight where it was drawn, what its declarers may expect, and its hands.
    pub(super) fn add(&mut self, weight: f64, likes: f64, hands: [Hand; 4]) {
        self.likes.push(likes);
        self.drawn.push(weight);
        self.weights.push(weight);
        self.hands.push(hands);
    }

    /// What every open move brought in the last world (`NAN` for the others).
    pub(super) fn judged(&mut self, solved: bool, values: &[f64]) {
        let world = self.likes.len().saturating_sub(1);
        let layer = if solved { &mut self.solved } else { &mut self.simulated };
        layer.worlds.push(world);
        for (at, &value) in values.iter().enumerate() {
            if self.open[at] {
                layer.rows[at].push(value);
            }
        }
    }

    /// How a move looked in the last world.
    pub(super) fn looked(&mut self, at: usize, look: f64) {
        self.looks[at] += look;
    }

    /// How far ahead a move left its player in simulated play of the last world.
    pub(super) fn ahead(&mut self, at: usize, tricks: f64) {
        self.ahead[at].0 += tricks;
        self.ahead[at].1 += 1.0;
    }

    /// Weighs the worlds anew.
    fn weigh(&mut self) {
        let n = self.likes.len() as f64;
        let mean = self.likes.iter().sum::<f64>() / n.max(1.0);
        let spread = (self.likes.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / n.max(1.0)).sqrt();
        for (i, like) in self.likes.iter().enumerate() {
            let z = if spread > 0.0 { (like - mean) / spread } else { 0.0 };
            self.weights[i] = self.drawn[i] * (self.blend.trust * z).clamp(-3.0, 3.0).exp();
        }
    }

    /// Moments of `f` over the first `tried` worlds of a layer.
    fn moments(&self, layer: &Layer, tried: usize, f: impl Fn(usize) -> f64) -> Moments {
        let (mut sum, mut squares, mut weight, mut weights) = (0.0, 0.0, 0.0, 0.0);
        for at in 0..tried {
            let (w, value) = (self.weights[layer.worlds[at]], f(at));
            sum += w * value;
            squares += w * value * value;
            weight += w;
            weights += w * w;
        }
        if weight <= 0.0 {
            return Moments::default();
        }
        let mean = sum / weight;
        Moments {
            mean,
            spread: (squares / weight - mean * mean).max(0.0).sqrt(),
            worlds: weight * weight / weights,
        }
    }

    /// The share of the solved layer in a move's worth, given how many worlds each layer has.
    fn share(&self) -> f64 {
        match (self.simulated.worlds.len(), self.solved.worlds.len()) {
            (_, 0) => 0.0,
            (0, _) => 1.0,
            (_, n) => self.blend.solved * (n as f64 / 6.0).min(1.0),
        }
    }

    /// `f` of the rows of both layers, put together.
    fn blended(&self, at: usize, f: impl Fn(f64) -> f64) -> Moments {
        let share = self.share();
        let of = |layer: &Layer| {
            let row = &layer.rows[at];
            self.moments(layer, row.len(), |i| f(row[i]))
        };
        let (a, b) = (of(&self.simulated), of(&self.solved));
        let mix = |a: f64, b: f64| (1.0 - share) * a + share * b;
        Moments { mean: mix(a.mean, b.mean), spread: mix(a.spread, b.spread), worlds: a.worlds.max(b.worlds) }
    }

    /// What a move brings on average.
    pub(super) fn mean(&self, at: usize) -> f64 {
        self.with_tree(self.blended(at, |value| value).mean, self.tree[at])
    }

    /// What a move brings beside the chosen one: one that was given up early is compared over the worlds in which both were tried, so
    /// that the luck of the first worlds makes it no better than it is.
    pub(super) fn beside(&self, at: usize, chosen: usize) -> f64 {
        match self.open[at] || !self.open[chosen] {
            true => self.mean(at),
            false => self.mean(chosen) - self.lead(chosen, at).0,
        }
    }

    /// What a move is worth beside the chosen one, on the scale the choice was made by: behind its mean by what caution and
    /// habit take off, too. So a word that was nearly chosen is nearly as good, however far their means are apart. `usual` as for
    /// [`Table::best_or_usual`].
    pub(super) fn worth(&self, at: usize, chosen: usize, usual: Option<(usize, f64)>) -> f64 {
        let hurdle = match usual {
            Some((usual, margin)) if at != chosen && at == usual => -self.hurdle(chosen, usual, margin),
            Some((usual, margin)) if at != chosen && chosen == usual => self.hurdle(at, usual, margin),
            _ => 0.0,
        };
        self.beside(at, chosen) - self.risk(at) + self.risk(chosen) - hurdle
    }

    /// The share of worlds in which a move brings something.
    pub(super) fn won(&self, at: usize) -> f64 {
        self.blended(at, |value| f64::from(u8::from(value > 0.0))).mean
    }

    /// What caution takes off the mean of a move.
    fn risk(&self, at: usize) -> f64 {
        let spread = self.blended(at, |value| value).spread;
        self.blend.caution * spread * (1.0 + spread / self.blend.stake)
    }

    fn utility(&self, at: usize) -> f64 {
        self.mean(at) - self.risk(at)
    }

    /// The best move; of equal ones the one that looks best.
    pub(super) fn best(&mut self) -> usize {
        self.weigh();
        let mut best = (0, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for at in (0..self.open.len()).filter(|at| self.open[*at]) {
            let (utility, look) = (self.utility(at), self.looks[at]);
            let level = 1e-9 + 1e-6 * utility.abs();
            if utility > best.1 + level || (utility > best.1 - level && look > best.2) {
                best = (at, utility, look);
            }
        }
        best.0
    }

    /// The best card; of those that are hardly worse the one that a sober player likes: what it leaves in simulated play,
    /// by points, and how it looks. A deal that is as good as decided is played on as if every point counted.
    pub(super) fn best_looking(&mut self, doubt: f64, is_card: impl Fn(usize) -> bool) -> usize {
        let best = self.best();
        if !is_card(best) {
            return best;
        }
        let unit = self.blended(best, f64::abs).mean;
        let hardly_worse = |at: usize| {
            let (mean, error) = self.lead(best, at);
            mean <= (doubt * error).max(TRIFLE * unit)
        };
        let equal: Vec<usize> = (0..self.open.len())
            .filter(|&at| self.open[at] && (at == best || is_card(at) && hardly_worse(at)))
            .collect();
        let liking = |at: usize| {
            let ((sum, count), look) = (self.ahead[at], self.looks[at] / self.worlds().max(1) as f64);
            (sum + LOOKS * look) / (count + LOOKS)
        };
        let key = |at: usize| (liking(at), self.utility(at));
        let better = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
        equal.into_iter().max_by(|&a, &b| better(&key(a), &key(b))).unwrap_or(best)
    }

    /// By how much `best` is ahead of another move in the worlds in which both were tried.
    fn behind(&self, layer: &Layer, best: usize, at: usize) -> Moments {
        let (a, b) = (&layer.rows[best], &layer.rows[at]);
        self.moments(layer, a.len().min(b.len()), |i| a[i] - b[i])
    }

    /// By how much one move is ahead of another, and the standard error of that.
    fn lead(&self, best: usize, at: usize) -> (f64, f64) {
        let share = self.share();
        let (a, b) = (self.behind(&self.simulated, best, at), self.behind(&self.solved, best, at));
        let variance = |m: Moments, share: f64| (share * m.spread).powi(2) / m.worlds.max(1.0);
        let error = (1.0 - self.heard) * (variance(a, 1.0 - share) + variance(b, share)).sqrt();
        (self.with_tree((1.0 - share) * a.mean + share * b.mean, self.tree[best] - self.tree[at]), error)
    }

    /// By how much a word has to be better than the usual one: a part of its spread and the standard error of the difference.
    fn hurdle(&self, at: usize, usual: usize, margin: f64) -> f64 {
        margin * self.blended(at, |value| value).spread + self.lead(at, usual).1
    }

    /// The best move, or the usual one where the best is hardly better. Nobody raises the stakes on a hope.
    pub(super) fn best_or_usual(&mut self, usual: usize, margin: f64) -> usize {
        let best = self.best();
        let gain = self.utility(best) - self.utility(usual);
        if self.open[usual] && gain < self.hurdle(best, usual, margin) { usual } else { best }
    }

    /// Gives up moves that are almost surely worse than the best; whether one move is left.
    pub(super) fn prune(&mut self) -> bool {
        let best = self.best();
        let share = self.share();
        let top = self.utility(best);
        for at in (0..self.open.len()).filter(|at| *at != best) {
            if !self.open[at] || self.utility(at) >= top {
                continue;
            }
            let error = |layer: &Layer, share: f64| {
                let (a, b) = (&layer.rows[best], &layer.rows[at]);
                let m = self.moments(layer, b.len(), |i| a[i] - b[i]);
                (share * share * m.spread * m.spread / m.worlds.max(1.0), share * m.mean)
            };
            let (a, b) = (error(&self.simulated, 1.0 - share), error(&self.solved, share));
            if a.1 + b.1 > 3.0 * (a.0 + b.0).sqrt() && a.1 + b.1 > 0.0 {
                self.open[at] = false;
            }
        }
        self.left() == 1
    }

    /// Whether all moves that are left brought the same in every world.
    pub(super) fn indifferent(&self) -> bool {
        let mut left = (0..self.open.len()).filter(|at| self.open[*at]);
        let Some(first) = left.next() else { return true };
        left.all(|at| [&self.simulated, &self.solved].iter().all(|layer| layer.rows[at] == layer.rows[first]))
    }

    /// The card in another hand that most often goes with a loss of a move.
    pub(super) fn against(&self, at: usize, me: u8, unseen: Hand) -> Option<Against> {
        let layer = if self.solved.rows[at].len() >= 12 { &self.solved } else { &self.simulated };
        let row = &layer.rows[at];
        let worlds: Vec<(f64, bool, &[Hand; 4])> = row
            .iter()
            .zip(&layer.worlds)
            .map(|(value, &world)| (self.weights[world], *value < 0.0, &self.hands[world]))
            .collect();
        let total: f64 = worlds.iter().map(|(w, ..)| w).sum();
        let lost: f64 = worlds.iter().filter(|(_, lost, _)| *lost).map(|(w, ..)| w).sum();
        if row.len() < 12 || lost <= 0.0 || lost >= total {
            return None;
        }
        let mut found: Option<(f64, Against)> = None;
        for card in unseen {
            for holder in (0..4).filter(|p| *p != me) {
                let holds = worlds.iter().filter(|(.., hands)| hands[usize::from(holder)].has(card));
                let (mut there, mut both) = (0.0, 0.0);
                for (w, lost, _) in holds {
                    there += w;
                    both += if *lost { *w } else { 0.0 };
                }
                let (share, loses) = (there / total, both / there.max(1e-12));
                let lift = (loses - lost / total) * (share * (1.0 - share)).sqrt();
                if (0.1..0.9).contains(&share) && lift > 0.05 && found.is_none_or(|(top, _)| lift > top) {
                    found = Some((lift, Against { card, holder, share, loses }));
                }
            }
        }
        found.map(|(_, against)| against)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Blend = Blend { solved: 1.0, caution: 0.0, stake: f64::INFINITY, trust: 0.0 };

    fn table(blend: Blend, worlds: &[&[f64]]) -> Table {
        let mut table = Table::new(worlds[0].len(), blend);
        for (i, values) in worlds.iter().enumerate() {
            let holder = usize::from(values[0] < 0.0);
            let mut hands = [Hand::EMPTY; 4];
            hands[1 + holder].add(Card(7));
            table.add(1.0, i as f64, hands);
            table.judged(true, values);
        }
        table
    }

    #[test]
    fn a_cautious_player_leaves_a_gamble_that_is_hardly_worth_it() {
        let worlds: [&[f64]; 2] = [&[4.0, 1.0], &[-1.8, 1.0]];
        assert_eq!(table(PLAIN, &worlds).best(), 0);
        assert_eq!(table(Blend { caution: 0.1, ..PLAIN }, &worlds).best(), 1);
    }

    #[test]
    fn a_move_given_up_is_not_chosen_but_the_last_one_stays() {
        let mut table = table(PLAIN, &[&[-3.0, -3.0], &[-3.0, -3.0]]);
        let best = table.best();
        table.give_up(best);
        let left = table.best();
        table.give_up(left);
        assert!(table.open(left) && table.best() == left);
    }

    #[test]
    fn a_move_given_up_in_lucky_worlds_is_not_told_to_bring_more_than_the_chosen_one() {
        let mut table = table(PLAIN, &[&[4.0, 3.0], &[4.0, 3.0]]);
        table.give_up(1);
        for _ in 0..6 {
            table.add(1.0, 0.0, [Hand::EMPTY; 4]);
            table.judged(true, &[0.0, f64::NAN]);
        }
        assert_eq!(table.best(), 0);
        assert_eq!((table.mean(0), table.mean(1)), (1.0, 3.0));
        assert_eq!(table.beside(1, 0), 0.0);
    }

    #[test]
    fn a_second_doubling_has_to_be_surer_than_the_first() {
        let blend = Blend { caution: 0.2, stake: 4.0, ..PLAIN };
        let worlds = |unit: f64| -> Vec<Vec<f64>> {
            let win = |i: u32| if i % 10 < 7 { unit } else { -unit };
            (0..40).map(|i| vec![win(i), 2.0 * win(i)]).collect()
        };
        let doubles = |unit: f64| {
            let worlds = worlds(unit);
            table(blend, &worlds.iter().map(Vec::as_slice).collect::<Vec<_>>()).best() == 1
        };
        assert_eq!([1.0, 2.0, 4.0, 8.0].map(doubles), [true, false, false, false]);
    }

    #[test]
    fn of_cards_that_are_hardly_worse_the_better_looking_one_is_played() {
        let worlds: Vec<Vec<f64>> = (0..40).map(|i| vec![if i == 7 { 2.1 } else { 2.0 }, 2.0, 1.0]).collect();
        let rows: Vec<&[f64]> = worlds.iter().map(Vec::as_slice).collect();
        let mut plain = table(PLAIN, &rows);
        plain.looked(1, 1.0);
        plain.looked(2, 9.0);
        assert_eq!(plain.best(), 0);
        assert_eq!(
            plain.best_looking(1.0, |_| true),
            1,
            "the first brings a trifle more, the third is worse"
        );
        assert_eq!(plain.best_looking(1.0, |at| at > 0), 0, "what is not a card is not exchanged for one");
        plain.ahead(0, 200.0);
        assert_eq!(plain.best_looking(1.0, |_| true), 0, "simulated play likes the first");
    }

    #[test]
    fn the_better_half_is_kept_and_what_is_usual() {
        let mut plain = table(PLAIN, &[&[1.0, 4.0, 3.0, 1.0, 0.0], &[1.0, 4.0, 3.0, 1.0, 0.0]]);
        plain.looked(3, 1.0);
        let left = |table: &Table| (0..5).filter(|at| table.open(*at)).collect::<Vec<_>>();
        plain.halve(Some(4));
        assert_eq!(
            left(&plain),
            [1, 2, 4],
            "the first and the fourth brought the same: one of them was enough"
        );
        (0..3).for_each(|_| plain.halve(None));
        assert_eq!(left(&plain), [1, 2]);
    }

    #[test]
    fn moves_that_always_bring_the_same_need_no_more_worlds() {
        assert!(table(PLAIN, &[&[2.0, 2.0], &[-1.0, -1.0]]).indifferent());
        assert!(!table(PLAIN, &[&[2.0, 2.0], &[-1.0, 1.0]]).indifferent());
    }

    #[test]
    fn what_is_usual_is_left_only_for_something_clearly_better() {
        let worlds: [&[f64]; 2] = [&[5.0, 1.0], &[-2.2, 1.0]];
        let many: Vec<&[f64]> = worlds.into_iter().cycle().take(800).collect();
        assert_eq!(table(PLAIN, &many).best_or_usual(1, 0.1), 1);
        assert_eq!(table(PLAIN, &many).best_or_usual(1, 0.02), 0);
        assert_eq!(table(PLAIN, &worlds).best_or_usual(1, 0.0), 1, "two worlds are a hope");
    }

    #[test]
    fn a_word_that_was_nearly_chosen_is_nearly_as_good_whatever_its_mean() {
        // The double brings 1.4 on average and the pass 0.7, but a cautious player passes up to some caution and doubles below it.
        let worlds: Vec<Vec<f64>> =
            (0..400).map(|i| if i % 10 < 7 { vec![2.0, 1.0] } else { vec![-2.0, -1.0] }).collect();
        let rows: Vec<&[f64]> = worlds.iter().map(Vec::as_slice).collect();
        let mut losses = Vec::new();
        for step in 0..200 {
            let mut table = table(Blend { caution: 0.004 * f64::from(step), ..PLAIN }, &rows);
            let chosen = table.best_or_usual(1, 0.1);
            let value = |at| table.worth(at, chosen, Some((1, 0.1)));
            assert!((value(chosen) - table.mean(chosen)).abs() < 1e-9);
            losses.push((chosen, [value(chosen) - value(0), value(chosen) - value(1)]));
        }
        assert_eq!((losses[0].0, losses[199].0), (0, 1));
        for pair in losses.windows(2) {
            for (before, after) in pair[0].1.iter().zip(pair[1].1) {
                assert!(*before >= -1e-9 && (after - before).abs() < 0.02, "{pair:?}");
            }
        }
    }

    #[test]
    fn worlds_with_better_hands_of_the_declarer_count_more() {
        let worlds: [&[f64]; 3] = [&[3.0, 0.0], &[1.0, 0.0], &[-3.0, 0.0]];
        assert_eq!(table(PLAIN, &worlds).best(), 0);
        assert_eq!(table(Blend { trust: 1.0, ..PLAIN }, &worlds).best(), 1);
    }

    #[test]
    fn a_move_that_is_surely_worse_is_given_up_and_one_that_may_be_better_is_not() {
        let mut worse =
            table(PLAIN, &[&[2.0, 1.0, 2.0], &[4.0, 1.0, 5.0], &[3.0, 1.5, 2.0], &[2.0, 1.0, 1.5]]);
        assert!(!worse.prune());
        assert_eq!([worse.open(0), worse.open(1), worse.open(2)], [true, false, true]);
    }

    #[test]
    fn the_card_that_goes_with_losses_is_named() {
        let worlds: Vec<&[f64]> =
            (0..20).map(|i| if i % 4 == 0 { &[-1.0][..] } else { &[2.0][..] }).collect();
        let mut table = table(PLAIN, &worlds);
        let best = table.best();
        let found = table.against(best, 0, Card(7).bit()).unwrap();
        assert_eq!((found.card, found.holder, found.loses), (Card(7), 2, 1.0));
        assert!((found.share - 0.25).abs() < 1e-9 && (table.won(0) - 0.75).abs() < 1e-9);
    }
}
