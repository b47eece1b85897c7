//! Reproducible inputs: the same seed gives the same bytes on every machine and in every version.
//!
//! Provides the regimes that `bench` measures, [`REGIMES`], and the kinds of positions that `gen`
//! mixes, [`Kind`]. The input of this module is a regime, or a mix of kinds with a largest pile and
//! a problem; a seed; and a block number. The output is the text of that block, and for a mix also
//! the true answers. A block depends on nothing else, so any number of threads produces the same
//! file, block by block. Tests compare hashes of blocks.
//!
//! # The stream
//!
//! This section is a promise: a seed names an input, so nothing in this section ever changes. A new
//! behaviour gets a new name.
//!
//! * Block `b` of seed `s` holds the records `4096 b` to `4096 b + 4095` ([`RECORDS_PER_BLOCK`]). Its random
//!   numbers come from xoshiro256++, which is seeded from SplitMix64 as its authors recommend.
//!   SplitMix64 starts at `first(s) ^ b`, where `first(s)` is the first output of SplitMix64 for
//!   the seed `s`. One output of xoshiro256++ is a *draw*.
//! * A number below `n` is the upper half of the 128-bit product of `n` and one draw. There is no
//!   rejection, and no library in between whose next release could change the result. Each number
//!   has a probability of `floor(2^64 / n)` in 2^64, or one more in 2^64, a difference that no
//!   parser can measure. A coin is a number below 2; 0 is heads.
//! * If the limit exceeds `u64`, a pile or an index below `n` takes one draw more than `n - 1` has
//!   64-bit words. The draws form a number `r`, the first draw being its lowest word. The result is
//!   the product of `n` and `r`, shifted right by 64 bits for each draw.
//! * The documentation of each [`Kind`] says what a record of that kind draws, and in which order.
//!   The kind itself is drawn first: a number below the sum of the weights, in the order of
//!   [`Kind::ALL`].
//! * Under a rule other than the normal one, the pairs that a kind starts from are the cold
//!   positions of that rule. Under the misere rule, (0, 1) and (2, 2) have the indices 0 and 1.
//!   With `r = N` above 1, [`Kind::Worst`] takes its index, on heads and on tails, from 0 and the
//!   denominators of the convergents of the slope, ascending (1, and from there on `N` times the
//!   last one plus the one before it). [`Kind::Killers`] is then the same as [`Kind::Worst`].

mod block;
mod cases;
mod killers;
mod kind;
mod known;
mod limit_inputs;
mod mix;
mod pile;
mod positions;
mod regime;
mod test_files;

pub use self::{
    block::{Block, Workload},
    kind::Kind,
    known::known_cases,
    limit_inputs::{full_records, limit_inputs},
    mix::Mix,
    regime::{REGIMES, Regime},
    test_files::{DrawnFile, TestFile, test_files},
};

use crate::error::{Error, ErrorKind, Result};
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The number of records in a block. In most regimes a block is about 80 KiB.
pub const RECORDS_PER_BLOCK: usize = 4096;

/// The random numbers of a block.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(seed: u64, block: u64) -> Self {
        let first = SplitMix64::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(first ^ block))
    }

    /// One draw.
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..n`.
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Uniform in `0..=max`, for every `max`.
    #[inline]
    fn up_to(&mut self, max: u64) -> u64 {
        // At most (2^64 - 1) * 2^64.
        ((u128::from(self.0.next_u64()) * (u128::from(max) + 1)) >> 64) as u64
    }

    /// True with a probability of 1 in `n`.
    #[inline]
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A coin: true is heads.
    #[inline]
    fn coin(&mut self) -> bool {
        self.one_in(2)
    }
}

/// The seeds of several inputs that share the seed `seed`: the outputs of SplitMix64.
fn seeds_from(seed: u64) -> impl Iterator<Item = u64> {
    let mut draws = SplitMix64::seed_from_u64(seed);
    std::iter::repeat_with(move || draws.next_u64())
}

/// The item of `all` with this name. The error lists all names; `what` is the word for an item.
fn find_by_name<T: Copy>(
    what: &str,
    all: &[T],
    name_of: fn(&T) -> &'static str,
    name: &str,
) -> Result<T> {
    let found = all.iter().find(|item| name_of(item) == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(name_of).collect();
        Error::new(ErrorKind::Argument(format!(
            "unknown {what} `{}`; the {what}s are {}",
            name.escape_debug(),
            names.join(", ")
        )))
    })
}

#[cfg(test)]
mod kinds_tests;
#[cfg(test)]
mod known_tests;
#[cfg(test)]
mod sets_tests;
#[cfg(test)]
mod tests;
