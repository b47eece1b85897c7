//! The published formulas in double precision, with their errors.
//!
//! This is the only module of `game` with floating point, and no decision may use it. Each function gives the value of the C
//! expression in its documentation, with IEEE 754 doubles, on every machine.
//!
//! Division by 2 is exact in binary floating point. So `d * (sqrt(5.0) + 1) / 2`, `d * ((1 + sqrt(5.0)) / 2)` and
//! `d * (0.5 + sqrt(5.0) / 2)` have the same value, which [`double_int`] computes.

use super::near_whole::near_whole;
use super::{is_cold, wythoff_pair};
use std::num::NonZeroU64;

/// `a == (long long)(d * (sqrt(5.0) + 1) / 2)`, where `a` is the smaller pile and `d` the difference.
///
/// The first difference for which the formula is wrong is 102334155:
///
/// ```
/// use wythoff::{game::double_int, is_cold};
/// assert!(is_cold(165_580_140, 267_914_295) && !double_int(165_580_140, 267_914_295));
/// assert!(!is_cold(165_580_141, 267_914_296) && double_int(165_580_141, 267_914_296));
/// ```
#[must_use]
pub fn double_int(a: u64, b: u64) -> bool {
    // A difference above 2^53 is rounded to a double, as in C. A product above u64::MAX becomes u64::MAX; in C that conversion
    // is undefined.
    double_lower(a.abs_diff(b) as f64) as u64 == a.min(b)
}

/// `d * (sqrt(5.0) + 1) / 2`: the approximation of `d * phi` in [`double_int`], before it is truncated to a whole number.
#[must_use]
pub fn double_lower(d: f64) -> f64 {
    d * (5_f64.sqrt() + 1.0) / 2.0
}

/// `a == (long long)(d * sqrt(5.0) / 2 + d * 0.5)`: the formula of [`double_int`] with other intermediate roundings. It is
/// wrong at 16 differences up to 381966011, and `double_int` at 14.
fn double_plus_half(a: u64, b: u64) -> bool {
    let d = a.abs_diff(b) as f64;
    (d * 5_f64.sqrt() / 2.0 + d * 0.5) as u64 == a.min(b)
}

/// The positions up to two steps along the diagonal from a cold position, with both piles at most `max`, for which
/// [`double_int`] or [`double_plus_half`] is wrong. The smaller pile comes first; the positions are ascending by difference.
pub(crate) fn breaking_double(max: u64) -> impl Iterator<Item = (u64, u64)> {
    const STEPS: u64 = 2;
    /// The bound for [`near_whole`] that includes every difference up to `4 * 10^8` at which a double is wrong.
    const BOUND: u32 = 1000;
    let differences = near_whole(BOUND, NonZeroU64::MIN, &max).into_iter();
    let cold = differences.filter_map(wythoff_pair);
    let around = |(a, b): (u64, u64)| {
        let smaller = a.saturating_sub(STEPS)..=a.saturating_add(STEPS);
        smaller.filter_map(move |smaller| Some((smaller, smaller.checked_add(b - a)?)))
    };
    let is_wrong = |a, b| [double_int(a, b), double_plus_half(a, b)] != [is_cold(a, b); 2];
    cold.filter(move |&(_, b)| b <= max)
        .flat_map(around)
        .filter(move |&(a, b)| b <= max && is_wrong(a, b))
}
