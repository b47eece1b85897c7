//! The operations that the kernel of 32-byte vectors needs of an instruction set.
//!
//! A value of a vector type exists only where its instructions do: only [`Vector32::Token`] makes one. So the operations on
//! vectors are safe. Each is `#[inline(always)]`, and is compiled with the instructions of the function that calls it:
//! [`Vector32::run`].

use super::tile::{Decoded, Piles, Tile};
use crate::parse::Decide;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::{Dialect, StaticDialect};

/// 32 bytes, as two halves of 16. Where a comment says "in each half", a half of the result depends on the same halves of the
/// operands only. Numbers are little-endian. Comparisons give ones in all bits of a lane, or zeros.
///
/// # Safety
/// An implementation guarantees the following:
///
/// * Only a [`Vector32::Token`] or another vector makes a vector, and a token exists only where the instructions do.
pub(in crate::parse) unsafe trait Vector32: Copy {
    /// Proves that the machine has the instructions.
    type Token: Copy;
    /// A half of a vector.
    type Half: Copy;
    /// A constant of [`Vector32::bits_of_bytes`], made once before a loop.
    type Weights: Copy;
    /// The answers of eight lines.
    type Answers8: Copy;
    /// The answers of four lines.
    type Answers4: Copy;
    /// The answers of 64 lines.
    type Answers: Copy;

    /// The longest token that the widest windows hold, with its separator.
    const LONGEST: u8;
    /// The masks of windows of 16 bytes come from a table of pairs of lengths: [`Vector32::pair_offsets`].
    const HAS_PAIR_OFFSETS: bool;

    /// Runs `step` in a function of its own, which is compiled for these instructions.
    fn run<S: Step>(token: Self::Token, step: S) -> S::Output;
    /// Prefetches text that will be read some time after `block`, if that saves time.
    fn prefetch(_token: Self::Token, _block: *const u8) {}

