//! The right answers, by methods that no submission uses: square roots of big integers, trying every move, and search by
//! the rules.

use crate::support::{LastTaker, NimSearch, cold_by_search};
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeSet;
use wythoff::game::oracle::pair_by_sqrt;

/// Whether a position of Wythoff's game is cold, for piles of any size.
pub(crate) fn wythoff_is_cold(a: &BigUint, b: &BigUint) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    pair_by_sqrt(&(b - a)).0 == *a
}

/// The cold positions after a move, each once: by a move from both piles, from the larger pile, from the smaller pile.
/// Tries every move.
pub(crate) fn wythoff_replies(a: u64, b: u64) -> Vec<(u64, u64)> {
    let (a, b) = (a.min(b), a.max(b));
    let diagonal = (1..=a).map(|n| (a - n, b - n));
    let larger = (1..=b).map(|n| (a, b - n));
    let smaller = (1..=a).map(|n| (a - n, b));
    let mut seen = BTreeSet::new();
    diagonal
        .chain(larger)
        .chain(smaller)
        .filter(|&(x, y)| wythoff::is_cold(x, y))
        .map(|(x, y)| (x.min(y), x.max(y)))
        .filter(|&position| seen.insert(position))
        .collect()
}

/// The n-th cold position where two takes may differ by less than r: `floor(n * t)` with
/// `t = (2 - r + sqrt(r^2 + 4)) / 2`, and `r * n` more.
pub(crate) fn spread_pair(r: &BigUint, n: &BigUint) -> (BigUint, BigUint) {
    let root = (n * n * (r * r + 4_u32)).sqrt();
    let twice = BigInt::from(n * 2_u32 + root) - BigInt::from(n * r);
    let lower = twice.to_biguint().expect("the root is at least n * r") >> 1_u32;
    let upper = &lower + r * n;
    (lower, upper)
}

/// Whether a position is cold where two takes may differ by at most `k`.
pub(crate) fn spread_is_cold(k: u64, a: u64, b: u64) -> bool {
    let r = BigUint::from(k) + 1_u32;
    let d = BigUint::from(a.abs_diff(b));
    let n = &d / &r;
    n.clone() * &r == d && spread_pair(&r, &n).0 == a.min(b).into()
}

/// The winning moves of Nim: a pile, and what is left of it, which is the xor of the others if that is less.
pub(crate) fn nim_moves(piles: &[u64]) -> Vec<(u64, u64)> {
    let mut behind = vec![0];
    for pile in piles.iter().rev() {
        behind.push(behind[behind.len() - 1] ^ pile);
    }
    let mut before = 0;
    let mut moves = Vec::new();
    for (i, &pile) in piles.iter().enumerate() {
        let others = before ^ behind[piles.len() - 1 - i];
        if others < pile {
            moves.push((pile, others));
        }
        before ^= pile;
    }
    moves
}

#[test]
fn nim_follows_the_rules() {
    let mut search = NimSearch::new(LastTaker::Wins);
    for n in 0..10_000_u64 {
        let digits = [n % 10, n / 10 % 10, n / 100 % 10, n / 1000];
        let piles = &digits[..1 + n as usize % 4];
        let found = search.winning_moves(piles).into_iter();
        let found: Vec<_> = found.map(|(i, left)| (piles[i], left)).collect();
        assert_eq!(nim_moves(piles), found, "{piles:?}");
    }
}

#[test]
fn spreads_follow_the_rules() {
    for k in [0, 1, 2, 3, 5, 8, 30] {
        let cold = cold_by_search(30, k, LastTaker::Wins);
        for (a, row) in cold.iter().enumerate() {
            for (b, &cold) in row.iter().enumerate() {
                assert_eq!(
                    spread_is_cold(k as u64, a as u64, b as u64),
                    cold,
                    "{k}: {a} {b}"
                );
            }
        }
    }
}
