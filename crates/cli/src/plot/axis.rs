//! An axis with round numbers: multiples of 1, 2 or 5 times a power of ten.
//!
//! Only multiplication and division find them, without `log` and `pow` (which plotters' own axis
//! uses), so they are the same on every machine.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::Ranged;
use std::ops::Range;

/// An axis from one end to the other, with at most `numbers` steps.
pub(super) struct Axis {
    ends: Range<f64>,
    numbers: usize,
}

impl Axis {
    pub(super) fn new(ends: Range<f64>, numbers: usize) -> Self {
        Self { ends, numbers }
    }
}

/// The least round number that fits at most `times` times into `span`.
pub(super) fn step(span: f64, times: usize) -> f64 {
    let goes = |step: f64| span / step <= times as f64;
    let mut power = 1.0;
    while goes(power) && power > 1e-9 {
        power /= 10.0;
    }
    while !goes(power) {
        power *= 10.0;
    }
    // A half or a fifth of this power may fit too.
    let parts = [power / 5.0, power / 2.0];
    parts.into_iter().find(|&s| goes(s)).unwrap_or(power)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let part = (value - self.ends.start) / (self.ends.end - self.ends.start);
        from + (part * f64::from(to - from)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        let step = step(self.ends.end - self.ends.start, self.numbers);
        let first = (self.ends.start / step).ceil() as i64;
        let points = (first..).map(|i| i as f64 * step);
        points.take_while(|&p| p <= self.ends.end).collect()
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        // Sums of tenths have rounding errors in their last digits.
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::coord::ranged1d::BoldPoints;

    #[test]
    fn steps_are_round_and_numbers_few() {
        for (span, times, expected) in [
            (1.0, 10, 0.1),
            (13.0, 14, 1.0),
            (12.7, 10, 2.0),
            (28.0, 10, 5.0),
            (41.0, 10, 5.0),
            (1.9e19, 10, 2e18),
            (0.033, 10, 0.005),
        ] {
            let found = step(span, times);
            assert!((found / expected - 1.0).abs() < 1e-9, "{span}: {found}");
        }
    }

    #[test]
    fn numbers_and_their_coordinates_are_inside() {
        let axis = Axis::new(-0.5..20.5, 11);
        let points = axis.key_points(BoldPoints(99));
        assert_eq!(
            points,
            (0..=10).map(|i| 2.0 * f64::from(i)).collect::<Vec<_>>()
        );
        assert_eq!(axis.map(&-0.5, (100, 310)), 100);
        assert_eq!(axis.map(&20.5, (100, 310)), 310);
        assert_eq!(axis.map(&0.0, (310, 100)), 305);
        assert_eq!(Axis::format(&(3.0 * 0.1)), "0.3");
        assert_eq!(Axis::format(&20.0), "20");
    }
}
