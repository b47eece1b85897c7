//! Vectors of two halves, for the instruction sets with registers of 16 bytes: NEON, and the SIMD of WebAssembly.
//!
//! The module of such a set has the type [`Half`], and an operation on it for each one here, under the same name.

use super::vector::{Asks, Vector32};
#[cfg(target_arch = "aarch64")]
use crate::parse::aarch64 as half;
#[cfg(target_feature = "simd128")]
use crate::parse::wasm32 as half;
use half::{Half, HalfDecide};

/// A vector. Every machine that can run the program has the instructions, so it needs no token.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in crate::parse) struct Pair(pub(in crate::parse) Half, pub(in crate::parse) Half);

/// The operations that do the same in each half.
macro_rules! operations {
    ($($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(half::$name(self.0, other.0), half::$name(self.1, other.1))
        }
    )*};
}

// SAFETY: vectors need no token. A half has 16 bytes, any bytes are a half, and the low half is first (`repr(C)`).
unsafe impl Vector32 for Pair {
    type Token = ();
    const JOIN_SATURATES: bool = false;
    const MAX_CANDIDATES: [usize; 2] = [18, 40];

    operations! {
        and or xor saturating_sub max equals shuffle
        add_u16 sub_u16 saturating_sub_u16 min_u16 max_u16 equals_u16 times_fraction
        add_u32 mul_u32 equals_u32 narrow dot_u8 dot_u16
    }

    #[inline(always)]
    unsafe fn load_halves((): (), [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: the caller guarantees that 16 bytes are readable from each place.
        unsafe {
            Self(
                a.cast::<Half>().read_unaligned(),
                b.cast::<Half>().read_unaligned(),
            )
        }
    }

    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    unsafe fn four_lines<const WIDE: bool>(
        (): (),
        starts: [*const u8; 4],
        line_break: usize,
    ) -> [(*const u8, [usize; 2]); 4] {
        // SAFETY: the caller guarantees that 32 bytes from each start are readable, and 64 bytes if `WIDE`.
        unsafe { half::four_lines::<WIDE>(starts, line_break) }
    }

    #[inline(always)]
    fn no_digits(self) -> Self {
        Self(half::no_digits(self.0), half::no_digits(self.1))
    }

    #[inline(always)]
    fn low_halves(self, other: Self) -> Self {
        Self(self.0, other.0)
    }

    #[inline(always)]
    fn high_halves(self, other: Self) -> Self {
        Self(self.1, other.1)
    }

    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        let Self(low, high) = self.and(other);
        half::any(half::or(low, high))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        half::bits(self.0, self.1)
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        [
            Self(
                half::even_u32(self.0, other.0),
                half::even_u32(self.1, other.1),
            ),
            Self(
                half::odd_u32(self.0, other.0),
                half::odd_u32(self.1, other.1),
            ),
        ]
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        Self(
            half::join_digits(a.0, b.0, weights.0),
            half::join_digits(a.1, b.1, weights.1),
        )
    }

    #[inline(always)]
    fn upper_u32(self) -> Self {
        Self(half::upper_u32(self.0), half::upper_u32(self.1))
    }

    #[inline(always)]
    fn mul_add_u64(self, factor: Self, other: Self) -> Self {
        Self(
            half::mul_add_u64(self.0, factor.0, other.0),
            half::mul_add_u64(self.1, factor.1, other.1),
        )
    }
}

impl<D: HalfDecide> Asks<D> for Pair {
    const IS_EXACT_U31: bool = half::is_exact::<D>();
    const IS_EXACT_U64: bool = half::is_exact::<D>();

    #[inline(always)]
    fn u31_x8(x: Self, y: Self) -> u32 {
        half::u31_x8::<D>([x.0, x.1], [y.0, y.1])
    }

    #[inline(always)]
    fn u64_x4(x: Self, y: Self) -> u32 {
        half::u64_x4::<D>([x.0, x.1], [y.0, y.1])
    }
}

#[cfg(test)]
#[test]
fn it_is_a_kernel_of_streams() {
    super::tests::a_kernel_of_streams::<Pair>(());
}
