//! The filter by first digits: which lines can't have the ratio of a cold position.

use super::vector::{Vector32, repeat};
use crate::parse::Decide;

/// Ones for each line of two rows whose four bytes are all digits.
#[inline(always)]
fn full<V: Vector32>(token: V::Token, [a, b]: [V; 2]) -> V {
    let (zero, nine) = (V::splat(token, 0), V::splat(token, 9));
    let a = a.saturating_sub(nine).equals_u32(zero);
    a.narrow(b.saturating_sub(nine).equals_u32(zero))
}

/// Ones for each number of 16 bits that is at most `limit`.
#[inline(always)]
fn at_most<V: Vector32>(token: V::Token, v: V, limit: u16) -> V {
    v.saturating_sub_u16(V::splat_u16(token, limit))
        .equals_u16(V::splat(token, 0))
}

/// The four digits of each line as a number, for the lines of two rows.
#[inline(always)]
fn four_digits<V: Vector32>(token: V::Token, [a, b]: [V; 2]) -> V {
    let tens = V::bytes(token, repeat([10, 1]));
    V::join_digits(a, b, tens).dot_u8(V::bytes(token, repeat([100, 1])))
}

/// Ones for each of 16 lines that can't have the ratio, as the first four digits of their piles show, and their lengths if they
/// are known. `digits` are these digits, by pile and row. `lengths` has the places of the space and of the end of each line.
#[inline(always)]
pub(super) fn reject<D: Decide, V: Vector32>(
    token: V::Token,
    digits: [[V; 2]; 2],
    lengths: Option<V>,
) -> V {
    let [same, longer] = const {
        match D::FOUR_DIGITS {
            Some(factors) => factors,
            None => [0; 2],
        }
    };
    let (zero, ones) = (V::splat(token, 0), V::splat(token, 0xff));
    let (x, y) = (four_digits(token, digits[0]), four_digits(token, digits[1]));
    let (least, most) = (x.min_u16(y), x.max_u16(y));
    let fraction = least.times_fraction(V::splat_u16(token, same));
    let same = most.sub_u16(least.add_u16(fraction));
    let fraction = most.times_fraction(V::splat_u16(token, longer));
    let longer = least.sub_u16(fraction);
    let far = same
        .saturating_sub_u16(V::splat_u16(token, 2))
        .min_u16(longer.saturating_sub_u16(V::splat_u16(token, 1)));
    let Some(lengths) = lengths else {
        let [a, b] = digits;
        let full = full(token, [a[0].max(b[0]), a[1].max(b[1])]);
        // The first digits of a pile that begins with a zero tell nothing, so its line is not rejected.
        let far = far.min_u16(least.saturating_sub_u16(V::splat_u16(token, 999)));
        return full.and(far.equals_u16(zero).xor(ones));
    };
    let (a, b) = (full(token, digits[0]), full(token, digits[1]));
    // The end is less than 128 after twice the place of the space, and less than 128 before it. It is 0 to 2 after it if the
    // lengths differ by at most one; 126 is -2 modulo 128.
    let apart = lengths.dot_u8(V::bytes(token, repeat([126, 1])));
    let near = at_most(token, apart.and(V::splat_u16(token, 0x7f)), 2);
    let any = near.and(far.equals_u16(zero).or(a.and(b).xor(ones)));
    // Lines with a pile of four digits or more that begins with a zero, or with two shorter piles, are not rejected.
    let least = x.or(a.xor(ones)).min_u16(y.or(b.xor(ones)));
    any.or(at_most(token, least, 999))
        .or(a.or(b).xor(ones))
        .xor(ones)
}
