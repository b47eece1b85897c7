//! What a plan draws that no workload makes: heaps of Nim, and positions under a bound of their own.
//!
//! Owns how such cases are spread. Invariant: what is drawn depends on the seed and the batch's number alone.

use super::case::Case;
use crate::game::pair_generalised;
use crate::workload::seed_of;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use std::num::NonZeroU64;

/// A batch's own.
pub(super) struct Draws(SplitMix64);

impl Draws {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed_of(seed, number)))
    }

    /// Below `n`.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Up to `most`, small as often as large.
    pub(super) fn of_any_length(&mut self, most: u64) -> u64 {
        let shift = self.below(64);
        let number = self.0.next_u64() >> shift;
        if number <= most {
            number
        } else {
            (u128::from(number) % (u128::from(most) + 1)) as u64
        }
    }

    /// Three times in four a cold position, or one off it in the smaller pile.
    pub(super) fn beside_cold(&mut self, r: NonZeroU64, most: u64) -> Case {
        let n = self.of_any_length(most) / r.get().saturating_add(2).max(3);
        let cold = pair_generalised(n, r).filter(|_| self.below(4) > 0);
        let (a, b) = cold.unwrap_or_else(|| (self.of_any_length(most), self.of_any_length(most)));
        let step = self.below(3);
        let a = if self.below(2) == 0 {
            a.saturating_add(step).saturating_sub(1)
        } else {
            a
        };
        let (a, b) = if self.below(2) == 0 { (a, b) } else { (b, a) };
        Case::pair(a, b)
    }

    pub(super) fn nim_of_any_length(&mut self, longest: u64, most: u64) -> Case {
        let length = 1 + self.below(longest);
        let top = if self.below(2) == 0 {
            most.min(9)
        } else {
            most
        };
        self.nim(length, top)
    }

    /// Half of the time cold, or off by one bit.
    pub(super) fn nim(&mut self, length: u64, most: u64) -> Case {
        let mut piles: Vec<_> = (0..length).map(|_| self.of_any_length(most)).collect();
        if self.below(2) == 0 {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            let place = self.below(length) as usize;
            let bit = if self.below(3) == 0 {
                1 << self.below(64 - u64::from(most.leading_zeros()))
            } else {
                0
            };
            let completed = piles[place] ^ sum ^ bit;
            // What completes piles up to the limit may be beyond it.
            if completed <= most {
                piles[place] = completed;
            }
        }
        Case::of(piles)
    }
}
