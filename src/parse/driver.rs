//! A vector kernel on text of any form: it reads lines in place where they have one form, and normalised pieces elsewhere.
//!
//! Input: whole lines of any form. Output: answers in the order of the lines, and the start of the first line that no step
//! takes.
//!
//! Each line is answered by the first of these steps that takes it:
//!
//! 1. If [`sniff`] recognises the form of the line, the [`Walk`] reads it in place, together with the lines after it.
//! 2. [`Driver::piece`] copies a piece of text that begins with the line into a buffer, in the strict dialect, and walks over
//!    the copy. It answers all lines of the piece or none.
//! 3. The SWAR kernel reads the lines of the same piece one by one. It stops at a line that is malformed, or that has a
//!    pile of more than 19 digits.
//! 4. The kernel returns the start of that line. The caller gives the line to the scalar parser, which answers it or reports
//!    the fault, and calls the kernel again after it.
//!
//! So a malformed line ends the walk of step 1, and makes step 2 answer no line of the piece. Step 3 answers the lines before
//! it, and the caller of step 4 reports it. Then the next piece is half as large. A piece of [`MIN_PIECE`] bytes skips step 2,
//! so text with many malformed lines takes little more time than with the SWAR kernel alone. After a piece whose lines are all
//! answered, the next one is larger. A walk that soon stops takes as long as hundreds of lines. So after the second one in
//! succession one piece skips step 1, after the third one two pieces, after later ones three.

use super::streams::normalise::SLACK;
use super::{AnswerSink, Decide, swar};

/// The part of a kernel that depends on the instruction set: it answers lines in the strict form, and normalises other lines.
pub(super) trait Walk<D: Decide> {
    /// The number of bytes that the text must have before the first line of a walk.
    const BYTES_BEFORE: usize;
    /// Text to append to the lines of a piece, so that a walk answers all of them. [`padding`] makes it.
    const PADDING: &'static [u8];

    /// Answers lines from `at`. The line before `at`, and most of these lines, end with CR LF if `CR`, and with LF otherwise. Returns
    /// where it stopped: too little text is left, or the next line has another form.
    fn walk<B: AnswerSink, const CR: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> usize;

    /// See [`normalise`](super::streams::normalise::normalise).
    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize>;
}

/// Bytes of the first piece. Text whose dialect changes every few thousand lines takes 2.18, 2.05 and 2.09 ns a pair with 16,
/// 32 and 64 KiB, on Zen 4 with AVX-512.
const PIECE: usize = 32 << 10;
/// After a piece whose lines were all answered, the next piece is larger by this much, or twice as large if that is less, up
/// to [`MAX_PIECE`]. Each piece has a fixed cost: as much as a tenth of the time for 32 KiB of lines of mixed lengths. But a
/// large piece also normalises lines that need no normalisation.
const PIECE_STEP: usize = 4 << 10;
const MAX_PIECE: usize = 128 << 10;
/// The smallest piece. It is read line by line, without normalisation.
const MIN_PIECE: usize = 512;
/// If less text than this is left, it is read line by line.
const MIN_TEXT: usize = 256;

/// `N` bytes: first `lines` bytes of lines, whose answers are dropped, then zeros (`0`).
pub(super) const fn padding<const N: usize>(lines: usize) -> [u8; N] {
    let mut padding = [b'0'; N];
    let mut i = 0;
    while i < lines {
        padding[i] = LINE[i % LINE.len()];
        i += 1;
    }
    padding
}
/// A line of the padding. It fits the narrowest lanes, and the lengths of its piles show that it is not cold.
pub(super) const LINE: &[u8] = b"1 100\n";

/// The kernel that consists of `walk` and of the steps above.
pub(super) fn kernel<D: Decide, W: Walk<D> + 'static, B: AnswerSink>(
    walk: W,
) -> impl FnMut(&[u8], usize, &mut B) -> usize + 'static {
    let mut driver = Driver::new(walk);
    move |text, at, sink| driver.lines::<D, B>(text, at, sink)
}

/// The state of such a kernel.
pub(crate) struct Driver<W> {
    pub(super) walk: W,
    /// The pushes of a piece (answers and their count), until every line of the piece is answered.
    held: Vec<(u64, u32)>,
    /// The piece in the strict dialect.
    strict: Vec<u8>,
    /// Bytes of the next piece.
    next_piece: usize,
    /// The number of walks since the last one that read at least [`PIECE_STEP`] bytes.
    short_walks: u32,
    /// The number of pieces that are still to be read without a walk before them.
    without_walk: u32,
    /// Bytes that were normalised.
    #[cfg(test)]
    pub(super) normalised: usize,
}

impl AnswerSink for Vec<(u64, u32)> {
    fn push(&mut self, answers: u64, count: u32) {
        Vec::push(self, (answers, count));
    }
}

