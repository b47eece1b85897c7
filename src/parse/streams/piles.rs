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

/// The piles of four lines, of at most 15 digits, or 19 with the digits `before` their windows: two lines in each vector, the
/// first piles in the lower half. `before` has the lines in the order 0, 2, 1, 3.
#[inline(always)]
pub(super) fn four_lines_u64<V: Vector32>(
    token: V::Token,
    pairs: [V; 2],
    before: Option<V>,
) -> [V; 2] {
    let weights = V::bytes(token, const { words([10_000, 1, 1000, 1]) });
    let e7 = V::splat_u32(token, 10_000_000);
    let [a, b] = pairs;
    let (a, b) = (a.dot_u16(weights), b.dot_u16(weights));
    let (a, b) = (
        a.mul_add_u64(e7, a.upper_u32()),
        b.mul_add_u64(e7, b.upper_u32()),
    );
    let Some(before) = before else {
        return [a, b];
    };
    // The factor 10^15 does not fit 32 bits, so it is 250 000 times 4 * 10^9.
    let before = before
        .dot_u8(V::bytes(token, repeat([10, 1])))
        .dot_u16(V::bytes(token, const { words([100, 1]) }))
        .mul_u32(V::splat_u32(token, 250_000));
    let e15 = V::splat_u32(token, 4_000_000_000);
    [
        before.mul_add_u64(e15, a),
        before.upper_u32().mul_add_u64(e15, b),
    ]
}
