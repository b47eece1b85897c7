//! The operations of an instruction set that the streams use.
//!
//! A vector exists only on a machine that has its instructions, because making one needs a [`Vector32::Token`]. So the
//! operations on vectors are safe. Each is `#[inline(always)]`, and is compiled with the instructions of the function that
//! calls it: [`Vector32::run`].

use crate::parse::Decide;
use bytemuck::Pod;

/// 32 bytes, as two halves of 16. Where a comment says "in each half", a half of the result depends on the same halves of the
/// operands only. Numbers are little-endian. Comparisons give ones in all bits of a lane, or zeros.
///
/// # Safety
/// An implementation guarantees the following:
/// * A vector is made only with a [`Vector32::Token`] or from another vector, and a token exists only on a machine that has the
///   instructions.
/// * A vector has 32 bytes, the low half first, and any 32 bytes are a vector.
pub(in crate::parse) unsafe trait Vector32: Copy {
    /// Proves that the machine has the instructions.
    type Token: Copy;

    /// Whether sums above 255 are 255 in [`Vector32::join_digits`].
    const JOIN_SATURATES: bool = true;

    /// If the filter leaves at least this many of 64 lines, numbers are made of all lines. Indexed by whether lines are wide.
    const MAX_CANDIDATES: [usize; 2] = [7, 40];

    /// Runs `step` in a function of its own, which is compiled for these instructions.
    #[inline(never)]
    fn run<S: Step>(_: Self::Token, step: S) -> S::Output {
        step.run()
    }

