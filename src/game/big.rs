//! Cold positions and pairs for piles above `u64::MAX`.
//!
//! # Why no wider constant
//!
//! A constant for piles of `n` digits needs about `2n` digits of phi, so no constant serves all lengths. The quadratic form
//! needs no constant. `N(x) = x^2 - x*d - d^2` has the positive root `d * phi`, so the smaller pile `m` is `floor(d * phi)`
//! exactly if `N(m) < 0 < N(m + 1)` (for `d > 0`). As `N(m + 1) = N(m) + 2m + 1 - d`, that is the single range
//! `0 < d^2 - m*(m - d) < 2m + 1 - d`: two products and no square root.

use std::num::NonZeroU64;

use num_bigint::BigUint;

use super::beatty::{Rank, Side};
use super::cold::is_cold;
use super::phi::floor_alpha;
use super::rule::Rule;
use crate::decimal::{is_less, join_eight, significant};

#[cfg(test)]
pub(crate) mod tests;

/// A number of at most this many decimal digits fits `u64`.
const U64_DIGITS: usize = 19;

/// A number of at most this many decimal digits fits `u128`.
const U128_DIGITS: usize = 38;

const _: () = {
    assert!(10_u128.pow(U64_DIGITS as u32) - 1 <= u64::MAX as u128);
    assert!(10_u128.checked_pow(U128_DIGITS as u32).is_some());
};

/// Whether the position is cold under the normal rule, for piles in decimal digits of any length.
///
/// The most significant digit comes first. Leading zeros are allowed, and an empty slice is 0. The function allocates only if
/// a pile has more than 38 significant digits and the leading 19 digits allow a cold position. Then the conversion takes time
/// quadratic in the number of digits. For bytes that are no digits the result is meaningless, and the function may panic.
#[must_use]
pub(crate) fn is_cold_decimal(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (significant(a), significant(b));
    let (lower, upper) = if is_less(a, b) { (a, b) } else { (b, a) };
    if upper.len() <= U64_DIGITS {
        return is_cold(parse_u64(lower), parse_u64(upper));
    }
    if !may_be_cold(lower, upper) {
        return false;
    }
    if upper.len() <= U128_DIGITS {
        return is_cold_u128(parse_u128(lower), parse_u128(upper));
    }
    is_cold_big(&parse_big(lower), &parse_big(upper), NonZeroU64::MIN)
}

/// [`is_cold`](crate::is_cold) for 128-bit piles, exact for all piles.
///
/// ```
/// assert!(wythoff::game::is_cold_u128(161803398874989484820, 261803398874989484820));
/// ```
#[must_use]
pub const fn is_cold_u128(a: u128, b: u128) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    if d == 0 || m < d {
        return d == 0 && m == 0;
    }
    // d^2 - m*(m - d) is computed modulo 2^256. For d > 0 a negative value is at least -(2^256 - 3 * 2^128 + 1), so it wraps to
    // more than 2 * 2^128, which is above the end of the range.
    let (square_high, square_low) = multiply_wide(d, d);
    let (product_high, product_low) = multiply_wide(m, m - d);
    let (low, borrow) = square_low.overflowing_sub(product_low);
    let high = square_high
        .wrapping_sub(product_high)
        .wrapping_sub(borrow as u128);
    // In whole numbers the range of the module header is 1 ..= m + (m - d). The value is never 0, as N has no whole root, so
    // only the upper end is tested.
    let (end_low, carry) = m.overflowing_add(m - d);
    let end_high = carry as u128;
    high < end_high || (high == end_high && low <= end_low)
}

impl Rule {
    /// [`Rule::is_cold`] for piles in decimal digits of any length, the most significant digit first. Leading zeros are
    /// allowed, and an empty slice is 0. For bytes that are no digits the result is meaningless, and the method may panic.
    ///
    /// Under a generalised rule the method allocates only if a pile has more than 19 significant digits and `r` divides the
    /// difference.
    ///
    /// ```
    /// use wythoff::Rule;
    /// let rule: Rule = "r=2".parse()?;
    /// // floor(10^30 * sqrt(2)), and this number plus 2 * 10^30:
    /// let (a, b) = (b"1414213562373095048801688724209", b"3414213562373095048801688724209");
    /// assert!(rule.is_cold_decimal(a, b) && !Rule::Normal.is_cold_decimal(a, b));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    #[must_use]
    pub fn is_cold_decimal(self, a: &[u8], b: &[u8]) -> bool {
        let (a, b) = (significant(a), significant(b));
        if a.len().max(b.len()) <= U64_DIGITS {
            return self.is_cold(parse_u64(a), parse_u64(b));
        }
        match self {
            // With a pile above 2 the two rules agree.
            Self::Normal | Self::Misere => is_cold_decimal(a, b),
            Self::Generalised(r) => {
                remainder(a, r) == remainder(b, r) && is_cold_big(&parse_big(a), &parse_big(b), r)
            }
        }
    }

