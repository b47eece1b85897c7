//! Draws cases that no workload has: heaps of Nim, and positions with bounds.
//!
//! A draw depends only on the seed and the number of the batch.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use std::num::NonZeroU64;
use wythoff::Case;
use wythoff::game::pair_generalised;
use wythoff::workload::seed_of;

/// The random numbers of one batch.
pub(super) struct Draws(SplitMix64);

impl Draws {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed_of(seed, number)))
    }

    /// Uniform in `0..n`.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A number from 0 to `max`. Numbers of every length have the same probability.
    pub(super) fn of_any_length(&mut self, max: u64) -> u64 {
        let shift = self.below(64);
        let number = self.0.next_u64() >> shift;
        if number <= max {
            number
        } else {
            (u128::from(number) % (u128::from(max) + 1)) as u64
        }
    }

    /// In three of four cases: a cold position, or one whose smaller pile differs by one object from that of a cold
    /// position.
    pub(super) fn beside_cold(&mut self, r: NonZeroU64, max: u64) -> Case {
        let n = self.of_any_length(max) / r.get().saturating_add(2).max(3);
        let cold = pair_generalised(n, r).filter(|_| self.below(4) > 0);
        let (a, b) = cold.unwrap_or_else(|| (self.of_any_length(max), self.of_any_length(max)));
        let step = self.below(3);
        let a = if self.below(2) == 0 {
            a.saturating_add(step).saturating_sub(1)
        } else {
            a
        };
        let (a, b) = if self.below(2) == 0 { (a, b) } else { (b, a) };
        Case::new([a, b])
    }

    pub(super) fn nim_of_any_length(&mut self, longest: u64, max: u64) -> Case {
        let length = 1 + self.below(longest);
        let top = if self.below(2) == 0 { max.min(9) } else { max };
        self.nim(length, top)
    }

    /// In half of the cases: a cold position, or one that differs from a cold position by one bit.
    pub(super) fn nim(&mut self, length: u64, max: u64) -> Case {
        let mut piles: Vec<_> = (0..length).map(|_| self.of_any_length(max)).collect();
        if self.below(2) == 0 {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            let index = self.below(length) as usize;
            let bit = if self.below(3) == 0 {
                1 << self.below(64 - u64::from(max.leading_zeros()))
            } else {
                0
            };
            let completed = piles[index] ^ sum ^ bit;
            // The pile that makes the nim-sum 0 may be beyond the limit.
            if completed <= max {
                piles[index] = completed;
            }
        }
        Case::new(piles)
    }
}