    #[inline(always)]
    fn splat(token: Self::Token, byte: u8) -> Self {
        load(token, &[byte; 32], 0)
    }
    #[inline(always)]
    fn splat_u16(token: Self::Token, n: u16) -> Self {
        load(token, &[n; 16], 0)
    }
    #[inline(always)]
    fn splat_u32(token: Self::Token, n: u32) -> Self {
        load(token, &[n; 8], 0)
    }
    #[inline(always)]
    fn bytes(token: Self::Token, bytes: [u8; 32]) -> Self {
        load(token, &bytes, 0)
    }
    /// # Safety
    /// * 32 bytes are readable from `from`.
    #[inline(always)]
    unsafe fn load(_: Self::Token, from: *const u8) -> Self {
        // SAFETY: the caller guarantees that 32 bytes are readable. Any bytes are a vector, and the token proves that the
        // machine has the instructions.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    /// The first 16 bytes from each place.
    ///
    /// # Safety
    /// * From 16 bytes before each place to 16 bytes after it, all bytes are readable.
    unsafe fn load_halves(token: Self::Token, from: [*const u8; 2]) -> Self;
    /// The first 8 bytes from each place.
    ///
    /// # Safety
    /// * From 24 bytes before each place to 16 bytes after it, all bytes are readable.
    #[inline(always)]
    unsafe fn load_quarters(token: Self::Token, from: [*const u8; 4]) -> Self {
        // SAFETY: the caller guarantees that 8 bytes are readable from each place.
        let quarters = from.map(|from| unsafe { from.cast::<u64>().read_unaligned() });
        load(token, &quarters, 0)
    }
    /// The first 4 bytes from each place.
    ///
    /// # Safety
    /// * 4 bytes are readable from each place.
    #[inline(always)]
    unsafe fn load_eighths(token: Self::Token, from: [*const u8; 8]) -> Self {
        // SAFETY: the caller guarantees that 4 bytes are readable from each place.
        let eighths = from.map(|from| unsafe { from.cast::<u32>().read_unaligned() });
        load(token, &eighths, 0)
    }
    /// # Safety
    /// * 32 bytes are writable from `to`.
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees that 32 bytes are writable.
        unsafe { to.cast::<Self>().write_unaligned(self) };
    }
    /// The offsets of the first two bytes that are not digits, among the 32 bytes from `from` on, or 64 bytes if `is_wide`. The
    /// offset of a byte that is missing is 32, or 64 if `is_wide`.
    ///
    /// # Safety
    /// * These bytes are readable.
    #[inline(always)]
    unsafe fn first_two(token: Self::Token, from: *const u8, is_wide: bool) -> (usize, usize) {
        // SAFETY: the caller guarantees that 32 bytes from `from` are readable.
        let low = unsafe { Self::load(token, from) }.no_digits().bits();
        if !is_wide {
            let rest = low & low.wrapping_sub(1);
            return (
                low.trailing_zeros() as usize,
                rest.trailing_zeros() as usize,
            );
        }
        // SAFETY: the caller guarantees that 64 bytes from `from` are readable if `is_wide`.
        let high = unsafe { Self::load(token, from.wrapping_add(32)) };
        let all = u64::from(low) | u64::from(high.no_digits().bits()) << 32;
        let rest = all & all.wrapping_sub(1);
        (
            all.trailing_zeros() as usize,
            rest.trailing_zeros() as usize,
        )
    }
    /// For the lines at four places: where the next line begins, `line_break` bytes after the second place of
    /// [`Vector32::first_two`], and both of these places.
    ///
    /// # Safety
    /// * As for [`Vector32::first_two`], at each place.
    #[inline(always)]
    unsafe fn four_lines<const WIDE: bool>(
        token: Self::Token,
        starts: [*const u8; 4],
        line_break: usize,
    ) -> [(*const u8, [usize; 2]); 4] {
        let mut lines = [(starts[0], [0; 2]); 4];
        for (line, start) in lines.iter_mut().zip(starts) {
            // SAFETY: the caller guarantees that 32 bytes from each start are readable, and 64 bytes if `WIDE`.
            let (space, end) = unsafe { Self::first_two(token, start, WIDE) };
            let next = start.wrapping_add(end).wrapping_add(line_break);
            let (next, space) = Self::now_both(next, space);
            *line = (next, [space, end]);
        }
        lines
    }
    /// Returns its arguments unchanged. For AVX2 it also makes the compiler compute them here, which otherwise computes several
    /// addresses in a vector, with slow moves between registers, and keeps their operands.
    #[inline(always)]
    fn now_both(address: *const u8, offset: usize) -> (*const u8, usize) {
        (address, offset)
    }
    /// Returns the vector unchanged. For AVX2 it also makes the compiler compute it here, which otherwise keeps the operands
    /// and computes it later.
    #[inline(always)]
    fn now(self) -> Self {
        self
    }
    /// The low halves of two vectors.
    fn low_halves(self, other: Self) -> Self;
    /// The high halves of two vectors.
    fn high_halves(self, other: Self) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Ones for each byte that is not a digit.
    fn no_digits(self) -> Self;
    /// The difference of bytes, or 0 if it would be negative.
    fn saturating_sub(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    /// The bytes of `self` at the indices in `indices`, in each half. An index is below 16, or above 127, which gives 0.
    fn shuffle(self, indices: Self) -> Self;
    /// Whether a bit is set in both vectors.
    fn intersects(self, other: Self) -> bool;
    /// A bit for each byte, which is all ones or all zeros.
    fn bits(self) -> u32;

    fn add_u16(self, other: Self) -> Self;
    fn sub_u16(self, other: Self) -> Self;
    fn saturating_sub_u16(self, other: Self) -> Self;
    fn min_u16(self, other: Self) -> Self;
    fn max_u16(self, other: Self) -> Self;
    fn equals_u16(self, other: Self) -> Self;
    /// The upper halves of the products of numbers of 16 bits. `self` is below 2^15 and `fraction` is even.
    fn times_fraction(self, fraction: Self) -> Self;

    fn add_u32(self, other: Self) -> Self;
    fn mul_u32(self, other: Self) -> Self;
    fn equals_u32(self, other: Self) -> Self;
    /// The numbers of 32 bits at even places of two vectors, and those at odd places, in each half.
    fn unzip_u32(self, other: Self) -> [Self; 2];
    /// Narrows lanes of 32 bits to 16 bits, in each half: first the lanes of `self`, then the lanes of `other`. Each lane is all
    /// ones or below 2^15.
    fn narrow(self, other: Self) -> Self;

    /// Multiplies bytes by `weights` and adds neighbours. The result has one byte for each two digits: the bytes
    /// of `a`, then the bytes of `b`, in each half.
    fn join_digits(a: Self, b: Self, weights: Self) -> Self;
    /// Multiplies bytes by `weights` and adds neighbouring products, two and two. All bytes are below 128, all sums below 2^15.
    fn dot_u8(self, weights: Self) -> Self;
    /// Multiplies numbers of 16 bits by `weights` and adds neighbouring products, two and two. All numbers are below 2^15.
    fn dot_u16(self, weights: Self) -> Self;
    /// The upper half of each number of 64 bits.
    fn upper_u32(self) -> Self;
    /// For numbers of 64 bits: the lower half times `factor`, a number of 32 bits, plus `other`.
    fn mul_add_u64(self, factor: Self, other: Self) -> Self;

    /// Prefetches the text at this place, if that saves time.
    fn prefetch(_: Self::Token, _: *const u8) {}
}

/// A part of the kernel that [`Vector32::run`] compiles as a function. Its fields are the arguments.
pub(in crate::parse) trait Step {
    type Output;
    /// Implementations are `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// A vector that can answer the question `D`.
pub(in crate::parse) trait Asks<D: Decide>: Vector32 {
    /// Whether [`Self::u31_x8`] is exact. If not, an answer 1 may be wrong, and [`Decide::pair`] decides the line.
    const IS_EXACT_U31: bool;
    /// The same for [`Self::u64_x4`].
    const IS_EXACT_U64: bool;

    /// The answers of eight lines whose piles are below 2^31, a bit for each line.
    fn u31_x8(x: Self, y: Self) -> u32;
    /// The answers of four lines whose piles are below 2^64, a bit for each line.
    fn u64_x4(x: Self, y: Self) -> u32;

    /// The answers of eight lines whose piles are below 1000, a bit for each line. Each number has 16 bits; the first pile of
    /// each line is the lower one. Called only if [`Self::u31_x8`] is exact.
    #[inline(always)]
    fn three_digits(token: Self::Token, lines: Self) -> u32 {
        let first = lines.and(Self::splat_u32(token, 0xffff));
        Self::u31_x8(first, lines.dot_u16(Self::bytes(token, words([0, 1]))))
    }
}

/// The `i`-th 32 bytes of `from`.
#[inline(always)]
pub(in crate::parse) fn load<V: Vector32, T: Pod, const N: usize>(
    token: V::Token,
    from: &[T; N],
    i: usize,
) -> V {
    assert!(32 * i + 32 <= size_of::<[T; N]>());
    // SAFETY: these bytes are in the array.
    unsafe { V::load(token, from.as_ptr().cast::<u8>().wrapping_add(32 * i)) }
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