impl<W> Driver<W> {
    /// Answers lines from `at`, as [`parse`](super) says.
    pub(super) fn lines<D: Decide, B: AnswerSink>(
        &mut self,
        text: &[u8],
        mut at: usize,
        sink: &mut B,
    ) -> usize
    where
        W: Walk<D>,
    {
        if at < W::BYTES_BEFORE {
            at = swar::lines_until::<D, B>(text, at, W::BYTES_BEFORE, sink);
            if at < W::BYTES_BEFORE {
                return at;
            }
        }
        loop {
            let form = if self.without_walk == 0 {
                sniff(text, at)
            } else {
                Form::Other
            };
            let next = match form {
                Form::Lf => self.walk.walk::<B, false>(text, at, sink),
                Form::CrLf => self.walk.walk::<B, true>(text, at, sink),
                Form::Other => at,
            };
            if next > at {
                let read = next - at;
                at = next;
                // A few lines between lines of other forms do not make the next piece smaller.
                self.short_walks += 1;
                if read >= PIECE_STEP {
                    self.short_walks = 0;
                    self.next_piece = self.next_piece.min(PIECE);
                    if sniff(text, at) != form {
                        continue;
                    }
                }
            }
            // The lines from here on have another form, or are too few for a walk.
            let rest = &text[at..];
            if rest.len() < MIN_TEXT {
                return swar::lines_until::<D, B>(text, at, text.len(), sink);
            }
            let last = |size| memchr::memrchr(b'\n', &rest[..rest.len().min(size)]);
            let size = self.next_piece;
            let Some(last) = last(size).or_else(|| last(PIECE.max(size))) else {
                return at;
            };
            let end = at + last + 1;
            if size > MIN_PIECE && self.piece::<D, B>(&text[at..end], sink) {
                at = end;
                self.without_walk = match self.without_walk {
                    0 => self.short_walks.saturating_sub(1).min(3),
                    pieces => pieces - 1,
                };
            } else {
                at = swar::lines_until::<D, B>(text, at, end, sink);
                self.without_walk = 0;
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

    pub(super) fn new(walk: W) -> Self {
        Self {
            walk,
            held: Vec::new(),
            strict: Vec::new(),
            next_piece: PIECE,
            short_walks: 0,
            without_walk: 0,
            #[cfg(test)]
            normalised: 0,
        }
    }

    /// Answers a piece of whole lines in any form. Returns `false`, with nothing answered, if a line is malformed or has a
    /// token that the walk does not take.
    pub(super) fn piece<D: Decide, B: AnswerSink>(&mut self, piece: &[u8], sink: &mut B) -> bool
    where
        W: Walk<D>,
    {
        // Normalisation writes a newline first: the last of the bytes before the first line.
        let before = W::BYTES_BEFORE - 1;
        let needed = before + piece.len() + SLACK + W::PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![0; needed];
        }
        #[cfg(test)]
        {
            self.normalised += piece.len();
        }
        let Some(written) = self.walk.normalise(piece, &mut self.strict[before..]) else {
            return false;
        };
        let end = before + written;
        let text = &mut self.strict[..end + W::PADDING.len()];
        text[end..].copy_from_slice(W::PADDING);
        self.held.clear();
        let stop = self
            .walk
            .walk::<_, false>(text, W::BYTES_BEFORE, &mut self.held);
        if stop < end {
            return false;
        }
        let counts = self.held.iter().map(|&(_, count)| count);
        let padding = (stop - end) / LINE.len();
        let mut lines = counts.sum::<u32>() - padding as u32;
        for &(answers, count) in &self.held {
            let count = lines.min(count);
            if count > 0 {
                sink.push(answers & u64::MAX >> (u64::BITS - count), count);
            }
            lines -= count;
        }
        true
    }
}

/// The form of a line. A wrong guess costs time only: a walk checks every byte of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `digits SP digits LF`.
    Lf,
    /// `digits SP digits CR LF`, and the line before ends with CR LF, too: a walk also checks the end of that line.
    CrLf,
    /// Any other form.
    Other,
}

/// The form of the line at `at`, which is the start of a line.
pub(super) fn sniff(text: &[u8], at: usize) -> Form {
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
        _ => Form::Other,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::parse::tests::questions::{Count, Never};

    /// Pieces are not read line by line. Only this test can show it: the answers would be the same, in more time. A piece has
    /// at least `least` lines.
    pub(in crate::parse) fn pieces_in_any_form_are_taken_whole<W: Walk<Never>>(
        new: impl Fn() -> W,
        least: usize,
    ) {
        const LINE: &str = " 12  \t 3\r\n\n";
        let loose = LINE.repeat(least + 200);
        for lines in least..least + 200 {
            let mut count = Count(0);
            let piece = &loose.as_bytes()[..lines * LINE.len()];
            assert!(Driver::new(new()).piece::<Never, _>(piece, &mut count));
            assert_eq!(count.0, lines);
        }
        let text = "\n".to_owned() + &LINE.repeat(5000);
        let (mut kernel, mut count) = (Driver::new(new()), Count(0));
        let stop = kernel.lines::<Never, _>(text.as_bytes(), 1, &mut count);
        assert_eq!((stop, count.0), (text.len(), 5000));
    }

    #[test]
    fn the_form_of_a_line() {
        for (before, line, expected) in [
            ("\n", "12 3\n", Form::Lf),
            ("\r\n", "12 3\n", Form::Lf),
            (" \n", "12 3\n", Form::Lf),
            ("\n", "0000000000000000000000012 7\n", Form::Lf),
            ("\r\n", "1234 567\r\n", Form::CrLf),
            ("", "1234 567\r\n", Form::Other),
            ("\n", "1234 567\r\n", Form::Other),
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
