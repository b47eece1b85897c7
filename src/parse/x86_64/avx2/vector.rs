//! Vectors of 32 bytes with AVX2.

use super::{short_lines, windows32};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{LINES, SPARSE_SEPARATORS};
use crate::parse::wide32::{Asks, Decoded, Piles, Step, Tile, Vector32, load, repeat};
use crate::parse::x86_64::tables::{BIT_POSITIONS, PAIRS_16};
use crate::parse::x86_64::{Avx2, Decide256, prefetch};
use core::arch::x86_64::*;

/// A vector. It exists only on a machine with AVX2, because only an [`Avx2`] makes one.
#[derive(Clone, Copy)]
pub(super) struct V256(pub(super) __m256i);

/// Calls an instruction on vectors, all of which came from an [`Avx2`].
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: an `Avx2` or a vector is there, so AVX2, BMI1, BMI2 and POPCNT are.
        V256(unsafe { $call })
    };
}

/// The operations on two vectors that are one instruction.
macro_rules! operations {
    ($($name:ident: $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            avx2!($instruction(self.0, other.0))
        }
    )*};
}

impl V256 {
    /// The signs of the bytes, a bit for each.
    #[inline(always)]
    fn signs(self) -> u32 {
        // SAFETY: a vector is there, so AVX2 is.
        unsafe { _mm256_movemask_epi8(self.0) as u32 }
    }
}

// SAFETY: only an `Avx2`, or a vector, makes a vector.
unsafe impl Vector32 for V256 {
    type Token = Avx2;
    type Half = __m128i;
    type Weights = ();
    type Answers8 = u32;
    type Answers4 = u32;
    type Answers = u64;

    const LONGEST: u8 = 32;
    const HAS_PAIR_OFFSETS: bool = true;

    #[inline(always)]
    fn run<S: Step>(Avx2(()): Avx2, step: S) -> S::Output {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn run<S: Step>(step: S) -> S::Output {
            step.run()
        }
        // SAFETY: the token says that the instructions are there.
        unsafe { run(step) }
    }

    #[inline(always)]
    fn prefetch(_: Avx2, block: *const u8) {
        // SAFETY: the token says that the instruction is there.
        unsafe { prefetch(block) };
    }

    #[inline(always)]
    fn splat(_: Avx2, byte: u8) -> Self {
        avx2!(_mm256_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn bytes(token: Avx2, bytes: [u8; 32]) -> Self {
        // SAFETY: the array has 32 bytes.
        unsafe { Self::load(token, bytes.as_ptr()) }
    }

    #[inline(always)]
    fn weights(_: Avx2) {}

    #[inline(always)]
    fn no_answers(_: Avx2) -> u64 {
        0
    }

    #[inline(always)]
    unsafe fn load(_: Avx2, from: *const u8) -> Self {
        // SAFETY: the caller's promise, and the token says that the instruction is there.
        Self(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) };
    }

    #[inline(always)]
    unsafe fn load_half(_: Avx2, from: *const u8) -> __m128i {
        // SAFETY: the caller's promise.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn load_eights(_: Avx2, from: [*const u8; 2]) -> __m128i {
        // SAFETY: the caller's promise.
        let a = unsafe { from[0].cast::<i64>().read_unaligned() };
        // SAFETY: the same.
        let b = unsafe { from[1].cast::<i64>().read_unaligned() };
        // SAFETY: the token says that the instruction is there.
        unsafe { _mm_set_epi64x(b, a) }
    }

    #[inline(always)]
    fn from_halves(low: __m128i, high: __m128i) -> Self {
        avx2!(_mm256_set_m128i(high, low))
    }

    #[inline(always)]
    fn low_halves(self, other: Self) -> Self {
        avx2!(_mm256_permute2x128_si256::<0x20>(self.0, other.0))
    }

    #[inline(always)]
    fn high_halves(self, other: Self) -> Self {
        avx2!(_mm256_permute2x128_si256::<0x31>(self.0, other.0))
    }

    operations! {
        and: _mm256_and_si256;
        or: _mm256_or_si256;
        xor: _mm256_xor_si256;
        add: _mm256_add_epi8;
        sub: _mm256_sub_epi8;
        saturating_sub: _mm256_subs_epu8;
        min: _mm256_min_epu8;
        max: _mm256_max_epu8;
        equals: _mm256_cmpeq_epi8;
        add_u32: _mm256_add_epi32;
        sub_u32: _mm256_sub_epi32;
        mul_u32: _mm256_mullo_epi32;
        is_above_i32: _mm256_cmpgt_epi32;
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        avx2!(_mm256_andnot_si256(other.0, self.0))
    }

    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        avx2!(_mm256_blendv_epi8(self.0, other.0, mask.0))
    }

