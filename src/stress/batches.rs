//! Which inputs a program is tried on, in which order.
//!
//! Owns the list: edges first, then the worst cases, then mixes without end. Invariant: a batch depends
//! on the problem, the seed, the plan's kind and its number alone, and all of its cases fit the problem.

use super::case::{Case, Problem};
use super::draws::Draws;
use crate::game::big::BigUint;
use crate::game::{Rule, pair_generalised};
use crate::problem::{Asked, Game};
use crate::workload::killers::{around, breaking_double, near_whole};
use crate::workload::{Block, Kind, LINES, Max, Mix, Workload, seed_of};
use std::num::NonZeroU64;

/// Cases in a batch, where the problem allows as many.
const CASES: usize = 10_000;

/// The same where a process takes one case only.
const PROCESSES: usize = 50;

/// Worst cases beyond words, several times as many as the slopes of a thousand digits have convergents.
const BEYOND: usize = 20_000;

/// The same where a process takes one case only: some of them.
const BEYOND_PROCESSES: usize = 200;

/// Piles in a case of Nim are rarely more than that.
const PILES: u64 = 12;

/// What one run of the program is given; or several, where one takes one case only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Its number, from 0.
    pub number: u64,
    /// What it is made of.
    pub name: &'static str,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// All batches of a problem.
#[derive(Debug)]
pub struct Plan {
    problem: Problem,
    seed: u64,
    /// The batches of known cases.
    known: Vec<(&'static str, Vec<Case>)>,
    size: usize,
}

impl Plan {
    /// The known cases and then mixes; without `mixes`, the known cases that break a wrong rounding.
    pub fn new(problem: &Problem, seed: u64, mixes: bool) -> Self {
        let size = if problem.is_single() {
            PROCESSES
        } else {
            let most = problem.asked().most_records();
            most.map_or(CASES, |most| CASES.min(most as usize))
        };
        let mut plan = Self {
            problem: problem.clone(),
            seed,
            known: Vec::new(),
            size,
        };
        let edges = plan.edges();
        let worst = plan.worst(mixes);
        plan.add("edges", edges);
        plan.add("worst", worst);
        plan
    }

    /// How many batches come before the mixes.
    pub fn known(&self) -> u64 {
        self.known.len() as u64
    }

    /// How many cases that batch has.
    pub fn cases(&self, number: u64) -> u64 {
        let known = self.known.get(number as usize);
        known.map_or(self.size, |(_, cases)| cases.len()) as u64
    }

    /// How many cases the batches before that one have.
    pub fn cases_before(&self, number: u64) -> u64 {
        let known = number.min(self.known());
        let mixes = (number - known).saturating_mul(self.size as u64);
        (0..known)
            .map(|number| self.cases(number))
            .sum::<u64>()
            .saturating_add(mixes)
    }

    /// The batch of that number; there is no end to them.
    pub fn batch(&self, number: u64) -> Batch {
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
        if self.problem.is_ordered() {
            for case in &mut cases {
                case.piles.sort_unstable();
            }
            cases.dedup();
        }
        cases.retain(|case| self.problem.fits(case));
        self.known
            .extend(cases.chunks(self.size).map(|cases| (name, cases.to_vec())));
    }

    /// The largest pile, as far as words go.
    fn most(&self) -> u64 {
        u64::try_from(self.problem.most()).unwrap_or(u64::MAX)
    }

    /// What is small, and where numbers change their nature.
    fn edges(&self) -> Vec<Case> {
        let few = self.size < 100;
        let mut cases = Vec::new();
        match self.problem.asked().game {
            Game::Wythoff(_) => {
                cases.extend(square(if few { 7 } else { 60 }));
                if few {
                    // The largest of all, and what no `int` holds.
                    let most = self.most();
                    cases.extend([(0, most), (most, most), (most, most - 1)].map(pair));
                } else {
                    cases.extend(self.drawn(Kind::Edges, 0, 2000));
                }
            }
            Game::AtMostApart => {
                for bound in [0, 1, 2, 3, 7] {
                    let small = square(if bound < 4 { 30 } else { 12 });
                    cases.extend(small.map(|case| under(bound, case)));
                }
                let most = self.most();
                for bound in [0, 1, 100_000, 1 << 32, most] {
                    let piles = [0, 1, most / 2, most - 1, most];
                    let pairs = piles.iter().flat_map(|&a| piles.map(|b| (a, b)));
                    cases.extend(pairs.map(|(a, b)| under(bound, pair((a, b)))));
                }
            }
            Game::Nim | Game::ReturnOfTheNim => {
                let (values, longest) = if few { (3_u64, 3) } else { (5, 4) };
                for length in 1..=longest {
                    for code in 0..values.pow(length) {
                        let pile = |place| code / values.pow(place) % values;
                        cases.push(Case::of((0..length).map(pile)));
                    }
                }
                let most = self.most();
                let tops = [most, most - 1, most / 2, most / 2 + 1, 1];
                for a in tops {
                    cases.push(Case::of([a]));
                    cases.extend(tops.map(|b| Case::of([a, b])));
                    cases.extend(tops.map(|b| Case::of([a, b, a ^ b])));
                }
            }
        }
        cases
    }

