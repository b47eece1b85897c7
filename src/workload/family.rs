//! The differences at which an approximation of phi fails first, of any size.
//!
//! Owns the list for [`Kind::Worst`](super::Kind::Worst). Invariant: it holds every difference of
//! that family within the limit, once and ascending; a test compares it with the oracle's.

use num_bigint::BigUint;

/// Every `d >= 0` such that some whole `x >= 0` has `|x^2 - x*d - d^2| <= bound`, and `allowed(d)`;
/// that has to be true up to some number and false beyond.
///
/// The form changes only its sign under `(x, d) -> (x + d, x)`. The other way, `(d, x - d)`, is open
/// while `x >= d`, so each solution descends from one with `x < d`, where the form is at most `-d^2`.
pub(super) fn differences(bound: u32, allowed: impl Fn(&BigUint) -> bool) -> Vec<BigUint> {
    // 0 goes with x = 0; the sequences below leave it out.
    let mut found = vec![BigUint::ZERO];
    for first_d in 1..=bound.isqrt() {
        for first_x in 0..first_d {
            // Positive, as x < d.
            if first_d * first_d + first_x * (first_d - first_x) > bound {
                continue;
            }
            let (mut x, mut d) = (BigUint::from(first_x), BigUint::from(first_d));
            // The second difference, x, is below the first; from there they grow.
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
