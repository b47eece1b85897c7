//! From a failing batch to the smallest failing input that can be found.
//!
//! Owns the search. Invariant: what it returns was tried and failed, in the same way as what it was
//! given.
//!
//! # How
//!
//! First fewer cases: the ones under suspicion alone; if none fails alone, the shortest failing beginning
//! by halving, and its last case alone; and if even that is not enough, as the program keeps something
//! from case to case, parts are left out as long as the rest fails (A. Zeller, R. Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, IEEE Trans. Softw. Eng. 28, 2002).
//!
//! Then smaller piles. One case has hundreds of smaller neighbours, and a process takes thousands of
//! cases, so all neighbours go into one run: the first wrong answer, by size, is the next case. A program
//! that doesn't live to answer is given ever shorter beginnings of that list instead.

use super::case::{Case, Problem};
use super::compare::wrong_cases;
use super::progress::Progress;
use super::runner::Program;
use super::trial::{Trial, Verdict, trial};
use crate::error::Result;
use crate::game::big::BigUint;
use crate::game::{Rank, Rule, Side, pair_generalised, rank};
use crate::workload::killers::{around, near_whole};
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// Neighbours in the first run of a round; each further run takes twice as many, as the smaller ones
/// are likelier and cost less time and memory.
const NEIGHBOURS: usize = 64;

/// How many of them are tried alone.
const ALONE: usize = 4;

/// The same where each takes a process.
const PROCESSES: usize = 300;

/// A failing input.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// Its cases.
    pub cases: Vec<Case>,
    /// What the program made of it.
    pub trial: Trial,
    /// How many runs the search took.
    pub runs: u64,
    /// Whether it went to its end, rather than to the end of its time.
    pub complete: bool,
}

/// Shrinks `cases`, which failed as `failed` says, for about as long as `time`, and tells `progress`.
///
/// Errors: the program can't be started any more.
pub fn shrink(
    program: &Program,
    problem: &Problem,
    cases: &[Case],
    failed: Trial,
    time: Duration,
    progress: &Progress,
) -> Result<Shrunk> {
    let deadline = Instant::now() + time;
    progress.shrink(cases, deadline);
    let mut search = Search {
        program,
        problem,
        deadline,
        best: cases.to_vec(),
        trial: failed,
        runs: 0,
        progress,
    };
    search.fewer()?;
    if search.best.len() == 1 {
        while search.smaller()? {}
    }
    Ok(Shrunk {
        complete: !search.is_over(),
        cases: search.best,
        trial: search.trial,
        runs: search.runs,
    })
}

