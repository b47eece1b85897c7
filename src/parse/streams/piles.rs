//! Makes piles of numbers of up to four digits.

use super::vector::{Vector32, repeat, words};

/// The piles of four lines, in order: the first piles in the lower half. All are below 2^31.
#[inline(always)]
pub(super) fn four_lines_u32<V: Vector32>(token: V::Token, a: V, b: V) -> V {
    let [upper, lower] = a.unzip_u32(b);
    // A pile is below 2^31, so the first of its four numbers is 0.
    let upper = upper.dot_u16(V::bytes(token, const { words([0, 1]) }));
    let lower = lower.dot_u16(V::bytes(token, const { words([1000, 1]) }));
    upper
        .mul_u32(V::splat_u32(token, 10_000_000))
        .add_u32(lower)
}

/// The piles of two lines, of at most 15 digits: the first piles in the lower half.
#[inline(always)]
pub(super) fn two_lines_u64<V: Vector32>(token: V::Token, pair: V) -> V {
    let halves = pair.dot_u16(V::bytes(token, const { words([10_000, 1, 1000, 1]) }));
    halves.mul_add_u64::<0>(
        V::splat_u32(token, 10_000_000),
        halves.shift_right_u64::<32>(),
    )
}

/// The piles of four lines, of at most 19 digits, in order: two lines in each vector, the first piles in the lower half.
/// `before` has the digits before their windows.
#[inline(always)]
pub(super) fn four_lines_u64<V: Vector32>(token: V::Token, a: V, b: V, before: V) -> (V, V) {
    let e7 = V::splat_u32(token, 10_000_000);
    // If the compiler knew this factor, it would multiply by 10^11 in several steps.
    let e11 = V::splat_u32(
        token,
        std::hint::black_box((100_000_000_000u64 >> 11) as u32),
    );
    let before = before
        .dot_u8(V::bytes(token, repeat([10, 1])))
        .dot_u16(V::bytes(token, const { words([100, 1]) }));
    let [upper, lower] = a.unzip_u32(b);
    let top = before
        .mul_u32(V::splat_u32(token, 10_000))
        .add_u32(upper.and(V::splat_u32(token, 0xffff)))
        .widen_u32();
    let middle = upper
        .dot_u16(V::bytes(token, const { words([0, 1]) }))
        .widen_u32();
    let sevens = lower
        .dot_u16(V::bytes(token, const { words([1000, 1]) }))
        .widen_u32();
    let a = middle[0].mul_add_u64::<0>(e7, top[0].mul_add_u64::<11>(e11, sevens[0]));
    let b = middle[1].mul_add_u64::<0>(e7, top[1].mul_add_u64::<11>(e11, sevens[1]));
    (a, b)
}
