//! What the first digits and the lengths of piles tell.
//!
//! Owns what tiles of mixed lengths share, when it is worth the while and the table, and what is asked of a line that no tile takes.
//! Invariant: whatever is decided here,
//! answers are the same.

use super::form::Known;
use crate::parse::Decide;
use crate::parse::swar::are_digits;
use std::marker::PhantomData;

/// Whether there are two instances of such tiles, one with notes.
pub(super) const fn switches<D: Decide, K: Known>() -> bool {
    D::LEADING.is_some() && !K::LAST
}

/// If more lines of a tile than that are left, all of them go through windows or lanes.
pub(super) const FEW: u32 = 16;
/// So many lines of a tile may have piles whose lengths differ by one digit at most: their first digits settle most of them.
pub(super) const NEAR: u32 = 2 * FEW;
/// After so many tiles in a row for which notes were of no use, none are taken.
const OTHERS: u32 = 4;

/// How often after that nobody looks whether they are wanted.
const PAUSE: u32 = 4;

/// Whether notes are wanted.
pub(super) struct Wanted {
    /// By the tiles that came last.
    pub(super) now: bool,
    /// Tiles in a row for which they were of no use.
    in_vain: u32,
    pause: u32,
}

impl Wanted {
    pub(super) const NO: Self = Self {
        now: false,
        in_vain: 0,
        pause: 0,
    };

    /// They are if a tile seems to be of the kind that they are for; what was in vain before is forgotten, if not just now.
    pub(super) fn by(&mut self, likely: impl FnOnce() -> bool) {
        if self.pause > 0 {
            self.pause -= 1;
            return;
        }
        (self.now, self.in_vain) = (likely(), 0);
    }

    /// They are and `K` takes none, or the other way round.
    #[inline]
    pub(super) fn otherwise<D: Decide, K: Known>(&self) -> bool {
        switches::<D, K>() && self.now != K::NOTES
    }

    /// For one more tile they were of use, or not.
    pub(super) fn were(&mut self, of_use: bool) {
        self.in_vain = if of_use { 0 } else { self.in_vain + 1 };
        self.now = self.in_vain < OTHERS;
        if !self.now {
            self.pause = PAUSE;
        }
    }
}

/// Whether the answer to a line is 0 by its piles' lengths and what they begin with. Of a line that isn't two piles, neither of them 0,
/// with one blank between it is never said.
pub(super) fn settles<D: Decide>(line: &[u8]) -> bool {
    let Some(blank) = memchr::memchr2(b' ', b'\t', line) else {
        return false;
    };
    let number = |pile: &[u8]| {
        let zeros = pile.iter().take_while(|&&c| c == b'0').count();
        (zeros < pile.len() && are_digits(pile)).then_some(zeros)
    };
    let (a, b) = (&line[..blank], &line[blank + 1..]);
    let (Some(_), Some(zeros_a), Some(zeros_b)) = (D::LEADING, number(a), number(b)) else {
        return false;
    };
    let (a, b) = (&a[zeros_a..], &b[zeros_b..]);
    let longer = (b.len() + 1).wrapping_sub(a.len());
    let Some(row) = Rows::<D>::ROWS[..3].get(longer) else {
        return true;
    };
    if row[usize::from(a[0] - b'0')] >> (b[0] - b'0') & 1 == 0 {
        return true;
    }
    let six = |digits: &[u8]| {
        let digits = digits.first_chunk::<6>()?;
        Some(digits.iter().fold(0, |n, c| 10 * n + u64::from(c - b'0')))
    };
    let (Some(a), Some(b)) = (six(a), six(b)) else {
        return false;
    };
    apart::<D>(a, b, longer)
}

/// Whether the answer to two piles is 0 by their first six digits, the first of which is no zero. The second pile is longer by one digit less than
/// `longer`, which is at most 2.
#[inline]
pub(super) fn apart<D: Decide>(a: u64, b: u64, longer: usize) -> bool {
    let Some(ratio) = D::RATIO else {
        return false;
    };
    // See [`super::ratio`], whose x and y these are; the product is less than r x, by less than 1.
    let apart = |x: u64, y, unit| ((ratio * x) >> 32).abs_diff(unit * y) > unit + 4;
    match longer {
        0 => apart(b, a, 10),
        1 => apart(a, b, 1) && apart(b, a, 1),
        _ => apart(a, b, 10),
    }
}

/// The table of [`Decide::LEADING`].
pub(super) struct Rows<D>(PhantomData<D>);

impl<D: Decide> Rows<D> {
    /// With a fourth part that is never asked for.
    pub(super) const ROWS: [[u16; 16]; 4] = match D::LEADING {
        Some([shorter, same, longer]) => [shorter, same, longer, [0; 16]],
        // Nobody asks.
        None => [[0; 16]; 4],
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Else every tile of a call's first ones would be tried in vain again.
    #[test]
    fn notes_in_vain_are_not_wanted_for_a_while() {
        let mut wanted = Wanted::NO;
        wanted.by(|| true);
        for _ in 1..OTHERS {
            wanted.were(false);
            assert!(wanted.now);
        }
        wanted.were(false);
        for _ in 0..PAUSE {
            wanted.by(|| true);
            assert!(!wanted.now);
        }
        wanted.by(|| true);
        assert!(wanted.now);
    }

    use crate::game::big::pair_big;
    use crate::pipeline::IsCold;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    #[test]
    fn cold_positions_are_not_settled_and_others_are() {
        let (mut n, mut settled, mut others) = (BigUint::from(1u32), 0, 0);
        while n.bits() < 1500 {
            for n in [&n - 1u32, n.clone()] {
                let (a, b) = pair_big(&n, NonZeroU64::MIN);
                assert!(!settles::<IsCold>(format!("{a} {b}").as_bytes()), "{n}");
                assert!(!settles::<IsCold>(format!("{b}\t{a}").as_bytes()), "{n}");
                assert!(
                    !settles::<IsCold>(format!("{a:0>500} {b}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !settles::<IsCold>(format!("00{b} {a:0>500}").as_bytes()),
                    "{n}"
                );
                for b in [&b * 63u32 / 64u32, &b * 65u32 / 64u32, &b * 7u32] {
                    settled += u32::from(settles::<IsCold>(format!("{a} {b}").as_bytes()));
                    settled += u32::from(settles::<IsCold>(format!("{b} {a}").as_bytes()));
                    others += 2;
                }
            }
            n = n * 17u32 / 16u32 + 1u32;
        }
        assert!(settled * 100 > others * 99, "{settled} of {others}");
    }

    /// It may say so of lines without anything odd only.
    #[test]
    fn what_is_no_two_piles_above_0_is_not_settled() {
        assert!(settles::<IsCold>(b"12345678901234567890123 1"));
        assert!(settles::<IsCold>(b"1 9"));
        assert!(settles::<IsCold>(b"001 09"));
        for line in [
            "",
            " ",
            "1",
            "1 ",
            " 9",
            "1 9 ",
            " 1 9",
            "1  9",
            "1 9\r",
            "1 9x",
            "1/ 9",
            "1: 9",
            "1 00",
            "0 9",
            "1 9 1",
            "123456789012345678901234567890 12345678901234567z890",
        ] {
            assert!(!settles::<IsCold>(line.as_bytes()), "{line:?}");
        }
    }
}