    #[inline(always)]
    fn is_below(self, other: Self) -> Self {
        avx2!(_mm256_cmpgt_epi8(other.0, self.0))
    }

    #[inline(always)]
    fn times_8(self) -> Self {
        // The mask removes the bits that come from the byte beside.
        avx2!(_mm256_and_si256(
            _mm256_slli_epi16::<3>(self.0),
            _mm256_set1_epi8(0xf8u8 as i8)
        ))
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        avx2!(_mm256_shuffle_epi8(self.0, indices.0))
    }

    #[inline(always)]
    fn lookup(self, bytes: Self) -> Self {
        self.shuffle(bytes)
    }

    #[inline(always)]
    fn bytes_of_bits(token: Avx2, bits: u32) -> Self {
        const BYTES: [u64; 4] = [
            0,
            0x0101_0101_0101_0101,
            0x0202_0202_0202_0202,
            0x0303_0303_0303_0303,
        ];
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = BYTES[i / 8] as u8;
        }
        let each = Self::bytes(token, repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        let bits = avx2!(_mm256_set1_epi32(bits as i32)).shuffle(Self::bytes(token, bytes));
        bits.and(each).equals(each)
    }

    #[inline(always)]
    fn byte_up(self) -> Self {
        avx2!(_mm256_slli_epi64::<8>(self.0))
    }

