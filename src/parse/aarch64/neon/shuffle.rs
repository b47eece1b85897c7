//! Normalisation: text in any form becomes text in the strict dialect.
//!
//! Input: a piece of whole lines. Output: the same lines in the strict dialect. Bytes other than whitespace and leading
//! zeros are kept. For each eight bytes, a table moves the kept bytes together. So 64 bytes always take the same number of
//! instructions, whatever their number of tokens.

use super::ops::{BitWeights, bits_of_bytes, repeat, vector};
use crate::parse::batch::bit_positions;
use crate::parse::batch::runs::{Runs, SLACK};
use core::arch::aarch64::*;

/// For each mask of the kept bytes of eight: their positions.
static BIT_POSITIONS: [u64; 256] = bit_positions();

/// The number of blocks between two checks for a carriage return without a line feed after it.
const BLOCKS_PER_CHECK: usize = 16;

/// The state between two blocks.
struct State {
    runs: Runs,
    /// Not all 0 if a carriage return is not followed by a line feed.
    failure: uint8x16_t,
    weights: BitWeights,
    written: usize,
}

/// Writes the strict form of `piece`, as [`Batch::normalise`](crate::parse::batch::Batch::normalise) says for
/// [`Method::Rewrite`](crate::parse::batch::Method::Rewrite). `STRIP` says whether it removes leading zeros.
pub(super) fn by_shuffles<const STRIP: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    // SAFETY: every aarch64 has NEON.
    unsafe { normalise::<STRIP>(piece, out) }
}

/// See [`by_shuffles`].
#[target_feature(enable = "neon")]
fn normalise<const STRIP: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    let mut state = State {
        runs: Runs::NEW,
        failure: vdupq_n_u8(0),
        weights: BitWeights::new(),
        written: 0,
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first or the last block, with the byte before it. A newline stands before the text. Digits stand after
        // the text: a token begins there, so the last newline is kept.
        let mut edge = [b'0'; 65];
        edge[0] = b'\n';
        let (before, there) = (usize::from(at == 0), piece.len().min(at + 64));
        let known = &piece[at - (1 - before)..there];
        edge[before..][..known.len()].copy_from_slice(known);
        let inside = 1 + piece.len() - at;
        let inside = u64::MAX >> (64 - inside.min(64));
        // SAFETY: `edge` has 65 bytes. At most `at` bytes are written so far, and `out` has SLACK more than the text.
        unsafe { step::<STRIP>(edge.as_ptr(), inside, &mut state, out) };
        at += 64;
        while at + 64 <= piece.len() {
            for _ in 0..((piece.len() - at) / 64).min(BLOCKS_PER_CHECK) {
                // SAFETY: the block and the byte before are in the text; `out` as above.
                unsafe { step::<STRIP>(text.wrapping_add(at - 1), u64::MAX, &mut state, out) };
                at += 64;
            }
            if vmaxvq_u8(state.failure) != 0 {
                return None;
            }
        }
    }
    (vmaxvq_u8(state.failure) == 0).then_some(state.written)
}

/// Writes the kept bytes of the 64 bytes from `before` on. `inside` has a bit for each of these bytes that is text. Whether
/// a byte is kept depends also on the byte after it, so 65 bytes are read.
///
/// # Safety
/// * 65 bytes are readable from `before`.
/// * 64 bytes are writable in `out` after the first `state.written`.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn step<const STRIP: bool>(before: *const u8, inside: u64, state: &mut State, out: *mut u8) {
    let all = |c: u8| vdupq_n_u8(c);
    // Each whitespace character, at the index that its lower four bits make.
    let table = vector([
        b' ', 0, 0, 0, 0, 0, 0, 0, 0, b'\t', b'\n', 0, 0, b'\r', 0, 0,
    ]);
    // A byte above 127 keeps its top bit. Such an index is outside of the table and gives 0.
    let is_white = |bytes| {
        let index = vandq_u8(bytes, all(0x8f));
        vceqq_u8(vqtbl1q_u8(table, index), bytes)
    };
    // SAFETY: both are part of the caller's 65 bytes.
    let load = |i: usize| unsafe { vld1q_u8(before.wrapping_add(i)) };
    let earlier = [0, 16, 32, 48].map(load);
    let bytes = [1, 17, 33, 49].map(load);
    let line_feeds = bytes.map(|bytes| vceqq_u8(bytes, all(b'\n')));
    for (earlier, line_feed) in earlier.into_iter().zip(line_feeds) {
        let alone = vbicq_u8(vceqq_u8(earlier, all(b'\r')), line_feed);
        state.failure = vorrq_u8(state.failure, alone);
    }
    let white = bits_of_bytes(bytes.map(is_white), state.weights);
    let zeros = STRIP.then(|| {
        let zeros = earlier.map(|bytes| vceqq_u8(bytes, all(b'0')));
        bits_of_bytes(zeros, state.weights)
    });
    let line_feeds = bits_of_bytes(line_feeds, state.weights);
    let rewritten = state.runs.next(white, line_feeds, zeros, inside);
    for (i, earlier) in earlier.into_iter().enumerate() {
        let strict = vbslq_u8(is_white(earlier), all(b' '), earlier);
        let ends = bytes_of_bits((rewritten.line_ends >> (16 * i)) as u16);
        let strict = vbslq_u8(ends, all(b'\n'), strict);
        let keep = (rewritten.keep >> (16 * i)) as u16;
        for (half, keep) in [vget_low_u8(strict), vget_high_u8(strict)]
            .into_iter()
            .zip(keep.to_le_bytes())
        {
            let order = vcreate_u8(BIT_POSITIONS[usize::from(keep)]);
            // SAFETY: eight of the caller's bytes; those before have used eight each at most.
            unsafe { vst1_u8(out.wrapping_add(state.written), vtbl1_u8(half, order)) };
            state.written += keep.count_ones() as usize;
        }
    }
}

/// A byte of ones for each bit that is set.
#[inline]
#[target_feature(enable = "neon")]
fn bytes_of_bits(bits: u16) -> uint8x16_t {
    let [low, high] = bits.to_le_bytes().map(|byte| vdup_n_u8(byte));
    let each = vector(repeat([1, 2, 4, 8, 16, 32, 64, 128]));
    vtstq_u8(vcombine_u8(low, high), each)
}
