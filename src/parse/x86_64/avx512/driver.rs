//! The AVX-512 kernel on text of any form: tiles in place where lines have one form, normalised pieces elsewhere.
//!
//! Input: whole lines of any form. Output: answers in the order of the lines, and the start of the first line that no step
//! takes.
//!
//! A line goes down these steps until one takes it:
//!
//! 1. If [`sniff`] recognises the form of the line, the [walk](super::walk) reads it in place, together with the lines after
//!    it.
//! 2. [`Driver::piece`] copies a piece of text that begins with the line into a buffer, in the strict dialect, and walks over
//!    the copy. It answers all lines of the piece or none.
//! 3. The SWAR kernel reads the lines of the same piece one by one. It stops at a line that is malformed, or that has a
//!    pile of more than 19 digits.
//! 4. The kernel returns the start of that line. The caller gives the line to the scalar parser, which answers it or reports
//!    the fault, and calls the kernel again after it.
//!
//! So a malformed line stops the walk in step 1 and the whole piece in step 2. Step 3 answers the lines before it, and step
//! 4 reports it. Then the next piece is half as large. A piece of [`MIN_PIECE`] bytes skips step 2. So text with many
//! malformed lines takes little more time than with the SWAR kernel alone. Each piece whose lines are all answered makes the
//! next one larger.

use super::fallback::max_digits;
use super::index::{LINES, ROUND};
use super::normalise::normalise512;
use super::tile::Store;
use super::walk::walk;
use crate::parse::normalise::SLACK;
use crate::parse::x86_64::{Avx512, Decide512};
use crate::parse::{AnswerSink, Decide, Kernel, swar};

/// Bytes of the first piece. Zen 4 with AVX-512, text whose dialect changes every few thousand lines: 16, 32 and 64 KiB
/// take 2.18, 2.05 and 2.09 ns a pair.
const PIECE: usize = 32 << 10;
/// After a piece whose lines were all answered, the next piece is larger by this much, or twice as large if that is less, up
/// to [`MAX_PIECE`]. Each piece has a fixed cost: as much as a tenth of the time for 32 KiB of lines of mixed lengths. But a
/// large piece also normalises lines that need no normalisation.
const PIECE_STEP: usize = 4 << 10;
const MAX_PIECE: usize = 128 << 10;
/// The smallest piece. It is read line by line, without normalisation.
const MIN_PIECE: usize = 512;
/// Less text than this is not worth a piece.
const MIN_TEXT: usize = 256;

/// Text after the lines of a piece: lines that fill the last tile, then digits, so that a round can be indexed wherever
/// the last line ends. The answers of these lines are dropped.
const PADDING: [u8; LINE.len() * LINES + ROUND + 128] = {
    let mut padding = [b'0'; LINE.len() * LINES + ROUND + 128];
    let mut i = 0;
    while i < LINE.len() * LINES {
        padding[i] = LINE[i % LINE.len()];
        i += 1;
    }
    padding
};
/// A line of the padding. It fits the narrowest lanes, and its lengths alone reject it.
const LINE: &[u8] = b"1 100\n";

/// The AVX-512 kernel.
pub(crate) struct Driver {
    token: Avx512,
    store: Box<Store>,
    held: HeldAnswers,
    /// The piece in the strict dialect.
    strict: Vec<u8>,
    /// Bytes of the next piece.
    next_piece: usize,
    /// No number answered since [`Kernel::take_max_digits`] was called has more digits.
    max_digits: usize,
    /// Bytes that were normalised.
    #[cfg(test)]
    pub(super) normalised: usize,
}

/// The answers of a piece, a word for each tile, held back until every line of it is answered.
struct HeldAnswers(Vec<u64>);

impl AnswerSink for HeldAnswers {
    fn push(&mut self, answers: u64, _: u32) {
        self.0.push(answers);
    }
}

