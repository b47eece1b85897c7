//! The strict dialect by AVX2.
//!
//! Owns the ways that move what stays of each eight bytes together by a table: as many instructions for 64 bytes, however
//! many tokens they have.

use crate::parse::batch::Method;
use crate::parse::batch::runs::{Rewritten, Runs, SLACK};
use crate::parse::x86_64::Avx2;
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::SIXTEENS;
use crate::parse::x86_64::tables::whitespace;
use core::arch::x86_64::*;

/// Writes the strict form of `piece`, with all zeros.
pub(in crate::parse::x86_64) fn by_shuffles(
    Avx2(()): Avx2,
    method: Method,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    // SAFETY: the token says that the instructions are there.
    unsafe {
        match method {
            Method::Shorten => normalise::<true>(piece, out),
            Method::Rewrite => normalise::<false>(piece, out),
        }
    }
}

/// Blocks after which a way is given up that has failed.
const BLOCKS: usize = 16;

/// What one block tells the next.
struct State {
    runs: Runs,
    /// Not 0 in a byte: there a carriage return stood that no newline follows, in any block so far. To shorten: a byte went
    /// that is no whitespace, or not where it stood.
    stray: __m256i,
    written: usize,
}

impl State {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn failed(&self) -> bool {
        _mm256_testz_si256(self.stray, self.stray) == 0
    }
}

/// See [`by_shuffles`].
///
/// # Safety
///
/// The machine has AVX2, BMI1, BMI2 and POPCNT.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise<const SHORTEN: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    let mut state = State {
        runs: Runs::NEW,
        stray: _mm256_setzero_si256(),
        written: 0,
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first block and the last, with the byte before. Before the text is a newline; behind it are digits: a token
        // begins there, and so the last newline stays.
        let mut edge = [b'0'; 65];
        edge[0] = b'\n';
        let (before, there) = (usize::from(at == 0), piece.len().min(at + 64));
        let known = &piece[at - (1 - before)..there];
        edge[before..][..known.len()].copy_from_slice(known);
        let inside = 1 + piece.len() - at;
        let inside = u64::MAX >> (64 - inside.min(64));
        // SAFETY: at most `at` bytes are written so far, and there is room for 64 more.
        unsafe { step::<SHORTEN>(edge.as_ptr(), inside, &mut state, out) };
        at += 64;
        while at + 64 <= piece.len() {
            for _ in 0..((piece.len() - at) / 64).min(BLOCKS) {
                prefetch(text.wrapping_add(at));
                // SAFETY: the block and the byte before are in the text; as above.
                unsafe { step::<SHORTEN>(text.wrapping_add(at - 1), u64::MAX, &mut state, out) };
                at += 64;
            }
            if state.failed() {
                return None;
            }
        }
    }
    (!state.failed()).then_some(state.written)
}

/// The block behind the byte at `before`, by which 64 bytes that begin there are judged, and those of `inside` written.
///
/// # Safety
///
/// As for [`normalise`]. 65 bytes can be read; `out` has room for 64 bytes behind those that are written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn step<const SHORTEN: bool>(
    before: *const u8,
    inside: u64,
    state: &mut State,
    out: *mut u8,
) {
    let all = |c: u8| _mm256_set1_epi8(c as i8);
    let table = _mm256_broadcastsi128_si256(whitespace());
    let white_of = |bytes| _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes), bytes);
    let bits = |bytes, i| u64::from(_mm256_movemask_epi8(bytes) as u32) << (32 * i);
    // SAFETY: the caller's.
    let load = |i: usize| unsafe { _mm256_loadu_si256(before.wrapping_add(i).cast()) };
    let halves = [load(0), load(32)];
    if SHORTEN {
        let mut keep = 0;
        for (i, earlier) in halves.into_iter().enumerate() {
            let bytes = load(32 * i + 1);
            // One of two is no separator.
            let larger = _mm256_max_epu8(earlier, bytes);
            let stays = _mm256_cmpeq_epi8(_mm256_max_epu8(larger, all(b'0')), larger);
            // As in `compress`: a blank goes, or whitespace before a line feed.
            let white = _mm256_xor_si256(_mm256_shuffle_epi8(table, earlier), earlier);
            let other = _mm256_or_si256(_mm256_xor_si256(bytes, all(b'\n')), white);
            let odd = _mm256_min_epu8(other, _mm256_xor_si256(earlier, all(b' ')));
            state.stray = _mm256_or_si256(state.stray, _mm256_andnot_si256(stays, odd));
            keep |= bits(stays, i);
        }
        for (i, earlier) in halves.into_iter().enumerate() {
            // SAFETY: the caller's.
            unsafe { write(earlier, (keep & inside) >> (32 * i), state, out) };
        }
        return;
    }
    let (mut white, mut newlines) = (0, 0);
    for (i, earlier) in halves.into_iter().enumerate() {
        let bytes = load(32 * i + 1);
        let feeds = _mm256_cmpeq_epi8(bytes, all(b'\n'));
        let returns = _mm256_cmpeq_epi8(earlier, all(b'\r'));
        state.stray = _mm256_or_si256(state.stray, _mm256_andnot_si256(feeds, returns));
        white |= bits(white_of(bytes), i);
        newlines |= bits(feeds, i);
    }
    let Rewritten {
        keep, line_ends, ..
    } = state.runs.next(white, newlines, None, inside);

    for (i, earlier) in halves.into_iter().enumerate() {
        let blanks = _mm256_blendv_epi8(earlier, all(b' '), white_of(earlier));
        let ends = spread((line_ends >> (32 * i)) as u32);
        let strict = _mm256_blendv_epi8(blanks, all(b'\n'), ends);
        // SAFETY: the caller's.
        unsafe { write(strict, keep >> (32 * i), state, out) };
    }
}

/// Those of 32 bytes whose bits are set in the lower half of `keep`.
///
/// # Safety
///
/// As for [`step`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn write(bytes: __m256i, keep: u64, state: &mut State, out: *mut u8) {
    let (low, high) = (
        _mm256_castsi256_si128(bytes),
        _mm256_extracti128_si256::<1>(bytes),
    );
    let eights = [
        low,
        _mm_unpackhi_epi64(low, low),
        high,
        _mm_unpackhi_epi64(high, high),
    ];
    for (j, bytes) in eights.into_iter().enumerate() {
        let keep = (keep >> (8 * j)) as u8;
        let order = _mm_cvtsi64_si128(SIXTEENS[usize::from(keep)] as i64);
        let kept = _mm_shuffle_epi8(bytes, order);
        // SAFETY: the caller's.
        unsafe { _mm_storel_epi64(out.add(state.written).cast(), kept) };
        state.written += keep.count_ones() as usize;
    }
}

/// A byte of ones for each bit that is set.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bits: u32) -> __m256i {
    let bytes = _mm256_setr_epi64x(
        0,
        0x0101_0101_0101_0101,
        0x0202_0202_0202_0202,
        0x0303_0303_0303_0303,
    );
    let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let bits = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), bytes);
    _mm256_cmpeq_epi8(_mm256_and_si256(bits, each), each)
}
