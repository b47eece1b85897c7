//! Steps 3 to 5 of a batch: from its tile to its answers.
//!
//! Input: a [`Tile`], the text, and what the filter found. Output: 64 answers, or nothing if a byte is not in its place. The
//! decoders are in `windows8` and `windows16`; lines that no window holds go to [`answer_lines`].

use super::tile::{Decoded, Piles, Tile, TokenLayout};
use super::vector::{Asks, Step, Vector32};
use super::windows8::answer_digits7;
use super::windows16::{answer_digits9, answer_u64};
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::answer_lines;
use std::marker::PhantomData;

/// A batch to read. [`decode`] says what must hold, and the batch has no empty token.
struct Windows<'a, D, V: Vector32, K> {
    token: V::Token,
    tile: &'a Tile,
    piles: &'a mut Piles,
    cursor: *const u8,
    instance: PhantomData<(D, K)>,
}

impl<D: Decide, V: Asks<D>, K: StaticDialect> Step for Windows<'_, D, V, K> {
    type Output = Decoded;

    #[inline(always)]
    fn run(self) -> Decoded {
        let Self {
            token,
            tile,
            piles,
            cursor,
            ..
        } = self;
        // SAFETY: as `decode` says, and the kind fits.
        unsafe {
            match tile.kind {
                TokenLayout::EmptyToken | TokenLayout::Digits3 | TokenLayout::Digits7 => {
                    answer_digits7::<D, V, K>(token, tile, piles, cursor)
                }
                TokenLayout::Digits9 => answer_digits9::<D, V, K>(token, tile, piles, cursor),
                TokenLayout::Digits15 => answer_u64::<D, V, K, false>(token, tile, piles, cursor),
                TokenLayout::Long => answer_u64::<D, V, K, true>(token, tile, piles, cursor),
            }
        }
    }
}

/// The answers of a batch whose first token begins after the separator at `cursor`, and the separator after the batch. `None`
/// if the batch is not of the dialect. If the filter has answered, its answers count.
///
/// # Safety
/// * [`layout`](super::layout) filled `tile`.
/// * `cursor` is a byte of `text`, and the 32 bytes that end with it are part of `text`.
/// * The bytes from `cursor` that all steps of the tile lead over, and one more, are part of `text`.
#[inline(always)]
pub(super) unsafe fn decode<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    filtered: Option<Decoded>,
    cursor: *const u8,
    text: &[u8],
) -> Option<(u64, *const u8)> {
    if tile.kind == TokenLayout::EmptyToken {
        return None;
    }
    let decoded = filtered.unwrap_or_else(|| {
        let windows = Windows::<D, V, K> {
            token,
            tile,
            piles,
            cursor,
            instance: PhantomData,
        };
        V::run(token, windows)
    });
    let line_start = |separator: *const u8| separator.addr() + 1 - text.as_ptr().addr();
    let is_closed = !K::HAS_CR || text.get(line_start(decoded.end)) == Some(&b'\n');
    if !decoded.is_valid || !is_closed {
        return None;
    }
    let Decoded {
        mut answers,
        fallback,
        end,
        ..
    } = decoded;
    if fallback != 0 {
        if K::HAS_CR {
            return None;
        }
        answers = answer_lines::<D>(&tile.steps(), line_start(cursor), text, answers, fallback)?;
    }
    Some((answers, end))
}
