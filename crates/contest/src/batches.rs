//! The inputs on which a program is tried, in order: edges, the worst cases, the limits, an input of full size, and then an
//! unlimited number of mixes.
//!
//! A batch depends only on the problem, the seed, the depth and the number of the batch. All its cases are within the limits
//! of the problem.

use super::draws::Draws;
use std::num::NonZeroU64;
use wythoff::game::big::BigUint;
use wythoff::game::{Rule, pair_generalised};
use wythoff::workload::killers::{around, breaking_double, near_whole};
use wythoff::workload::{
    Block, Kind, Mix, RECORDS_PER_BLOCK, Workload, full_records, limit_inputs, seed_of,
};
use wythoff::{Case, Framing, Game, Problem};

/// The number of cases in a batch, if the problem allows this number.
const CASES: usize = 10_000;

/// The number of cases in a batch, if a process takes only one case.
const PROCESSES: usize = 50;

/// The number of worst cases beyond `u64`: several times the number of the slope's convergents with at most a thousand
/// digits.
const BEYOND: usize = 20_000;

/// The number of worst cases beyond `u64`, if a process takes only one case.
const BEYOND_PROCESSES: usize = 200;

/// The largest number of piles of most cases of Nim.
const PILES: u64 = 12;

/// The cases of one run of the program; or of several runs, if a process takes only one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// The number of the batch, from 0.
    pub number: u64,
    /// The kind of its cases: `edges`, `worst`, `limits`, `full` or `mix`.
    pub name: &'static str,
    /// The cases.
    pub cases: Vec<Case>,
}

/// Which of the known cases are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The cases that fail with a wrong rounding.
    Quick,
    /// All known cases.
    All,
}

/// All batches of a problem.
#[derive(Debug)]
pub(super) struct Batches {
    problem: Problem,
    seed: u64,
    /// The batches of known cases, which come first.
    known: Vec<(&'static str, Vec<Case>)>,
    size: usize,
}

impl Batches {
    /// The batches of known cases and then the mixes of `seed`.
    pub(super) fn new(problem: &Problem, seed: u64, depth: Depth) -> Self {
        let size = if problem.framing == Framing::One {
            PROCESSES
        } else {
            let max = problem.limits.max_records;
            max.map_or(CASES, |max| CASES.min(max.get() as usize))
        };
        let mut batches = Self {
            problem: problem.clone(),
            seed,
            known: Vec::new(),
            size,
        };
        let edges = batches.edges();
        let worst = batches.worst(depth);
        batches.add("edges", edges);
        batches.add("worst", worst);
        batches.add_limits();
        batches
    }

    /// The number of batches before the mixes.
    pub(super) fn known_batches(&self) -> u64 {
        self.known.len() as u64
    }

    /// The number of cases of a batch.
    pub(super) fn cases(&self, number: u64) -> u64 {
        let known = self.known.get(number as usize);
        known.map_or(self.size, |(_, cases)| cases.len()) as u64
    }

    /// The number of cases of all batches before a batch.
    pub(super) fn cases_before(&self, number: u64) -> u64 {
        let known = number.min(self.known_batches());
        let mixes = (number - known).saturating_mul(self.size as u64);
        (0..known)
            .map(|number| self.cases(number))
            .sum::<u64>()
            .saturating_add(mixes)
    }

    /// The batch with this number. There is one for every number.
    pub(super) fn batch(&self, number: u64) -> Batch {
        let (name, cases) = match self.known.get(number as usize) {
            Some((name, cases)) => (*name, cases.clone()),
            None => ("mix", self.mix(number)),
        };
        Batch {
            number,
            name,
            cases,
        }
    }

    fn add(&mut self, name: &'static str, mut cases: Vec<Case>) {
        if self.problem.limits.smaller_first {
            for case in &mut cases {
                case.piles.sort_unstable();
            }
            cases.dedup();
        }
        cases.retain(|case| self.problem.allows(case));
        self.known
            .extend(cases.chunks(self.size).map(|cases| (name, cases.to_vec())));
    }

    /// Adds the inputs at the limits of the problem, and one of full size.
    fn add_limits(&mut self) {
        let inputs = limit_inputs(&self.problem);
        if self.problem.framing == Framing::One {
            return self.add("limits", inputs.concat());
        }
        let last = inputs.len() - 1;
        for (i, cases) in inputs.into_iter().enumerate() {
            let is_full = i == last && !self.problem.is_pairs();
            let name = if is_full { "full" } else { "limits" };
            self.known.push((name, cases));
        }
        let records = full_records(&self.problem) as usize;
        // A separate batch of full size is needed only if a mix has fewer cases.
        if self.problem.is_pairs() && records > self.size {
            let mut cases = self.drawn_of(Mix::default(), 2, records);
            self.make_allowed(&mut cases);
            self.known.push(("full", cases));
        }
    }

