//! Tiles of long tokens, of which the first six digits settle most lines.
//!
//! Owns what long piles cost where few lines are cold. A question whose answer is 1 only where one pile is about a certain
//! ratio of the other ([`Decide::RATIO`]) is answered for nearly all lines by six digits of each pile and by how long these
//! are: to 10^18 for all but one of some thousands. The lines that are left go through lanes as in [`few`].
//!
//! The other digits need not be looked at: they are digits, or else they would be separators. That each separator is
//! where the lengths say is looked at for every line.
//!
//! # Design
//!
//! 1. One byte permutation a line, four to a vector: `[hole d d d] [hole d d d]` of either pile, with the pile's
//!    separator in both holes.
//! 2. Groups to numbers of three digits, h and l. A pile begins with x = 1000 h + l, and 3 r x is about
//!    (3000 r) h + (3 r) l, one dot product. The other pile's 3 y, or 30 y if it is a digit longer, is
//!    another, with constants that are looked up by the difference of lengths.
//! 3. A line is left if these are about the same for either pile, or if one begins with a zero.
//!
//! Let a have n digits, b as many or one more, u = 10^(n - 6). In units of u, which is at least 1, a is in [x, x + 1)
//! and b in [g y, g y + g), where g is 1 or 10. If r a and b differ by less than 1 (so by less than 1 unit), r x - g y
//! is between -1 - r and g + 1. If lengths differ by more, or if it is the longer pile that is multiplied with r, r a
//! and b differ by more.

use super::few::{self, Few};
use super::form::Expected;
use super::lanes::groups;
use super::tiles::Tile;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::form::Known;
use crate::parse::x86_64::tables::LONGEST;
use crate::parse::x86_64::tiles::LINES;
use crate::parse::{Bits, Decide};
use core::arch::x86_64::*;
use std::marker::PhantomData;

/// Digits that are looked at.
const DIGITS: usize = 6;
/// Bytes of the shortest token that has so many, with its separator.
pub(super) const SHORTEST: i8 = DIGITS as i8 + 1;

/// Tiles in a row of which too many lines were left, after which [`PAUSE`] are not tried.
const IN_VAIN: u32 = 2;
const PAUSE: u32 = 32;

/// Whether tiles are taken so.
#[derive(Default)]
pub(super) struct Tried {
    in_vain: u32,
    pause: u32,
}

impl Tried {
    /// One more tile could be.
    pub(super) fn next(&mut self) -> bool {
        let now = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        now
    }

    /// It was, and few enough of its lines were left, or not.
    pub(super) fn was(&mut self, of_use: bool) {
        self.in_vain = if of_use { 0 } else { self.in_vain + 1 };
        if self.in_vain >= IN_VAIN {
            self.pause = PAUSE;
        }
    }
}

/// What a tile of this kind has beside a [`Few`](super::few::Few), between preparation and use.
#[repr(align(64))]
pub(super) struct Heads {
    /// Where in [`ORDERS`] each line's entry is, in bytes.
    orders: [u16; LINES],
    /// Of each line, the second pile's digits less the first's, and 1; or 3 if that is not 0, 1 or 2.
    longer: [u16; LINES],
}

impl Heads {
    pub(super) const NEW: Self = Self {
        orders: [0; LINES],
        longer: [0; LINES],
    };
}

/// How the bytes of a line go to its lane, by the length of the first token.
#[repr(align(64))]
struct Orders([[u8; 16]; 32]);

static ORDERS: Orders = {
    let mut orders = [[0; 16]; 32];
    let mut length = 0;
    while length <= LONGEST {
        let mut i = 0;
        while i < 16 {
            let start = if i < 8 { 0 } else { length };
            let byte = if i % 4 == 0 { 0 } else { i / 4 % 2 * 3 + i % 4 };
            orders[length][i] = (start + byte) as u8;
            i += 1;
        }
        length += 1;
    }
    Orders(orders)
};

/// The constants by which piles are compared, three times as large.
struct By<D>(PhantomData<D>);

impl<D: Decide> By<D> {
    /// In units of 2^-32.
    const RATIO: u64 = match D::RATIO {
        Some(ratio) => {
            // So that what is written above is true, and products are words.
            assert!(ratio >> 32 >= 1 && ratio >> 32 < 10);
            ratio
        }
        // Nobody asks.
        None => 0,
    };
    const H: u64 = (3000 * Self::RATIO + (1 << 31)) >> 32;
    const L: u64 = (3 * Self::RATIO + (1 << 31)) >> 32;
    /// What three digits with each are off by, at most.
    const OFF: u64 = {
        let off = (3000 * Self::RATIO).abs_diff(Self::H << 32)
            + (3 * Self::RATIO).abs_diff(Self::L << 32);
        // And the ratio itself is rounded.
        ((999 * off) >> 32) + 2
    };
    /// Below that it is less than any that counts, from there on `ABOUT` are about the same.
    const LESS: u64 = 3 + Self::L + 1 + Self::OFF;
    const ABOUT: u64 = Self::LESS + 3 * 11 + Self::OFF + 1;
    /// What begins with a zero is no more than that.
    const ZERO: u64 = 99 * Self::H + 999 * Self::L;
}

