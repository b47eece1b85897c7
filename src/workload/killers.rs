//! Positions that programs with a slightly inaccurate phi answer wrongly.
//!
//! Provides lists of differences and positions. [`near_whole`] contains every difference at which a
//! published formula in double precision is wrong for piles up to 10^9. It also contains the first differences
//! at which an x87 `long double` and a product with 27 decimals of phi are wrong. Tests check this.

use crate::game::published::double_int;
use crate::game::{is_cold, wythoff_pair};
use num_bigint::BigUint;

/// The bound for [`differences`]: how near `d * phi` is to a whole number. Up to `d = 4 * 10^8`,
/// this bound includes every difference at which a double is wrong.
const FORM_BOUND: u32 = 1000;

/// The differences at which approximations of phi fail first and whose cold position has both piles
/// at most `max`, ascending.
pub fn near_whole(max: u64) -> Vec<u64> {
    let fits = |d: &BigUint| {
        let pair = u64::try_from(d).ok().and_then(wythoff_pair);
        pair.is_some_and(|(_, upper)| upper <= max)
    };
    let differences = differences(FORM_BOUND, fits).into_iter();
    // The difference 0 is no approximation.
    differences
        .filter_map(|d| d.try_into().ok())
        .skip(1)
        .collect()
}

/// Returns every `d >= 0` with `allowed(d)` for which some whole `x >= 0` has
/// `|x^2 - x*d - d^2| <= bound`, ascending. `allowed` must be true up to some number and false
/// above it.
///
/// The step `(x, d) -> (x + d, x)` only changes the sign of the form. Its inverse,
/// `(x, d) -> (d, x - d)`, is possible while `x >= d`. So each solution descends from one with
/// `x < d`, where the absolute value of the form is at least `d^2`.
pub(super) fn differences(bound: u32, allowed: impl Fn(&BigUint) -> bool) -> Vec<BigUint> {
    // d = 0 is a solution with x = 0. The sequences below do not contain it.
    let mut found = vec![BigUint::ZERO];
    for first_d in 1..=bound.isqrt() {
        for first_x in 0..first_d {
            // As x < d, the form x^2 - x*d - d^2 is negative. This is its absolute value.
            if first_d * first_d + first_x * (first_d - first_x) > bound {
                continue;
            }
            let (mut x, mut d) = (BigUint::from(first_x), BigUint::from(first_d));
            // The second difference of a sequence, x, is below the first one, d. From there on the
            // differences grow.
            while x < d || allowed(&d) {
                let next = &x + &d;
                found.push(std::mem::replace(&mut d, std::mem::replace(&mut x, next)));
            }
        }
    }
    found.retain(&allowed);
    found.sort_unstable();
    found.dedup();
    found
}

/// The cold position of difference `d` and the positions up to `steps` steps from it along the
/// diagonal, as far as both piles are at most `max`. The smaller pile comes first.
pub fn around(d: u64, steps: u64, max: u64) -> impl Iterator<Item = (u64, u64)> {
    let pair = wythoff_pair(d);
    let from = |(lower, _): (u64, u64)| (lower.saturating_sub(steps), lower.saturating_add(steps));
    let (from, to) = pair.map_or((1, 0), from);
    (from..=to)
        .filter_map(move |a| Some((a, a.checked_add(d)?)))
        .filter(move |&(_, b)| b <= max)
}

/// The positions up to `steps` steps along the diagonal from a cold position, with both piles at most
/// `max`, for which `double_int` or `double_plus_half` is wrong. The smaller pile
/// comes first; the positions are ascending by difference.
pub fn breaking_double(steps: u64, max: u64) -> impl Iterator<Item = (u64, u64)> {
    let near = near_whole(max).into_iter();
    near.flat_map(move |d| around(d, steps, max))
        .filter(|&(a, b)| breaks_double(a, b))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_whole_contains_the_known_differences() {
        let differences = near_whole(u64::MAX);
        assert!(differences.is_sorted());
        let broken: Vec<_> = near_whole(1_000_000_000)
            .into_iter()
            .filter(|&d| around(d, 2, 1_000_000_000).any(|(a, b)| breaks_double(a, b)))
            .collect();
        assert_eq!((broken.len(), broken[0]), (16, 102_334_155));
        let is_wrong = |&&d: &&u64| {
            let (a, b) = wythoff_pair(d).expect("small");
            !double_plus_half(a, b)
        };
        assert_eq!(broken.iter().filter(is_wrong).count(), 16);
        // The first differences at which an x87 `long double` and 27 decimals of phi are wrong.
        for d in [4_807_526_976, 44_945_570_212_853] {
            assert!(differences.binary_search(&d).is_ok(), "{d}");
        }
    }

    #[test]
    fn around_stays_within_the_limits() {
        let pairs = |d, steps, max| around(d, steps, max).collect::<Vec<_>>();
        assert_eq!(pairs(0, 1, 9), [(0, 0), (1, 1)]);
        assert_eq!(pairs(1, 1, 9), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(pairs(3, 1, 7), [(3, 6), (4, 7)]);
        assert_eq!(pairs(u64::MAX, 1, u64::MAX), []);
    }
}
