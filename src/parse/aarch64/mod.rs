//! The kernel that needs aarch64. Every aarch64 has NEON, so nothing is detected.
//!
//! All unsafe code of the parser for this architecture is in this folder. No kernel reads a byte outside of the text that it
//! was given.
#![allow(unsafe_code)]

pub(crate) mod neon;

use super::Decide;
use core::arch::aarch64::{uint32x4_t, uint64x2_t};

/// The question of a [`Decide`], asked about a vector of pairs. All bits of a lane are 0 if its answer is 0, and 1 if it is 1.
pub(crate) trait DecideNeon: Decide {
    /// Whether an answer 1 is always right. If not, the caller asks [`Decide::pair`] about such a pair later.
    const IS_EXACT: bool;

    /// Four pairs of piles below 2^31.
    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t;

    /// Four pairs of piles of any size.
    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t;
}
