//! The questions of the shared tests for vectors of NEON.

use super::*;
use crate::parse::tests::questions::{Asked, Never, NeverSlowly};
use core::arch::aarch64::{uint32x4_t, uint64x2_t, vdupq_n_u32};

/// Every line passes the filter, so [`Decide::pair`] is asked about each line.
impl DecideNeon for Never {
    const IS_EXACT: bool = false;

    fn u31_x4(_: uint32x4_t, _: uint32x4_t) -> uint32x4_t {
        // SAFETY: every aarch64 has NEON.
        unsafe { vdupq_n_u32(u32::MAX) }
    }

    fn u64_x4(_: [uint64x2_t; 2], _: [uint64x2_t; 2]) -> uint32x4_t {
        // SAFETY: every aarch64 has NEON.
        unsafe { vdupq_n_u32(u32::MAX) }
    }
}

impl DecideNeon for NeverSlowly {
    const IS_EXACT: bool = false;

    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
        Never::u31_x4(x, y)
    }

    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
        Never::u64_x4(x, y)
    }
}

impl DecideNeon for Asked {
    const IS_EXACT: bool = true;

    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
        Never::u31_x4(x, y)
    }

    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
        Never::u64_x4(x, y)
    }
}
