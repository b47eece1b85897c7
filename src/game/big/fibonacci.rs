//! Zeckendorf representations: whole numbers as sums of Fibonacci numbers.
//!
//! They explain the outcome of a position: a number is in the lower Wythoff sequence exactly if its digits end in an even
//! number of zeros, and the digits of its partner are the same digits with one more zero.

use super::BigUint;

/// The Zeckendorf representation of `n`: one digit for each Fibonacci number from the largest in the sum down to `F(2) = 1`;
/// "0" for 0. No two digits 1 are neighbours. There is exactly one such sum (Zeckendorf's theorem).
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