    #[inline(always)]
    fn any_above(self, limit: u8) -> bool {
        !avx2!(_mm256_subs_epu8(self.0, _mm256_set1_epi8(limit as i8))).is_zero()
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: a vector is there, so AVX2 is.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn even_odd_bytes(self) -> [Self; 2] {
        let even = avx2!(_mm256_and_si256(self.0, _mm256_set1_epi16(0xff)));
        [even, avx2!(_mm256_srli_epi16::<8>(self.0))]
    }

    #[inline(always)]
    fn splat_u16(_: Avx2, n: u16) -> Self {
        avx2!(_mm256_set1_epi16(n as i16))
    }

    #[inline(always)]
    fn pair_sums(self) -> Self {
        avx2!(_mm256_maddubs_epi16(self.0, _mm256_set1_epi8(1)))
    }

    #[inline(always)]
    fn pair_offsets(self) -> Self {
        // 32 bytes an entry, entry 16 (first - 1) + second - 1.
        let less_1 = avx2!(_mm256_add_epi8(self.0, _mm256_set1_epi8(-1)));
        let entry = avx2!(_mm256_maddubs_epi16(less_1.0, _mm256_set1_epi16(0x0110)));
        avx2!(_mm256_slli_epi16::<5>(entry.0))
    }

    #[inline(always)]
    fn splat_u32(_: Avx2, n: u32) -> Self {
        avx2!(_mm256_set1_epi32(n as i32))
    }

    #[inline(always)]
    fn widen(_: Avx2, bytes: [u8; 8]) -> Self {
        avx2!(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(
            bytes
        ))))
    }

    #[inline(always)]
    fn upper_u16(self) -> Self {
        avx2!(_mm256_srli_epi32::<16>(self.0))
    }

    #[inline(always)]
    fn swap_u32(self) -> Self {
        avx2!(_mm256_shuffle_epi32::<0xb1>(self.0))
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        // SAFETY: vectors are there, so AVX2 is.
        let (even, odd) = unsafe {
            let (a, b) = (_mm256_castsi256_ps(self.0), _mm256_castsi256_ps(other.0));
            (
                _mm256_shuffle_ps::<0x88>(a, b),
                _mm256_shuffle_ps::<0xdd>(a, b),
            )
        };
        [
            avx2!(_mm256_castps_si256(even)),
            avx2!(_mm256_castps_si256(odd)),
        ]
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        let a = avx2!(_mm256_maddubs_epi16(a.0, weights.0));
        let b = avx2!(_mm256_maddubs_epi16(b.0, weights.0));
        avx2!(_mm256_packus_epi16(a.0, b.0))
    }

    #[inline(always)]
    fn join_u8(self, token: Avx2, factors: [u8; 32]) -> Self {
        avx2!(_mm256_maddubs_epi16(self.0, Self::bytes(token, factors).0))
    }

    #[inline(always)]
    fn join_u16(self, token: Avx2, factors: [u16; 16]) -> Self {
        let factors: Self = load(token, &factors, 0);
        avx2!(_mm256_madd_epi16(self.0, factors.0))
    }

    #[inline(always)]
    fn join_u32(self, _: Avx2, factor: u32) -> Self {
        let first = avx2!(_mm256_mul_epu32(self.0, _mm256_set1_epi64x(factor.into())));
        avx2!(_mm256_add_epi64(first.0, _mm256_srli_epi64::<32>(self.0)))
    }

    #[inline(always)]
    fn dot_i16(self, token: Avx2, [first, second]: [i16; 2]) -> Self {
        let factors = u32::from(first as u16) | u32::from(second as u16) << 16;
        avx2!(_mm256_madd_epi16(self.0, Self::splat_u32(token, factors).0))
    }

    #[inline(always)]
    fn six_digits(token: Avx2, a: Self, b: Self) -> Self {
        let weights = Self::bytes(token, repeat([0, 100, 10, 1, 100, 10, 1, 0]));
        let ones = Self::splat_u16(token, 1);
        let a = avx2!(_mm256_maddubs_epi16(a.0, weights.0));
        let a = avx2!(_mm256_madd_epi16(a.0, ones.0));
        let b = avx2!(_mm256_maddubs_epi16(b.0, weights.0));
        let b = avx2!(_mm256_madd_epi16(b.0, ones.0));
        // The part of a number that comes from the '0's.
        let zeros = Self::splat_u16(token, 111 * u16::from(b'0'));
        avx2!(_mm256_sub_epi16(_mm256_packs_epi32(a.0, b.0), zeros.0))
    }

    #[inline(always)]
    fn tails_8(_: Avx2, shifts: &[u8; 16], i: usize) -> Self {
        let shifts = i32::from_le_bytes(shifts.as_chunks().0[i]);
        let shifts = avx2!(_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(shifts)));
        avx2!(_mm256_sllv_epi64(_mm256_set1_epi8(-1), shifts.0))
    }

    #[inline(always)]
    unsafe fn tails_16(_: Avx2, _: [u8; 2], offset: u16) -> Self {
        let masks = PAIRS_16.0.as_ptr().cast::<u8>();
        // SAFETY: the caller's offset is that of an entry of the table, whose entries are aligned.
        Self(unsafe { _mm256_load_si256(masks.wrapping_add(offset.into()).cast()) })
    }

    #[inline(always)]
    fn bits_of_bytes([low, high]: [Self; 2], (): ()) -> u64 {
        u64::from(low.signs()) | u64::from(high.signs()) << 32
    }

    #[inline(always)]
    fn bits_of_low_bytes([a, b, c, d]: [Self; 4], (): ()) -> u64 {
        // In the upper byte of a word, the byte is the sign of the word.
        let low = avx2!(_mm256_packs_epi16(
            _mm256_slli_epi16::<8>(a.0),
            _mm256_slli_epi16::<8>(b.0)
        ));
        let low = avx2!(_mm256_permute4x64_epi64::<0b11_01_10_00>(low.0));
        let high = avx2!(_mm256_packs_epi16(
            _mm256_slli_epi16::<8>(c.0),
            _mm256_slli_epi16::<8>(d.0)
        ));
        let high = avx2!(_mm256_permute4x64_epi64::<0b11_01_10_00>(high.0));
        Self::bits_of_bytes([low, high], ())
    }

    #[inline(always)]
    fn answers_of_u32(self) -> u32 {
        // SAFETY: a vector is there, so AVX2 is.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as u32 }
    }

    #[inline(always)]
    fn add_8(answers: &mut u64, i: usize, eight: u32) {
        *answers |= u64::from(eight) << (8 * i);
    }

    #[inline(always)]
    fn add_4(answers: &mut u64, i: usize, four: u32) {
        *answers |= u64::from(four) << (4 * i);
    }

    #[inline(always)]
    fn bits_of_answers(answers: u64, (): ()) -> u64 {
        answers
    }

    #[inline(always)]
    unsafe fn write_one_by_one(positions: *mut u8, mut found: u64) -> *mut u8 {
        let count = found.count_ones() as usize;
        let mut next = |i| {
            let position = found.trailing_zeros() as u8;
            // SAFETY: `i` is below 64. A write after the last position is overwritten later.
            unsafe { positions.wrapping_add(i).write(position) };
            found &= found.wrapping_sub(1);
        };
        for i in 0..SPARSE_SEPARATORS {
            next(i);
        }
        for i in SPARSE_SEPARATORS..count {
            next(i);
        }
        positions.wrapping_add(count)
    }

    /// Sixteen bytes at a time: this takes 3% less time than to cut 16 bits out of the mask of 32 or 64 bytes. If more than
    /// eight bits of sixteen are set, two of them are neighbours; then eight equal positions are written, so that the batch
    /// has an empty token and is refused. The stale positions after them are never used.
    #[inline(always)]
    unsafe fn write_by_table<K: StaticDialect, const CHECKS: bool>(
        _: Avx2,
        block: *const u8,
        mut positions: *mut u8,
        largest: &mut Self,
        (): (),
    ) -> *mut u8 {
        for i in 0..4 {
            // SAFETY: a quarter of the caller's block.
            let bytes = unsafe { _mm_load_si128(block.cast::<__m128i>().wrapping_add(i)) };
            // SAFETY: the token says that the instructions are there.
            let found = unsafe {
                if CHECKS {
                    let low = _mm256_castsi256_si128(largest.0);
                    *largest = Self(_mm256_zextsi128_si256(_mm_max_epu8(low, bytes)));
                }
                let mut found = _mm_cmpgt_epi8(_mm_set1_epi8(b'0' as i8), bytes);
                if K::HAS_LAST {
                    let line_feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8));
                    found = _mm_andnot_si128(line_feeds, found);
                }
                _mm_movemask_epi8(found) as u16
            };
            let eight = BIT_POSITIONS[usize::from(found)] + i as u64 * 0x1010_1010_1010_1010;
            // SAFETY: the quarters before have used 16 bytes each at most.
            unsafe { positions.cast::<u64>().write_unaligned(eight.to_le()) };
            positions = positions.wrapping_add(found.count_ones() as usize);
        }
        positions
    }

    #[inline(always)]
    unsafe fn write_kept(self, keep: u32, to: *mut u8) -> usize {
        let mut written = 0;
        // SAFETY: a vector is there, so AVX2 is.
        let eights = unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            [
                low,
                _mm_unpackhi_epi64(low, low),
                high,
                _mm_unpackhi_epi64(high, high),
            ]
        };
        for (i, keep) in keep.to_le_bytes().into_iter().enumerate() {
            let order = BIT_POSITIONS[usize::from(keep)] as i64;
            // SAFETY: eight of the caller's bytes; those before have used eight each at most.
            unsafe {
                let kept = _mm_shuffle_epi8(eights[i], _mm_cvtsi64_si128(order));
                _mm_storel_epi64(to.wrapping_add(written).cast(), kept);
            }
            written += keep.count_ones() as usize;
        }
        written
    }

    #[inline(always)]
    fn nth_bit(_: Avx2, bits: u64, before: u32) -> u32 {
        // SAFETY: the token says that the instruction is there.
        unsafe { _pdep_u64(1 << before, bits) }.trailing_zeros()
    }
}

