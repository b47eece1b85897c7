//! Sixty-four lines at a time with AVX2.
//!
//! Owns the kernel for machines without AVX-512. It refuses to handle anything unusual where it
//! stands: a tile of lines is answered only if every byte of it was seen to be in its place.
//! Invariant: between two tiles everything before is answered and nothing behind it, so it can
//! stop at any of them.
//!
//! # Design
//!
//! The plain algorithm: find where the tokens end, turn each into a number, decide. As in
//! [`super::avx512`] all of it is done in bulk, for a **tile** of 128 tokens, which are 64 lines
//! of one form, mostly the strict one (`digits SP digits LF`). But AVX2 can neither compress nor expand bytes:
//!
//! 1. **Places.** In each aligned 64-byte block the separators are the bytes below `'0'`. Their
//!    places in the block, which are their places mod 64, are written out one by one: count
//!    trailing zeros, clear the lowest bit.
//! 2. **Lengths.** The difference of neighbouring places mod 64 is a token's length, with the
//!    separator behind it. The longest one of a tile chooses the width of its windows.
//! 3. **Windows.** A window ends with the separator behind its token, so the token stands against
//!    the right, and the separator always in the last byte. XOR with `0...0 SP` or `0...0 LF`
//!    makes digits of the first and 0 of the second; a mask by the token's length clears what was
//!    before the token. The largest value that each byte of a window ever has is kept: once a
//!    tile, one comparison tells whether every digit was one and every separator in its place.
//! 4. **Numbers.** By pairs of digits, pairs of those, and again: the weights leave the last byte
//!    out, so the last group is of 3 digits, 7 with the one before it.
//! 5. **Decision**, by whoever asks ([`Lanes256`]), on vectors of piles.
//!
//! Departures from that, and why. Figures are for pairs up to 10^9 from memory, one thread, in ns
//! a pair, each compared in alternating runs; all of it takes 1.56.
//!
//! * The loop over the separators of a block has a fixed number of turns, 4 to 12, by how many
//!   the blocks before had; what is too much is overwritten. A loop to the true number
//!   would mispredict its end in every other block. Where there are still more, a table for each eight bits
//!   has a flat cost.
//! * Where no token has more than 3 digits a line has one window: its first token is shifted to where it would stand
//!   if the second had 3 digits. To 100, text in the cache, 1.46 instead of 1.85.
//! * Places are a tile ahead, so that no load of them waits for the byte stores.
//! * Prefetch as far in front as there: 5% to 8% from memory, nothing lost in the cache.
//! * Step 1 takes the bytes from `':'` to 127 for digits and those above for separators, which saves
//!   two additions a block (less than 4%). Step 3 finds the first too large, and the others where they must
//!   not be.
//! * Of two bytes that end a line the LF is no separator. So it stands before the next line's first token, whose
//!   mask leaves it out; it is looked at by itself, line by line.
//! * Lengths are known mod 64 only, so a token of 64 bytes and more looks shorter than it is. Then
//!   its window ends at a byte that step 1 took for no separator, and that byte isn't the one
//!   expected there.
//! * A token beyond 31 digits, or a pile that may be beyond `u64`, doesn't stop the tile: that
//!   line is given to the scalar parser, by itself. (With a byte before the line feed it does.)
//! * Pairs beyond 9 digits get a rough test, and those that pass are asked about one by one when
//!   the tile is done. Deciding each four exactly as soon as one of them passes took 6.0 with an eighth
//!   of the pairs to 10^18 cold or one off, and 4.8 with half of them cold; so it is 3.4 and 3.8 (of
//!   which other changes made a tenth).
//!
//! Tried without gain: two places a store (5% slower, though alone it takes a quarter less);
//! places for each eight lines in between steps 3 to 5 (12% slower); two tiles in turns, one
//! prepared while the other is answered (the same).

mod few;
mod places;
mod short;
mod windows;

use few::{Heads, few, likely};
use places::{Crowd, dense, prepare, round, separators};
use windows::answer;

use super::form::{Form, Known};
use super::leading::{Wanted, switches};
use super::pieces::{LINES, Pieces, ROUND, Tiles};
use super::tables::{EIGHTS, PAIRS_16, TAILS_32};
use super::zeros::zero_line_256;
use super::{Avx2, Lanes256, normalise, one_by_one, prefetch};
use crate::parse::{Bits, Decide, Kernel};
use core::arch::x86_64::*;

