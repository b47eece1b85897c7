//! Inputs that can be made again: the same bytes from the same seed, on any machine, for ever.
//!
//! Owns the list of regimes that `bench` times, [`REGIMES`], and the kinds of positions that `gen`
//! mixes, [`Kind`], with what each one's lines look like. It refuses to know who reads them.
//! Invariant: a block depends on what is asked for, the seed and its own number alone, so any number
//! of threads makes the same file, block by block; tests hold hashes of them.
//!
//! # The stream
//!
//! This section is a promise: an input is named by its seed, so none of it ever changes. What is
//! wanted anew gets a new name.
//!
//! * Block `b` of seed `s` holds records `4096 b` to `4096 b + 4095` ([`LINES`]). It draws from
//!   xoshiro256++, seeded as its authors advise from SplitMix64, which starts at `first(s) ^ b`,
//!   where `first(s)` is what SplitMix64 gives first for `s`.
//! * A number below `n` is the upper half of the 128-bit product of `n` and one draw: no rejection,
//!   and no library in between that could change its mind. So a number has `floor(2^64 / n)`
//!   chances in 2^64, or one more: no parser can tell. A coin is a number below 2; it shows heads
//!   if that is 0.
//! * Beyond `u64` a number below `n` takes as many draws as `n - 1` has words of 64 bits, and one
//!   more: `r` with the first draw as its lowest word, and of the product of `n` and `r` what is
//!   above the words of `r`.
//! * What a record draws, and in which order, is told at its [`Kind`]; the kind itself is drawn
//!   first, a number below the sum of the weights, in the order of [`Kind::ALL`].
//! * By another rule than the normal one the pairs that a kind begins with are the cold ones of that game: under misere
//!   play (0, 1) and (2, 2) for the indices 0 and 1. With `r = N` above 1, [`Kind::Worst`] takes its index on heads and
//!   on tails from 0 and the denominators of the slope's convergents (1, then `N` times the last one and the one
//!   before that), ascending, and [`Kind::Killers`] is as that.

mod block;
mod cases;
mod family;
mod judged;
pub(crate) mod killers;
mod kind;
mod mix;
mod pile;
mod positions;
mod regime;

pub use block::{Block, Workload};
pub use cases::{Case, cases, single_cases};
pub use kind::Kind;
pub use mix::Mix;
pub use pile::{Max, amount};
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

    /// One draw as it is.
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..n`.
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Uniform in `0..=most`, for every `most`.
    #[inline]
    fn up_to(&mut self, most: u64) -> u64 {
        // At most (2^64 - 1) * 2^64.
        ((u128::from(self.0.next_u64()) * (u128::from(most) + 1)) >> 64) as u64
    }

    /// True once in `n` times.
    #[inline]
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Heads or tails.
    #[inline]
    fn coin(&mut self) -> bool {
        self.one_in(2)
    }
}

/// The seed of the `n`-th of several inputs that belong together, from theirs: SplitMix64's draw
/// number `n`, from 0, for `seed`.
pub fn seed_of(seed: u64, n: u64) -> u64 {
    let mut draws = SplitMix64::seed_from_u64(seed);
    for _ in 0..n {
        draws.next_u64();
    }
    draws.next_u64()
}

/// All of them, one after the other.
fn seeds_of(seed: u64) -> impl Iterator<Item = u64> {
    let mut draws = SplitMix64::seed_from_u64(seed);
    std::iter::repeat_with(move || draws.next_u64())
}

#[cfg(test)]
mod kinds_tests;
#[cfg(test)]
mod tests;
