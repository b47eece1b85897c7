//! From a failing batch to the smallest failing input that is found.
//!
//! The result was tried and failed in the same way as the batch.
//!
//! # How
//!
//! First fewer cases. The suspects are tried alone. If none fails alone, halving finds the shortest prefix that fails, and
//! its last case is tried alone. If that does not fail either, because the program keeps state from case to case, parts
//! are removed as long as the rest fails (A. Zeller, R. Hildebrandt, *Simplifying and isolating failure-inducing input*,
//! IEEE Trans. Softw. Eng. 28, 2002).
//!
//! Then smaller piles. One case has hundreds of smaller neighbours, and a process takes thousands of cases, so all
//! neighbours go into one run: the first wrong answer, by size, is the next case. A program that ends before it answers
//! gets ever shorter prefixes of that list instead.

use super::judge::{Judge, Trial};
use super::progress::Progress;
use super::verdict::Verdict;
use crate::error::Result;
use crate::game::big::BigUint;
use crate::game::{Rank, Rule, Side, pair_generalised, rank};
use crate::problem::{Case, Problem};
use crate::workload::killers::{around, near_whole};
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// Neighbours in the first run of a round. Each further run takes twice as many: the smaller neighbours come first, are
/// likelier to fail, and cost less time and memory.
const NEIGHBOURS: usize = 64;

/// The number of neighbours that are tried alone.
const ALONE: usize = 4;

/// The number of neighbours where each takes a process.
const PROCESSES: usize = 300;

/// A failing input.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The cases of the input.
    pub cases: Vec<Case>,
    /// The trial of the input.
    pub trial: Trial,
    /// The number of runs of the search.
    pub runs: u64,
    /// Whether the search ended before its time was over.
    pub complete: bool,
}

/// Shrinks `cases`, which failed in the trial `failed`, for at most about `time`.
///
/// Errors: the program can't be started any more.
pub(super) fn shrink(
    judge: &Judge<'_>,
    cases: &[Case],
    failed: Trial,
    time: Duration,
    progress: &Progress,
) -> Result<Shrunk> {
    let deadline = Instant::now() + time;
    progress.shrink(cases, deadline);
    let mut search = Search {
        judge,
        deadline,
        best: cases.to_vec(),
        trial: failed,
        runs: 0,
        progress,
    };
    search.find_fewer_cases()?;
    if search.best.len() == 1 {
        while search.find_smaller_case()? {}
    }
    Ok(Shrunk {
        complete: !search.is_over(),
        cases: search.best,
        trial: search.trial,
        runs: search.runs,
    })
}