/// Tokens in a tile.
const TOKENS: usize = 2 * LINES;
/// Blocks of 64 bytes that are searched for separators in a round.
const BLOCKS: usize = ROUND / 64;
/// Places in store before they are moved to the front.
const PLACES: usize = 4096;
/// Bytes that the text has before the first line of the kernel: windows reach back.
const LEAD: usize = 64;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// To 3 digits: a window of 8 bytes for both tokens of a line.
    Three,
    /// To 7 digits: windows of 8 bytes.
    Seven,
    /// To 9: windows of 16 bytes, numbers in 32 bits.
    Nine,
    /// To 15: the same with numbers in 64 bits.
    Fifteen,
    /// To 31, and single longer ones: windows of 32 bytes.
    Long,
    /// An empty token (two separators in a row), or one that looks so as its length is known mod 64.
    #[default]
    Odd,
}

impl Kind {
    /// Piles in it may have lengths so different that it is worth asking for no more.
    fn may_be_mixed(self) -> bool {
        matches!(self, Kind::Fifteen | Kind::Long)
    }

    /// No number in such a tile has more digits.
    fn digits(self) -> usize {
        match self {
            Kind::Three => 3,
            Kind::Seven => 7,
            Kind::Nine => 9,
            Kind::Fifteen => 15,
            Kind::Long | Kind::Odd => usize::MAX,
        }
    }
}

/// A tile between preparation and use.
#[repr(align(64))]
struct Tile {
    /// Of each token, with the separator behind it.
    lengths: [u8; TOKENS],
    /// Of each line.
    steps: [u16; LINES],
    /// What chooses the masks of a line's windows: an offset into [`PAIRS_16`].
    pairs: [u16; LINES],
    /// What shifts the mask of a token's window, in the order that the windows of 8 bytes want.
    shifts: [u8; TOKENS],
    /// Lines with a token that no window holds.
    beyond: u64,
    kind: Kind,
}

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
struct Store {
    /// No number in the tiles that were answered had more digits.
    longest: usize,
    wanted: Wanted,
    heads: Heads,
    /// Places of separators, mod 64; the first 64 bytes are for the place before the first.
    places: [u8; 64 + PLACES + 2 * TOKENS + 64 * BLOCKS],
    tile: Tile,
    piles: Piles,
}

/// The piles of a tile's lines, where some lines may have to be asked about again.
type Piles = [[u64; LINES]; 2];

/// The kernel of this file.
pub struct Kernel256 {
    core: Core,
    pieces: Pieces,
}

/// Its tiles.
struct Core {
    token: Avx2,
    store: Box<Store>,
}

impl Kernel256 {
    /// A kernel, on a machine that runs it.
    pub fn new(token: Avx2) -> Self {
        const TILE: Tile = Tile {
            lengths: [0; TOKENS],
            steps: [0; LINES],
            pairs: [0; LINES],
            shifts: [0; TOKENS],
            beyond: 0,
            kind: Kind::Odd,
        };
        let store = Box::new(Store {
            longest: 0,
            wanted: Wanted::NO,
            heads: Heads::NEW,
            places: [0; 64 + PLACES + 2 * TOKENS + 64 * BLOCKS],
            tile: TILE,
            piles: [[0; LINES]; 2],
        });
        Self {
            core: Core { token, store },
            pieces: Pieces::default(),
        }
    }
}

impl std::fmt::Debug for Kernel256 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kernel256")
    }
}

impl<D: Lanes256> Kernel<D> for Kernel256 {
    fn lines<B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize {
        self.pieces.lines::<D, _, B>(&mut self.core, text, at, bits)
    }

    fn longest(&mut self) -> usize {
        std::mem::take(&mut self.core.store.longest)
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        zero_line_256(self.core.token, text)
    }
}

impl<D: Lanes256> Tiles<D> for Core {
    const LEAD: usize = LEAD;