impl<D: Decide512> Kernel<D> for Driver {
    fn lines<B: AnswerSink>(&mut self, text: &[u8], mut at: usize, sink: &mut B) -> usize {
        if at == 0 {
            // A walk begins with the end of the line before.
            at = self.line_by_line::<D, B>(text, 0, 1, sink);
            if at == 0 {
                return 0;
            }
        }
        loop {
            let form = sniff(text, at);
            let next = match form {
                Form::Lf => self.in_place::<D, B, false>(text, at, sink),
                Form::CrLf => self.in_place::<D, B, true>(text, at, sink),
                Form::FirstCrLf => self.line_by_line::<D, B>(text, at, at + 1, sink),
                Form::Other => at,
            };
            if next > at {
                at = next;
                if form == Form::FirstCrLf {
                    continue;
                }
                self.next_piece = self.next_piece.min(PIECE);
            }
            // The lines from here on have another form, or are too few for a tile.
            let rest = &text[at..];
            if rest.len() < MIN_TEXT {
                return self.line_by_line::<D, B>(text, at, text.len(), sink);
            }
            let last = |size| memchr::memrchr(b'\n', &rest[..rest.len().min(size)]);
            let size = self.next_piece;
            let Some(last) = last(size).or_else(|| last(PIECE.max(size))) else {
                return at;
            };
            let end = at + last + 1;
            if size > MIN_PIECE && self.piece::<D, B>(&text[at..end], sink) {
                at = end;
            } else {
                at = self.line_by_line::<D, B>(text, at, end, sink);
                if at < end {
                    // The line at `at` is left to the caller.
                    self.next_piece = MIN_PIECE.max(size / 2);
                    return at;
                }
            }
            self.next_piece = MAX_PIECE.min(size + size.min(PIECE_STEP));
            if at == text.len() {
                return at;
            }
        }
    }

    fn take_max_digits(&mut self) -> usize {
        std::mem::take(&mut self.max_digits)
    }
}

impl Driver {
    /// `token` proves that the machine has the instructions.
    pub(crate) fn new(token: Avx512) -> Self {
        Self {
            token,
            store: Box::new(Store::new()),
            held: HeldAnswers(Vec::new()),
            strict: Vec::new(),
            next_piece: PIECE,
            max_digits: 0,
            #[cfg(test)]
            normalised: 0,
        }
    }

    /// Answers whole tiles of lines from `at`, and returns where it stopped. `CR` is as for [`walk`].
    #[inline]
    pub(super) fn in_place<D: Decide512, B: AnswerSink, const CR: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> usize {
        // SAFETY: the token proves that the processor has the instructions.
        let end = unsafe { walk::<D, B, CR>(&mut self.store, text, at, sink) };
        self.max_digits = self.max_digits.max(end.max_digits);
        end.at
    }

    /// Answers a piece of whole lines in any form. Returns `false`, with nothing answered, if a line is malformed or has a
    /// token that no tile takes.
    pub(super) fn piece<D: Decide512, B: AnswerSink>(
        &mut self,
        piece: &[u8],
        sink: &mut B,
    ) -> bool {
        let needed = piece.len() + SLACK + PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![0; needed];
        }
        #[cfg(test)]
        {
            self.normalised += piece.len();
        }
        let Some(end) = normalise512(self.token, piece, &mut self.strict) else {
            return false;
        };
        let text = &mut self.strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        self.held.0.clear();
        // A line feed is before the first line.
        // SAFETY: the token proves that the processor has the instructions.
        let stop = unsafe { walk::<D, _, false>(&mut self.store, text, 1, &mut self.held) };
        self.max_digits = self.max_digits.max(stop.max_digits);
        if stop.at < end {
            return false;
        }
        let padding = (stop.at - end) / LINE.len();
        let mut lines = LINES * self.held.0.len() - padding;
        for answers in &self.held.0 {
            let count = lines.min(LINES);
            if count > 0 {
                sink.push(answers & u64::MAX >> (LINES - count), count as u32);
            }
            lines -= count;
        }
        debug_assert_eq!(lines, 0, "each line of the piece has an answer");
        true
    }

    /// The SWAR kernel, with the digits of the lines counted.
    fn line_by_line<D: Decide, B: AnswerSink>(
        &mut self,
        text: &[u8],
        at: usize,
        end: usize,
        sink: &mut B,
    ) -> usize {
        let next = swar::lines_until::<D, B>(text, at, end, sink);
        self.max_digits = self.max_digits.max(max_digits(&text[at..next]));
        next
    }
}

