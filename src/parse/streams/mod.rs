//! The kernel for vectors of 32 bytes: it reads the text at eight places at once, one line at each place in turn.
//!
//! [`Vector32`] has the operations of an instruction set (AVX2, NEON or SIMD of WebAssembly), and [`Asks`] computes the answers with them.
//!
//! # The algorithm
//!
//! ```text
//! cut a region of the text into eight streams of whole lines
//! until all streams have ended:
//!     for each of up to 64 rows:                                            run.rs
//!         for each stream, whose line begins at c:
//!             bits = the bytes of c[0..32] that are no digits, one bit each
//!             space = lowest bit, end = second lowest bit
//!             the line is c[..end]; the stream's next line begins after it
//!         check the bytes around each space and each line end               (1)
//!         first digits show which of these lines may be cold                (2)
//!     answer 0 for the others; make numbers of those that may be cold       (3)  numbers.rs
//!     read lines of another form one by one, or end the region              (4)  region.rs
//! give the answers of all streams to the sink, in order
//! ```
//!
//! The start of a line depends on the line before it: load, compare, mask, two bit operations and an addition must follow each
//! other. The chains of the eight streams overlap. An index of all separators takes longer, because it must be written and read
//! again.
//!
//! 1. *Checks are exact, and nearly free.* The comparison shows that all bytes before the space, and between it and the end,
//!    are digits. Four bytes remain to be checked: the separator after the first pile must be a space, the separator after the
//!    second pile must be the line end, and the byte before each must be a digit, so that no pile is empty. The eight bytes
//!    around each start of a line and around each space are loaded anyway, for the first digits. If a mask has fewer than two
//!    bits, the first byte that was not compared (32, or 64 for wide lines) counts as the missing separator. If it is the right
//!    separator, the line is valid; if not, the check fails.
//! 2. *The filter.* If the first four bytes of both piles are digits, they make two 16-bit numbers, which are compared for 16
//!    lines at a time: the larger one with phi times the smaller one, and the smaller one with a tenth of phi times the larger
//!    one. `four_digits_fit` in `game/ratio.rs` does the same for one pair, and docs/proof/Decimal.v proves that no cold
//!    position is rejected, whatever the lengths are. One random pair in 1700 is not rejected: it is a *candidate*. A line with
//!    a shorter pile, or with a leading zero, is a candidate, too. If there are many candidates, the filter also compares
//!    lengths: piles of a cold position differ by at most one digit.
//! 3. *Candidates wait in a queue*, until 64 of them can be converted together, without a branch that could not be predicted.
//!    If most lines are candidates, or the question has no filter, the digits of all lines are kept while the streams are read,
//!    and a second pass makes numbers of them: its multiplications do not delay the next line.
//! 4. *A run ends at the row that has a line of another form*, and [`region`] reads that line alone. If there are many such
//!    lines, or if one is malformed, the region ends at that line. All answers after it are dropped, and the [driver]
//!    normalises a piece of the text.
//!
//! Lines are read as *narrow* (32 bytes) or as *wide* (64). The first rows of a region decide this, and whether the filter is
//! used. Both decisions change the time only. They suit all streams only if all meet lines of the same kind, so a region ends
//! where another kind begins ([`EndOfKind`]). Lines with piles of at most three digits are read two at a time: see [`short`].
//!
//! # What was tried
//!
//! Measured on a Xeon (Emerald Rapids), with the text in memory. Streams that begin a multiple of 4 KiB apart use the same sets
//! of the cache: `1e9` takes 10% longer. So a chunk has 2 000 000 bytes, not 2 MiB. One loop that reads lines and makes numbers
//! takes 5% longer than two (`half-cold`). A loop in which each stream has its own line end (LF or CR LF) is slower, too. If the
//! text that each stream reads next is prefetched, `1e9` takes 14% longer (in a mapped file). Without lengths, `mixed` takes 1.7
//! times as long. Text that changes every 100 KB (`changing`) takes 4% longer with first regions of 60 or 120 KB, and a third
//! longer if regions do not end where lines change. An end 300 bytes too late costs no time; one 100 bytes too early costs a
//! fifth, because the first rows of the next region decide how it is read.
//!
//! Operations on vectors are not used in closures: the compiler would compile a closure without the vector instructions, so
//! each operation would be a call. [`Vector32::run`] makes functions that are compiled with these instructions.
#![allow(unsafe_code)]

