//! The walk of a vector kernel over text: batches in place where lines have one dialect, normalised pieces elsewhere.
//!
//! Input: whole lines of any form. Output: answers in the order of the lines, and the start of the first line that no step
//! takes.
//!
//! A line goes down these steps until one takes it:
//!
//! 1. If [`sniff`] recognises the dialect of the line, [`Batch::run`] reads it in place, together with the 63 lines after
//!    it.
//! 2. [`Driver::piece`] copies a piece of text that begins with the line into a buffer, in the strict dialect, and reads the
//!    copy in batches. It answers all lines of the piece or none.
//! 3. The SWAR kernel reads the lines of the same piece one by one. It stops at a line that is malformed, or that has a
//!    pile of more than 19 digits.
//! 4. The kernel returns the start of that line. The caller gives the line to the scalar parser, which answers it or reports
//!    the fault, and calls the kernel again after it.
//!
//! So a malformed line stops the batch in step 1 and the whole piece in step 2. Step 3 answers the lines before it, and step
//! 4 reports it. Then the next piece is half as large. A piece of [`MIN_PIECE`] bytes skips step 2. So text with many
//! malformed lines takes little more time than with the SWAR kernel alone. Each piece whose lines are all answered makes the
//! next one larger.

use super::dialect::{CrLf, Dialect, Sniff, Strict, sniff};
use super::fallback::max_digits;
use super::normalise::SLACK;
use super::{Batch, BatchEnd, LINES, ROUND};
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

/// Text after the lines of a piece: lines that fill the last batch, then digits, so that a round can be indexed wherever
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

/// A kernel made of batches.
pub(crate) struct Driver<T> {
    pub(in crate::parse) batch: T,
    /// The piece in the strict dialect.
    strict: Vec<u8>,
    held: HeldAnswers,
    /// Bytes of the next piece.
    next_piece: usize,
    /// No number answered since [`Kernel::take_max_digits`] was called has more digits.
    max_digits: usize,
}

impl<T> Driver<T> {
    pub(in crate::parse) fn new(batch: T) -> Self {
        Self {
            batch,
            strict: Vec::new(),
            held: HeldAnswers::default(),
            next_piece: PIECE,
            max_digits: 0,
        }
    }
}

/// The answers of a piece, held back until every line of it is answered.
#[derive(Default)]
struct HeldAnswers {
    words: Vec<u64>,
}

impl AnswerSink for HeldAnswers {
    fn push(&mut self, answers: u64, count: u32) {
        debug_assert_eq!(count as usize, LINES);
        self.words.push(answers);
    }
}

impl HeldAnswers {
    /// Passes on the first `lines` answers.
    fn release<B: AnswerSink>(&self, mut lines: usize, sink: &mut B) {
        for &answers in &self.words {
            let count = lines.min(LINES);
            if count == 0 {
                break;
            }
            sink.push(answers & u64::MAX >> (LINES - count), count as u32);
            lines -= count;
        }
        debug_assert_eq!(lines, 0);
    }
}

impl<D: Decide, T: Batch<D>> Kernel<D> for Driver<T> {
    fn lines<B: AnswerSink>(&mut self, text: &[u8], mut at: usize, sink: &mut B) -> usize {
        if at < T::BYTES_BEFORE {
            at = self.line_by_line::<D, B>(text, at, T::BYTES_BEFORE, sink);
            if at < T::BYTES_BEFORE {
                return at;
            }
        }
        loop {
            match sniff(text, at) {
                Sniff::Dialect(dialect) => {
                    let next = self.run(dialect, text, at, sink).at;
                    if next > at {
                        (at, self.next_piece) = (next, self.next_piece.min(PIECE));
                    }
                }
                Sniff::First => {
                    let next = self.line_by_line::<D, B>(text, at, at + 1, sink);
                    if next > at {
                        at = next;
                        continue;
                    }
                }
                Sniff::Other => {}
            }
            // The lines from here on have no dialect, or are too few for a batch.
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

impl<T> Driver<T> {
    /// Answers whole batches of lines of `dialect` from `at`.
    #[inline]
    pub(in crate::parse) fn run<D: Decide, B: AnswerSink>(
        &mut self,
        dialect: Dialect,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd
    where
        T: Batch<D>,
    {
        let progress = match dialect {
            Dialect::Strict => self.batch.run::<B, Strict>(text, at, sink),
            Dialect::CrLf => self.batch.run::<B, CrLf>(text, at, sink),
        };
        self.max_digits = self.max_digits.max(progress.max_digits);
        progress
    }

    /// Answers a piece of whole lines in any form. Returns `false`, with nothing answered, if a line is malformed or has a
    /// token that no batch takes.
    pub(in crate::parse) fn piece<D: Decide, B: AnswerSink>(
        &mut self,
        piece: &[u8],
        sink: &mut B,
    ) -> bool
    where
        T: Batch<D>,
    {
        let Self {
            batch,
            strict,
            held,
            ..
        } = self;
        // The newline before the first line is the last byte before the lines.
        let before = T::BYTES_BEFORE - 1;
        let needed = before + piece.len() + SLACK + PADDING.len();
        if strict.len() < needed {
            *strict = vec![0; needed];
        }
        let Some(written) = batch.normalise(piece, &mut strict[before..]) else {
            return false;
        };
        let end = before + written;
        let text = &mut strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        held.words.clear();
        let progress = batch.run::<_, Strict>(text, T::BYTES_BEFORE, held);
        self.max_digits = self.max_digits.max(progress.max_digits);
        if progress.at < end {
            return false;
        }
        let padding = (progress.at - end) / LINE.len();
        held.release(LINES * held.words.len() - padding, sink);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::dialect::StaticDialect;
    use crate::parse::batch::tests::{Count, Never};

    /// Answers no batch, and normalises nothing.
    struct Refuses {
        tried: usize,
    }

    impl Batch<Never> for Refuses {
        const BYTES_BEFORE: usize = 1;
        fn run<B: AnswerSink, K: StaticDialect>(
            &mut self,
            _: &[u8],
            at: usize,
            _: &mut B,
        ) -> BatchEnd {
            BatchEnd { at, max_digits: 0 }
        }
        fn normalise(&mut self, piece: &[u8], _: &mut [u8]) -> Option<usize> {
            self.tried += piece.len();
            None
        }
    }

    /// However many lines are malformed, the text after them is normalised only a few times.
    #[test]
    fn malformed_lines_do_not_cost_the_text_behind_them() {
        for line in ["x\n", "1 2\n3\n4\n", "1 2 \n"] {
            let text = ["\n", &line.repeat(30_000)].concat();
            let (mut count, mut at) = (Count(0), 1);
            let mut kernel = Driver::new(Refuses { tried: 0 });
            while at < text.len() {
                at = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), at, &mut count);
                // The test skips the line that stopped the kernel, as the caller would.
                at += text[at..].find('\n').map_or(0, |end| end + 1);
            }
            let tried = kernel.batch.tried;
            assert!(tried <= 4 * text.len(), "{tried} {line:?}");
        }
    }
}
