//! Indices at which a multiple of the slope is nearest to a whole number. A program with a slightly inaccurate phi is wrong
//! first at such an index.

use super::pile::Pile;
use std::num::NonZeroU64;

/// Every `n` from 0 to `max` for which some whole `x >= 0` has `|x^2 - r*x*n - n^2| <= bound`, ascending. At these indices of
/// cold positions, `n` times the slope of the rule is nearest to a whole number.
///
/// The step `(x, n) -> (r*x + n, x)` only changes the sign of the form. Its inverse, `(x, n) -> (n, x - r*n)`, is possible
/// while `x >= r*n`. So each solution descends from one with `x < r*n`, where the absolute value of the form is
/// `n^2 + x * (r*n - x)`.
pub(crate) fn near_whole<P: Pile>(bound: u32, r: NonZeroU64, max: &P) -> Vec<P> {
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
            // The sequence grows, except perhaps between its first two numbers.
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