mod answers;
mod candidates;
pub(super) mod normalise;
mod numbers;
#[cfg(not(target_arch = "x86_64"))]
mod pair;
mod piles;
mod ratio;
mod region;
mod run;
mod short;
mod vector;
mod ways;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use pair::Pair;
use vector::load;
#[cfg(target_arch = "x86_64")]
pub(super) use vector::repeat;
pub(super) use vector::{Asks, Step, Vector32};

use super::driver::{self, Walk};
use super::{AnswerSink, Decide, swar};
use normalise::{Normalise, mask};
use numbers::STREAMS;
use region::{Region, Store};
use run::RUN_BYTES;
use ways::Ways;

/// The bytes of the first region. After a region that is read in the same way as the one before, the next region is twice as
/// large; if the way differs, it is a quarter, but not smaller than this. Lines of another form and malformed lines make it
/// smaller. This is no power of two, so that streams do not begin a multiple of 4 KiB apart.
const FIRST_REGION: usize = 240_000;
/// Limits the memory for answers.
const MAX_REGION: usize = 2_000_000;
/// The text must have this many bytes before the first line of a walk.
const BYTES_BEFORE: usize = 32;
/// The bytes of text at one place that show the kind of its lines. A longer probe is wrong less often, but takes longer.
const PROBE: usize = 384;
/// If lines of another kind begin before this many bytes, the region does not end there.
const MIN_KIND: usize = 8 << 10;
/// Streams do not read a text or a region of fewer bytes.
const MIN_TEXT: usize = 2 << 10;

/// The kernel for vectors of 32 bytes.
pub(crate) struct Streams<V: Vector32> {
    token: V::Token,
    store: Store,
    /// Bytes of the next region.
    region: usize,
    /// How the last region was read.
    ways: Option<Ways>,
}

impl<V: Vector32> Streams<V> {
    /// `token` proves that the machine has the instructions.
    pub(in crate::parse) fn new(token: V::Token) -> Self {
        Self {
            token,
            store: Store::new(),
            region: FIRST_REGION,
            ways: None,
        }
    }
}

impl<D: Decide, V: Asks<D>> Walk<D> for Streams<V> {
    const BYTES_BEFORE: usize = BYTES_BEFORE;
    const PADDING: &'static [u8] = &driver::padding::<RUN_BYTES>(RUN_BYTES);

    fn walk<B: AnswerSink, const CR: bool>(
        &mut self,
        text: &[u8],
        mut at: usize,
        sink: &mut B,
    ) -> usize {
        let last = text.len().saturating_sub(RUN_BYTES);
        while at + MIN_TEXT <= last {
            if self.region < MIN_TEXT {
                // Malformed lines are so near to each other that the SWAR kernel takes less time.
                let start = at;
                at = swar::lines_until::<D, B>(text, start, start + MIN_TEXT, sink);
                // The region also grows if the SWAR kernel takes no line: streams take piles beyond u64, too.
                self.region += (at - start).max(64) / 2;
                if at < start + MIN_TEXT {
                    break;
                }
                continue;
            }
            let mut end = at + self.region;
            if end + MIN_TEXT > last {
                // The rest would be too short for the next region.
                end = last;
            }
            // In a shorter text, a change that the first step finds would be ignored: see `MIN_KIND`.
            if end - at >= STREAMS * MIN_KIND {
                end = at + V::run(self.token, EndOfKind::<V>(self.token, &text[at..end]));
            }
            let Some(newline) = memchr::memrchr(b'\n', &text[at..end]) else {
                break;
            };
            let end = at + newline + 1;
            let region = Region::<D, V>::new(self.token, &mut self.store, text, at..end, CR);
            let (stop, ways, is_malformed) = V::run(self.token, region);
            self.store.answers.give(stop, sink);
            let read = stop - at;
            at = stop;
            if stop < end {
                if !is_malformed && read >= MIN_TEXT {
                    // The next lines of another form may be as far away as these.
                    self.region = (2 * read).clamp(FIRST_REGION / 8, FIRST_REGION);
                } else if is_malformed && read > 0 {
                    // A smaller region reads less text in vain if more malformed lines follow. At least half remains, because the
                    // next one may be farther away. If nothing was read, the line is the one that ended the region before.
                    self.region = self.region.min((self.region / 2).max(2 * read));
                }
                break;
            }
            if read < FIRST_REGION / 8 {
                // So small a region does not show whether the way changes.
                self.region = self.region.max(2 * read);
            } else if self.ways.replace(ways) == Some(ways) {
                self.region = self.region.max(MAX_REGION.min(2 * read));
            } else {
                self.region = FIRST_REGION.max(self.region / 4);
            }
        }
        at
    }

    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize> {
        V::run(self.token, Normalise::<V>(self.token, piece, out))
    }
}

