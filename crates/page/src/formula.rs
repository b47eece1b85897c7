//! The answers of a posted formula, with the roundings of its type, and the positions for which they are wrong.
//!
//! A formula computes a number, and calls a position cold if the smaller pile is this number. Every difference of two piles has
//! exactly one cold position. If the formula computes another number than its smaller pile, it is wrong twice at this
//! difference: it calls the cold position hot, and a hot position cold.

use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};
use std::num::NonZeroU64;
use wythoff::Problem;
use wythoff::game::{BigUint, is_cold_u32, pair_big, wythoff_pair};
use wythoff::is_cold;
use wythoff::workload::known_cases;

/// Every difference is tried if the limit of the piles is at most this number.
pub const MAX_SCANNED: u64 = 1_000_000_000;
/// The number of known cases that are tried if the limit is larger.
const KNOWN_CASES: usize = 5000;
const LISTED: usize = 20;

/// The number that is computed from the smaller pile `a`, the larger pile `b` and a constant `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `(b - a) * c`, where c is about 1.618.
    Difference,
    /// `b * c`, where c is about 0.618.
    Larger,
    /// `(b - a) * (sqrt(5) + 1) / 2`.
    Sqrt,
    /// `(b - a) + (b - a) * n / 10^k` in 64-bit integers.
    Integers,
}

/// A floating-point type of C on x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 24 bits of precision.
    Float,
    /// 53 bits of precision.
    Double,
    /// 64 bits of precision.
    LongDouble,
}

#[derive(Clone, Copy, Debug)]
enum Factor {
    Float(f32),
    Double(f64),
    LongDouble(X87DoubleExtended),
    /// A numerator and a denominator.
    Fraction(i64, i64),
}

/// A formula.
#[derive(Clone, Debug)]
pub struct Formula {
    shape: Shape,
    factor: Factor,
    /// For a long double: the 64 bits of the factor, and how many of them are after the point.
    bits: Option<(u64, u32)>,
    /// The source of the formula in C.
    pub source: String,
}

/// A position on which a formula is wrong, the smaller pile first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The smaller pile.
    pub a: u64,
    /// The larger pile.
    pub b: u64,
    /// Whether the formula calls the position cold, which is hot; otherwise it calls a cold position hot.
    pub is_called_cold: bool,
}

/// Phi or `1 / phi` times `10^places` as a whole number: truncated, or rounded to the nearest.
fn digits(places: u32, is_rounded: bool, is_phi: bool) -> BigUint {
    let unit = BigUint::from(10_u32).pow(places + 1);
    let (lower, _) = pair_big(&unit, NonZeroU64::MIN);
    let more = if is_phi { lower } else { lower - unit };
    (more + if is_rounded { 5_u32 } else { 0 }) / 10_u32
}

/// `digits` with a point before the last `places` of them.
fn decimal(digits: &BigUint, places: u32) -> String {
    let width = places as usize + 1;
    let text = format!("{digits:0>width$}");
    let (whole, fraction) = text.split_at(text.len() - places as usize);
    match fraction {
        "" => whole.to_owned(),
        _ => format!("{whole}.{fraction}"),
    }
}

/// The square root of 5, to more digits than any of the types has.
fn root_of_five() -> String {
    // sqrt(5) = 2 phi - 1
    const PLACES: u32 = 40;
    let twice = digits(PLACES, false, true) * 2_u32;
    decimal(&(twice - BigUint::from(10_u32).pow(PLACES)), PLACES)
}