/// By the difference of lengths: what the second pile is multiplied with (below), and the first (above), before the ratio
/// times the other is compared with it. With 0 it is never about the same.
const OTHERS: [u64; 8] = {
    let same = 3000 | 3 << 16;
    let longer = 30_000 | 30 << 16;
    [longer << 32, same << 32 | same, longer, 0, 0, 0, 0, 0]
};

/// Whether there are such tiles.
pub(super) const fn known<D: Decide, K: Known>() -> bool {
    D::RATIO.is_some() && !K::LAST && !K::NOTES
}

with_features! {
/// Prepares a tile whose tokens have [`SHORTEST`] to [`LONGEST`] bytes.
#[inline]
pub(super) unsafe fn prepare<D: Lanes512, B: Bits, K: Known>(heads: &mut Heads, few: &mut Few, lengths: [__m512i; 2]) {
    let mut total = _mm512_setzero_si512();
    for (i, &length) in lengths.iter().enumerate() {
        let first = _mm512_and_si512(length, _mm512_set1_epi16(0xff));
        // SAFETY: only arithmetic, and stores to what is borrowed.
        let (longer, _) = unsafe {
            total = few::place::<D, B, K>(few, i, length, total);
            few::longer(length)
        };
        // SAFETY: a tile has 64 lines, of which these are 32.
        unsafe {
            let (orders, differences) = (heads.orders.as_mut_ptr(), heads.longer.as_mut_ptr());
            _mm512_store_si512(orders.wrapping_add(32 * i).cast(), _mm512_slli_epi16::<4>(first));
            let longer = _mm512_min_epu16(longer, _mm512_set1_epi16(3));
            _mm512_store_si512(differences.wrapping_add(32 * i).cast(), longer);
        }
    }
}
}

