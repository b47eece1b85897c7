//! The strict dialect by AVX-512.
//!
//! Owns the ways that compress what stays of each block. As many instructions for 64 bytes, however many tokens they have:
//! about 40 to rewrite, less than half of it to shorten.

use crate::parse::batch::Method;
use crate::parse::batch::runs::{Rewritten, Runs, SLACK, Zeros};
use crate::parse::x86_64::Avx512;
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::whitespace;
use core::arch::x86_64::*;

/// Brings a mask to a general register, and keeps the compiler from working on it where it was
/// made: shifts of mask registers take four cycles.
#[inline(always)]
fn general(mut mask: u64) -> u64 {
    // SAFETY: no instruction at all; the value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}

/// Writes the strict form of `piece`, which is whole lines, to `out`, which has [`SLACK`] bytes more than
/// it: a newline, and then the lines; with `ZEROS`, without leading zeros. Returns how many bytes these are. `None` if this
/// isn't the way, or a carriage return stands where none can.
pub(in crate::parse::x86_64) fn by_compression<const ZEROS: bool>(
    Avx512(()): Avx512,
    method: Method,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    // SAFETY: the token says that the instructions are there.
    unsafe {
        match method {
            Method::Shorten => shorten::<ZEROS>(piece, out),
            Method::Rewrite => rewrite::<ZEROS>(piece, out),
        }
    }
}

/// Blocks after which a way is given up that has failed.
const BLOCKS: usize = 16;

/// A way through the text, block by block.
trait Steps {
    /// Of one block, `bytes`, and what is judged with it, the 64 bytes that begin one later: what becomes of it, and which
    /// bytes of that stay. Only those of `inside` are text.
    ///
    /// # Safety
    /// As for [`by`].
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64);

    /// Whether it can't be done so, as far as is known.
    ///
    /// # Safety
    /// As for [`by`].
    unsafe fn failed(&self) -> bool;
}

macro_rules! with_features {
    ($(#[$meta:meta])* $v:vis unsafe fn $($rest:tt)*) => {
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
        $v unsafe fn $($rest)*
    };
}

with_features! {
/// See [`by_compression`].
///
/// # Safety
/// As for [`by`].
pub(super) unsafe fn shorten<const ZEROS: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let shorten = Shorten::<ZEROS> { odd: _mm512_setzero_si512(), after_white: 1, zeros: Zeros::NEW };
    // SAFETY: the caller's.
    unsafe { by(shorten, piece, out) }
}
}

with_features! {
/// See [`by_compression`].
///
/// # Safety
/// As for [`by`].
pub(super) unsafe fn rewrite<const ZEROS: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let rewrite = Rewrite::<ZEROS> { runs: Runs::NEW, stray: 0 };
    // SAFETY: the caller's.
    unsafe { by(rewrite, piece, out) }
}
}

with_features! {
/// The text by these steps.
///
/// # Safety
/// The machine has AVX-512 F, BW, VBMI and VBMI2, BMI and POPCNT.
#[inline]
unsafe fn by<S: Steps>(mut steps: S, piece: &[u8], out: &mut [u8]) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    let mut written = 0;
    // SAFETY: at most as many bytes are written as the text has before the block's last one, a newline more, and there is
    // room for a block behind them.
    let mut write = |(strict, keep): (__m512i, u64)| unsafe {
        let compressed = _mm512_maskz_compress_epi8(keep, strict);
        _mm512_storeu_si512(out.add(written).cast(), compressed);
        written += keep.count_ones() as usize;
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first block, or the last one.
        // SAFETY: the caller's.
        write(unsafe {
            let (bytes, behind, inside) = edge(piece, at);
            steps.step(bytes, behind, inside)
        });
        at += 64;
        while at + 64 <= piece.len() {
            let blocks = ((piece.len() - at) / 64).min(BLOCKS);
            for _ in 0..blocks {
                prefetch(text.wrapping_add(at));
                // SAFETY: both are in the text.
                let load = |at| unsafe { _mm512_loadu_si512(text.wrapping_add(at).cast()) };
                // SAFETY: the caller's.
                write(unsafe { steps.step(load(at - 1), load(at), u64::MAX) });
                at += 64;
            }
            // SAFETY: as above.
            if unsafe { steps.failed() } {
                return None;
            }
        }
    }
    // SAFETY: as above.
    let failed = unsafe { steps.failed() };
    (!failed).then_some(written)
}
}