impl Formula {
    /// A formula whose constant has `places` digits after the point. [`Shape::Sqrt`] has no such constant, and
    /// [`Shape::Integers`] no type; at most 18 of its digits are used.
    pub fn new(shape: Shape, kind: Type, places: u32, is_rounded: bool) -> Self {
        let suffix = match kind {
            Type::Float => "f",
            Type::Double => "",
            Type::LongDouble => "L",
        };
        let name = match kind {
            Type::Float => "float",
            Type::Double => "double",
            Type::LongDouble => "long double",
        };
        let (constant, source) = match shape {
            Shape::Integers => {
                let places = places.min(18);
                let digits = digits(places, is_rounded, false);
                let denominator = 10_i64.pow(places);
                let numerator = i64::try_from(&digits).expect("the number has at most 18 digits");
                let source = format!("a == (b - a) + (b - a) * {numerator} / {denominator}");
                return Self {
                    shape,
                    factor: Factor::Fraction(numerator, denominator),
                    bits: None,
                    source,
                };
            }
            Shape::Sqrt => {
                let function = suffix.to_lowercase();
                let source = format!(
                    "a == (long long)(({name})(b - a) * (sqrt{function}(5.0{suffix}) + 1) / 2)"
                );
                (root_of_five(), source)
            }
            Shape::Difference | Shape::Larger => {
                let is_phi = shape == Shape::Difference;
                let constant = decimal(&digits(places, is_rounded, is_phi), places);
                let point = if places == 0 { ".0" } else { "" };
                let pile = if is_phi { "(b - a)" } else { "b" };
                let source =
                    format!("a == (long long)(({name}){pile} * {constant}{point}{suffix})");
                (constant, source)
            }
        };
        let message = "the text is a decimal number";
        let mut bits = None;
        let factor = match kind {
            Type::Float => Factor::Float(match shape {
                Shape::Sqrt => 5_f32.sqrt() + 1.0,
                _ => constant.parse().expect(message),
            }),
            Type::Double => Factor::Double(match shape {
                Shape::Sqrt => 5_f64.sqrt() + 1.0,
                _ => constant.parse().expect(message),
            }),
            Type::LongDouble => {
                let constant: X87DoubleExtended = constant.parse().expect(message);
                let factor = match shape {
                    Shape::Sqrt => (constant + small(1)).value,
                    _ => constant,
                };
                if !factor.is_zero() {
                    // The formula with sqrt divides by 2, which is exact.
                    let point = 63 - factor.ilogb() + i32::from(shape == Shape::Sqrt);
                    bits = Some((factor.to_bits() as u64, point as u32));
                }
                Factor::LongDouble(factor)
            }
        };
        Self {
            shape,
            factor,
            bits,
            source,
        }
    }

    /// The number with which the formula compares the smaller pile. `n` is the difference or, for [`Shape::Larger`], the larger
    /// pile. A number beyond `long long` is undefined in C; here it is the nearest `u64`, or for integers the remainder that
    /// processors compute.
    #[inline]
    pub fn computed(&self, n: u64) -> u64 {
        let is_halved = self.shape == Shape::Sqrt;
        match self.factor {
            Factor::Float(c) => {
                let product = n as f32 * c;
                (if is_halved { product / 2.0 } else { product }) as u64
            }
            Factor::Double(c) => {
                let product = n as f64 * c;
                (if is_halved { product / 2.0 } else { product }) as u64
            }
            Factor::LongDouble(c) => {
                if let Some((bits, point)) = self.bits
                    && n < 1 << 32
                {
                    // The product is below 2^34. So rounding it to 64 bits changes it by at most 2^-31, which moves it to the
                    // next whole number only if 30 bits after the point are ones.
                    let product = u128::from(bits) * u128::from(n);
                    if (product >> (point - 30)) as u32 | 3 << 30 != u32::MAX {
                        return (product >> point) as u64;
                    }
                }
                let product = (long(n) * c).value;
                let value = if is_halved {
                    (product / small(2)).value
                } else {
                    product
                };
                let mut is_exact = false;
                value.to_u128_r(64, Round::TowardZero, &mut is_exact).value as u64
            }
            Factor::Fraction(numerator, denominator) => {
                let d = n as i64;
                let product = d.wrapping_mul(numerator);
                d.wrapping_add(product / denominator) as u64
            }
        }
    }

    #[inline]
    fn calls_cold(&self, a: u64, b: u64) -> bool {
        let n = match self.shape {
            Shape::Larger => b,
            _ => b - a,
        };
        self.computed(n) == a
    }