    /// [`Rule::is_cold`] for piles of any size.
    #[must_use]
    pub fn is_cold_big(self, a: &BigUint, b: &BigUint) -> bool {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return self.is_cold(a, b);
        }
        // With a pile above 2 the misere rule has the cold positions of the normal rule.
        is_cold_big(a, b, self.r())
    }
}

/// Whether the position is cold in the generalised game, by the range in [`super::generalised`]. `r = 1` is the normal game.
#[must_use]
pub(super) fn is_cold_big(a: &BigUint, b: &BigUint, r: NonZeroU64) -> bool {
    let (m, upper) = if a <= b { (a, b) } else { (b, a) };
    let d = upper - m;
    let n = &d / r.get();
    if *m < n || &n * r.get() != d {
        return false;
    }
    let e = m - &n;
    let sum = &e + &d;
    let (square, product) = (&n * &n, &e * &sum);
    product <= square && square - product <= e + sum
}

/// The n-th cold pair `(A, A + r * n)` of the generalised game, of any size. `r = 1` is the normal game.
///
/// `A = n + floor((sqrt(d^2 + 4 n^2) - d) / 2)` with `d = r * n` (`game/generalised.rs`).
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::pair_big;
/// let (lower, upper) = pair_big(&10_u64.pow(19).into(), NonZeroU64::MIN);
/// assert_eq!(lower.to_string(), "16180339887498948482");
/// assert_eq!(upper.to_string(), "26180339887498948482");
/// ```
#[must_use]
pub fn pair_big(n: &BigUint, r: NonZeroU64) -> (BigUint, BigUint) {
    let d = n * r.get();
    let root = sqrt(&(&d * &d + n * n * 4_u32));
    let lower = n + ((root - &d) >> 1_u32);
    let upper = &lower + d;
    (lower, upper)
}

/// `floor(sqrt(n))`. The root of the higher half of the bits is the start of one step of Newton's method, which gives a result
/// at most a few units too high. num-bigint's `sqrt` is slower, because each of its steps divides by a number of full length.
fn sqrt(n: &BigUint) -> BigUint {
    if n.bits() < 4096 {
        return n.sqrt();
    }
    let low = n.bits() / 4;
    let start = (sqrt(&(n >> (2 * low))) + 1_u32) << low;
    let mut root = (n / &start + start) >> 1_u32;
    while &root * &root > *n {
        root -= 1_u32;
    }
    root
}

/// The index of the pair of the generalised game that contains `x`, and the side of `x` in that pair, for an `x` of any size.
/// As in [`super::rank`], the side of 0 is `Lower`.
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::{Rank, Side, rank_big};
/// let r = NonZeroU64::new(2).unwrap();
/// let (k, side) = (5_u32.into(), Side::Upper);
/// assert_eq!(rank_big(&17_u32.into(), r), Rank { k, side }); // (7, 17)
/// ```
#[must_use]
pub fn rank_big(x: &BigUint, r: NonZeroU64) -> Rank<BigUint> {
    let uppers = count_uppers_up_to(x, r);
    if uppers != BigUint::ZERO && pair_big(&uppers, r).1 == *x {
        let (k, side) = (uppers, Side::Upper);
        return Rank { k, side };
    }
    // All numbers from 1 to x that are not upper numbers are lower numbers.
    let (k, side) = (x - uppers, Side::Lower);
    Rank { k, side }
}

/// The number of upper numbers in `1..=x`.
///
/// It is `floor((x + 1) / theta)`, with `theta = (2 + r + s) / 2` and `s = sqrt(r^2 + 4)`. As `(2 + r)^2 - s^2 = 4r`,
/// `1 / theta = (2 + r - s) / (2r)`. With `t = x + 1`, `t * s` is irrational, so `floor(t * (2 + r) - t * s)` is one less than
/// `t * (2 + r) - floor(t * s)`.
fn count_uppers_up_to(x: &BigUint, r: NonZeroU64) -> BigUint {
    let t = x + 1_u32;
    let wide = BigUint::from(r.get());
    let root = sqrt(&(&t * &t * (&wide * &wide + 4_u32)));
    (t * (&wide + 2_u32) - root - 1_u32) / (wide * 2_u32)
}

/// The least index whose pair has a lower number of at least `x`, in the generalised game.
#[must_use]
pub fn first_index_big(x: &BigUint, r: NonZeroU64) -> BigUint {
    if *x == BigUint::ZERO {
        return BigUint::ZERO;
    }
    // All numbers from 1 to x - 1 that are not upper numbers are lower numbers, and they have the first indices.
    x - count_uppers_up_to(&(x - 1_u32), r)
}

