//! Whole tiles where lines are strict, and pieces made strict where they are not.
//!
//! Owns all of a vector kernel but its tiles, which come as a [`Tiles`]. Invariant: of a piece either every line is
//! answered or none, so one odd line costs its own piece of text, not the file.

use super::form::{Look, STRICT, look};
use super::normalise::{SLACK, Way};
use super::tiles::{LINES, ROUND, Tiles};
use crate::parse::swar::lines_until;
use crate::parse::{Bits, Decide, Kernel};

/// Text that is taken at once when it isn't strict, the first time. Zen 4 with AVX-512, text whose form changes every few thousand
/// lines: 16, 32 and 64 KiB 2.18, 2.05 and 2.09 ns a pair.
const PIECE: usize = 32 << 10;
/// So much more the next time, up to [`MOST`]. What a piece costs beside its lines is a tenth of 32 KiB of mixed lengths; but the
/// larger they are, the more of what follows the last such line is made strict for nothing.
const STEP: usize = 4 << 10;
const MOST: usize = 128 << 10;
/// Pieces in a row that are rewritten, after one that had to be.
const REWRITE: u32 = 16;
/// Less is not worth trying.
const SMALLEST: usize = 512;

/// What stands behind the lines of a piece: lines to fill the last tile, and digits, so that a whole
/// round can be searched wherever the last line ends. Their answers are dropped; nor is it worth
/// having more lines there than needed.
const PADDING: [u8; LINE.len() * LINES + ROUND + 128] = {
    let mut padding = [b'0'; LINE.len() * LINES + ROUND + 128];
    let mut i = 0;
    while i < LINE.len() * LINES {
        padding[i] = LINE[i % LINE.len()];
        i += 1;
    }
    padding
};
/// For the narrowest lanes, and settled by its lengths where lengths are mixed.
const LINE: &[u8] = b"1 100\n";

/// The kernel that is made of tiles `T`.
pub struct Tiled<T> {
    pub(super) tiles: T,
    /// Lines in strict form, made from lines that are not.
    strict: Vec<u8>,
    held: Held,
    /// Bytes of the next piece. Half of those of a piece that was tried in vain, or else a fault in each line would be
    /// paid for with the whole piece behind it; more than those of one that went well; no more than [`PIECE`] behind
    /// lines that went through tiles where they stand.
    next: usize,
    /// Pieces for which the shorter way is not tried.
    rewrite: u32,
}

impl<T> Tiled<T> {
    pub(super) fn of(tiles: T) -> Self {
        Self {
            tiles,
            strict: Vec::new(),
            held: Held::default(),
            next: PIECE,
            rewrite: 0,
        }
    }
}

impl<T> std::fmt::Debug for Tiled<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tiled")
    }
}

/// Answers of a piece, kept back until all of it is known to be good.
#[derive(Default)]
struct Held {
    answers: Vec<u64>,
}

impl Bits for Held {
    fn push(&mut self, answers: u64, count: u32) {
        debug_assert_eq!(count, 64);
        self.answers.push(answers);
    }
}

impl<D: Decide, T: Tiles<D>> Kernel<D> for Tiled<T> {
    fn lines<B: Bits>(&mut self, text: &[u8], mut at: usize, bits: &mut B) -> usize {
        if at < T::LEAD {
            at = by_words::<D, T, B>(&mut self.tiles, text, at, T::LEAD, bits);
            if at < T::LEAD {
                return at;
            }
        }
        loop {
            let mut zeros = true;
            match look(text, at, T::MOST) {
                Look::Tiles(form) => {
                    let next = self.tiles.tiles(form, text, at, bits);
                    if next > at {
                        (at, self.next) = (next, self.next.min(PIECE));
                    }
                }
                Look::First => {
                    let next = by_words::<D, T, B>(&mut self.tiles, text, at, at + 1, bits);
                    if next > at {
                        at = next;
                        continue;
                    }
                }
                Look::Loose { padded } => zeros = !padded,
            }
            // The lines that follow are in no such form, or too few for a tile.
            let rest = &text[at..];
            if rest.len() < 256 {
                return by_words::<D, T, B>(&mut self.tiles, text, at, text.len(), bits);
            }
            let last = |most| memchr::memrchr(b'\n', &rest[..rest.len().min(most)]);
            let Some(last) = last(self.next).or_else(|| last(PIECE.max(self.next))) else {
                return at;
            };
            let piece = &rest[..=last];
            let end = at + piece.len();
            if self.next > SMALLEST && self.piece::<D, B>(zeros, piece, bits) {
                at = end;
            } else {
                // Something in it is no line. Lines before it are taken one by one; the caller
                // takes it, and the kernel is called again behind it.
                at = by_words::<D, T, B>(&mut self.tiles, text, at, end, bits);
                if at < end {
                    self.next = SMALLEST.max(self.next / 2);
                    return at;
                }
            }
            self.next = MOST.min(self.next + self.next.min(STEP));
            if at == text.len() {
                return at;
            }
        }
    }

