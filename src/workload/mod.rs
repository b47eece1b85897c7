//! Inputs that can be made again: the same bytes from the same seed, on any machine, for ever.
//!
//! Owns the list of regimes, [`REGIMES`], and what each one's lines look like. It refuses to know
//! who reads them. Invariant: a block depends on the regime, the seed and its own number alone,
//! so any number of threads makes the same file, block by block; a test holds hashes of them.
//!
//! # The stream
//!
//! Block `b` of seed `s` draws from xoshiro256++, seeded as its authors advise from SplitMix64,
//! which starts at `first(s) ^ b`, where `first(s)` is what SplitMix64 gives first for `s`. A
//! number below `n` is the upper half of the 128-bit product of `n` and one draw: no rejection,
//! and no library in between that could change its mind. So a number has `floor(2^64 / n)`
//! chances in 2^64, or one more: no parser can tell.

mod regime;

pub use regime::{REGIMES, Regime};

use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// Lines in a block: about 80 KiB of most regimes.
pub const LINES: usize = 4096;

/// What a block draws from.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(seed: u64, block: u64) -> Self {
        let first = SplitMix64::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(first ^ block))
    }

    /// Uniform in `0..n`.
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// True once in `n` times.
    #[inline]
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests;
