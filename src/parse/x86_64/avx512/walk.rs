//! The walk over text, tile by tile.
//!
//! Input: text, and where its first line starts. Output: the answers of whole batches, pushed in order, and where the walk
//! stopped.

use super::expected::Expected;
use super::index::Index;
use super::tile::Store;
use super::walk_state::WalkState;
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{BatchEnd, LINES, ROUND};
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// Answers whole batches of lines of the dialect from `at`.
#[target_feature(
    enable = "avx512dq,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,bmi1,bmi2,popcnt"
)]
pub(super) fn walk<D: Decide512, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> BatchEnd {
    let line_end = WalkState::<D, B, K>::LINE_END;
    let mut end = BatchEnd { at, max_digits: 0 };
    // A mapped file may have changed since the driver found the line. Then nothing is answered.
    if !text[..at].ends_with(line_end) || text.len() - at < ROUND + 256 {
        return end;
    }
    let mut index = Index::new::<K>(&mut store.entries, text, at, line_end.len());
    let mut state = WalkState::<D, B, K> {
        sink,
        expected: Expected::new::<K>(),
        ratio_trial: &mut store.ratio_trial,
        cursor: text[at - line_end.len()..].as_ptr(),
        mismatch: _mm512_setzero_si512(),
        often: false,
        skips_first_group: false,
        instance: PhantomData,
    };
    let mut is_ready = false;
    let mut slot = 0;
    loop {
        // Step 1.
        let is_indexed = index.is_round_due();
        if is_indexed {
            index.index_round::<K>();
        }
        // Steps 3 to 5, on the tile that was laid out one turn before.
        if is_ready {
            let tile = &mut store.tiles[slot ^ 1];
            // SAFETY: the tile was laid out from the index of this text, after the separator at the cursor.
            let Some(answers) = (unsafe { state.decode(tile, text) }) else {
                break;
            };
            state.sink.push(answers, LINES as u32);
            end.at = state.cursor.addr() - text.as_ptr().addr() + line_end.len();
            end.max_digits = tile.max_digits.max(end.max_digits);
            state.often = answers != 0;
            is_ready = false;
        } else if !is_indexed && !index.has_tile() {
            break;
        }
        // Step 2.
        if index.has_tile() {
            let tile = &mut store.tiles[slot];
            state.layout(tile, &index);
            slot ^= 1;
            is_ready = true;
            index.use_tile();
        }
    }
    end
}