    fn splat(token: Self::Token, byte: u8) -> Self;
    fn bytes(token: Self::Token, bytes: [u8; 32]) -> Self;
    fn weights(token: Self::Token) -> Self::Weights;
    fn no_answers(token: Self::Token) -> Self::Answers;
    /// # Safety
    /// * 32 bytes are readable from `from`.
    unsafe fn load(token: Self::Token, from: *const u8) -> Self;
    /// # Safety
    /// * 32 bytes are writable from `to`.
    unsafe fn store(self, to: *mut u8);
    /// # Safety
    /// * 16 bytes are readable from `from`.
    unsafe fn load_half(token: Self::Token, from: *const u8) -> Self::Half;
    /// The eight bytes at each of two places.
    ///
    /// # Safety
    /// * 8 bytes are readable from both.
    unsafe fn load_eights(token: Self::Token, from: [*const u8; 2]) -> Self::Half;
    fn from_halves(low: Self::Half, high: Self::Half) -> Self;
    /// The low halves of two vectors.
    fn low_halves(self, other: Self) -> Self;
    /// The high halves of two vectors.
    fn high_halves(self, other: Self) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that `other` does not have.
    fn without(self, other: Self) -> Self;
    /// The bits of `self` where `mask` is 0, those of `other` where it is 1. All bits of a byte of `mask` are equal.
    fn replace(self, mask: Self, other: Self) -> Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The difference of bytes, or 0 if it would be negative.
    fn saturating_sub(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    /// Compares bytes. A byte above 127 may count as a negative number.
    fn is_below(self, other: Self) -> Self;
    /// Eight times each byte.
    fn times_8(self) -> Self;
    /// The bytes of `self` at the indices in `indices`, in each half. An index is below 16, or above 127, which gives 0.
    fn shuffle(self, indices: Self) -> Self;
    /// For each byte, the byte of `self` at the index of its lower four bits, in each half; 0 for a byte above 127.
    fn lookup(self, bytes: Self) -> Self;
    /// A byte of ones for each bit that is set.
    fn bytes_of_bits(token: Self::Token, bits: u32) -> Self;
    /// Moves each eight bytes up by one byte; the first one becomes 0.
    fn byte_up(self) -> Self;
    /// Whether a byte is above `limit`.
    fn any_above(self, limit: u8) -> bool;
    fn is_zero(self) -> bool;

    /// The even and the odd bytes, as numbers of 16 bits.
    fn even_odd_bytes(self) -> [Self; 2];
    fn splat_u16(token: Self::Token, n: u16) -> Self;
    /// The sums of each two bytes, as numbers of 16 bits. All bytes are below 128.
    fn pair_sums(self) -> Self;
    /// For each two lengths of a line: where [`Vector32::tails_16`] finds its mask.
    fn pair_offsets(self) -> Self {
        self
    }

    fn splat_u32(token: Self::Token, n: u32) -> Self;
    /// Eight bytes as numbers of 32 bits.
    fn widen(token: Self::Token, bytes: [u8; 8]) -> Self;
    fn add_u32(self, other: Self) -> Self;
    fn sub_u32(self, other: Self) -> Self;
    fn mul_u32(self, other: Self) -> Self;
    /// Compares signed numbers of 32 bits.
    fn is_above_i32(self, other: Self) -> Self;
    /// The upper 16 of each 32 bits.
    fn upper_u16(self) -> Self;
    /// Swaps each two numbers of 32 bits.
    fn swap_u32(self) -> Self;
    /// The even and the odd numbers of 32 bits of two vectors, in each half.
    fn unzip_u32(self, other: Self) -> [Self; 2];

    /// Multiplies digits by `weights` (10 or 1, then 1 or 0) and adds each two. The result has one byte for each two digits:
    /// those of `a`, then those of `b`, in each half.
    fn join_digits(a: Self, b: Self, weights: Self) -> Self;
    /// For each two bytes below 100: the first times its factor, plus the second, whose factor is 1.
    fn join_u8(self, token: Self::Token, factors: [u8; 32]) -> Self;
    /// The same for each two numbers of 16 bits below 10^4.
    fn join_u16(self, token: Self::Token, factors: [u16; 16]) -> Self;
    /// For each two numbers of 32 bits: the first times `factor`, plus the second.
    fn join_u32(self, token: Self::Token, factor: u32) -> Self;
    /// For each two numbers of 16 bits: the first times `first`, plus the second times `second`. All are signed.
    fn dot_i16(self, token: Self::Token, factors: [i16; 2]) -> Self;
    /// Takes eight bytes of each token, a separator and six digits first. Gives two numbers of 16 bits for each token, its
    /// first three and its next three digits: those of `a`, then those of `b`, in each half.
    fn six_digits(token: Self::Token, a: Self, b: Self) -> Self;

    /// Masks of four tokens in windows of eight bytes: eight ones, shifted by the number of bits in `shifts[4 * i..]`.
    fn tails_8(token: Self::Token, shifts: &[u8; 16], i: usize) -> Self;
    /// Masks of a line's two tokens in windows of sixteen bytes: as many ones at the end as the token is long.
    ///
    /// # Safety
    /// * `lengths` are from 1 to 16.
    /// * If there are [`Vector32::HAS_PAIR_OFFSETS`], `offset` is that of `lengths`.
    unsafe fn tails_16(token: Self::Token, lengths: [u8; 2], offset: u16) -> Self;

    /// A bit for each of 64 bytes, which are all ones or all zeros.
    fn bits_of_bytes(bytes: [Self; 2], weights: Self::Weights) -> u64;
    /// A bit for each of 64 even bytes, which are all ones or all zeros.
    fn bits_of_low_bytes(words: [Self; 4], weights: Self::Weights) -> u64;
    /// The answers that numbers of 32 bits are, which are all ones or all zeros.
    fn answers_of_u32(self) -> Self::Answers8;
    /// Adds the answers of the `i`-th eight lines.
    fn add_8(answers: &mut Self::Answers, i: usize, eight: Self::Answers8);
    /// Adds the answers of the `i`-th four lines.
    fn add_4(answers: &mut Self::Answers, i: usize, four: Self::Answers4);
    /// A bit for each answer.
    fn bits_of_answers(answers: Self::Answers, weights: Self::Weights) -> u64;

    /// Writes the positions of the bits of `found`; returns where they end. It is fast for few bits.
    ///
    /// # Safety
    /// * 64 bytes are writable from `positions`.
    unsafe fn write_one_by_one(positions: *mut u8, found: u64) -> *mut u8;
    /// Writes the positions of the separators of a block, as [`super::index`] says; returns where they end. The time does not
    /// depend on their number. If `CHECKS`, each byte of `largest` becomes the maximum of itself and bytes of the block.
    ///
    /// # Safety
    /// * 64 bytes are readable from `block`, which is a multiple of 64.
    /// * 64 bytes are writable from `positions`.
    unsafe fn write_by_table<K: StaticDialect, const CHECKS: bool>(
        token: Self::Token,
        block: *const u8,
        positions: *mut u8,
        largest: &mut Self,
        weights: Self::Weights,
    ) -> *mut u8;
    /// Writes the bytes that have a bit in `keep`, side by side. Returns their number.
    ///
    /// # Safety
    /// * 32 bytes are writable from `to`.
    unsafe fn write_kept(self, keep: u32, to: *mut u8) -> usize;
    /// The place of the bit of `bits` that has `before` set bits below it.
    fn nth_bit(_token: Self::Token, mut bits: u64, before: u32) -> u32 {
        for _ in 0..before {
            bits &= bits.wrapping_sub(1);
        }
        bits.trailing_zeros()
    }
}

/// A part of the kernel that becomes a function: [`Vector32::run`]. Its fields are the arguments.
pub(in crate::parse) trait Step {
    type Output;
    /// `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// A vector of which the question `D` can be asked.
pub(in crate::parse) trait Asks<D: Decide>: Vector32 {
    /// The answers for piles below 2^31 are exact. If not, an answer 1 may be wrong: [`Decide::pair`] decides such lines.
    const IS_EXACT_U31: bool;
    /// The same for larger piles.
    const IS_EXACT_U64: bool;
    /// There is [`Asks::short_lines`].
    const HAS_SHORT_LINES: bool = false;

