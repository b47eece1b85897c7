//! Checks before a run whether the disk has space for an output.
//!
//! Only an output that certainly does not fit is refused: unknown free space counts as enough.

use super::Output;
use crate::error::{Error, Result};

/// Refuses outputs that need more bytes than are free. Each output is given with the least number of bytes that will be
/// written to it. Outputs on one device share its space.
pub(crate) fn require(needs: &[(&Output<'_>, f64)]) -> Result<()> {
    for (i, (output, _)) in needs.iter().enumerate() {
        let Some(free) = output.free_space() else {
            continue;
        };
        let sum: f64 = needs[..=i]
            .iter()
            .map(|(output, least)| match output.free_space() {
                Some(space) if space.device == free.device => *least,
                _ => 0.0,
            })
            .sum();
        if sum > free.bytes as f64 {
            let what = format!(
                "there is not enough disk space: at least {} is needed, {} is free; generate less, or write to another disk",
                size(sum),
                size(free.bytes as f64),
            );
            return Err(Error::argument(what).about(output.name()));
        }
    }
    Ok(())
}

fn size(bytes: f64) -> String {
    const GIB: f64 = (1_u64 << 30) as f64;
    if bytes < 10.0 * GIB {
        format!("{:.0} MiB", bytes / GIB * 1024.0)
    } else {
        format!("{:.0} GiB", bytes / GIB)
    }
}