    /// The largest pile, or the largest `u64`.
    fn max_pile(&self) -> u64 {
        u64::try_from(self.problem.max_pile()).unwrap_or(u64::MAX)
    }

    /// Small piles, and the edges of machine numbers.
    fn edges(&self) -> Vec<Case> {
        let few = self.size < 100;
        let mut cases = Vec::new();
        match self.problem.game {
            Game::Wythoff(_) => {
                cases.extend(square(if few { 7 } else { 60 }));
                if few {
                    // The largest pile, which may exceed `int`.
                    let max = self.max_pile();
                    cases.extend([(0, max), (max, max), (max, max - 1)].map(pair));
                } else {
                    cases.extend(self.drawn(Kind::Edges, 0, 2000));
                }
            }
            Game::BoundedDifference => {
                for bound in [0, 1, 2, 3, 7] {
                    let small = square(if bound < 4 { 30 } else { 12 });
                    cases.extend(small.map(|case| under(bound, case)));
                }
                let max = self.max_pile();
                for bound in [0, 1, 100_000, 1 << 32, max] {
                    let piles = [0, 1, max / 2, max - 1, max];
                    let pairs = piles.iter().flat_map(|&a| piles.map(|b| (a, b)));
                    cases.extend(pairs.map(|(a, b)| under(bound, pair((a, b)))));
                }
            }
            Game::Nim(_) | Game::ReturnOfTheNim => {
                let (values, longest) = if few { (3_u64, 3) } else { (5, 4) };
                for length in 1..=longest {
                    for code in 0..values.pow(length) {
                        let pile = |index| code / values.pow(index) % values;
                        cases.push(Case::new((0..length).map(pile)));
                    }
                }
                let max = self.max_pile();
                let tops = [max, max - 1, max / 2, max / 2 + 1, 1];
                for a in tops {
                    cases.push(Case::new([a]));
                    cases.extend(tops.map(|b| Case::new([a, b])));
                    cases.extend(tops.map(|b| Case::new([a, b, a ^ b])));
                }
            }
        }
        cases
    }

    /// The cases that wrong programs most likely fail.
    fn worst(&self, depth: Depth) -> Vec<Case> {
        let max = self.max_pile();
        let mut cases = Vec::new();
        match self.problem.game {
            Game::Wythoff(Rule::Generalised(r)) if r.get() > 1 => {
                // Each case takes a process: only the cold positions, and one position beside each.
                let steps = if self.problem.framing == Framing::One {
                    2..=2
                } else {
                    0..=4
                };
                cases.extend(beside_cold(r, steps));
                cases.extend(self.worst_beyond_u64());
            }
            Game::Wythoff(_) | Game::ReturnOfTheNim => {
                let by = match depth {
                    Depth::All => 2,
                    Depth::Quick => 1,
                };
                let both = |(a, b)| [pair((a, b)), pair((b, a))];
                if self.problem.framing == Framing::One {
                    cases.extend(breaking_double(by, max).flat_map(both));
                } else {
                    let near = near_whole(max).into_iter();
                    let positions = near.flat_map(|d| around(d, by, max));
                    cases.extend(positions.flat_map(both));
                }
                cases.extend(self.worst_beyond_u64());
            }
            Game::BoundedDifference => {
                let bounds = [0, 1, 2, 3, 7, 99, 100_000, 1 << 32, 1 << 62];
                for bound in bounds {
                    let r = NonZeroU64::MIN.saturating_add(bound);
                    cases.extend(beside_cold(r, 0..=4).map(|case| under(bound, case)));
                }
            }
            Game::Nim(_) => {
                let mut draws = Draws::new(self.seed, 1);
                let longest = self.problem.limits.max_piles.map_or(1000, NonZeroU64::get);
                // Many piles take much text, so only a few cases have many piles.
                for length in [longest.min(1000), longest.min(100), 31, 2] {
                    let length = length.min(longest);
                    cases.extend((0..3).map(|_| draws.nim(length, max)));
                }
            }
        }
        cases
    }