    /// Where a wrong answer is likeliest: all of them, or only as many as are tried in a moment.
    fn worst(&self, all: bool) -> Vec<Case> {
        let most = self.most();
        let mut cases = Vec::new();
        match self.problem.asked().game {
            Game::Wythoff(Rule::Generalised(r)) if r.get() > 1 => {
                // A process each: only what is cold, and one beside it.
                let steps = if self.problem.is_single() {
                    2..=2
                } else {
                    0..=4
                };
                cases.extend(beside_cold(r, steps));
                cases.extend(self.worst_beyond_words());
            }
            Game::Wythoff(_) | Game::ReturnOfTheNim => {
                let by = if all { 2 } else { 1 };
                let both = |(a, b)| [pair((a, b)), pair((b, a))];
                if self.problem.is_single() {
                    cases.extend(breaking_double(by, most).flat_map(both));
                } else {
                    let near = near_whole(most).into_iter();
                    let positions = near.flat_map(|d| around(d, by, most));
                    cases.extend(positions.flat_map(both));
                }
                cases.extend(self.worst_beyond_words());
            }
            Game::AtMostApart => {
                let bounds = [0, 1, 2, 3, 7, 99, 100_000, 1 << 32, 1 << 62];
                for bound in bounds {
                    let r = NonZeroU64::MIN.saturating_add(bound);
                    cases.extend(beside_cold(r, 0..=4).map(|case| under(bound, case)));
                }
            }
            Game::Nim => {
                let mut draws = Draws::new(self.seed, 1);
                let longest = self.problem.asked().most_piles().unwrap_or(1000);
                // Many piles are many lines: not in every case.
                for length in [longest.min(1000), longest.min(100), 31, 2] {
                    let length = length.min(longest);
                    cases.extend((0..3).map(|_| draws.nim(length, most)));
                }
            }
        }
        cases
    }

    /// Larger ones than words hold, where the problem has some.
    fn worst_beyond_words(&self) -> Vec<Case> {
        if *self.problem.most() == BigUint::from(self.most()) {
            return Vec::new();
        }
        let count = if self.problem.is_single() {
            BEYOND_PROCESSES
        } else {
            BEYOND
        };
        self.drawn(Kind::Worst, 1, count)
    }

    /// Some of every kind.
    fn mix(&self, number: u64) -> Vec<Case> {
        let mut cases = match self.problem.asked().game {
            Game::Wythoff(_) => {
                let mut cases = self.drawn_of(Mix::default(), number, self.size);
                if self.problem.is_ordered() {
                    cases.iter_mut().for_each(|case| case.piles.sort_unstable());
                }
                cases
            }
            Game::AtMostApart => self.apart(number),
            Game::Nim => {
                let mut draws = Draws::new(self.seed, number);
                let longest = self.problem.asked().most_piles().unwrap_or(u64::MAX);
                let case = |_| draws.nim_of_any_length(longest.min(PILES), self.most());
                (0..self.size).map(case).collect()
            }
            Game::ReturnOfTheNim => {
                let mut draws = Draws::new(self.seed, number);
                let mut cases = self.drawn_of(Mix::default(), number, self.size);
                // Every other case has any number of piles.
                for case in cases.iter_mut().step_by(2) {
                    *case = draws.nim_of_any_length(PILES, self.most());
                }
                cases
            }
        };
        // Two empty piles that would end the input, and nothing else.
        let spare = &self.known[0].1[0];
        for case in &mut cases {
            if !self.problem.fits(case) {
                case.clone_from(spare);
            }
        }
        cases
    }

    /// Positions under bounds of every size, most of them near a cold one.
    fn apart(&self, number: u64) -> Vec<Case> {
        let mut draws = Draws::new(self.seed, number);
        let most = self.most();
        let mut cases = Vec::new();
        while cases.len() < self.size {
            let small = draws.below(8);
            let bound = if draws.below(2) == 0 {
                small
            } else {
                draws.of_any_length(most)
            };
            let r = NonZeroU64::MIN.saturating_add(bound);
            for _ in 0..(self.size / 10).clamp(1, self.size - cases.len()) {
                cases.push(under(bound, draws.beside_cold(r, most)));
            }
        }
        cases
    }

