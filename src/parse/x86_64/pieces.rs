//! Whole tiles where lines are strict, and pieces made strict where they are not.
//!
//! Owns the walk that the vector kernels share. It refuses to know their tiles: these come as a
//! [`Tiles`]. Invariant: of a piece either every line is answered or none, so one odd line costs its own
//! piece of text, not the file.

use super::form::{Form, Known, Last, Look, Noted, Plain, STRICT, Strict, look};
use super::leading::switches;
use super::normalise::SLACK;
use crate::parse::swar::lines_until;
use crate::parse::{Bits, Decide, free};

/// Text that is taken at once when it isn't strict. Zen 4 with AVX-512, text whose form changes every few thousand
/// lines: 16, 32 and 64 KiB 2.18, 2.05 and 2.09 ns a pair.
const PIECE: usize = 32 << 10;
/// Less is not worth trying.
const SMALLEST: usize = 512;

/// What stands behind the lines of a piece: lines to fill the last tile, and digits, so that a whole
/// round can be searched wherever the last line ends. They are never answered, nor is it worth
/// having more lines there than needed.
const PADDING: [u8; 4 * LINES + ROUND + 128] = {
    let mut padding = [b'0'; 4 * LINES + ROUND + 128];
    let mut i = 0;
    while i < 4 * LINES {
        padding[i] = b"1 0\n"[i % 4];
        i += 1;
    }
    padding
};

/// Lines in a tile.
pub(super) const LINES: usize = 64;
/// Bytes that are searched for separators at once, at most.
pub(super) const ROUND: usize = 64 * 20;

/// Tiles of lines, each answered as a whole or not at all.
pub(super) trait Tiles<D: Decide> {
    /// Bytes that the text has before the first line.
    const LEAD: usize;

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

    /// See [`super::normalise`]: with leading zeros.
    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)>;

    /// The same without them. `None` also if since the last call no tile was refused for nothing but zeros before its
    /// piles.
    fn without_zeros(&mut self, piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
        let _ = (piece, out);
        None
    }

    /// No number in the lines that were answered had more digits.
    fn longest(&mut self) -> &mut usize;
}

/// Lines in strict form, made from lines that are not.
pub(super) struct Pieces {
    strict: Vec<u8>,
    held: Held,
    /// Bytes of the next piece. Half of those of a piece that was tried in vain, or else a fault in each line would be
    /// paid for with the whole piece behind it; twice those of one that went well.
    next: usize,
}

impl Default for Pieces {
    fn default() -> Self {
        Self {
            strict: Vec::new(),
            held: Held::default(),
            next: PIECE,
        }
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

impl Pieces {
    /// See [`crate::parse::Kernel::lines`].
    pub(super) fn lines<D: Decide, T: Tiles<D>, B: Bits>(
        &mut self,
        kernel: &mut T,
        text: &[u8],
        mut at: usize,
        bits: &mut B,
    ) -> usize {
        if at < T::LEAD {
            at = by_words::<D, T, B>(kernel, text, at, T::LEAD, bits);
            if at < T::LEAD {
                return at;
            }
        }
        loop {
            match look(text, at) {
                Look::Tiles(form) => at = kernel.tiles(form, text, at, bits),
                Look::First => {
                    let next = by_words::<D, T, B>(kernel, text, at, at + 1, bits);
                    if next > at {
                        at = next;
                        continue;
                    }
                }
                Look::Loose => {}
            }
            // The lines that follow are in no such form, or too few for a tile.
            let rest = &text[at..];
            if rest.len() < 256 {
                return by_words::<D, T, B>(kernel, text, at, text.len(), bits);
            }
            let last = |most| memchr::memrchr(b'\n', &rest[..rest.len().min(most)]);
            let Some(last) = last(self.next).or_else(|| last(PIECE)) else {
                return at;
            };
            let piece = &rest[..=last];
            let end = at + piece.len();
            if self.next > SMALLEST && self.piece::<D, T, B>(kernel, piece, bits) {
                at = end;
            } else {
                // Something in it is no line. Lines before it are taken one by one; the caller
                // takes it, and the kernel is called again behind it.
                at = by_words::<D, T, B>(kernel, text, at, end, bits);
                if at < end {
                    self.next = SMALLEST.max(self.next / 2);
                    return at;
                }
            }
            self.next = PIECE.min(2 * self.next);
            if at == text.len() {
                return at;
            }
        }
    }

    /// A piece of whole lines in any form; `false`, and nothing answered, if a line isn't one.
    pub(super) fn piece<D: Decide, T: Tiles<D>, B: Bits>(
        &mut self,
        kernel: &mut T,
        piece: &[u8],
        bits: &mut B,
    ) -> bool {
        // Zeros stay where tiles have room for them, which only they know: those of lines before, or of these.
        self.attempt::<D, T, B>(kernel, T::without_zeros, piece, bits)
            || self.attempt::<D, T, B>(kernel, T::normalise, piece, bits)
            || self.attempt::<D, T, B>(kernel, T::without_zeros, piece, bits)
    }

    /// The same by that way to the strict form.
    fn attempt<D: Decide, T: Tiles<D>, B: Bits>(
        &mut self,
        kernel: &mut T,
        way: impl Fn(&mut T, &[u8], &mut [u8]) -> Option<(usize, usize)>,
        piece: &[u8],
        bits: &mut B,
    ) -> bool {
        // The newline before the first line is the last byte of those before.
        let before = T::LEAD - 1;
        let needed = before + piece.len() + SLACK + PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![0; needed];
        }
        let strict = way(kernel, piece, &mut self.strict[before..]);
        let Some((written, lines)) = strict else {
            return false;
        };
        let end = before + written;
        let text = &mut self.strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        self.held.answers.clear();
        if kernel.tiles(STRICT, text, T::LEAD, &mut self.held) < end {
            return false;
        }
        let mut left = lines;
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
    kernel: &mut T,
    text: &[u8],
    at: usize,
    end: usize,
    bits: &mut B,
) -> usize {
    let next = lines_until::<D, B>(text, at, end, bits);
    let longest = kernel.longest();
    *longest = free::longest(&text[at..next]).max(*longest);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
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
        fn normalise(&mut self, piece: &[u8], _: &mut [u8]) -> Option<(usize, usize)> {
            self.tried += piece.len();
            None
        }
        fn longest(&mut self) -> &mut usize {
            &mut self.longest
        }
    }

    /// Only time hangs on it: however many faults there are, text is tried only so often.
    #[test]
    fn faults_are_not_paid_for_with_the_text_behind_them() {
        for line in ["x\n", "1 2\n3\n4\n", "1 2 \n"] {
            let text = ["\n", &line.repeat(30_000)].concat();
            let (mut pieces, mut count, mut at) = (Pieces::default(), Count(0), 1);
            let mut kernel = Vain {
                tried: 0,
                longest: 0,
            };
            while at < text.len() {
                at = pieces.lines::<Never, _, _>(&mut kernel, text.as_bytes(), at, &mut count);
                // The line that stopped it is the caller's.
                at += text[at..].find('\n').map_or(0, |end| end + 1);
            }
            assert!(kernel.tried <= 4 * text.len(), "{} {line:?}", kernel.tried);
        }
    }
}