    /// Worst cases beyond `u64`, if the problem allows such piles.
    fn worst_beyond_u64(&self) -> Vec<Case> {
        if self.problem.max_pile() <= u64::MAX.into() {
            return Vec::new();
        }
        let count = if self.problem.framing == Framing::One {
            BEYOND_PROCESSES
        } else {
            BEYOND
        };
        self.drawn(Kind::Worst, 1, count)
    }

    /// Cases of every kind.
    fn mix(&self, number: u64) -> Vec<Case> {
        let mut cases = match self.problem.game {
            Game::Wythoff(_) => self.drawn_of(Mix::default(), number, self.size),
            Game::BoundedDifference => self.under_bounds(number),
            Game::Nim(_) => {
                let mut draws = Draws::new(self.seed, number);
                let longest = self.problem.limits.max_piles;
                let longest = longest.map_or(PILES, |max| PILES.min(max.get()));
                let case = |_| draws.nim_of_any_length(longest, self.max_pile());
                (0..self.size).map(case).collect()
            }
            Game::ReturnOfTheNim => {
                let mut draws = Draws::new(self.seed, number);
                let mut cases = self.drawn_of(Mix::default(), number, self.size);
                // Every other case has any number of piles.
                for case in cases.iter_mut().step_by(2) {
                    *case = draws.nim_of_any_length(PILES, self.max_pile());
                }
                cases
            }
        };
        self.make_allowed(&mut cases);
        cases
    }

    /// Puts piles in order, if the problem promises an order. Replaces two empty piles, if they would end the input.
    fn make_allowed(&self, cases: &mut [Case]) {
        if self.problem.limits.smaller_first {
            cases.iter_mut().for_each(|case| case.piles.sort_unstable());
        }
        let spare = &self.known[0].1[0];
        for case in cases {
            if !self.problem.allows(case) {
                case.clone_from(spare);
            }
        }
    }

    /// Positions with bounds of every size. Most positions are near a cold position.
    fn under_bounds(&self, number: u64) -> Vec<Case> {
        let mut draws = Draws::new(self.seed, number);
        let max = self.max_pile();
        let mut cases = Vec::new();
        while cases.len() < self.size {
            let small = draws.below(8);
            let bound = if draws.below(2) == 0 {
                small
            } else {
                draws.of_any_length(max)
            };
            let r = NonZeroU64::MIN.saturating_add(bound);
            for _ in 0..(self.size / 10).clamp(1, self.size - cases.len()) {
                cases.push(under(bound, draws.beside_cold(r, max)));
            }
        }
        cases
    }

    /// Positions of a kind, as [`Workload`] generates them.
    fn drawn(&self, kind: Kind, number: u64, count: usize) -> Vec<Case> {
        self.drawn_of(Mix::only(kind), number, count)
    }