struct Search<'s> {
    judge: &'s Judge<'s>,
    deadline: Instant,
    /// The smallest failing input so far.
    best: Vec<Case>,
    trial: Trial,
    runs: u64,
    progress: &'s Progress,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    fn run(&mut self, cases: &[Case]) -> Result<Trial> {
        self.runs += 1;
        self.judge.trial(cases, |_| ())
    }

    /// Whether `cases` fail in the same way. Then they become the best.
    fn fails(&mut self, cases: &[Case]) -> Result<bool> {
        if cases.is_empty() || self.is_over() {
            return Ok(false);
        }
        let trial = self.run(cases)?;
        let fails = trial.verdict.is_same_kind(&self.trial.verdict);
        if fails {
            self.best = cases.to_vec();
            self.trial = trial;
        }
        self.progress.shrunk(self.runs, &self.best);
        Ok(fails)
    }

    /// Finds as few failing cases as possible.
    fn find_fewer_cases(&mut self) -> Result<()> {
        let all = self.best.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.judge.suspects(&self.trial, all.len()) {
            if self.fails(&all[suspect..=suspect])? {
                return Ok(());
            }
        }
        if self.judge.problem.is_single() {
            return Ok(());
        }
        let length = self.shortest_failing_prefix(&all)?;
        if self.fails(&all[length - 1..length])? {
            return Ok(());
        }
        self.remove_parts()
    }

    /// The length of the shortest failing prefix of `cases`, which fail as a whole, if every longer prefix fails too.
    fn shortest_failing_prefix(&mut self, cases: &[Case]) -> Result<usize> {
        let (mut passes, mut fails) = (0, cases.len());
        while fails - passes > 1 && !self.is_over() {
            let middle = passes + (fails - passes) / 2;
            if self.fails(&cases[..middle])? {
                fails = middle;
            } else {
                passes = middle;
            }
        }
        Ok(fails)
    }

    /// Removes parts, from halves down to single cases.
    fn remove_parts(&mut self) -> Result<()> {
        let mut part = self.best.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < self.best.len() && self.best.len() > 1 {
                let to = (from + part).min(self.best.len());
                let rest = [&self.best[..from], &self.best[to..]].concat();
                // After a removal the next part stands at the same place.
                if !self.fails(&rest)? {
                    from = to;
                }
                if self.is_over() {
                    return Ok(());
                }
            }
            if part == 1 || self.best.len() == 1 {
                return Ok(());
            }
            part = part.div_ceil(2).min(self.best.len());
        }
    }

    /// Finds a smaller failing neighbour of the best case, if there is one.
    fn find_smaller_case(&mut self) -> Result<bool> {
        if self.is_over() {
            return Ok(false);
        }
        let neighbours = neighbours(self.judge.problem, &self.best[0]);
        if neighbours.is_empty() {
            return Ok(false);
        }
        if self.judge.problem.is_single() {
            for case in neighbours.iter().take(PROCESSES) {
                if self.fails(std::slice::from_ref(case))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let allowed = self.judge.problem.max_records();
        let allowed = allowed.map_or(usize::MAX, |max| max as usize);
        let (mut rest, mut count) = (neighbours.as_slice(), NEIGHBOURS);
        while !rest.is_empty() && !self.is_over() {
            let (part, behind) = rest.split_at(count.min(allowed).min(rest.len()));
            if self.find_failing_one(part)? {
                return Ok(true);
            }
            (rest, count) = (behind, 2 * count);
        }
        Ok(false)
    }

    /// Finds the smallest of `cases` that fails alone, if a few runs find it.
    fn find_failing_one(&mut self, cases: &[Case]) -> Result<bool> {
        let (best, failed) = (self.best.clone(), self.trial.clone());
        let mut rest = cases;
        for _ in 0..ALONE {
            if !self.fails(rest)? {
                break;
            }
            let suspect = self.likely_cause(rest)?;
            if self.fails(&rest[suspect..=suspect])? {
                return Ok(true);
            }
            // It fails only together with others; a later one may fail alone.
            rest = &rest[suspect + 1..];
        }
        (self.best, self.trial) = (best, failed);
        Ok(false)
    }

    /// The first of `cases`, which just failed, that seems to be the cause.
    fn likely_cause(&mut self, cases: &[Case]) -> Result<usize> {
        if let Verdict::WrongAnswer(_) = &self.trial.verdict {
            let wrong = self.judge.wrong_cases(cases, &self.trial.stdout);
            if let Some(&first) = wrong.first() {
                return Ok(first);
            }
        }
        Ok(self.shortest_failing_prefix(cases)? - 1)
    }
}

/// Smaller cases that are like `case`, smallest first.
fn neighbours(problem: &Problem, case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    // Fewer piles, smaller piles.
    for place in 0..case.piles.len().min(40) {
        let mut fewer = case.clone();
        fewer.piles.remove(place);
        found.push(fewer);
        for pile in smaller_numbers(&case.piles[place]) {
            let mut smaller = case.clone();
            smaller.piles[place] = pile;
            found.push(smaller);
        }
    }
    // Both piles less by the same number: their difference stays.
    for place in 1..case.piles.len().min(12) {
        for before in 0..place {
            for pile in smaller_numbers(&case.piles[before]) {
                let taken = &case.piles[before] - &pile;
                let mut along = case.clone();
                if let Some(rest) = checked_sub(&case.piles[place], &taken) {
                    along.piles[before] = pile;
                    along.piles[place] = rest;
                    found.push(along);
                }
            }
        }
    }
    if case.piles.len() > 3 {
        let half = case.piles.len() / 2;
        for piles in [&case.piles[..half], &case.piles[half..]] {
            let (bound, piles) = (case.bound, piles.to_vec());
            found.push(Case { bound, piles });
        }
    }
    let mut sorted = case.clone();
    sorted.piles.sort_unstable();
    found.push(sorted);
    if let Some(bound) = case.bound {
        let bounds = smaller_numbers(&bound.into());
        let bounds = bounds.iter().filter_map(|bound| u64::try_from(bound).ok());
        found.extend(bounds.map(|bound| Case {
            bound: Some(bound),
            ..case.clone()
        }));
    }
    if let Some((a, b)) = case.as_pair() {
        found.extend(neighbour_pairs(problem, case, a, b));
    }
    let size = case.size();
    found.retain(|other| problem.allows(other) && other.size() < size);
    found.sort_by_cached_key(Case::size);
    found.dedup();
    found
}

/// Smaller pairs on which wrong programs fail for the same reasons.
fn neighbour_pairs(problem: &Problem, case: &Case, a: &BigUint, b: &BigUint) -> Vec<Case> {
    let bound = case.bound;
    let mut found = Vec::new();
    let mut add = |a: BigUint, b: BigUint| {
        for piles in [vec![a.clone(), b.clone()], vec![b, a]] {
            found.push(Case { bound, piles });
        }
    };
    for x in 0..=12_u32 {
        for y in x..=12 {
            add(x.into(), y.into());
        }
    }
    let r = match problem.rule_of(case) {
        Some(Rule::Generalised(r)) => r,
        _ => NonZeroU64::MIN,
    };
    let (lower, upper) = (a.min(b), a.max(b));
    // Positions of smaller differences, equally far from their cold position.
    let d = upper - lower;
    if let (Ok(d), Ok(m)) = (u64::try_from(&d), u64::try_from(lower)) {
        let n = d / r;
        let cold = pair_generalised(n, r);
        let indices = smaller_numbers(&n.into());
        for index in indices.iter().filter_map(|index| u64::try_from(index).ok()) {
            let (Some((from, _)), Some((to, over))) = (cold, pair_generalised(index, r)) else {
                continue;
            };
            let x = i128::from(m) - i128::from(from) + i128::from(to);
            let y = x + i128::from(over - to) + i128::from(d - n * r.get());
            if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
                add(x.into(), y.into());
            }
        }
    }
    // One step down the generalised Fibonacci sequence.
    if let Some(rest) = checked_sub(lower, &d) {
        add(rest, d);
    }
    if r == NonZeroU64::MIN && (problem.is_pairs() || bound.is_some()) {
        let max = u64::try_from(upper).unwrap_or(u64::MAX);
        // The smallest differences, and the largest ones below.
        let known = near_whole(max);
        let (first, last) = (known.len().min(500), known.len().saturating_sub(300));
        let near = known[..first].iter().chain(&known[last.max(first)..]);
        for &d in near {
            for (a, b) in around(d, 1, max) {
                add(a.into(), b.into());
            }
        }
        let Rank { k, side } = rank(max);
        let last = match side {
            Side::Upper => k,
            Side::Lower => max - k,
        };
        for back in 0..20 {
            let pair = last.checked_sub(back).map(|d| around(d, 0, max));
            for (a, b) in pair.into_iter().flatten() {
                add(a.into(), b.into());
            }
        }
    }
    found
}

