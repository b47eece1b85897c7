//! What is a tile to the vector kernels.
//!
//! Owns its size, what its maker must do ([`Tiles`]), and the choice of the instance that is compiled for a form. It
//! refuses to know any instruction.

use super::form::{Form, Known, Last, Noted, Plain, STRICT, Strict};
use super::leading::switches;
use super::normalise::Way;
use crate::parse::{Bits, Decide};

/// Lines in a tile.
pub(super) const LINES: usize = 64;
/// Tokens in a tile.
pub(super) const TOKENS: usize = 2 * LINES;
/// Blocks of 64 bytes that are searched for separators in a round, at most.
pub(super) const BLOCKS: usize = 20;
/// The bytes of a round.
pub(super) const ROUND: usize = 64 * BLOCKS;
/// Places of separators in store before they are moved to the front.
pub(super) const PLACES: usize = 4096;

/// Tiles of lines, each answered as a whole or not at all.
pub(super) trait Tiles<D: Decide> {
    /// Bytes that the text has before the first line.
    const LEAD: usize;
    /// Of longer tokens it is worth taking off zeros before it tries. There are none for one that can't.
    const MOST: usize = usize::MAX;

    /// Answers whole tiles of lines of that form from `at`, and returns where it stopped. A line ends at
    /// `at`, in the same way as the others, and [`Tiles::LEAD`] bytes of text are before. With [`switches`] it also
    /// stops where [`Tiles::notes`] is no longer what `K` is.
    fn known<B: Bits, K: Known>(
        &mut self,
        form: Form,
        text: &[u8],
        at: usize,
        bits: &mut B,
    ) -> usize;

    /// Whether [`Known::NOTES`] are wanted.
    fn notes(&self) -> bool;

    /// [`Tiles::known`] with what is known of that form.
    #[inline]
    fn tiles<B: Bits>(&mut self, form: Form, text: &[u8], at: usize, bits: &mut B) -> usize {
        match form {
            STRICT => in_turns::<D, _, B, Strict>(self, form, text, at, bits),
            Form { last: None, .. } => in_turns::<D, _, B, Plain>(self, form, text, at, bits),
            _ => self.known::<B, Last>(form, text, at, bits),
        }
    }

    /// See [`crate::parse::free::zero_line`].
    fn zero_line(&self, text: &[u8]) -> Option<usize>;

    /// See [`super::normalise`]; with `zeros`, those before piles stay. `None` also if there is no such function.
    fn normalise(&mut self, way: Way, zeros: bool, piece: &[u8], out: &mut [u8]) -> Option<usize>;

    /// Whether a tile was refused for nothing but zeros before its piles, since the last call.
    fn padded(&mut self) -> bool {
        false
    }

    /// No number in the lines that were answered had more digits.
    fn longest(&mut self) -> &mut usize;
}

/// Tiles by the instance that notes more and by the one that doesn't, in turns.
#[inline]
fn in_turns<D: Decide, T: Tiles<D> + ?Sized, B: Bits, K: Known>(
    kernel: &mut T,
    form: Form,
    text: &[u8],
    mut at: usize,
    bits: &mut B,
) -> usize {
    loop {
        let (before, notes) = (at, switches::<D, K>() && kernel.notes());
        at = if notes {
            kernel.known::<B, Noted<K>>(form, text, at, bits)
        } else {
            kernel.known::<B, K>(form, text, at, bits)
        };
        // Each may leave a tile to the other that neither answers.
        if !switches::<D, K>() || kernel.notes() == notes || at == before {
            return at;
        }
    }
}
