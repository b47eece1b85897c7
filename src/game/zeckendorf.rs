//! Zeckendorf representations: whole numbers as sums of Fibonacci numbers.
//!
//! Computes the representation of a `u64` and its text forms. It explains the outcome of a
//! position: a number is in the lower Wythoff sequence exactly if its digits end in an even number
//! of zeros, and the digits of its partner are the same digits with one more zero. The decision
//! itself is in [`super::cold`]. No two digits 1 are neighbours, and the Fibonacci numbers of the
//! digits 1 add up to the number.

use std::fmt;

/// The number of Fibonacci numbers in `u64`, from `F(2) = 1` to `F(93)`.
const FIBONACCI_COUNT: usize = 92;

/// `F(2) = 1`, `F(3) = 2`, `F(4) = 3`, `F(5) = 5`, ... `F(93)`.
const FIBONACCI: [u64; FIBONACCI_COUNT] = {
    let mut fibonacci = [1; FIBONACCI_COUNT];
    fibonacci[1] = 2;
    let mut i = 2;
    while i < FIBONACCI_COUNT {
        fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
        i += 1;
    }
    fibonacci
};

// The next Fibonacci number exceeds u64, so none is missing.
const _: () = assert!(
    FIBONACCI[FIBONACCI_COUNT - 1]
        .checked_add(FIBONACCI[FIBONACCI_COUNT - 2])
        .is_none()
);

/// A number as a sum of distinct Fibonacci numbers without two consecutive ones. There is exactly
/// one such sum (Zeckendorf's theorem). `Display` writes that sum.
///
/// ```
/// use wythoff::game::zeckendorf;
/// let (lower, upper) = (zeckendorf(11), zeckendorf(18)); // pair 7
/// assert_eq!(lower.to_string(), "8 + 3");
/// assert_eq!(upper.to_string(), "13 + 5");
/// assert_eq!((lower.digits(), upper.digits()), ("10100".into(), "101000".into()));
/// assert_eq!(lower.trailing_zeros(), 2); // even: 11 is in the lower sequence
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zeckendorf {
    /// Bit `i` stands for `F(i + 2)`.
    bits: u128,
}

/// The Zeckendorf representation of `n`. The representation of 0 is the empty sum.
#[must_use]
pub const fn zeckendorf(n: u64) -> Zeckendorf {
    let (mut rest, mut bits) = (n, 0);
    let mut i = FIBONACCI_COUNT;
    while i > 0 {
        i -= 1;
        // After F is subtracted, the rest is less than the Fibonacci number before F. So no two
        // neighbours are taken.
        if rest >= FIBONACCI[i] {
            rest -= FIBONACCI[i];
            bits |= 1 << i;
        }
    }
    Zeckendorf { bits }
}

impl Zeckendorf {
    /// The indices `i` of the Fibonacci numbers `F(i)` in the sum, in descending order. The least
    /// possible index is 2.
    pub fn indices(self) -> impl Iterator<Item = u32> {
        (0..FIBONACCI_COUNT as u32)
            .rev()
            .filter(move |i| self.bits >> i & 1 == 1)
            .map(|i| i + 2)
    }

    /// The Fibonacci numbers in the sum, in descending order.
    pub fn terms(self) -> impl Iterator<Item = u64> {
        self.indices().map(|i| FIBONACCI[i as usize - 2])
    }

    /// The number of zeros at the end of the digits. It is 0 for the number 0, which has no digit.
    #[must_use]
    pub const fn trailing_zeros(self) -> u32 {
        if self.bits == 0 {
            return 0;
        }
        self.bits.trailing_zeros()
    }

    /// Whether the digits of `other` are the digits of `self` with one more zero at the end.
    #[must_use]
    pub const fn is_shifted_to(self, other: Self) -> bool {
        // The digits take 92 of 128 bits, so the shift loses none.
        self.bits << 1 == other.bits
    }

    /// One digit for each Fibonacci number from the largest in the sum down to `F(2) = 1`; "0" for 0.
    #[must_use]
    pub fn digits(self) -> String {
        format!("{:b}", self.bits)
    }
}

impl fmt::Display for Zeckendorf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits == 0 {
            return f.write_str("0");
        }
        for (i, term) in self.terms().enumerate() {
            let plus = if i == 0 { "" } else { " + " };
            write!(f, "{plus}{term}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Side, is_cold, rank, wythoff_pair};
    use super::*;
    use proptest::prelude::*;

    fn assert_representation(n: u64) {
        let digits = zeckendorf(n);
        assert_eq!(digits.terms().sum::<u64>(), n);
        let indices: Vec<_> = digits.indices().collect();
        assert!(indices.windows(2).all(|w| w[0] > w[1] + 1), "{indices:?}");
        assert!(indices.iter().all(|&i| (2..=93).contains(&i)));
        if n > 0 {
            let lower = rank(n).side == Side::Lower;
            assert_eq!(digits.trailing_zeros().is_multiple_of(2), lower, "{n}");
            let least = *indices.last().expect("a term");
            assert_eq!(digits.trailing_zeros(), least - 2);
        }
        if let Some((lower, upper)) = wythoff_pair(n) {
            assert!(zeckendorf(lower).is_shifted_to(zeckendorf(upper)));
        }
    }

    #[test]
    fn small_numbers_and_type_limits() {
        for n in (0..5000).chain(FIBONACCI).chain(u64::MAX - 50..=u64::MAX) {
            assert_representation(n);
            assert_representation(n.saturating_sub(1));
        }
        let written: Vec<_> = (0..=8).map(|n| zeckendorf(n).digits()).collect();
        assert_eq!(
            written,
            [
                "0", "1", "10", "100", "101", "1000", "1001", "1010", "10000"
            ]
        );
        assert_eq!(zeckendorf(0).to_string(), "0");
        assert_eq!(zeckendorf(100).to_string(), "89 + 8 + 3");
    }

    #[test]
    fn shift_and_parity_decide_cold() {
        for a in 1..200 {
            for b in a..400 {
                let (lower, upper) = (zeckendorf(a), zeckendorf(b));
                let even = lower.trailing_zeros().is_multiple_of(2);
                assert_eq!(even && lower.is_shifted_to(upper), is_cold(a, b), "{a} {b}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5000) })]

        #[test]
        fn random_numbers(n: u64, shift in 0_u32..64) {
            assert_representation(n >> shift);
        }
    }
}