    /// Positions of a kind, as `gen` makes them by that rule.
    fn drawn(&self, kind: Kind, number: u64, count: usize) -> Vec<Case> {
        self.drawn_of(Mix::only(kind), number, count)
    }

    fn drawn_of(&self, mix: Mix, number: u64, count: usize) -> Vec<Case> {
        let max = Max::from(self.problem.most().clone());
        // Pairs a line, whatever the problem makes of them; only the rule says which of them are cold.
        let pairs = Asked {
            game: Game::Wythoff(self.problem.asked().rule()),
            ..Asked::default()
        };
        let workload = Workload::judged(seed_of(self.seed, number), mix, &max, pairs)
            .expect("pairs without limits");
        let mut block = Block::default();
        for part in 0..count.div_ceil(LINES) {
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
    Case::pair(a, b)
}

fn under(bound: u64, case: Case) -> Case {
    Case {
        bound: Some(bound),
        ..case
    }
}

/// All positions with both piles at most `most`.
fn square(most: u64) -> impl Iterator<Item = Case> {
    (0..=most).flat_map(move |a| (0..=most).map(move |b| pair((a, b))))
}

/// The cold positions with these indices, what is up to two `steps` (2 is none) along the diagonal beside them, and
/// what has one more in the larger pile.
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

/// Indices `n` at which `n * alpha_r` is nearest to a whole number, and some beside them: the
/// continued fraction of `alpha_r` is `r, r, r, ...` behind the point.
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
    use super::super::case::problem;
    use super::*;
    use crate::problem::{Framing, PROFILES};
    use std::collections::BTreeSet;

    #[test]
    fn batches_are_what_the_problem_allows() {
        for profile in PROFILES {
            let problem = problem(profile.name).unwrap();
            for mixes in [true, false] {
                let plan = Plan::new(&problem, 1, mixes);
                assert!(plan.known() >= 2, "{}", profile.name);
                for number in 0..plan.known() + 2 {
                    let batch = plan.batch(number);
                    assert_eq!(batch, plan.batch(number));
                    assert!(!batch.cases.is_empty());
                    assert_eq!(batch.cases.len() as u64, plan.cases(number));
                    assert!(batch.cases.iter().all(|case| problem.fits(case)));
                    if let Some(most) = profile.limits.records {
                        assert!(batch.cases.len() as u64 <= most);
                    }
                }
                let mix = |seed| Plan::new(&problem, seed, mixes).batch(plan.known());
                assert_ne!(mix(1), mix(2), "{}", profile.name);
                assert_eq!(mix(1).name, "mix");
            }
        }
    }

    /// Other rules, layouts, words and limits than a profile's.
    fn others() -> Vec<Problem> {
        let mut others = Vec::new();
        for rule in ["normal", "misere", "r=2", "r=7", "r=1000000007"] {
            for framing in Framing::ALL {
                for max in ["1", "2", "20", "1e9", "2^64-1", "10^30"] {
                    let asked = Asked {
                        framing,
                        game: Game::Wythoff(rule.parse().unwrap()),
                        ..Asked::default()
                    };
                    others.push(Problem::new(asked, Some(max.parse().unwrap())).unwrap());
                }
            }
        }
        for profile in PROFILES {
            for framing in Framing::ALL {
                let asked = Asked {
                    framing,
                    ..profile.into()
                };
                others.push(Problem::new(asked, Some(3.into())).unwrap());
            }
        }
        others
    }

    /// What isn't any profile's is tried as well: nothing that can't be asked, and both outcomes.
    #[test]
    fn batches_of_what_no_profile_names() {
        for problem in others() {
            let what = format!("{:?} up to {}", problem.asked(), problem.most());
            let plan = Plan::new(&problem, 1, true);
            let mut answers = BTreeSet::new();
            for number in [0, 1, plan.known(), plan.known() + 1] {
                let batch = plan.batch(number);
                assert!(!batch.cases.is_empty(), "{what}");
                assert_eq!(batch.cases.len() as u64, plan.cases(number), "{what}");
                let few = || batch.cases.iter().step_by(7);
                assert!(few().all(|case| problem.fits(case)), "{what}");
                answers.extend(few().map(|case| problem.answer(case)));
            }
            // Where `0 0` ends the input, the next cold position may be beyond the limit.
            let next = match problem.asked().rule() {
                Rule::Generalised(r) => BigUint::from(r.get()) + 1_u32,
                _ => 2_u32.into(),
            };
            let are_both = problem.asked().framing != Framing::Zero || *problem.most() >= next;
            assert!(answers.len() > 1 || !are_both, "{what}");
        }
        let neither = |asked: Asked, max: &str| {
            let error = Problem::new(asked, Some(max.parse().unwrap())).unwrap_err();
            error.to_string()
        };
        let of = |name: &str| Asked::from(crate::problem::profile(name).unwrap());
        assert!(neither(of("poj1067"), "1000000001").contains("no pile beyond 1000000000"));
        let nim = Asked {
            limits: None,
            ..of("hdu1849")
        };
        assert!(neither(nim, "2^64").contains("no piles beyond 2^64 - 1"));
        let mut moves = of("hdu2177");
        moves.hot = "first wins".to_owned();
        assert!(neither(moves, "9").contains("a word has no blanks"));
        let same = Asked {
            hot: "a b".to_owned(),
            cold: "a  b ".to_owned(),
            ..Asked::default()
        };
        assert!(neither(same, "9").contains("have to differ"));
    }

    /// A wrong `r` is found among the first cases, or it would take luck.
    #[test]
    fn batches_of_another_game_are_about_that() {
        for rule in ["r=2", "r=3", "r=100"] {
            let rule: Rule = rule.parse().unwrap();
            for framing in [Framing::Eof, Framing::One] {
                let asked = Asked {
                    framing,
                    game: Game::Wythoff(rule),
                    ..Asked::default()
                };
                let problem = Problem::new(asked, Some("1e18".parse().unwrap())).unwrap();
                let plan = Plan::new(&problem, 1, false);
                let cold = |case: &&Case| problem.answer(case) == "0";
                let large = |case: &&Case| case.piles[1] > BigUint::from(1_000_000_u32);
                let batches = (0..plan.known()).map(|number| plan.batch(number));
                let cases: Vec<_> = batches.flat_map(|batch| batch.cases).collect();
                let found = cases.iter().filter(large).filter(cold).count();
                assert!(found >= 20, "{rule} {framing}: {found}");
                let mix = plan.batch(plan.known());
                let found = mix.cases.iter().filter(cold).count();
                assert!(found >= mix.cases.len() / 8, "{rule} {framing}: {found}");
            }
        }
    }

    /// Beyond words both outcomes are there as well, by every rule, among the known cases and in the mixes.
    #[test]
    fn batches_beyond_words_hold_cold_positions() {
        for rule in ["normal", "misere", "r=2", "r=7", "r=1000000007"] {
            for framing in [Framing::Eof, Framing::One] {
                let asked = Asked {
                    framing,
                    game: Game::Wythoff(rule.parse().unwrap()),
                    ..Asked::default()
                };
                let problem = Problem::new(asked, Some("10^30".parse().unwrap())).unwrap();
                let plan = Plan::new(&problem, 1, false);
                let found = |numbers: std::ops::Range<u64>| {
                    let cases = numbers.flat_map(|number| plan.batch(number).cases);
                    let large =
                        |case: &Case| case.piles.iter().any(|pile| u64::try_from(pile).is_err());
                    let cold = |case: &Case| large(case) && problem.answer(case) == "0";
                    cases.filter(cold).count()
                };
                let counts = [
                    found(0..plan.known()),
                    found(plan.known()..plan.known() + 1),
                ];
                assert!(
                    counts.iter().all(|&count| count > 0),
                    "{rule} {framing}: {counts:?}"
                );
            }
        }
    }

    /// Neither outcome is rare: a program that always says the same is found.
    #[test]
    fn batches_hold_both_outcomes() {
        for profile in PROFILES {
            let problem = problem(profile.name).unwrap();
            let plan = Plan::new(&problem, 1, true);
            let answers = |number| {
                let batch = plan.batch(number);
                let answers = batch.cases.iter().map(|case| problem.answer(case));
                answers.collect::<BTreeSet<_>>()
            };
            assert!(answers(0).len() >= 2, "{}", profile.name);
            assert!(answers(plan.known()).len() >= 2, "{}", profile.name);
        }
    }

    #[test]
    fn every_difference_that_breaks_doubles_is_tried() {
        for profile in ["poj1067", "luogu-p2252", "51nod1185"] {
            let problem = problem(profile).unwrap();
            for mixes in [true, false] {
                let plan = Plan::new(&problem, 1, mixes);
                let mut broken = BTreeSet::new();
                for number in 0..plan.known() {
                    for case in plan.batch(number).cases {
                        let pile = |i: usize| u64::try_from(&case.piles[i]).unwrap();
                        let (a, b) = (pile(0), pile(1));
                        let published = crate::game::published::double_int(a, b);
                        if a.max(b) <= 1_000_000_000 && published != crate::game::is_cold(a, b) {
                            broken.insert((a.abs_diff(b), a < b));
                        }
                    }
                }
                assert_eq!(broken.len(), 2 * 14, "{profile}");
            }
        }
    }
}
