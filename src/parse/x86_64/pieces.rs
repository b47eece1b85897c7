//! Whole tiles where lines are strict, and pieces made strict where they are not.
//!
//! Owns the walk that the vector kernels share. It refuses to know their tiles: these come as a
//! [`Tiles`]. Invariant: of a piece either every line is answered or none, so one odd line costs its own
//! piece of text, not the file.

use super::normalise::SLACK;
use crate::parse::swar::lines_until;
use crate::parse::{Bits, Decide, free};
use std::marker::PhantomData;

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

/// A form of lines that tiles take as they are: `digits BLANK digits LF`, or with a byte before the LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// A space or a tab.
    pub(super) blank: u8,
    /// A CR or a blank.
    pub(super) last: Option<u8>,
}

/// `digits SP digits LF`.
pub(super) const STRICT: Form = Form {
    blank: b' ',
    last: None,
};

/// What is known of a form when tiles are compiled. With constants for the strict one it takes 3% less.
pub(super) trait Known {
    /// It has a byte before the LF.
    const LAST: bool;
    /// The form itself.
    const FORM: Option<Form> = None;
    /// The search notes more than places, for tiles of mixed lengths: of [`Decide::LEADING`].
    const NOTES: bool = false;
}

/// [`STRICT`].
pub(super) struct Strict;
/// A form with nothing before the LF.
pub(super) struct Plain;
/// A form with a byte before the LF.
pub(super) struct Last;

/// The same form, with notes.
pub(super) struct Noted<K>(PhantomData<K>);

impl<K: Known> Known for Noted<K> {
    const LAST: bool = K::LAST;
    const FORM: Option<Form> = K::FORM;
    const NOTES: bool = true;
}

impl Known for Strict {
    const LAST: bool = false;
    const FORM: Option<Form> = Some(STRICT);
}

impl Known for Plain {
    const LAST: bool = false;
}

impl Known for Last {
    const LAST: bool = true;
}

/// More lines than that of a tile are not taken one by one, or nearly so.
pub(super) const FEW: u32 = 16;
/// Of lines whose piles' lengths differ by one digit at most some more may be there: most of them begin too differently.
pub(super) const NEAR: u32 = 2 * FEW;
/// So many tiles in a row that notes are of no use for are the end of them.
const OTHERS: u32 = 4;

/// Whether notes are wanted.
pub(super) struct Wanted {
    /// By the tiles that came last.
    pub(super) now: bool,
    /// Tiles in a row for which they were of no use.
    in_vain: u32,
}

impl Wanted {
    pub(super) const NO: Self = Self {
        now: false,
        in_vain: 0,
    };

    /// They are, if tiles seem to be of the kind that they are for.
    pub(super) fn by(likely: bool) -> Self {
        Self {
            now: likely,
            in_vain: 0,
        }
    }

    /// For one more tile they were of use, or not.
    pub(super) fn were(&mut self, of_use: bool) {
        self.in_vain = if of_use { 0 } else { self.in_vain + 1 };
        self.now = self.in_vain < OTHERS;
    }
}

/// The table of [`Decide::LEADING`].
pub(super) struct Rows<D>(PhantomData<D>);

impl<D: Decide> Rows<D> {
    /// With a fourth part that is never asked for.
    pub(super) const ROWS: [[u16; 16]; 4] = match D::LEADING {
        Some([shorter, same, longer]) => [shorter, same, longer, [0; 16]],
        None => [[!0; 16]; 4],
    };
}

/// What a look at one line tells.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// It is of that form, and so is the end of the line before.
    Tiles(Form),
    /// It is the first of its form: a tile's first separator is the end of the line before.
    First,
    /// It is of none.
    Loose,
}

/// The form of the line at `at`, before which another one ends: a look at one line tells nearly always whether
/// a try at whole tiles will be in vain, which costs time for nothing.
fn look(text: &[u8], at: usize) -> Look {
    let line = &text[at..text.len().min(at + 128)];
    let digits = |from: usize| {
        let digits = line[from..].iter().take_while(|c| c.is_ascii_digit());
        digits.count()
    };
    let first = digits(0);
    let Some(&blank @ (b' ' | b'\t')) = line.get(first) else {
        return Look::Loose;
    };
    let second = digits(first + 1);
    if first == 0 || second == 0 {
        return Look::Loose;
    }
    match line[first + 1 + second..] {
        [b'\n', ..] => Look::Tiles(Form { blank, last: None }),
        [last @ (b'\r' | b' ' | b'\t'), b'\n', ..] => {
            if text[..at].ends_with(&[last, b'\n']) {
                let last = Some(last);
                Look::Tiles(Form { blank, last })
            } else {
                Look::First
            }
        }
        _ => Look::Loose,
    }
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

/// Whether there are two instances of such tiles, one with notes.
pub(super) const fn switches<D: Decide, K: Known>() -> bool {
    D::LEADING.is_some() && !K::LAST
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

    /// Only time hangs on it, so the other tests would pass whatever it says.
    #[test]
    fn the_form_of_a_line() {
        let strict = |blank| Some((blank, None));
        let with = |blank, last| Some((blank, Some(last)));
        for (before, line, expected) in [
            ("\n", "12 3\n", strict(b' ')),
            ("\r\n", "12 3\n", strict(b' ')),
            (" \n", "12\t3\n", strict(b'\t')),
            ("\r\n", "1234 567\r\n", with(b' ', b'\r')),
            ("\r\n", "1234\t567\r\n", with(b'\t', b'\r')),
            (" \n", "1234 567 \n", with(b' ', b' ')),
            ("\t\n", "1234\t567\t\n", with(b'\t', b'\t')),
        ] {
            let text = format!("{before}{line}");
            let look = look(text.as_bytes(), before.len());
            let (blank, last) = expected.unwrap();
            assert!(
                matches!(look, Look::Tiles(form) if form == Form { blank, last }),
                "{look:?}, {text:?}"
            );
        }
        for (before, line, expected) in [
            ("", "1234 567\r\n", "First"),
            ("\n", "1234 567\r\n", "First"),
            ("4\n", "1234 567\r\n", "First"),
            (" \n", "1234 567\r\n", "First"),
            ("\n", "1234 567 \n", "First"),
            ("\n", "123\n", "Loose"),
            ("\n", "123\r\n", "Loose"),
            ("\n", "123 \n", "Loose"),
            ("\n", "1 2 3\n", "Loose"),
            ("\n", "1 2 \r\n", "Loose"),
            ("\n", " 1234 567\n", "Loose"),
            ("\n", "1234  567\n", "Loose"),
            ("\n", "1234 567\r4\n", "Loose"),
            ("\n", "12 3", "Loose"),
            ("\n", "12", "Loose"),
            ("\n", "1234 567\r", "Loose"),
            ("\n", "\n", "Loose"),
            ("\n", "", "Loose"),
        ] {
            let text = format!("{before}{line}");
            let look = look(text.as_bytes(), before.len());
            assert_eq!(format!("{look:?}"), expected, "{text:?}");
        }
    }
}