struct Search<'s> {
    program: &'s Program,
    problem: &'s Problem,
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
        trial(self.program, self.problem, cases)
    }

    /// Whether `cases` fail in the same way; then they are the best.
    fn fails(&mut self, cases: &[Case]) -> Result<bool> {
        if cases.is_empty() || self.is_over() {
            return Ok(false);
        }
        let trial = self.run(cases)?;
        let fails = trial.verdict.is_like(&self.trial.verdict);
        if fails {
            self.best = cases.to_vec();
            self.trial = trial;
        }
        self.progress.shrunk(self.runs, &self.best);
        Ok(fails)
    }

    /// As few cases as possible.
    fn fewer(&mut self) -> Result<()> {
        let all = self.best.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.trial.suspects(self.problem, all.len()) {
            if self.fails(&all[suspect..=suspect])? {
                return Ok(());
            }
        }
        if self.problem.is_single() {
            return Ok(());
        }
        let length = self.beginning(&all)?;
        if self.fails(&all[length - 1..length])? {
            return Ok(());
        }
        self.leave_out()
    }

    /// The length of the shortest failing beginning of `cases`, all of which fail, as far as a longer
    /// one fails too.
    fn beginning(&mut self, cases: &[Case]) -> Result<usize> {
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

    /// Leaves out parts, from halves down to single cases.
    fn leave_out(&mut self) -> Result<()> {
        let mut part = self.best.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < self.best.len() && self.best.len() > 1 {
                let to = (from + part).min(self.best.len());
                let rest = [&self.best[..from], &self.best[to..]].concat();
                // What was behind the part is at its place then.
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

    /// Finds a smaller failing case beside the best one, if there is one.
    fn smaller(&mut self) -> Result<bool> {
        if self.is_over() {
            return Ok(false);
        }
        let neighbours = neighbours(self.problem, &self.best[0]);
        if neighbours.is_empty() {
            return Ok(false);
        }
        if self.problem.is_single() {
            for case in neighbours.iter().take(PROCESSES) {
                if self.fails(std::slice::from_ref(case))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let allowed = self.problem.asked().most_records();
        let allowed = allowed.map_or(usize::MAX, |most| most as usize);
        let (mut rest, mut count) = (neighbours.as_slice(), NEIGHBOURS);
        while !rest.is_empty() && !self.is_over() {
            let (part, behind) = rest.split_at(count.min(allowed).min(rest.len()));
            if self.one_of(part)? {
                return Ok(true);
            }
            (rest, count) = (behind, 2 * count);
        }
        Ok(false)
    }

    /// Finds the smallest of `cases` that fails alone, if it can be found by few runs.
    fn one_of(&mut self, cases: &[Case]) -> Result<bool> {
        let (best, failed) = (self.best.clone(), self.trial.clone());
        let mut rest = cases;
        for _ in 0..ALONE {
            if !self.fails(rest)? {
                break;
            }
            let suspect = self.first(rest)?;
            if self.fails(&rest[suspect..=suspect])? {
                return Ok(true);
            }
            // It fails in company only; one behind it may fail alone.
            rest = &rest[suspect + 1..];
        }
        (self.best, self.trial) = (best, failed);
        Ok(false)
    }

    /// The first of `cases`, which failed just now, that seems to be the reason.
    fn first(&mut self, cases: &[Case]) -> Result<usize> {
        if let Verdict::WrongAnswer(_) = &self.trial.verdict {
            let answers: Vec<_> = cases.iter().map(|c| self.problem.answer(c)).collect();
            let wrong = wrong_cases(self.problem, &answers, &self.trial.stdout);
            if let Some(&first) = wrong.first() {
                return Ok(first);
            }
        }
        Ok(self.beginning(cases)? - 1)
    }
}

/// Cases that are smaller and alike, smallest first.
fn neighbours(problem: &Problem, case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    // Fewer piles, smaller piles.
    for place in 0..case.piles.len().min(40) {
        let mut fewer = case.clone();
        fewer.piles.remove(place);
        found.push(fewer);
        for pile in less(&case.piles[place]) {
            let mut smaller = case.clone();
            smaller.piles[place] = pile;
            found.push(smaller);
        }
    }
    // Both piles by as much, or by the same bit: what decides stays as it is.
    for place in 1..case.piles.len().min(12) {
        for before in 0..place {
            for pile in less(&case.piles[before]) {
                let taken = &case.piles[before] - &pile;
                let mut along = case.clone();
                if let Some(rest) = minus(&case.piles[place], &taken) {
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
        let bounds = less(&bound.into());
        let bounds = bounds.iter().filter_map(|bound| u64::try_from(bound).ok());
        found.extend(bounds.map(|bound| Case {
            bound: Some(bound),
            ..case.clone()
        }));
    }
    if let Some((a, b)) = case.as_pair() {
        found.extend(pairs(problem, case, a, b));
    }
    let size = case.size();
    found.retain(|other| problem.fits(other) && other.size() < size);
    found.sort_by_cached_key(Case::size);
    found.dedup();
    found
}

/// Pairs on which wrong programs fail for the same reasons, but smaller ones.
fn pairs(problem: &Problem, case: &Case, a: &BigUint, b: &BigUint) -> Vec<Case> {
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
    let r = match problem.rule(case) {
        Some(Rule::Generalised(r)) => r,
        _ => NonZeroU64::MIN,
    };
    let (lower, upper) = (a.min(b), a.max(b));
    // Positions as far from the cold one, of smaller differences.
    let d = upper - lower;
    if let (Ok(d), Ok(m)) = (u64::try_from(&d), u64::try_from(lower)) {
        let n = d / r;
        let cold = pair_generalised(n, r);
        let indices = less(&n.into());
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
    // One step down the sequence that is made like Fibonacci's.
    if let Some(rest) = minus(lower, &d) {
        add(rest, d);
    }
    if r == NonZeroU64::MIN && (problem.asked().is_pairs() || bound.is_some()) {
        let most = u64::try_from(upper).unwrap_or(u64::MAX);
        // The smallest ones, and those next below.
        let known = near_whole(most);
        let (first, last) = (known.len().min(500), known.len().saturating_sub(300));
        let near = known[..first].iter().chain(&known[last.max(first)..]);
        for &d in near {
            for (a, b) in around(d, 1, most) {
                add(a.into(), b.into());
            }
        }
        let Rank { k, side } = rank(most);
        let last = match side {
            Side::Upper => k,
            Side::Lower => most - k,
        };
        for back in 0..20 {
            let pair = last.checked_sub(back).map(|d| around(d, 0, most));
            for (a, b) in pair.into_iter().flatten() {
                add(a.into(), b.into());
            }
        }
    }
    found
}

/// Numbers below `n`: 0, 1, 2, the powers of two, its parts, and `n` less a power of two.
fn less(n: &BigUint) -> Vec<BigUint> {
    let mut found = Vec::new();
    for e in 0..=n.bits() {
        let power = BigUint::from(1_u32) << e;
        found.extend(minus(n, &power));
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

fn minus(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    (a >= b).then(|| a - b)
}

#[cfg(test)]
mod tests {
    use super::super::case::problem;
    use super::*;
    use crate::problem::{Asked, Game, PROFILES};
    use crate::stress::Plan;

    #[test]
    fn neighbours_are_smaller_and_allowed() {
        for profile in PROFILES {
            let problem = problem(profile.name).unwrap();
            let plan = Plan::new(&problem, 3, true);
            for case in plan.batch(plan.known()).cases.iter().take(20) {
                let found = neighbours(&problem, case);
                assert!(found.iter().all(|other| problem.fits(other)));
                assert!(found.iter().all(|other| other.size() < case.size()));
                assert!(found.is_sorted_by_key(Case::size), "{}", profile.name);
            }
        }
    }

    /// Beside a cold position of another game there is a smaller cold one of that.
    #[test]
    fn neighbours_in_another_game() {
        for r in [2, 3, 100] {
            let r = NonZeroU64::new(r).unwrap();
            let asked = Asked {
                game: Game::Wythoff(Rule::Generalised(r)),
                ..Asked::default()
            };
            let problem = Problem::new(asked, Some("1e18".parse().unwrap())).unwrap();
            let (a, b) = pair_generalised(1_000_000_007, r).unwrap();
            let found = neighbours(&problem, &Case::pair(a, b));
            let cold = found.iter().filter(|case| problem.answer(case) == "0");
            let large = cold.filter(|case| case.piles[1] > BigUint::from(1_000_000_u32));
            assert!(large.count() >= 10, "{r}");
        }
    }

    #[test]
    fn less_is_less() {
        let numbers = |n: u32| {
            let found = less(&n.into());
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0), [""; 0]);
        assert_eq!(numbers(1), ["0"]);
        assert_eq!(numbers(10), ["0", "1", "2", "3", "4", "5", "6", "8", "9"]);
    }
}
