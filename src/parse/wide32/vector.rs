//! The operations that the kernel of 32-byte vectors needs of an instruction set.
//!
//! A value of a vector type exists only where its instructions do: only [`Vector32::Token`] makes one. So the operations on
//! vectors are safe. Each is `#[inline(always)]`, and is compiled with the instructions of the function that calls it:
//! [`Vector32::run`].

use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{LINES, SPARSE_SEPARATORS};

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
    /// The answers of 64 lines.
    type Answers: Copy;

    /// Runs `step` in a function of its own, which is compiled for these instructions.
    fn run<S: Step>(token: Self::Token, step: S) -> S::Output;
    /// Prefetches text that will be read some time after `block`, if that saves time.
    #[inline(always)]
    fn prefetch(_token: Self::Token, _block: *const u8) {}

    fn splat(token: Self::Token, byte: u8) -> Self;
    fn splat_u32(token: Self::Token, n: u32) -> Self;
    /// # Safety
    /// * 32 bytes are readable from `from`.
    unsafe fn load(token: Self::Token, from: *const u8) -> Self;
    /// # Safety
    /// * 16 bytes are readable from each place.
    unsafe fn load_halves(token: Self::Token, from: [*const u8; 2]) -> Self;
    /// # Safety
    /// * 8 bytes are readable from each place.
    unsafe fn load_quarters(token: Self::Token, from: [*const u8; 4]) -> Self;
    /// # Safety
    /// * 4 bytes are readable from each place.
    unsafe fn load_eighths(token: Self::Token, from: [[*const u8; 4]; 2]) -> Self;
    /// # Safety
    /// * 32 bytes are writable from `to`.
    unsafe fn store(self, to: *mut u8);
    #[inline(always)]
    fn bytes(token: Self::Token, bytes: [u8; 32]) -> Self {
        load(token, &bytes, 0)
    }
    /// The low halves of two vectors.
    fn low_halves(self, other: Self) -> Self;
    /// The high halves of two vectors.
    fn high_halves(self, other: Self) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that `other` does not have.
    fn without(self, other: Self) -> Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The difference of bytes, or 0 if it would be negative.
    fn saturating_sub(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    /// Compares bytes. A byte above 127 may count as a negative number.
    fn is_below(self, other: Self) -> Self;
    /// The bytes of `self` at the indices in `indices`, in each half. An index is below 16, or above 127, which gives 0.
    fn shuffle(self, indices: Self) -> Self;
    /// Whether a byte is above `limit`.
    fn any_above(self, limit: u8) -> bool;
    #[inline(always)]
    fn is_zero(self) -> bool {
        !self.any_above(0)
    }

    fn add_u32(self, other: Self) -> Self;
    fn sub_u32(self, other: Self) -> Self;
    fn mul_u32(self, other: Self) -> Self;
    /// Compares signed numbers of 32 bits.
    fn is_above_i32(self, other: Self) -> Self;
    /// The even and the odd numbers of 32 bits of two vectors, in each half.
    fn unzip_u32(self, other: Self) -> [Self; 2];

    /// Multiplies digits by `weights` (10 or 1, then 1 or 0) and adds each two. The result has one byte for each two digits:
    /// those of `a`, then those of `b`, in each half.
    fn join_digits(a: Self, b: Self, weights: Self) -> Self;
    /// Multiplies bytes by `weights` and adds each two products. All bytes are below 128, all sums below 2^15.
    fn dot_u8(self, weights: Self) -> Self;
    /// The sums of each two numbers of 16 bits, those of `other` last, in each half.
    fn pair_sums(self, other: Self) -> Self;
    /// Multiplies numbers of 16 bits by `weights` and adds each two products. All are below 2^15.
    fn dot_u16(self, weights: Self) -> Self;
    /// Numbers of 32 bits as numbers of 64 bits: the first two and the last two of each half.
    fn widen_u32(self) -> [Self; 2];
    /// The lower halves of numbers of 64 bits, times `factor`, a number of 32 bits; shifted left by `SHIFT`; plus numbers of
    /// 64 bits.
    fn mul_add_u64<const SHIFT: i32>(self, factor: Self, other: Self) -> Self;

    /// A constant of the operations that follow, made once before a loop.
    fn weights(token: Self::Token) -> Self;
    /// A bit for each of 64 bytes, which are all ones or all zeros.
    fn bits_of_bytes(bytes: [Self; 2], weights: Self) -> u64;
    /// A bit for each two of 128 bytes, which are all ones or all zeros.
    fn bits_of_pairs(pairs: [Self; 4], weights: Self) -> u64;
    fn no_answers(token: Self::Token) -> Self::Answers;
    /// Adds the answers of the `i`-th eight lines: numbers of 32 bits, which are all ones or all zeros.
    fn add_answers(answers: &mut Self::Answers, i: usize, eight: Self);
    /// A bit for each answer.
    fn bits_of_answers(answers: Self::Answers, weights: Self) -> u64;

    /// Writes the positions of those of 64 bytes that are ones, as [`super::index`] says; returns where they end. The others
    /// are zeros. The time does not depend on their number.
    ///
    /// # Safety
    /// * 64 bytes are writable from `positions`.
    unsafe fn write_by_table(found: [Self; 2], positions: *mut u8, weights: Self) -> *mut u8;
    /// Writes the bytes that have a bit in `keep`, side by side; returns where they end.
    ///
    /// # Safety
    /// * 32 bytes are writable from `to`.
    unsafe fn write_kept(self, keep: u32, to: *mut u8) -> *mut u8;
    /// Writes the positions of the bits of `found`; returns where they end. More than [`SPARSE_SEPARATORS`] bits may cost a
    /// mispredicted branch.
    ///
    /// # Safety
    /// * 64 bytes are writable from `positions`.
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
    /// The place of the bit of `bits` that has `before` set bits below it.
    #[inline(always)]
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

    /// Adds the answers of the `i`-th eight lines, for piles below 2^31.
    fn u31_x8(answers: &mut Self::Answers, i: usize, x: Self, y: Self);
    /// Adds the answers of the `i`-th four lines, for piles of any size.
    fn u64_x4(answers: &mut Self::Answers, i: usize, x: Self, y: Self);

    /// The answers of a batch of lines whose piles have at most 3 digits, from the last eight bytes of each line; and the
    /// number of bytes that its lines have if they are of the dialect. `None` if a byte is not of the dialect.
    fn short_lines<K: StaticDialect>(
        _token: Self::Token,
        _windows: &[u64; LINES],
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

/// The bytes of `words`, repeated: weights of [`Vector32::dot_u16`].
pub(in crate::parse) const fn words<const N: usize>(words: [u16; N]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = words[i / 2 % N].to_le_bytes()[i % 2];
        i += 1;
    }
    bytes
}
