//! Steps 3 to 5: the answers of a tile.

use super::tile::{Answered, Kind, Piles, Tile};
use super::windows8::sevens;
use super::windows16_32::{fifteens, longs, nines};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::fallback::answer_lines;
use crate::parse::x86_64::Lanes256;

/// Steps 3 to 5: the answers of a tile whose first separator is at `s`, and the separator behind
/// it; `None` if it isn't of the dialect. By `few`, if they are known already.
///
/// # Safety
/// The steps of the tile, all together, lead to a byte of the text, and 32 bytes of it are before `s`, itself one of
/// them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn answer<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    few: Option<(Answered, *const u8)>,
    mut s: *const u8,
    text: &[u8],
) -> Option<(u64, *const u8)> {
    let line_start = s.addr() + 1 - text.as_ptr().addr();
    // SAFETY: the caller's, in each of them.
    let (mut answers, strict, doubtful) = unsafe {
        match (tile.kind, few) {
            (_, Some((few, next))) => {
                s = next;
                few
            }
            (Kind::Odd, _) => return None,
            (Kind::Three | Kind::Seven, _) => sevens::<D, K>(tile, dialect, &mut s),
            (Kind::Nine, _) => nines::<D, K>(tile, dialect, &mut s),
            (Kind::Fifteen, _) => fifteens::<D, K>(tile, dialect, piles, &mut s),
            (Kind::Long, _) => longs::<D, K>(tile, dialect, piles, &mut s),
        }
    };
    let next = s.addr() + 1 - text.as_ptr().addr();
    if !strict || K::HAS_LAST && text.get(next) != Some(&b'\n') {
        return None;
    }
    if doubtful != 0 {
        if K::HAS_LAST {
            return None;
        }
        answers = answer_lines::<D>(&tile.steps, line_start, text, answers, doubtful)?;
    }
    Some((answers, s))
}