impl<D: Decide256> Asks<D> for V256 {
    const IS_EXACT_U31: bool = true;
    const IS_EXACT_U64: bool = D::IS_EXACT_U64;
    const HAS_SHORT_LINES: bool = true;

    #[inline(always)]
    fn u31_x8(x: Self, y: Self) -> u32 {
        // SAFETY: vectors are there, so an `Avx2` is.
        unsafe { D::u31_x8(x.0, y.0) }
    }

    #[inline(always)]
    fn u64_x4(x: Self, y: Self) -> u32 {
        // SAFETY: vectors are there, so an `Avx2` is.
        unsafe { D::u64_x4(x.0, y.0) }
    }

    #[inline(always)]
    unsafe fn long_windows<K: StaticDialect>(
        token: Avx2,
        tile: &Tile,
        dialect: Dialect,
        piles: &mut Piles,
        cursor: *const u8,
    ) -> Decoded {
        // SAFETY: the caller's promise.
        unsafe { windows32::answer_digits31::<D, K>(token, tile, dialect, piles, cursor) }
    }

    #[inline(always)]
    fn short_lines<K: StaticDialect>(
        token: Avx2,
        windows: &[u64; LINES],
        dialect: Dialect,
    ) -> Option<(u64, usize)> {
        // SAFETY: the token says that the instructions are there.
        unsafe { short_lines::answer::<D, K>(token, windows, dialect) }
    }
}
