//! The AVX2 kernel: the operations of [`streams`](crate::parse::streams) for machines without AVX-512.

use crate::parse::streams::{Asks, Step, Streams, Vector32};
use crate::parse::x86_64::{Avx2, DecideX86};
use core::arch::x86_64::*;

pub(in crate::parse) type Streams256 = Streams<V256>;

/// A vector. It exists only on a machine with AVX2, because making one needs an [`Avx2`] or another vector.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::parse) struct V256(__m256i);

/// Calls an instruction on vectors, all of which came from an [`Avx2`].
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: an `Avx2` or a vector exists, so the machine has AVX2, BMI1, BMI2 and POPCNT.
        V256(unsafe { $call })
    };
}

/// The operations on two vectors that are one instruction.
macro_rules! operations {
    ($($name:ident($a:ident, $b:ident) = $instruction:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let (Self($a), Self($b)) = (self, other);
            avx2!($instruction)
        }
    )*};
}

#[inline]
#[target_feature(enable = "avx2")]
fn now(mut v: __m256i) -> __m256i {
    // SAFETY: the assembly has no instruction. The value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(ymm_reg) v, options(nomem, nostack, preserves_flags))
    };
    v
}

// SAFETY: every vector is made with an `Avx2`, or from other vectors. It has 32 bytes, and any bytes are a vector.
unsafe impl Vector32 for V256 {
    type Token = Avx2;