/// The Zeckendorf representation of `n`: one digit for each Fibonacci number from the largest in the sum down to `F(2) = 1`;
/// "0" for 0. No two digits 1 are neighbours. There is exactly one such sum (Zeckendorf's theorem).
///
/// A number is in the lower Wythoff sequence exactly if its digits end in an even number of zeros, and the digits of its partner
/// are the same digits with one more zero.
///
/// Time is quadratic in the number of digits; memory is a few times the size of `n`.
///
/// ```
/// use wythoff::game::zeckendorf_digits_big;
/// assert_eq!(zeckendorf_digits_big(&18_u32.into()), "101000"); // 13 + 5
/// ```
#[must_use]
pub fn zeckendorf_digits_big(n: &BigUint) -> String {
    // First climb to the largest Fibonacci number that is at most n, keeping two neighbours; then descend.
    let (mut place, mut next) = (BigUint::from(1_u32), BigUint::from(2_u32));
    let mut places = 1;
    while next <= *n {
        place += &next;
        std::mem::swap(&mut place, &mut next);
        places += 1;
    }
    let mut rest = n.clone();
    let mut digits = String::with_capacity(places);
    for _ in 0..places {
        // After a Fibonacci number is subtracted, the rest is less than the Fibonacci number before it. So no two digits 1 are
        // neighbours.
        let taken = rest >= place;
        if taken {
            rest -= &place;
        }
        digits.push(if taken { '1' } else { '0' });
        next -= &place;
        std::mem::swap(&mut place, &mut next);
    }
    digits
}

/// The value of the decimal digits modulo `r`.
fn remainder(digits: &[u8], r: NonZeroU64) -> u64 {
    const PLACE: u128 = 10_u128.pow(U64_DIGITS as u32);
    let r = u128::from(r.get());
    let groups = digits.rchunks(U64_DIGITS).rev().map(parse_u64);
    // The sum is less than 2^64 * 10^19, so it fits u128.
    let rest = groups.fold(0, |rest, group| (rest * PLACE + u128::from(group)) % r);
    rest as u64
}

/// A filter by the lengths and the leading digits. It returns false only if the position is hot.
///
/// The caller ensures that `lower <= upper` and that `upper` has more than 19 digits. If the position is cold, its piles are
/// `m = d*phi - f` and `n = m + d = d*phi^2 - f` with `0 <= f < 1`. So `n - m*phi = f * (phi - 1)`, and
///
/// `0 <= n - m*phi < 1`.
///
/// *By length*: if `n` has at least two digits more than `m`, then `n > 10 * m`, so `n - m*phi > 8 * m >= 8` for `m > 0`. For
/// `m = 0`, `n >= 1` is hot.
///
/// *By leading digits*: let `s = 10^e >= 10` be the divisor that reduces `n` to 19 digits, and let `m' = floor(m/s)` and
/// `n' = floor(n/s)`. As `m/s - 1 < m' <= m/s`, and likewise for `n`,
///
/// `-1 < n' - m'*phi < 1/s + phi`, and with `m'*phi = m' + floor_alpha(m') + fraction`:
/// `-1 < n' - m' - floor_alpha(m') < 1 + 1/10 + phi < 3`. That whole number is 0, 1 or 2.
///
/// About one in `10^18` pairs of unrelated piles passes.
fn may_be_cold(lower: &[u8], upper: &[u8]) -> bool {
    if upper.len() - lower.len() >= 2 {
        return false;
    }
    let cut = upper.len() - U64_DIGITS;
    let m = parse_u64(&lower[..lower.len() - cut]);
    let n = parse_u64(&upper[..U64_DIGITS]);
    // A negative difference wraps to at least 2^64 - 0.62 * 10^19, which is far above 2.
    (n - m).wrapping_sub(floor_alpha(m)) <= 2
}

fn parse_u64(digits: &[u8]) -> u64 {
    let (head, eights) = digits.as_rchunks::<8>();
    let digit_value = |value: u64, digit: &u8| 10 * value + u64::from(digit & 0x0f);
    let value = head.iter().fold(0, digit_value);
    let eight_value = |value, eight: &[u8; 8]| {
        let values = u64::from_le_bytes(*eight) & 0x0f0f_0f0f_0f0f_0f0f;
        100_000_000 * value + join_eight(values)
    };
    eights.iter().fold(value, eight_value)
}

fn parse_u128(digits: &[u8]) -> u128 {
    const HALF: u128 = 10_u128.pow(U64_DIGITS as u32);
    let (high, low) = digits.split_at(digits.len().saturating_sub(U64_DIGITS));
    u128::from(parse_u64(high)) * HALF + u128::from(parse_u64(low))
}

fn parse_big(digits: &[u8]) -> BigUint {
    if digits.is_empty() {
        return BigUint::ZERO;
    }
    BigUint::parse_bytes(digits, 10).expect("all bytes are decimal digits")
}

/// `x * y` as `(high, low)` halves.
const fn multiply_wide(x: u128, y: u128) -> (u128, u128) {
    const MASK: u128 = u64::MAX as u128;
    let (x_high, x_low) = (x >> 64, x & MASK);
    let (y_high, y_low) = (y >> 64, y & MASK);
    let low = x_low * y_low;
    // Each middle sum is at most (2^64 - 1)^2 + 2^64 - 1 < 2^128.
    let middle = x_low * y_high + (low >> 64);
    let middle_2 = x_high * y_low + (middle & MASK);
    let high = x_high * y_high + (middle >> 64) + (middle_2 >> 64);
    (high, (middle_2 << 64) | (low & MASK))
}