/// The form of a line. A wrong guess costs time only: a walk checks every byte of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `digits SP digits LF`.
    Lf,
    /// `digits SP digits CR LF`, and the line before ends with CR LF, too.
    CrLf,
    /// `digits SP digits CR LF`, but the line before ends otherwise. A walk checks that end as well, so it can start one line later.
    FirstCrLf,
    /// Any other.
    Other,
}

/// The form of the line at `at`, which is the start of a line.
fn sniff(text: &[u8], at: usize) -> Form {
    let line = &text[at..text.len().min(at + 128)];
    let digits = |from: usize| {
        let digits = line[from..].iter().take_while(|c| c.is_ascii_digit());
        digits.count()
    };
    let first = digits(0);
    if first == 0 || line.get(first) != Some(&b' ') {
        return Form::Other;
    }
    let second = digits(first + 1);
    if second == 0 {
        return Form::Other;
    }
    match line[first + 1 + second..] {
        [b'\n', ..] => Form::Lf,
        [b'\r', b'\n', ..] if text[..at].ends_with(b"\r\n") => Form::CrLf,
        [b'\r', b'\n', ..] => Form::FirstCrLf,
        _ => Form::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::parse::tests::questions::{Count, Never};

    /// However many lines are malformed, the text after them is normalised only a few times.
    #[test]
    fn malformed_lines_do_not_cost_the_text_behind_them() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        for line in ["x\n", "1 2\n3\n4\n", "1 2x \n"] {
            let text = ["\n", &line.repeat(30_000)].concat();
            let (mut count, mut at) = (Count(0), 1);
            let mut kernel = Driver::new(token);
            while at < text.len() {
                at = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), at, &mut count);
                // The test skips the line that stopped the kernel, as the caller would.
                at += text[at..].find('\n').map_or(0, |end| end + 1);
            }
            let normalised = kernel.normalised;
            assert!(normalised <= 4 * text.len(), "{normalised} {line:?}");
        }
    }

    #[test]
    fn the_form_of_a_line() {
        for (before, line, expected) in [
            ("\n", "12 3\n", Form::Lf),
            ("\r\n", "12 3\n", Form::Lf),
            (" \n", "12 3\n", Form::Lf),
            ("\n", "0000000000000000000000012 7\n", Form::Lf),
            ("\r\n", "1234 567\r\n", Form::CrLf),
            ("", "1234 567\r\n", Form::FirstCrLf),
            ("\n", "1234 567\r\n", Form::FirstCrLf),
            ("4\n", "1234 567\r\n", Form::FirstCrLf),
            (" \n", "1234 567\r\n", Form::FirstCrLf),
            ("\n", "12\t3\n", Form::Other),
            ("\r\n", "12\t3\r\n", Form::Other),
            (" \n", "1234 567 \n", Form::Other),
            ("\t\n", "1234 567\t\n", Form::Other),
            ("\n", "123\n", Form::Other),
            ("\n", "123\r\n", Form::Other),
            ("\n", "123 \n", Form::Other),
            ("\n", "1 2 3\n", Form::Other),
            ("\n", "1 2 \r\n", Form::Other),
            ("\n", " 1234 567\n", Form::Other),
            ("\n", "1234  567\n", Form::Other),
            ("\n", "1234 567\r4\n", Form::Other),
            ("\n", "12 3", Form::Other),
            ("\n", "12", Form::Other),
            ("\n", "1234 567\r", Form::Other),
            ("\n", "\n", Form::Other),
            ("\n", "", Form::Other),
        ] {
            let text = format!("{before}{line}");
            assert_eq!(sniff(text.as_bytes(), before.len()), expected, "{text:?}");
        }
    }
}
