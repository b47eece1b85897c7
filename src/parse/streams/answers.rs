//! The answers of each stream, kept until the region ends.

use super::numbers::{ROWS, STREAMS};
use super::vector::{Vector32, load};
use crate::parse::AnswerSink;

/// A part of the text that one stream reads.
pub(super) struct Segment {
    /// Where it begins in the text.
    pub(super) start: usize,
    first_word: usize,
    pub(super) lines: usize,
}

/// The answers to all segments of a region.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) segments: Vec<Segment>,
    /// 64 answers in each word. The bits after the last answer of a segment are 0 up to the end of its word, and the whole next
    /// word is 0 if that word is full. Later words may have any value.
    words: Vec<u64>,
    used_words: usize,
}

impl Answers {
    /// Forgets all segments.
    pub(super) fn clear(&mut self) {
        self.segments.clear();
        self.used_words = 0;
    }

    /// Begins a segment of `bytes` bytes; returns its number.
    pub(super) fn begin(&mut self, start: usize, bytes: usize) -> usize {
        let first_word = self.used_words;
        // A line has at least four bytes, or two if the text changes while it is read.
        self.used_words += bytes / 128 + 3;
        if self.words.len() < self.used_words {
            self.words.resize(self.used_words, 0);
        }
        self.words[first_word] = 0;
        self.segments.push(Segment {
            start,
            first_word,
            lines: 0,
        });
        self.segments.len() - 1
    }

    /// Adds `count` answers, at most 64. The bits above are 0.
    #[inline]
    pub(super) fn push(&mut self, segment: usize, answers: u64, count: usize) {
        let segment = &mut self.segments[segment];
        let (word, bit) = (segment.first_word + segment.lines / 64, segment.lines % 64);
        self.words[word] |= answers << bit;
        self.words[word + 1] = answers >> 1 >> (63 - bit);
        segment.lines += count;
    }

    /// The answer of this line is 1.
    #[inline]
    pub(super) fn set(&mut self, segment: usize, line: usize) {
        self.words[self.segments[segment].first_word + line / 64] |= 1 << (line % 64);
    }

    /// Gives the answers to `sink`, in order, up to the place where reading stopped.
    pub(super) fn give<B: AnswerSink>(&mut self, stop: usize, sink: &mut B) {
        self.segments.sort_unstable_by_key(|segment| segment.start);
        for segment in self
            .segments
            .iter()
            .take_while(|segment| segment.start < stop)
        {
            let mut left = segment.lines;
            for &answers in &self.words[segment.first_word..][..left.div_ceil(64)] {
                let count = left.min(64);
                sink.push(answers, count as u32);
                left -= count;
            }
        }
    }
}

/// Turns a byte for each row, with a bit for each stream, into a word for each stream, with a bit for each row.
#[inline(always)]
pub(super) fn columns<V: Vector32>(token: V::Token, answers: &[u8; ROWS]) -> [u64; STREAMS] {
    let mut halves: [V; 2] = [load(token, answers, 0), load(token, answers, 1)];
    let top = V::splat(token, 0x80);
    let mut columns = [0; STREAMS];
    // Each round takes the top bit of each byte and shifts the bytes. (Bits that cross into the next byte do not reach its top.)
    for column in columns.iter_mut().rev() {
        let mut bits = [0; 2];
        for (half, bits) in halves.iter_mut().zip(&mut bits) {
            *bits = u64::from(half.and(top).equals(top).bits());
            *half = half.add_u16(*half);
        }
        *column = bits[0] | bits[1] << 32;
    }
    columns
}