with_features! {
/// The bytes from before `at` and those from `at`; and which of the former are text. Before the text is a newline. Behind
/// it are digits: a token begins there, and so the last newline stays.
///
/// # Safety
/// As for [`by`].
#[inline]
unsafe fn edge(piece: &[u8], at: usize) -> (__m512i, __m512i, u64) {
    let lowest = |count: usize| u64::MAX.checked_shr(64 - count.min(64) as u32).unwrap_or(0);
    let all = |c: u8| _mm512_set1_epi8(c as i8);
    let (now, before) = (lowest(piece.len() - at), lowest(piece.len() + 1 - at));
    let there = before & if at == 0 { !1 } else { !0 };
    let text = piece.as_ptr().wrapping_add(at);
    // SAFETY: lanes outside of the masks are not read, the others are in the text.
    unsafe {
        let bytes = _mm512_mask_loadu_epi8(all(b'\n'), there, text.wrapping_sub(1).cast());
        let behind = _mm512_mask_loadu_epi8(all(b'0'), now, text.cast());
        (bytes, behind, before)
    }
}
}

/// Bits of a byte that goes, by the lowest six of its own: what the one behind it must not be. Of a digit none.
const GOES: [u8; 64] = {
    let mut bits = [0; 64];
    let mut c = 0;
    while c < b'0' {
        bits[c as usize] = match c {
            b' ' => 0,
            b'\t' | b'\n' | b'\r' => OTHER,
            _ => ANY,
        };
        c += 1;
    }
    bits
};
/// The same of a byte behind one that goes: what it is.
const BEFORE: [u8; 64] = {
    let mut bits = [0; 64];
    let mut c = 0;
    while c < b'0' {
        bits[c as usize] = if c == b'\n' { ANY } else { ANY | OTHER };
        c += 1;
    }
    bits
};
/// Other than a line feed.
const OTHER: u8 = 1;
const ANY: u8 = 2;

/// [`Method::Shorten`].
///
/// A byte goes if it and the next one are less than `'0'`. Seen to be so: it is a blank; or a tab, a line feed or a
/// carriage return, with a line feed behind. So a run that ends as it must, which the kernel that reads the result sees to, is
/// whitespace altogether, and if a newline is in it, it ends with one.
struct Shorten<const ZEROS: bool> {
    /// Not 0 in a byte: there one went that is no such byte, or stands one that is neither a digit nor whitespace.
    odd: __m512i,
    /// Bit 0: the byte before the next one that is judged is whitespace.
    after_white: u64,
    zeros: Zeros,
}

impl<const ZEROS: bool> Steps for Shorten<ZEROS> {
    with_features! {
    #[inline]
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64) {
        let all = |c: u8| _mm512_set1_epi8(c as i8);
        let runs = _mm512_cmplt_epu8_mask(_mm512_max_epu8(bytes, behind), all(b'0'));
        // SAFETY: 64 bytes each.
        let [goes, before] = [&GOES, &BEFORE].map(|table| unsafe { _mm512_loadu_si512(table.as_ptr().cast()) });
        // odd | (what goes & what stands behind)
        self.odd = _mm512_ternarylogic_epi64::<0xf8>(
            self.odd,
            _mm512_permutexvar_epi8(bytes, goes),
            _mm512_permutexvar_epi8(behind, before),
        );
        let mut keep = inside & !runs;
        if ZEROS {
            let before_white = general(_mm512_cmplt_epu8_mask(behind, all(b'0')));
            let white = before_white << 1 | self.after_white;
            let zeros = general(_mm512_cmpeq_epi8_mask(bytes, all(b'0')));
            keep &= !self.zeros.next(zeros, white, before_white);
            self.after_white = general(before_white >> 63);
        }
        (bytes, keep)
    }
    }

    with_features! {
    #[inline]
    unsafe fn failed(&self) -> bool {
        _mm512_test_epi8_mask(self.odd, self.odd) != 0
    }
    }
}

/// [`Method::Rewrite`].
struct Rewrite<const ZEROS: bool> {
    runs: Runs,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
}

impl<const ZEROS: bool> Steps for Rewrite<ZEROS> {
    with_features! {
    #[inline]
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64) {
        let all = |c: u8| _mm512_set1_epi8(c as i8);
        let table = _mm512_broadcast_i32x4(whitespace());
        let white = general(_mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, behind), behind));
        let newlines = general(_mm512_cmpeq_epi8_mask(behind, all(b'\n')));
        let returns = general(_mm512_cmpeq_epi8_mask(bytes, all(b'\r')));
        self.stray |= returns & !newlines;
        let zeros = ZEROS.then(|| general(_mm512_cmpeq_epi8_mask(bytes, all(b'0'))));
        let Rewritten { keep, white, line_ends } = self.runs.next(white, newlines, zeros, inside);
        let blanks = _mm512_mask_mov_epi8(bytes, white, all(b' '));
        (_mm512_mask_mov_epi8(blanks, line_ends, all(b'\n')), keep)
    }
    }

    with_features! {
    #[inline]
    unsafe fn failed(&self) -> bool {
        self.stray != 0
    }
    }
}