    /// Eight pairs of piles below 2^31.
    fn u31_x8(x: Self, y: Self) -> Self::Answers8;
    /// Four pairs of piles of any size.
    fn u64_x4(x: Self, y: Self) -> Self::Answers4;

    /// Answers a batch with piles of more than 15 digits. Lines that no window holds are left to the fallback.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`].
    /// * `tile` is of [`TokenLayout::Long`](super::tile::TokenLayout).
    unsafe fn long_windows<K: StaticDialect>(
        token: Self::Token,
        tile: &Tile,
        dialect: Dialect,
        piles: &mut Piles,
        cursor: *const u8,
    ) -> Decoded;

    /// The answers of a batch of lines whose piles have at most 3 digits, from the last eight bytes of each line; and the
    /// number of bytes that its lines have if they are of the dialect. `None` if a byte is not of the dialect.
    fn short_lines<K: StaticDialect>(
        _token: Self::Token,
        _windows: &[u64; LINES],
        _dialect: Dialect,
    ) -> Option<(u64, usize)> {
        None
    }
}

/// Types that can be loaded and stored as part of a vector.
///
/// # Safety
/// The type has no padding, and any bytes are a value of it.
pub(in crate::parse) unsafe trait Pod {}

// SAFETY: an integer.
unsafe impl Pod for u8 {}
// SAFETY: an integer.
unsafe impl Pod for u16 {}
// SAFETY: an integer.
unsafe impl Pod for u32 {}
// SAFETY: an integer.
unsafe impl Pod for u64 {}
// SAFETY: an array has no padding between its elements.
unsafe impl<T: Pod, const N: usize> Pod for [T; N] {}

/// The 32 bytes of `from` that begin at its byte `at`.
#[inline(always)]
pub(in crate::parse) fn load_at<V: Vector32, T: Pod, const N: usize>(
    token: V::Token,
    from: &[T; N],
    at: usize,
) -> V {
    assert!(at + 32 <= size_of::<[T; N]>());
    // SAFETY: these bytes are in the array.
    unsafe { V::load(token, from.as_ptr().cast::<u8>().wrapping_add(at)) }
}

/// The `i`-th 32 bytes of `from`.
#[inline(always)]
pub(in crate::parse) fn load<V: Vector32, T: Pod, const N: usize>(
    token: V::Token,
    from: &[T; N],
    i: usize,
) -> V {
    load_at(token, from, 32 * i)
}

/// Writes the `i`-th 32 bytes of `to`.
#[inline(always)]
pub(in crate::parse) fn store<V: Vector32, T: Pod, const N: usize>(
    to: &mut [T; N],
    i: usize,
    v: V,
) {
    assert!(32 * i + 32 <= size_of::<[T; N]>());
    // SAFETY: these bytes are in the array; `Pod` says that the elements take any bytes.
    unsafe { v.store(to.as_mut_ptr().cast::<u8>().wrapping_add(32 * i)) };
}

/// `pattern`, repeated.
pub(in crate::parse) const fn repeat<T: Copy, const N: usize, const M: usize>(
    pattern: [T; N],
) -> [T; M] {
    let mut repeated = [pattern[0]; M];
    let mut i = 0;
    while i < M {
        repeated[i] = pattern[i % N];
        i += 1;
    }
    repeated
}