    /// A position with the difference `d`, and with piles up to `max`, on which the formula is wrong.
    pub fn wrong_at(&self, d: u64, max: u64) -> Option<Wrong> {
        let allowed = |&a: &u64| a.checked_add(d).is_some_and(|b| b <= max);
        let wrong = |a: u64| {
            let b = a + d;
            let is_called_cold = self.calls_cold(a, b);
            (is_called_cold != is_cold(a, b)).then_some(Wrong {
                a,
                b,
                is_called_cold,
            })
        };
        let (lower, _) = wythoff_pair(d)?;
        let cold = Some(lower).filter(allowed).and_then(wrong);
        if self.shape != Shape::Larger {
            let computed = Some(self.computed(d)).filter(|&a| a != lower);
            return cold.or_else(|| computed.filter(allowed).and_then(wrong));
        }
        // The formula is right for the cold position. Hot positions that it calls cold must be near: its error is at most a few
        // units in the last place.
        let near = match self.factor {
            Factor::Float(_) => 4 + (lower >> 22),
            _ => 4,
        };
        let around = lower.saturating_sub(near)..=lower.saturating_add(near);
        cold.or_else(|| around.filter(allowed).find_map(wrong))
    }

    /// The number of differences, from 0 on, that are worth a try. At every larger difference both the cold position and the
    /// position that the formula calls cold have a pile beyond `max`.
    pub fn differences(&self, max: u64) -> u64 {
        if let Factor::Fraction(numerator, _) = self.factor
            && (max as i64).checked_mul(numerator).is_none()
        {
            return max + 1;
        }
        // Both numbers grow with the difference.
        let is_beyond = |d: u64| {
            let pair = wythoff_pair(d).is_none_or(|(_, upper)| upper > max);
            let computed = match self.shape {
                Shape::Larger => true,
                _ => self.computed(d).saturating_add(d) > max,
            };
            pair && computed
        };
        let (mut inside, mut beyond) = (0, max + 1);
        while beyond - inside > 1 {
            let middle = inside + (beyond - inside) / 2;
            if is_beyond(middle) {
                beyond = middle;
            } else {
                inside = middle;
            }
        }
        beyond
    }

    /// The number of wrong differences from `from` to `to - 1`, for piles up to `max`, at most [`MAX_SCANNED`].
    pub fn scan(&self, from: u64, to: u64, max: u64) -> u64 {
        assert!(max <= MAX_SCANNED, "piles fit 32 bits");
        let is_wrong = |d: u64| match self.shape {
            Shape::Larger => true,
            _ => {
                let a = self.computed(d);
                a > max || !is_cold_u32(a as u32, (a + d) as u32)
            }
        };
        let wrong = (from..to).filter(|&d| is_wrong(d) && self.wrong_at(d, max).is_some());
        wrong.count() as u64
    }

    /// The first wrong positions with a difference from `from` to `to - 1`, at most 20.
    pub fn first(&self, from: u64, to: u64, max: u64) -> Vec<Wrong> {
        let wrong = (from..to).filter_map(|d| self.wrong_at(d, max));
        wrong.take(LISTED).collect()
    }

    /// The first wrong positions with piles up to `max` and a difference that occurs in the known cases, which `lint` tries
    /// first.
    pub fn search(&self, max: u64) -> Vec<Wrong> {
        let mut problem = Problem::default();
        problem.limits.max_pile = Some(max.into());
        let difference = |case: wythoff::Case| {
            let [a, b] = [0, 1].map(|i| u64::try_from(&case.piles[i]).ok());
            Some(a?.abs_diff(b?))
        };
        let cases = known_cases(&problem, KNOWN_CASES);
        let mut differences: Vec<_> = cases.into_iter().filter_map(difference).collect();
        differences.sort_unstable();
        differences.dedup();
        let wrong = differences
            .into_iter()
            .filter_map(|d| self.wrong_at(d, max));
        wrong.take(LISTED).collect()
    }
}

/// A whole number as a long double; it is exact.
fn long(n: u64) -> X87DoubleExtended {
    X87DoubleExtended::from_u128(n.into()).value
}

fn small(n: u8) -> X87DoubleExtended {
    long(n.into())
}