    #[inline(always)]
    fn run<S: Step>(Avx2(()): Avx2, step: S) -> S::Output {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn run<S: Step>(step: S) -> S::Output {
            step.run()
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { run(step) }
    }

    #[inline(always)]
    unsafe fn load_halves(_: Avx2, [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: the caller guarantees that 16 bytes before and after each place are readable; the token proves AVX2.
        Self(unsafe {
            let low = _mm256_castsi128_si256(_mm_loadu_si128(a.cast()));
            _mm256_blend_epi32::<0xf0>(low, _mm256_loadu_si256(b.wrapping_sub(16).cast()))
        })
    }

    #[inline(always)]
    unsafe fn load_quarters(_: Avx2, [a, b, c, d]: [*const u8; 4]) -> Self {
        // SAFETY: the caller guarantees 24 readable bytes before and 16 after each place; the token proves AVX2.
        Self(unsafe {
            let low = _mm_castsi128_ps(_mm_loadl_epi64(a.cast()));
            let low = _mm_loadh_pd(_mm_castps_pd(low), b.cast());
            let low = _mm256_castsi128_si256(_mm_castpd_si128(low));
            let three =
                _mm256_blend_epi32::<0x30>(low, _mm256_loadu_si256(c.wrapping_sub(16).cast()));
            _mm256_blend_epi32::<0xc0>(three, _mm256_loadu_si256(d.wrapping_sub(24).cast()))
        })
    }

    #[inline(always)]
    fn no_digits(self) -> Self {
        // A digit becomes one of the ten smallest signed bytes.
        let moved = avx2!(_mm256_add_epi8(
            self.0,
            _mm256_set1_epi8((0x80 - b'0') as i8)
        ));
        avx2!(_mm256_cmpgt_epi8(moved.0, _mm256_set1_epi8(i8::MIN + 9)))
    }

    #[allow(clippy::pointers_in_nomem_asm_block)] // no instruction
    #[inline(always)]
    fn now_both(mut address: *const u8, mut offset: usize) -> (*const u8, usize) {
        // SAFETY: the assembly has no instruction. The values only pass through.
        unsafe {
            core::arch::asm!("/* {0} {1} */", inout(reg) address, inout(reg) offset, options(nomem, nostack, preserves_flags))
        };
        (address, offset)
    }

    #[inline(always)]
    fn now(self) -> Self {
        avx2!(now(self.0))
    }

    operations! {
        low_halves(a, b) = _mm256_permute2x128_si256::<0x20>(a, b);
        high_halves(a, b) = _mm256_permute2x128_si256::<0x31>(a, b);
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        saturating_sub(a, b) = _mm256_subs_epu8(a, b);
        max(a, b) = _mm256_max_epu8(a, b);
        equals(a, b) = _mm256_cmpeq_epi8(a, b);
        shuffle(a, indices) = _mm256_shuffle_epi8(a, indices);
        add_u16(a, b) = _mm256_add_epi16(a, b);
        sub_u16(a, b) = _mm256_sub_epi16(a, b);
        saturating_sub_u16(a, b) = _mm256_subs_epu16(a, b);
        min_u16(a, b) = _mm256_min_epu16(a, b);
        max_u16(a, b) = _mm256_max_epu16(a, b);
        equals_u16(a, b) = _mm256_cmpeq_epi16(a, b);
        times_fraction(a, b) = _mm256_mulhi_epu16(a, b);
        add_u32(a, b) = _mm256_add_epi32(a, b);
        mul_u32(a, b) = _mm256_mullo_epi32(a, b);
        equals_u32(a, b) = _mm256_cmpeq_epi32(a, b);
        narrow(a, b) = _mm256_packs_epi32(a, b);
        dot_u8(a, weights) = _mm256_maddubs_epi16(a, weights);
        dot_u16(a, weights) = _mm256_madd_epi16(a, weights);
    }

    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        // SAFETY: vectors exist, so the machine has AVX2.
        unsafe { _mm256_testz_si256(self.0, other.0) == 0 }
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: a vector exists, so the machine has AVX2.
        unsafe { _mm256_movemask_epi8(self.0) as u32 }
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        // SAFETY: vectors exist, so the machine has AVX2.
        unsafe {
            let (a, b) = (_mm256_castsi256_ps(self.0), _mm256_castsi256_ps(other.0));
            [
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b))),
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b))),
            ]
        }
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        let (a, b) = (a.dot_u8(weights), b.dot_u8(weights));
        avx2!(_mm256_packus_epi16(a.0, b.0))
    }

    #[inline(always)]
    fn upper_u32(self) -> Self {
        avx2!(_mm256_srli_epi64::<32>(self.0))
    }

    #[inline(always)]
    fn mul_add_u64(self, factor: Self, other: Self) -> Self {
        avx2!(_mm256_add_epi64(
            _mm256_mul_epu32(self.0, factor.0),
            other.0
        ))
    }

    #[inline(always)]
    fn prefetch(_: Avx2, place: *const u8) {
        // SAFETY: the token proves that the machine has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
}

impl<D: DecideX86> Asks<D> for V256 {
    const IS_EXACT_U31: bool = true;
    const IS_EXACT_U64: bool = D::IS_EXACT_U64;

    #[inline(always)]
    fn u31_x8(x: Self, y: Self) -> u32 {
        // SAFETY: vectors exist, so an `Avx2` exists.
        unsafe { D::u31_x8(x.0, y.0) }
    }

    #[inline(always)]
    fn u64_x4(x: Self, y: Self) -> u32 {
        // SAFETY: vectors exist, so an `Avx2` exists.
        unsafe { D::u64_x4(x.0, y.0) }
    }

    #[inline(always)]
    fn three_digits(_: Avx2, lines: Self) -> u32 {
        // Only the answers in the upper half of each 32 bits count.
        // SAFETY: vectors exist, so an `Avx2` exists.
        unsafe {
            let answers = D::three_digits(_mm256_slli_epi32(lines.0, 16), lines.0);
            _mm256_movemask_ps(_mm256_castsi256_ps(answers)) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::streams::tests::a_kernel_of_streams;
    use crate::parse::x86_64::Avx2;

    #[test]
    fn it_is_a_kernel_of_streams() {
        if let Some(token) = Avx2::detect() {
            a_kernel_of_streams::<V256>(token);
        }
    }
}
