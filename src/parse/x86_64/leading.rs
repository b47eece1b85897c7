//! What the first digits and the lengths of piles tell.
//!
//! Owns what tiles of mixed lengths share: when it is worth the while, and the table. Invariant: whatever is decided here,
//! answers are the same.

use super::form::Known;
use crate::parse::Decide;
use std::marker::PhantomData;

/// Whether there are two instances of such tiles, one with notes.
pub(super) const fn switches<D: Decide, K: Known>() -> bool {
    D::LEADING.is_some() && !K::LAST
}

/// More lines than that of a tile are not taken one by one, or nearly so.
pub(super) const FEW: u32 = 16;
/// Of lines whose piles' lengths differ by one digit at most some more may be there: most of them begin too differently.
pub(super) const NEAR: u32 = 2 * FEW;
/// After so many tiles in a row for which notes were of no use, none are taken.
const OTHERS: u32 = 4;

/// Whether notes are wanted.
pub(super) struct Wanted {
    /// By the tiles that came last.
    pub(super) now: bool,
    /// Tiles in a row for which they were of no use.
    in_vain: u32,
}

impl Wanted {
    pub(super) const NO: Self = Self {
        now: false,
        in_vain: 0,
    };

    /// They are if a tile seems to be of the kind that they are for; what was in vain before is forgotten.
    pub(super) fn by(likely: bool) -> Self {
        Self {
            now: likely,
            in_vain: 0,
        }
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