    fn drawn_of(&self, mix: Mix, number: u64, count: usize) -> Vec<Case> {
        // The workload has one pair on each line. Of the problem, only the rule is needed: it decides which pairs are cold.
        let mut pairs = Problem::default();
        if self.problem.is_pairs() {
            pairs.game = self.problem.game;
        }
        pairs.limits.max_pile = Some(self.problem.max_pile());
        let workload = Workload::new(seed_of(self.seed, number), mix, &pairs)
            .expect("a workload of one pair on each line");
        let mut block = Block::default();
        for part in 0..count.div_ceil(RECORDS_PER_BLOCK) {
            workload.fill(part as u64, &mut block);
        }
        block.truncate(count);
        let text = std::str::from_utf8(&block.text).expect("digits and blanks");
        let number = |digits: &str| digits.parse::<BigUint>().expect("digits");
        let piles = |line: &str| line.split(' ').map(number).collect();
        let cases = text.lines().map(|line| Case {
            bound: None,
            piles: piles(line),
        });
        cases.collect()
    }
}

fn pair((a, b): (u64, u64)) -> Case {
    Case::new([a, b])
}

fn under(bound: u64, case: Case) -> Case {
    Case {
        bound: Some(bound),
        ..case
    }
}

/// All positions with both piles at most `max`.
fn square(max: u64) -> impl Iterator<Item = Case> {
    (0..=max).flat_map(move |a| (0..=max).map(move |b| pair((a, b))))
}

/// The cold positions at the [`convergents`], the positions up to two `steps` (2 is none) along the diagonal beside them,
/// and the positions with one more in the larger pile.
fn beside_cold(r: NonZeroU64, steps: std::ops::RangeInclusive<u64>) -> impl Iterator<Item = Case> {
    let cold = convergents(r)
        .into_iter()
        .filter_map(move |n| pair_generalised(n, r));
    cold.flat_map(move |(a, b)| {
        let along = steps.clone().flat_map(move |step| {
            let near = |x: u64| x.checked_add(step)?.checked_sub(2);
            let moved = near(a).zip(near(b));
            moved.into_iter().flat_map(|(a, b)| [(a, b), (b, a)])
        });
        along.chain([(a, b.saturating_add(1))]).map(pair)
    })
}

/// Indices `n` at which `n * alpha_r` is nearest to a whole number, and some indices beside them. The continued fraction of
/// the fractional part of `alpha_r` is `r, r, r, ...`.
fn convergents(r: NonZeroU64) -> Vec<u64> {
    let mut indices = Vec::new();
    let (mut last, mut n) = (0_u64, 1_u64);
    loop {
        let multiples = (1..=3).filter_map(|factor| n.checked_mul(factor));
        indices.extend(multiples.chain(n.checked_add(1)));
        let next = n.checked_mul(r.get()).and_then(|n| n.checked_add(last));
        let Some(next) = next else {
            return indices;
        };
        (last, n) = (n, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wythoff::game::Rule;
    use wythoff::internal::Comparison;
    use wythoff::{AnswerFormat, AnswerLabels};
    use wythoff::{PROFILES, profile};

    #[test]
    #[ignore = "slow"]
    fn batches_are_what_the_problem_allows() {
        for profile in PROFILES.iter() {
            let problem = &profile.problem;
            for depth in [Depth::All, Depth::Quick] {
                let batches = Batches::new(problem, 1, depth);
                assert!(batches.known_batches() >= 2, "{}", profile.name);
                for number in 0..batches.known_batches() + 2 {
                    let batch = batches.batch(number);
                    if number % 8 == 0 {
                        assert_eq!(batch, batches.batch(number));
                    }
                    assert!(!batch.cases.is_empty());
                    assert_eq!(batch.cases.len() as u64, batches.cases(number));
                    assert!(batch.cases.iter().all(|case| problem.allows(case)));
                    if let Some(max) = problem.limits.max_records {
                        assert!(batch.cases.len() as u64 <= max.get());
                    }
                }
                let mix = |seed| Batches::new(problem, seed, depth).batch(batches.known_batches());
                assert_ne!(mix(1), mix(2), "{}", profile.name);
                assert_eq!(mix(1).name, "mix");
            }
        }
    }

    /// Two piles up to `max` under another rule.
    fn pairs(framing: Framing, rule: &str, max: &str) -> Problem {
        let mut problem = Problem::default();
        problem.framing = framing;
        problem.game = Game::Wythoff(rule.parse().unwrap());
        problem.limits.max_pile = Some(wythoff::parse_number(max).unwrap());
        problem
    }

    /// Problems with other rules, framings and limits than those of a profile.
    fn other_problems() -> Vec<Problem> {
        let mut others = Vec::new();
        for rule in ["normal", "misere", "r=2", "r=7", "r=1000000007"] {
            for &framing in Framing::FREE {
                for limit in ["1", "2", "20", "1e9", "2^64-1", "10^30"] {
                    others.push(pairs(framing, rule, limit));
                }
            }
        }
        for profile in PROFILES.iter() {
            for &framing in Framing::FREE {
                let mut problem = profile.problem.clone();
                problem.framing = framing;
                problem.limits.max_pile = Some(3_u32.into());
                others.push(problem);
            }
        }
        others
    }

    /// Every problem gets cases that it allows, with both outcomes.
    #[test]
    #[ignore = "slow"]
    fn batches_of_problems_without_a_profile() {
        for problem in other_problems() {
            let problem = &problem;
            let what = format!("{problem:?}");
            let batches = Batches::new(problem, 1, Depth::All);
            let mut answers = BTreeSet::new();
            for number in [0, 1, batches.known_batches(), batches.known_batches() + 1] {
                let batch = batches.batch(number);
                assert!(!batch.cases.is_empty(), "{what}");
                assert_eq!(batch.cases.len() as u64, batches.cases(number), "{what}");
                let few = || batch.cases.iter().step_by(7);
                assert!(few().all(|case| problem.allows(case)), "{what}");
                answers.extend(few().map(|case| problem.answer(case)));
            }
            // If `0 0` ends the input, the next cold position may be beyond the limit.
            let next = match problem.game {
                Game::Wythoff(Rule::Generalised(r)) => BigUint::from(r.get()) + 1_u32,
                _ => 2_u32.into(),
            };
            let are_both = problem.framing != Framing::Zero || next <= problem.max_pile();
            assert!(answers.len() > 1 || !are_both, "{what}");
        }
    }

    /// A problem that can't be tried is refused before any program runs.
    #[test]
    fn problems_that_cannot_be_tried_are_refused() {
        let of = |name: &str| profile(name).unwrap().problem.clone();
        let labels = |hot, cold| AnswerLabels::new(hot, cold).unwrap();
        let refused = |problem: Problem| Comparison::new(&problem, None).unwrap_err().to_string();
        let mut moves = of("hdu2177");
        moves.labels = labels("first wins", "0");
        assert_eq!(moves.answer_format, AnswerFormat::LabelAndMoves);
        assert!(refused(moves).contains("a label has no blanks"));
        let mut same = Problem::default();
        same.labels = labels("a b", "a  b ");
        assert!(refused(same).contains("must differ"));
    }

    /// A program with another `r` fails on the known cases.
    #[test]
    fn batches_of_another_game_are_about_that() {
        for rule in ["r=2", "r=100"] {
            for framing in [Framing::Eof, Framing::One] {
                let problem = &pairs(framing, rule, "1e18");
                let batches = Batches::new(problem, 1, Depth::Quick);
                let cold = |case: &&Case| problem.answer(case) == b"0\n";
                let large = |case: &&Case| case.piles[1] > BigUint::from(1_000_000_u32);
                let known = (0..batches.known_batches()).map(|number| batches.batch(number));
                let cases: Vec<_> = known.flat_map(|batch| batch.cases).collect();
                let found = cases.iter().filter(large).filter(cold).count();
                assert!(found >= 20, "{rule} {framing:?}: {found}");
                let mix = batches.batch(batches.known_batches());
                let found = mix.cases.iter().filter(cold).count();
                assert!(found >= mix.cases.len() / 8, "{rule} {framing:?}: {found}");
            }
        }
    }

    /// Beyond `u64` both outcomes occur under every rule, among the known cases and in the mixes.
    #[test]
    #[ignore = "slow"]
    fn batches_beyond_u64_hold_cold_positions() {
        for rule in ["normal", "r=7"] {
            let problem = &pairs(Framing::Eof, rule, "10^30");
            let batches = Batches::new(problem, 1, Depth::Quick);
            let found = |numbers: std::ops::Range<u64>| {
                let cases = numbers.flat_map(|number| batches.batch(number).cases);
                let large =
                    |case: &Case| case.piles.iter().any(|pile| u64::try_from(pile).is_err());
                let cold = |case: &Case| large(case) && problem.answer(case) == b"0\n";
                cases.filter(cold).count()
            };
            let counts = [
                found(0..batches.known_batches()),
                found(batches.known_batches()..batches.known_batches() + 1),
            ];
            assert!(counts.iter().all(|&count| count > 0), "{rule}: {counts:?}");
        }
    }

    /// Both outcomes occur: a program that always prints the same answer fails.
    #[test]
    #[ignore = "slow"]
    fn batches_hold_both_outcomes() {
        for profile in PROFILES.iter() {
            let problem = &profile.problem;
            let batches = Batches::new(problem, 1, Depth::All);
            for number in [0, batches.known_batches()] {
                let cases = batches.batch(number).cases;
                let first = problem.answer(&cases[0]);
                let are_both = cases.iter().any(|case| problem.answer(case) != first);
                assert!(are_both, "{} {number}", profile.name);
            }
        }
    }

    #[test]
    fn every_difference_that_breaks_doubles_is_tried() {
        for name in ["poj1067", "luogu-p2252", "51nod1185"] {
            let problem = &profile(name).unwrap().problem;
            let batches = Batches::new(problem, 1, Depth::Quick);
            let mut broken = BTreeSet::new();
            for number in 0..batches.known_batches() {
                for case in batches.batch(number).cases {
                    let pile = |i: usize| u64::try_from(&case.piles[i]).unwrap();
                    let (a, b) = (pile(0), pile(1));
                    let published = wythoff::game::published::double_int(a, b);
                    if a.max(b) <= 1_000_000_000 && published != wythoff::is_cold(a, b) {
                        broken.insert((a.abs_diff(b), a < b));
                    }
                }
            }
            assert_eq!(broken.len(), 2 * 14, "{name}");
        }
    }
}
