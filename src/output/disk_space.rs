//! Checks before a run whether the disk has space for an output.
//!
//! Only an output that certainly does not fit is refused: unknown free space counts as enough.

use super::Output;
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// Refuses outputs that need more bytes than are free. Each output is given with the least number of bytes that will be
/// written to it. Outputs on one device share its space.
pub(crate) fn require(needs: &[(&Output<'_>, f64)]) -> Result<()> {
    let mut sums = BTreeMap::new();
    for (output, least) in needs {
        let Some(free) = output.free_space() else {
            continue;
        };
        let sum = sums.entry(free.device).or_insert(0.0);
        *sum += *least;
        if *sum > free.bytes as f64 {
            let what = format!(
                "there is not enough disk space: at least {} is needed, {} is free; generate less, or write to another disk",
                size(*sum, f64::ceil),
                size(free.bytes as f64, f64::floor),
            );
            return Err(Error::argument(what).about(output.name()));
        }
    }
    Ok(())
}

/// Shows a number of bytes in the largest unit that gives at least 10. Needed space is rounded up and free space down, so
/// that they are never shown as the same number.
fn size(bytes: f64, round: fn(f64) -> f64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("B", 0)]
        .map(|(unit, power)| (unit, f64::from(1 << power)));
    let fits = units.into_iter().find(|(_, size)| bytes >= 10.0 * size);
    let (unit, size) = fits.unwrap_or(("B", 1.0));
    format!("{} {unit}", round(bytes / size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (bytes, needed, free) in [
            (0.0, "0 B", "0 B"),
            (7.5, "8 B", "7 B"),
            (10_239.0, "10239 B", "10239 B"),
            (10_241.0, "11 KiB", "10 KiB"),
            (5e6, "4883 KiB", "4882 KiB"),
            (5e9, "4769 MiB", "4768 MiB"),
            (9e14, "838191 GiB", "838190 GiB"),
        ] {
            assert_eq!(size(bytes, f64::ceil), needed);
            assert_eq!(size(bytes, f64::floor), free);
        }
    }
}
