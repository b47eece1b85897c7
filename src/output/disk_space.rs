//! Whether there is room for what is going to be written.
//!
//! Owns the sum over files of one device. It refuses only what surely doesn't fit: what a target doesn't tell
//! ([`Target::room`]) is taken as enough.

use crate::error::{Error, ErrorKind, Result};
use crate::output::output::{Room, Target};

/// Whether each file has the room that it needs at least; on one device, all together.
pub(crate) fn no_less<'t, 'w: 't>(
    needs: impl Iterator<Item = (&'t Target<'w>, f64)>,
) -> Result<()> {
    let mut seen: Vec<(Room, f64)> = Vec::new();
    for (target, least) in needs {
        let Some(room) = target.room() else { continue };
        let sum = match seen
            .iter_mut()
            .find(|(other, _)| other.device == room.device)
        {
            Some((_, sum)) => {
                *sum += least;
                *sum
            }
            None => {
                seen.push((room, least));
                least
            }
        };
        if sum > room.free as f64 {
            let what = format!(
                "there is no room: it takes {} or more, of which {} are free; ask for less, or write \
                 elsewhere",
                size(sum),
                size(room.free as f64),
            );
            return Err(Error::new(ErrorKind::Argument(what)).of(target.name()));
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