/// Numbers below `n`: 0, 1, 2, the powers of two, its parts, and `n` less a power of two.
fn smaller_numbers(n: &BigUint) -> Vec<BigUint> {
    let mut found = Vec::new();
    for e in 0..=n.bits() {
        let power = BigUint::from(1_u32) << e;
        found.extend(checked_sub(n, &power));
        found.push(n >> (e + 1));
        found.push(&power + 1_u32);
        found.push(power);
    }
    found.push(BigUint::ZERO);
    found.retain(|other| other < n);
    found.sort_unstable();
    found.dedup();
    found
}

fn checked_sub(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    (a >= b).then(|| a - b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Game, PROFILES};
    use crate::stress::batches::{Batches, Depth};

    #[test]
    fn slow_neighbours_are_smaller_and_allowed() {
        for profile in PROFILES {
            let problem = &profile.problem;
            let batches = Batches::new(problem, 3, Depth::All);
            for case in batches.batch(batches.known_batches()).cases.iter().take(20) {
                let found = neighbours(problem, case);
                assert!(found.iter().all(|other| problem.allows(other)));
                assert!(found.iter().all(|other| other.size() < case.size()));
                assert!(found.is_sorted_by_key(Case::size), "{}", profile.name);
            }
        }
    }

    /// A cold position of another game has smaller cold neighbours.
    #[test]
    fn neighbours_in_another_game() {
        for r in [2, 3, 100] {
            let r = NonZeroU64::new(r).unwrap();
            let problem = Problem::default()
                .with_game(Game::Wythoff(Rule::Generalised(r)))
                .with_max_pile("1e18".parse().unwrap())
                .unwrap();
            let (a, b) = pair_generalised(1_000_000_007, r).unwrap();
            let found = neighbours(&problem, &Case::pair(a, b));
            let cold = found.iter().filter(|case| problem.answer(case) == b"0\n");
            let large = cold.filter(|case| case.piles[1] > BigUint::from(1_000_000_u32));
            assert!(large.count() >= 10, "{r}");
        }
    }

    #[test]
    fn smaller_numbers_are_smaller() {
        let numbers = |n: u32| {
            let found = smaller_numbers(&n.into());
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0), [""; 0]);
        assert_eq!(numbers(1), ["0"]);
        assert_eq!(numbers(10), ["0", "1", "2", "3", "4", "5", "6", "8", "9"]);
    }
}