    fn longest(&mut self) -> usize {
        std::mem::take(self.tiles.longest())
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        self.tiles.zero_line(text)
    }
}

impl<T> Tiled<T> {
    /// A piece of whole lines in any form; `false`, and nothing answered, if a line isn't one. `zeros` stay, unless tiles
    /// have no room for them.
    pub(super) fn piece<D: Decide, B: Bits>(
        &mut self,
        mut zeros: bool,
        piece: &[u8],
        bits: &mut B,
    ) -> bool
    where
        T: Tiles<D>,
    {
        // Of the lines before, too.
        zeros &= !self.tiles.padded();
        let ways: &[Way] = match self.rewrite {
            0 => &[Way::Shorten, Way::Rewrite],
            _ => &[Way::Rewrite],
        };
        self.rewrite = self.rewrite.saturating_sub(1);
        for &way in ways {
            loop {
                if self.attempt::<D, B>(way, zeros, piece, bits) {
                    if way == Way::Rewrite && ways.len() > 1 {
                        self.rewrite = REWRITE;
                    }
                    return true;
                }
                if !zeros || !self.tiles.padded() {
                    break;
                }
                zeros = false;
            }
        }
        false
    }

    /// The same by that way to the strict form.
    fn attempt<D: Decide, B: Bits>(
        &mut self,
        way: Way,
        zeros: bool,
        piece: &[u8],
        bits: &mut B,
    ) -> bool
    where
        T: Tiles<D>,
    {
        // The newline before the first line is the last byte of those before.
        let before = T::LEAD - 1;
        let needed = before + piece.len() + SLACK + PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![0; needed];
        }
        let strict = &mut self.strict[before..];
        let Some(written) = self.tiles.normalise(way, zeros, piece, strict) else {
            return false;
        };
        let end = before + written;
        let text = &mut self.strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        self.held.answers.clear();
        let stop = self.tiles.tiles(STRICT, text, T::LEAD, &mut self.held);
        if stop < end {
            return false;
        }
        // Without the lines of the padding that were answered.
        let mut left = LINES * self.held.answers.len() - (stop - end) / LINE.len();
        for &answers in &self.held.answers {
            let count = left.min(64);
            if count == 0 {
                break;
            }
            let keep = u64::MAX >> (64 - count);
            bits.push(answers & keep, count as u32);
            left -= count;
        }
        debug_assert_eq!(left, 0);
        true
    }
}

/// Lines that don't go through tiles, to the last one that starts before `end`.
fn by_words<D: Decide, T: Tiles<D>, B: Bits>(
    tiles: &mut T,
    text: &[u8],
    at: usize,
    end: usize,
    bits: &mut B,
) -> usize {
    let next = lines_until::<D, B>(text, at, end, bits);
    let longest = tiles.longest();
    *longest = most_digits(&text[at..next]).max(*longest);
    next
}

/// How many digits the longest number of `text` has.
fn most_digits(text: &[u8]) -> usize {
    let (mut longest, mut length) = (0, 0);
    for &c in text {
        length = if c.is_ascii_digit() { length + 1 } else { 0 };
        longest = length.max(longest);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::x86_64::form::{Form, Known};
    use crate::parse::x86_64::tests::{Count, Never};

    /// Tiles that take nothing, and whose ways to the strict form fail.
    struct Vain {
        tried: usize,
        longest: usize,
    }

    impl Tiles<Never> for Vain {
        const LEAD: usize = 1;
        fn known<B: Bits, K: Known>(&mut self, _: Form, _: &[u8], at: usize, _: &mut B) -> usize {
            at
        }
        fn notes(&self) -> bool {
            false
        }
        fn zero_line(&self, _: &[u8]) -> Option<usize> {
            None
        }
        fn normalise(&mut self, _: Way, _: bool, piece: &[u8], _: &mut [u8]) -> Option<usize> {
            self.tried += piece.len();
            None
        }
        fn longest(&mut self) -> &mut usize {
            &mut self.longest
        }
    }

    #[test]
    fn shown_by_its_name() {
        assert_eq!(format!("{:?}", Tiled::of(())), "Tiled");
    }

    /// Only time hangs on it: however many faults there are, text is tried only so often.
    #[test]
    fn faults_are_not_paid_for_with_the_text_behind_them() {
        for line in ["x\n", "1 2\n3\n4\n", "1 2 \n"] {
            let text = ["\n", &line.repeat(30_000)].concat();
            let (mut count, mut at) = (Count(0), 1);
            let mut kernel = Tiled::of(Vain {
                tried: 0,
                longest: 0,
            });
            while at < text.len() {
                at = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), at, &mut count);
                // The line that stopped it is the caller's.
                at += text[at..].find('\n').map_or(0, |end| end + 1);
            }
            let tried = kernel.tiles.tried;
            assert!(tried <= 4 * text.len(), "{tried} {line:?}");
        }
    }
}
