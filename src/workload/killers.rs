//! Where programs with a slightly inaccurate phi are wrong first.
//!
//! Provides the indices at which a multiple of the slope is nearest to a whole number, and the positions at which published
//! formulas in double precision are wrong.

use super::pile::Pile;
use crate::game::double_int;
use crate::game::{is_cold, wythoff_pair};
use std::num::NonZeroU64;

/// The bound for [`near_whole`] that includes every difference up to `4 * 10^8` at which a double is wrong.
const DOUBLE_BOUND: u32 = 1000;

/// Every `n` from 0 to `max` for which some whole `x >= 0` has `|x^2 - r*x*n - n^2| <= bound`, ascending. These are the
/// indices of the cold positions at which the slope of the rule with `r` times `n` is nearest to a whole number.
///
/// The step `(x, n) -> (r*x + n, x)` only changes the sign of the form. Its inverse, `(x, n) -> (n, x - r*n)`, is possible
/// while `x >= r*n`. So each solution descends from one with `x < r*n`, where the absolute value of the form is
/// `n^2 + x * (r*n - x)`.
pub(super) fn near_whole<P: Pile>(bound: u32, r: NonZeroU64, max: &P) -> Vec<P> {
    // n = 0 is a solution with x = 0. The sequences below do not contain it.
    let mut found = vec![P::from(0)];
    let bound = u64::from(bound);
    for first in 1..=bound.isqrt() {
        // The form is at least x, so x is at most the bound.
        for second in 0..r.get().saturating_mul(first).min(bound + 1) {
            let [n, x] = [first, second].map(u128::from);
            if n * n + x * (n * u128::from(r.get()) - x) > bound.into() {
                continue;
            }
            let (mut last, mut next) = (P::from(first), Some(P::from(second)));
            found.push(last.clone());
            // From the second number on the sequence grows.
            while let Some(n) = next.filter(|n| n <= max) {
                let multiple = n.checked_mul(&r.get().into());
                next = multiple.and_then(|multiple| multiple.checked_add(&last));
                found.push(n.clone());
                last = n;
            }
        }
    }
    found.retain(|n| n <= max);
    found.sort_unstable();
    found.dedup();
    found
}

/// The largest number of steps of [`breaking_double`] from a cold position.
const MAX_STEPS: u64 = 2;

/// The positions up to [`MAX_STEPS`] steps along the diagonal from a cold position, with both piles at most `max`, for which
/// [`breaks_double`]. The smaller pile comes first; the positions are ascending by difference.
pub(super) fn breaking_double(max: u64) -> impl Iterator<Item = (u64, u64)> {
    let r = NonZeroU64::MIN;
    let differences = near_whole(DOUBLE_BOUND, r, &u64::last_index(&max, r));
    let around = move |d: u64| {
        let lower = wythoff_pair(d).map(|(lower, _)| lower);
        let range = lower.map(|a| a.saturating_sub(MAX_STEPS)..=a.saturating_add(MAX_STEPS));
        let pairs = range.into_iter().flatten();
        pairs.filter_map(move |a| Some((a, a.checked_add(d)?)))
    };
    differences
        .into_iter()
        .flat_map(around)
        .filter(move |&(a, b)| b <= max && breaks_double(a, b))
}

/// Whether [`double_int`] or [`double_plus_half`], two published formulas, is wrong for the position.
pub(super) fn breaks_double(a: u64, b: u64) -> bool {
    let cold = is_cold(a, b);
    double_int(a, b) != cold || double_plus_half(a, b) != cold
}

/// `a == (long long)(d * sqrt(5.0) / 2 + d * 0.5)`: the formula of [`double_int`] with other
/// intermediate roundings. It is wrong at 16 differences up to 381966011, and `double_int` at 14.
fn double_plus_half(a: u64, b: u64) -> bool {
    let d = a.abs_diff(b) as f64;
    (d * 5_f64.sqrt() / 2.0 + d * 0.5) as u64 == a.min(b)
}
