//! Checks before a run whether the disk has space for an output.
//!
//! Only an output that certainly does not fit is refused: unknown free space counts as enough.

use crate::error::{Error, ErrorKind, Result};
use crate::platform::free_space;
use std::fs::File;

/// The free space of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreeSpace {
    device: u64,
    /// The number of free bytes, without those that the file system keeps for the superuser.
    pub(crate) bytes: u64,
}

impl FreeSpace {
    /// The free space of the file system of `file`. `None` if it is unknown.
    pub(super) fn beside(file: &File) -> Option<Self> {
        let (device, bytes) = free_space(file)?;
        Some(Self { device, bytes })
    }
}

/// Refuses outputs that need more bytes than are free. Each output is given by its name, its free space and the least
/// number of bytes that will be written to it. Outputs on one device share its space.
pub(crate) fn require<'n>(
    outputs: impl Iterator<Item = (&'n str, Option<FreeSpace>, f64)>,
) -> Result<()> {
    let mut devices: Vec<(FreeSpace, f64)> = Vec::new();
    for (name, free, least) in outputs {
        let Some(free) = free else { continue };
        let known = devices
            .iter_mut()
            .find(|(other, _)| other.device == free.device);
        let sum = match known {
            Some((_, sum)) => {
                *sum += least;
                *sum
            }
            None => {
                devices.push((free, least));
                least
            }
        };
        if sum > free.bytes as f64 {
            let what = format!(
                "there is not enough disk space: at least {} is needed, {} is free; generate less, or write to another disk",
                size(sum),
                size(free.bytes as f64),
            );
            return Err(Error::new(ErrorKind::Argument(what)).about(name));
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