/// Finds where lines of another kind begin in a text, by the share of bytes that are not digits: steps of an eighth of the text
/// find a change, and halving finds its place. If the streams met lines of several kinds at the same time, none of the ways to
/// read them would suit all.
struct EndOfKind<'a, V: Vector32>(V::Token, &'a [u8]);

/// The number of bytes that are not digits.
#[inline(always)]
fn separators<V: Vector32>(token: V::Token, text: &[u8]) -> u32 {
    let mut count = 0;
    for block in text.as_chunks::<32>().0 {
        let separators = V::bytes(token, *block).no_digits();
        count += separators.bits().count_ones();
    }
    count
}

impl<V: Vector32> Step for EndOfKind<'_, V> {
    /// A place at most two [`PROBE`]s after their beginning; the end of the text if none is found.
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self(token, text) = self;
        let first = separators::<V>(token, &text[..PROBE]);
        let (mut same, mut other) = (0, text.len());
        while other - same > PROBE {
            let place = if other == text.len() {
                same + text.len() / STREAMS
            } else {
                same.midpoint(other)
            };
            let Some(probe) = text[place..].get(..PROBE) else {
                break;
            };
            let separators = separators::<V>(token, probe);
            if 10 * separators > 13 * first || 10 * first > 13 * separators {
                other = place;
            } else {
                same = place;
            }
        }
        if other < MIN_KIND {
            return text.len();
        }
        text.len().min(other + PROBE)
    }
}

/// Whether a number in `text` has at least `digits` digits; leading zeros count. A limit above 32 is treated as 32.
pub(super) fn has_long_number<V: Vector32>(token: V::Token, text: &[u8], digits: usize) -> bool {
    V::run(token, HasLongNumber::<V>(token, text, digits))
}

struct HasLongNumber<'a, V: Vector32>(V::Token, &'a [u8], usize);

impl<V: Vector32> Step for HasLongNumber<'_, V> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self(token, mut rest, digits) = self;
        let digits = digits.clamp(1, 32);
        // A bit stays for each place where `digits` digits begin. Each shift at most doubles the length.
        let mut length = 1;
        let shifts: [usize; 5] = std::array::from_fn(|_| {
            let shift = length.min(digits - length);
            length += shift;
            shift
        });
        while let Some(block) = rest.first_chunk::<64>() {
            let [low, high] = [load::<V, _, _>(token, block, 0), load(token, block, 1)];
            let mut places = !mask([low.no_digits(), high.no_digits()]);
            for shift in shifts {
                places &= places >> shift;
            }
            if places != 0 {
                return true;
            }
            // A number may begin in this block and end in the next one.
            rest = &rest[65 - digits..];
        }
        let mut numbers = rest.split(|byte| !byte.is_ascii_digit());
        numbers.any(|number| number.len() >= digits)
    }
}

#[cfg(test)]
pub(super) mod tests;