with_features! {
/// The lines whose answers may be 1.
///
/// # Safety
/// There are 64 bytes of text wherever a line begins.
#[inline]
pub(super) unsafe fn left<D: Lanes512, B: Bits, K: Known>(tile: &Tile, expected: &Expected, s: *const u8, odd: &mut __m512i) -> u64 {
    let all = |n: u64| _mm512_set1_epi32(n as i32);
    let ratio = all(By::<D>::H | By::<D>::L << 16);
    let less = all(By::<D>::LESS);
    let table = ORDERS.0.as_ptr().cast::<u8>();
    // SAFETY: 64 bytes.
    let others = unsafe { _mm512_loadu_si512(OTHERS.as_ptr().cast()) };
    let mut left = 0;
    for eighth in 0..8 {
        // Of even lines, and of odd ones.
        let mut lanes = [_mm512_setzero_si512(); 2];
        for i in 0..8 {
            let line = 8 * eighth + i;
            // SAFETY: the entry is one of the table's; the caller has so many bytes there.
            unsafe {
                let order = table.wrapping_add(tile.heads.orders[line].into());
                let order = _mm512_broadcast_i32x4(_mm_load_si128(order.cast()));
                let text = s.wrapping_add(tile.few.starts[line].into());
                let bytes = _mm512_castsi256_si512(_mm256_loadu_si256(text.cast()));
                let lane = &mut lanes[i % 2];
                *lane = _mm512_mask_permutexvar_epi8(*lane, 0xffff << (16 * (i / 2)), order, bytes);
            }
        }
        for lane in lanes {
            *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lane, expected.six);
        }
        // SAFETY: only arithmetic.
        let [even, other] = lanes.map(|lane| unsafe { groups(lane) });
        // Packing takes two groups of either in turn: lines are in order, the first pile before the second.
        let piles = _mm512_packs_epi32(even, other);
        // SAFETY: eight of 64.
        let longer = unsafe { _mm_load_si128(tile.heads.longer.as_ptr().wrapping_add(8 * eighth).cast()) };
        let by = _mm512_permutexvar_epi64(_mm512_cvtepu16_epi64(longer), others);
        let times = _mm512_madd_epi16(piles, ratio);
        let other = _mm512_madd_epi16(_mm512_shuffle_epi32::<0xb1>(piles), by);
        let difference = _mm512_add_epi32(_mm512_sub_epi32(times, other), less);
        let about = _mm512_cmplt_epu32_mask(difference, all(By::<D>::ABOUT));
        let zero = _mm512_cmple_epu32_mask(times, all(By::<D>::ZERO));
        let piles = u64::from(about | zero);
        left |= _pext_u64(piles | piles >> 1, 0x5555) << (8 * eighth);
    }
    left
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Kernel512;
    use crate::parse::x86_64::form::STRICT;
    use crate::parse::x86_64::tests::Asked;
    use crate::parse::x86_64::tiles::Tiles;
    use crate::pipeline::IsCold;

    #[derive(Default)]
    struct Answers(Vec<u64>);
    impl Bits for Answers {
        fn push(&mut self, answers: u64, _: u32) {
            self.0.push(answers);
        }
    }

    #[test]
    fn constants_are_those_of_the_ratio() {
        type Phi = By<IsCold>;
        assert_eq!((Phi::H, Phi::L), (4854, 5));
        let phi = (1.0 + 5.0f64.sqrt()) / 2.0;
        for x in 0..1_000_000u32 {
            let product = f64::from(x / 1000 * 4854 + x % 1000 * 5);
            let exact = 3.0 * phi * f64::from(x);
            assert!((product - exact).abs() < Phi::OFF as f64 - 0.5);
            assert!(x >= 100_000 || product as u64 <= Phi::ZERO);
        }
        assert!((Phi::LESS - Phi::OFF) as f64 > 3.0 * (1.0 + phi));
        assert_eq!(Phi::ABOUT - Phi::LESS - Phi::OFF, 3 * 11 + 1);
        // A head without a zero and nothing to compare it with are not about the same.
        const { assert!(Phi::ABOUT < Phi::ZERO) };
    }

    /// What is left are all lines that may be of the ratio, and few others. (Of others only time hangs on it.)
    #[test]
    fn lines_near_the_ratio_are_left() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let mut bits = 1u64;
        let mut draw = |below: u128| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (u128::from(bits) << 64 | u128::from(bits.rotate_left(32)) << 1) % below
        };
        let (mut near, mut others) = (0, 0);
        for blank in [b' ', b'\t'] {
            let form = crate::parse::x86_64::form::Form { blank, last: None };
            let mut text = vec![b'\n'];
            let mut expected = Vec::new();
            for i in 0..40_000u32 {
                let digits = if i % 64 == 7 { 13 } else { 7 + draw(14) as u32 };
                let a = 10u128.pow(digits - 1) + draw(9 * 10u128.pow(digits - 1));
                // One in 16 is just so; as many are a little off, or have a zero before them.
                let (b, left) = match i % 16 {
                    3 => (a * 5 / 3 + u128::from(i / 16 % 2), Some(true)),
                    5 => (a * 5 / 3 + a / 500, Some(false)),
                    9 => (a * 5 / 3 - a / 500, Some(false)),
                    _ => (
                        10u128.pow(digits - 1) * (1 + draw(9)) + draw(10u128.pow(digits - 1)),
                        None,
                    ),
                };
                let zero = if i % 64 == 11 { "0" } else { "" };
                let left = if i % 64 == 11 { Some(true) } else { left };
                let (a, b) = if i / 32 % 2 == 0 { (a, b) } else { (b, a) };
                text.extend(format!("{zero}{a}{}{b}\n", char::from(blank)).bytes());
                expected.push(left);
            }
            let (mut kernel, mut seen) = (Kernel512::new(token), Answers::default());
            Tiles::<Asked>::tiles(&mut kernel.tiles, form, &text, 1, &mut seen);
            assert!(seen.0.len() > 600);
            for (i, left) in expected.iter().enumerate().take(64 * seen.0.len()) {
                let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
                match left {
                    Some(left) => assert_eq!(asked, *left, "line {i}"),
                    None => near += usize::from(asked),
                }
                others += usize::from(left.is_none());
            }
        }
        assert!(near * 200 < others, "{near} of {others}");
    }

    /// A cold position among sixty-three others, wherever it stands and however long its piles are.
    #[test]
    fn no_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let (mut text, mut expected) = (vec![b'\n'], Vec::new());
        let mut i = 0;
        for digits in 6..=19u32 {
            for at in 0..64u64 {
                for line in 0..64u64 {
                    i += 1;
                    // Differences whose smaller piles have about so many digits.
                    let d = 10u64.pow(digits - 1) / 17 * (11 + i % 16);
                    let cold = crate::game::wythoff_pair(d).filter(|_| line == at);
                    let (a, b) = cold.unwrap_or((
                        10u64.pow(digits - 1) + i * i,
                        10u64.pow(digits - 1) + i * line,
                    ));
                    let (a, b) = if i % 3 == 0 { (b, a) } else { (a, b) };
                    // At least one that no narrower lane holds.
                    let (a, b) = if line == 63 - at {
                        (1_000_000_000_000, 1_000_000_000_000 + i)
                    } else {
                        (a, b)
                    };
                    text.extend(format!("{a} {b}\n").bytes());
                    expected.push(crate::game::is_cold(a, b));
                }
            }
        }
        let (mut kernel, mut seen) = (Kernel512::new(token), Answers::default());
        Tiles::<IsCold>::tiles(&mut kernel.tiles, STRICT, &text, 1, &mut seen);
        assert!(64 * seen.0.len() > expected.len() - 200);
        let mut cold = 0;
        for (i, &expected) in expected.iter().enumerate().take(64 * seen.0.len()) {
            let answer = seen.0[i / 64] >> (i % 64) & 1 == 1;
            assert_eq!(answer, expected, "line {i}");
            cold += usize::from(answer);
        }
        assert!(cold > 800, "{cold}");
    }
}