    #[inline]
    fn known<B: Bits, K: Known>(
        &mut self,
        form: Form,
        text: &[u8],
        at: usize,
        bits: &mut B,
    ) -> usize {
        let Avx2(()) = self.token;
        // SAFETY: the token says that the instructions are there.
        unsafe { tiles::<D, B, K>(&mut self.store, form, text, at, bits) }
    }

    fn notes(&self) -> bool {
        self.store.wanted.now
    }

    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
        normalise::by_copying(self.token, piece, out)
    }

    fn longest(&mut self) -> &mut usize {
        &mut self.store.longest
    }
}

/// Answers whole tiles of lines of that form, of `text` from `at` (at least [`LEAD`]), before which a line ends in
/// the same way; returns where it stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn tiles<D: Lanes256, B: Bits, K: Known>(
    store: &mut Store,
    form: Form,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    // Bytes of a line's end.
    let ending = if K::LAST { 2 } else { 1 };
    debug_assert_eq!(form.last.is_some(), K::LAST);
    assert!(at >= LEAD && text[at - 1] == b'\n');
    let Store {
        longest,
        wanted,
        heads,
        places,
        tile,
        piles,
    } = store;
    let places = places.as_mut_ptr().wrapping_add(64);
    // Blocks begin at multiples of 64. The first one has some bytes before the first line.
    let base = text.as_ptr();
    let first = base.wrapping_add(at);
    let skew = first.addr() % 64;
    let mut block = first.wrapping_sub(skew);
    let end = base.addr() + text.len();
    if end - block.addr() < 64 {
        return at;
    }
    // Bytes that are neither separators nor digits.
    let mut above = _mm256_setzero_si256();
    // SAFETY: LEAD bytes are before `first`, and the block ends inside the text.
    let mut others = unsafe { separators::<K>(block, &mut above) };
    others &= u64::MAX << skew;
    // SAFETY: room for 64 places.
    unsafe { dense(places, others) };
    // SAFETY: 64 bytes stand before.
    unsafe { places.sub(1).write((skew as u8).wrapping_sub(ending as u8)) };
    block = block.wrapping_add(64);
    // Of the places: how many there are, and how many were used.
    let mut found = others.count_ones() as usize;
    let mut used = 0;
    let mut crowd = Crowd::Eight;
    // From there on what is no separator is a digit.
    let mut clean = block;
    // The separator before the first token that isn't used yet.
    let mut s = first.wrapping_sub(ending);
    loop {
        // 1. Places, of this tile and the next.
        while found - used < 2 * TOKENS {
            let blocks = BLOCKS.min((end - block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // SAFETY: that many blocks are in the text, and places have room for a round behind
            // PLACES + 2 * TOKENS.
            let count = unsafe { round::<K>(crowd, block, blocks, places.add(found), &mut above) };
            crowd = Crowd::of(count, blocks);
            found += count;
            block = block.wrapping_add(64 * blocks);
            if K::NOTES && _mm256_testz_si256(above, above) == 0 {
                (clean, above) = (block, _mm256_setzero_si256());
            }
        }
        if found - used < TOKENS {
            break;
        }
        // 2. Lengths.
        // SAFETY: that many places are there, and one before.
        unsafe { prepare::<K>(tile, places.add(used)) };
        // 3 to 5.
        let few = if K::NOTES && s >= clean && tile.kind.may_be_mixed() {
            // SAFETY: all of the tile's tokens lie between `s` and `block`, and LEAD bytes of text before it.
            unsafe { few::<D, K>(tile, form, heads, s, text) }
        } else {
            None
        };
        if K::NOTES {
            wanted.were(few.is_some());
        } else if switches::<D, K>() && used == 0 {
            *wanted = Wanted::by(tile.kind.may_be_mixed() && likely(tile));
        }
        // SAFETY: as above.
        let result = unsafe { answer::<D, K>(tile, form, piles, few, s, text) };
        let Some((answers, next)) = result else { break };
        bits.push(answers, 64);
        *longest = tile.kind.digits().max(*longest);
        s = next;
        used += TOKENS;
        if switches::<D, K>() && wanted.now != K::NOTES {
            break;
        }
        if used >= PLACES {
            let left = found - used;
            // SAFETY: both lie in `places`; the one place before the first moves along.
            unsafe { core::ptr::copy(places.add(used).sub(1), places.sub(1), left + 1) };
            (found, used) = (left, 0);
        }
    }
    s.addr() + ending - base.addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::x86_64::form::STRICT;
    use crate::parse::x86_64::tests::{Count, Never, NeverSlowly, few_lines_are_left};

    /// The other tests would pass if every line were left to the next kernel.
    #[test]
    fn lines_are_taken_to_the_last_tile() {
        let Some(token) = Avx2::detect() else { return };
        for (blank, end) in [
            (" ", "\n"),
            ("\t", "\n"),
            (" ", "\r\n"),
            (" ", " \n"),
            ("\t", "\t\n"),
        ] {
            let form = Form {
                blank: blank.as_bytes()[0],
                last: (end.len() == 2).then(|| end.as_bytes()[0]),
            };
            // Beyond u64 a line goes its own way, and with a byte before the LF the tile with it.
            for digits in 1..=if end == "\n" { 31 } else { 18 } {
                for beyond in [false, true] {
                    let mut text = end.repeat(LEAD);
                    let at = text.len();
                    for i in 0..5000 {
                        let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                        // More than a window holds, in a tile that has windows of 32 bytes anyway.
                        let more = if beyond && digits > 18 && i % 500 == 3 {
                            "0".repeat(50)
                        } else {
                            String::new()
                        };
                        text += &format!("{a}{blank}{more}{b}{end}");
                    }
                    let (mut kernel, mut count) = (Kernel256::new(token), Count(0));
                    let (core, text) = (&mut kernel.core, text.as_bytes());
                    let stop = Tiles::<Never>::tiles(core, form, text, at, &mut count);
                    let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                    assert_eq!(count.0, lines);
                    // Not a tile, and less than a block.
                    let all = 5000 - lines < LINES + 16;
                    assert!(all, "{digits} digits, {form:?}: {lines} lines");
                }
            }
        }
    }

    /// Line by line the answers would be the same, only later.
    #[test]
    fn zeros_before_the_piles_are_no_obstacle() {
        let Some(token) = Avx2::detect() else { return };
        for zeros in [21, 25, 31] {
            let line = format!(
                "{:0zeros$} {:0zeros$}\n7 {:0zeros$}\n",
                0,
                u64::MAX / 10,
                34
            );
            let text = "\n".repeat(LEAD) + &line.repeat(3000);
            let (mut kernel, mut count) = (Kernel256::new(token), Count(0));
            let (core, text) = (&mut kernel.core, text.as_bytes());
            Tiles::<NeverSlowly>::tiles(core, STRICT, text, LEAD, &mut count);
            assert!(count.0 > 6000 - LINES - 16, "{}", count.0);
        }
    }

    /// Line by line the answers would be the same, only later.
    #[test]
    fn pieces_in_any_form_are_taken_whole() {
        let Some(token) = Avx2::detect() else { return };
        const LINE: &str = " 12  \t 3\r\n\n";
        let loose = LINE.repeat(5000);
        for lines in 1..200 {
            let (mut kernel, mut count) = (Kernel256::new(token), Count(0));
            let Kernel256 { core, pieces } = &mut kernel;
            let piece = &loose.as_bytes()[..lines * LINE.len()];
            assert!(pieces.piece::<Never, _, _>(core, piece, &mut count));
            assert_eq!(count.0, lines);
        }
    }

    /// The lines before the first tile end where tiles may begin.
    #[test]
    fn a_line_ends_where_tiles_may_begin() {
        let Some(token) = Avx2::detect() else { return };
        let text = format!("{:>width$} 7\n", 3, width = LEAD - 3) + &"12 3\n".repeat(1000);
        let (mut kernel, mut count) = (Kernel256::new(token), Count(0));
        let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
        // The last ones are for the scalar parser.
        let rest = (text.len() - stop) / 5;
        assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
    }

    #[test]
    fn few_lines_of_mixed_lengths_are_left() {
        if let Some(token) = Avx2::detect() {
            few_lines_are_left(&mut Kernel256::new(token).core);
        }
    }

    #[test]
    fn shown_by_its_name() {
        if let Some(token) = Avx2::detect() {
            assert_eq!(format!("{:?}", Kernel256::new(token)), "Kernel256");
        }
    }
}
