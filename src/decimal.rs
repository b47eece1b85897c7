//! Writes, reads and compares numbers in decimal digits.
//!
//! `gen` spends most of its time on writing numbers. Eight digits are computed in one word and stored at once: storing single
//! digits and then copying them to their place takes twice as long.

#[inline]
pub(crate) fn push(n: u64, text: &mut Vec<u8>) {
    let start = text.len();
    text.extend_from_slice(&[0; 24]);
    let digits = write(n, &mut text[start..]);
    text.truncate(start + digits);
}

/// Writes the digits of `n` at the start of `text`, which has at least 20 bytes, and returns their number. The bytes after
/// the digits may change.
#[inline]
fn write(n: u64, text: &mut [u8]) -> usize {
    const END: u64 = 100_000_000;
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let (head, tail) = (n / END, eight_digits(n % END));
    let at = match head {
        0 => {
            let zeros = (tail.trailing_zeros() / 8).min(7);
            text[..8].copy_from_slice(&((tail | ZEROS) >> (8 * zeros)).to_le_bytes());
            return 8 - zeros as usize;
        }
        // Most random numbers up to 10^9 have nine digits.
        1..10 => {
            text[0] = b'0' + head as u8;
            1
        }
        _ => write_head(head, text),
    };
    text[at..at + 8].copy_from_slice(&(tail | ZEROS).to_le_bytes());
    at + 8
}

/// [`write`] for the leading digits; not inlined, because `write` calls itself.
#[inline(never)]
fn write_head(n: u64, text: &mut [u8]) -> usize {
    write(n, text)
}

/// The eight digits of `n`, one in each byte, the first digit in the lowest byte. `n` is below 10^8.
#[inline]
fn eight_digits(n: u64) -> u64 {
    // First two numbers below 10^4, then four below 100, then eight below 10. Division is multiplication by a
    // rounded-up reciprocal.
    let fours = (n / 10_000) | ((n % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((twos * 103) >> 10) & 0xf_000f_000f_000f;
    tens | ((twos - 10 * tens) << 8)
}

/// The number whose eight digits have these values, one in each byte, the first digit in the lowest byte. Three steps
/// join neighbours: digits to pairs, pairs to fours, fours to eight.
#[inline(always)]
pub(crate) const fn join_eight(values: u64) -> u64 {
    let pairs = (values.wrapping_mul((10 << 8) | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul((100 << 16) | 1) >> 16;
    (fours & 0xffff) * 10_000 + (fours >> 32)
}

/// The digits without leading zeros. The result is empty for 0.
pub(crate) fn significant(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

/// Whether the number `a` is less than `b`. Neither has leading zeros.
#[inline]
pub(crate) fn is_less(a: &[u8], b: &[u8]) -> bool {
    (a.len(), a) < (b.len(), b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written() {
        // Numbers with different halves of eight digits, and with every number of digits.
        let mut numbers = vec![u64::MAX];
        for four in 0..10_000 {
            numbers.extend([four, four * 10_000, four * 10_001]);
        }
        for power in std::iter::successors(Some(1_u64), |power| power.checked_mul(10)) {
            let multiples = (1..=10).map(|factor| power.saturating_mul(factor));
            numbers.extend(multiples.flat_map(|n| [n - 1, n, n.saturating_add(n / 7)]));
        }
        for n in numbers {
            let mut text = b"x".to_vec();
            push(n, &mut text);
            assert_eq!(text, format!("x{n}").into_bytes());
        }
    }
}
