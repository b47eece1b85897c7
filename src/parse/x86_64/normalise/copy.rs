//! The strict form by AVX2.
//!
//! Owns the way that copies tokens, or what of them is in a block, one by one.
//!
//! How many there are in a block can't be foreseen, and a loop that ends when there is none left mispredicts
//! its end in most blocks. So it has as many turns as the blocks before needed: a turn too many copies nothing.

use super::{SLACK, whitespace};
use crate::parse::x86_64::prefetch;
use core::arch::x86_64::*;

/// Bytes that are copied in any case: of a longer part the rest follows.
const AT_ONCE: usize = 32;

/// What one block tells the next.
struct State {
    written: usize,
    /// Bit 0: the byte before is whitespace.
    after_white: u64,
    /// Bit 0: the byte before is a carriage return.
    after_return: u64,
    /// The run of whitespace that the block begins in, or behind, has a newline in it.
    carry: u8,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
    /// Tokens that begin a line.
    lines: usize,
    /// Tokens that begin in a block, as far as was seen.
    turns: u32,
}

/// See [`super::by_copying`].
///
/// # Safety
///
/// The machine has AVX2, BMI1, BMI2 and POPCNT.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise(piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    assert!(out.len() >= piece.len() + SLACK);
    let out = out.as_mut_ptr();
    // Before the first line another one ends.
    let mut state = State {
        written: 0,
        after_white: 1,
        after_return: 0,
        carry: 1,
        stray: 0,
        lines: 0,
        turns: 0,
    };
    let mut at = 0;
    while at + 64 + AT_ONCE <= piece.len() {
        let block = piece.as_ptr().wrapping_add(at);
        prefetch(block);
        // SAFETY: so many bytes are there; no more are written so far than were read, and one.
        unsafe { step(block, &mut state, out) };
        at += 64;
    }
    // What is missing at the end counts as newlines: nothing begins there.
    let mut last = [b'\n'; 2 * 64 + AT_ONCE];
    let rest = &piece[at..];
    last[..rest.len()].copy_from_slice(rest);
    for at in (0..rest.len()).step_by(64) {
        // SAFETY: there are AT_ONCE bytes behind the last block that has some of `rest`, which is shorter than two.
        unsafe { step(last.as_ptr().wrapping_add(at), &mut state, out) };
    }
    // SAFETY: there is room for a byte more.
    unsafe { out.add(state.written).write(b'\n') };
    (state.stray == 0).then_some((state.written + 1, state.lines))
}

/// One block.
///
/// # Safety
///
/// As for [`normalise`]. The block and [`AT_ONCE`] bytes behind it can be read; of `out`, [`SLACK`] bytes less one
/// be written behind those that are.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn step(block: *const u8, state: &mut State, out: *mut u8) {
    let table = _mm256_broadcastsi128_si256(whitespace());
    // SAFETY: the caller's.
    let halves = [0, 32].map(|i| unsafe { _mm256_loadu_si256(block.add(i).cast()) });
    let bits = |[low, high]: [__m256i; 2]| {
        let [low, high] = [low, high].map(|v| u64::from(_mm256_movemask_epi8(v) as u32));
        low | high << 32
    };
    let equal = |c: u8| bits(halves.map(|v| _mm256_cmpeq_epi8(v, _mm256_set1_epi8(c as i8))));
    let white = bits(halves.map(|v| _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v), v)));
    let newlines = equal(b'\n');
    let returns = equal(b'\r');
    state.stray |= (returns << 1 | state.after_return) & !newlines;
    state.after_return = returns >> 63;

    let mut sum = 0;
    state.carry = _addcarry_u64(state.carry, white, newlines, &mut sum);
    let line_starts = sum & !white;
    state.lines += line_starts.count_ones() as usize;
    let after_white = white << 1 | state.after_white;
    let mut starts = after_white & !white;
    let mut ends = white & !after_white;

    let mut to = out.wrapping_add(state.written);
    let copy = |to: *mut u8, from: u64, length: u64| {
        // SAFETY: the caller's.
        unsafe {
            let (from, to) = (block.add(from as usize).cast(), to.cast());
            _mm256_storeu_si256(to, _mm256_loadu_si256(from));
            if length > AT_ONCE as u64 {
                _mm256_storeu_si256(to.add(1), _mm256_loadu_si256(from.add(1)));
            }
        }
    };
    // What belongs to a token that began before; nothing, if none did.
    let inside = state.after_white ^ 1;
    let length = ends.trailing_zeros() & (inside as u32).wrapping_neg();
    ends &= ends.wrapping_sub(inside);
    copy(to, 0, length.into());
    to = to.wrapping_add(length as usize);
    state.turns = state.turns.max(starts.count_ones());
    for _ in 0..state.turns {
        // 64 if there is none.
        let start = u64::from(starts.trailing_zeros());
        let length = u64::from(ends.trailing_zeros()) - start;
        let separator = if line_starts >> (start & 63) & 1 == 1 {
            b'\n'
        } else {
            b' '
        };
        // SAFETY: the caller's.
        unsafe { to.write(separator) };
        to = to.wrapping_add(usize::from(starts != 0));
        copy(to, start, length);
        to = to.wrapping_add(length as usize);
        starts &= starts.wrapping_sub(1);
        ends &= ends.wrapping_sub(1);
    }
    state.written = to.addr() - out.addr();
    state.after_white = white >> 63;
}
