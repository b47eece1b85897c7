//! The answers of a chunk until the chunk is written: text, followed by answers as bits.
//!
//! Text takes sixteen times the memory of bits, and would leave the cache before it is written. All bits of a chunk are
//! converted to text at once, in a buffer that each worker reuses.

use super::labels::LabelTable;
use crate::problem::Problem;

#[derive(Debug, Default)]
pub(crate) struct AnswerBuffer {
    /// `None`: labels are not part of the output.
    labels: Option<LabelTable>,
    text: Vec<u8>,
    /// Answers after the text, 64 in each block.
    blocks: Vec<u64>,
    /// The answers after the blocks: the lowest `count` bits (`count` is less than 64). The other bits are 0.
    last: u64,
    count: u32,
    /// The number of 1 bits in `blocks` and `last`.
    ones: u64,
}

impl AnswerBuffer {
    pub(crate) fn new(problem: &Problem) -> Self {
        let has_label = problem.answer_format.has_label();
        Self {
            labels: has_label.then(|| LabelTable::new(&problem.labels)),
            ..Self::default()
        }
    }

    /// Appends the lowest `count` bits (at most 64) of `answers`, lowest first. The other bits are 0.
    #[inline]
    pub(crate) fn push(&mut self, answers: u64, count: u32) {
        if self.labels.is_none() {
            return;
        }
        self.ones += u64::from(answers.count_ones());
        self.last |= answers << self.count;
        let taken = 64 - self.count;
        self.count += count;
        if self.count >= 64 {
            self.blocks.push(self.last);
            self.count -= 64;
            // If all 64 bits were taken, the shift would overflow.
            self.last = answers.checked_shr(taken).unwrap_or(0);
        }
    }

    /// All answers as text, to which more text can be appended.
    pub(crate) fn text(&mut self) -> &mut Vec<u8> {
        let answers = self.answers();
        if let Some(labels) = self.labels.as_ref().filter(|_| answers > 0) {
            self.blocks.push(self.last);
            let end = labels.write(&self.blocks, answers, self.text.len(), &mut self.text);
            self.text.truncate(end);
            self.remove_bits();
        }
        &mut self.text
    }

    /// All answers as text. Bits become text in `buffer`, which is overwritten.
    pub(crate) fn text_in<'r>(&'r mut self, buffer: &'r mut Vec<u8>) -> &'r [u8] {
        let answers = self.answers();
        match &self.labels {
            Some(labels) if self.text.is_empty() => {
                self.blocks.push(self.last);
                let end = labels.write(&self.blocks, answers, 0, buffer);
                self.remove_bits();
                &buffer[..end]
            }
            _ => self.text(),
        }
    }

    fn answers(&self) -> usize {
        64 * self.blocks.len() + self.count as usize
    }

    pub(crate) fn len(&self) -> usize {
        let zeros = self.answers() as u64 - self.ones;
        let labels = self.labels.as_ref();
        let bytes = labels.map_or(0, |labels| labels.bytes(zeros, self.ones));
        self.text.len() + bytes as usize
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.answers() == 0
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.remove_bits();
    }

    fn remove_bits(&mut self) {
        self.blocks.clear();
        (self.last, self.count, self.ones) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{AnswerFormat, AnswerLabels};

    /// Converts bit by bit.
    fn slow(labels: &AnswerLabels, answers: &[bool]) -> Vec<u8> {
        let lines = answers
            .iter()
            .map(|&bit| [labels.of_outcome(bit).as_bytes(), b"\n"].concat());
        lines.collect::<Vec<_>>().concat()
    }

    #[test]
    fn answers_and_text_in_the_order_they_came() {
        for words in [
            ["1", "0"],
            ["A", "B"],
            ["hot", "cold"],
            ["x", "yz"],
            ["x", "先手"],
        ] {
            let words = AnswerLabels::new(words[0], words[1]).unwrap();
            let mut lines = AnswerBuffer::new(&Problem {
                labels: words.clone(),
                ..Problem::default()
            });
            let mut rng = 1u64;
            let mut random = || {
                rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                rng >> 16 ^ rng >> 40
            };
            // The buffer is reused: it has the bytes of earlier rounds.
            let mut buffer = Vec::new();
            for round in 0..200 {
                let mut expected = Vec::new();
                assert!(lines.is_empty());
                for _ in 0..random() % 40 {
                    if random() % 16 == 0 {
                        lines.text().extend_from_slice(b"?\n");
                        expected.extend_from_slice(b"?\n");
                    }
                    // Whole blocks, and parts of any size.
                    let count = match random() % 3 {
                        0 => random() % 65,
                        1 => 1,
                        _ => 64,
                    } as u32;
                    let bits = random() << 32 ^ random();
                    let bits = bits & u64::MAX.checked_shr(64 - count).unwrap_or(0);
                    lines.push(bits, count);
                    let answers: Vec<_> = (0..count).map(|i| bits >> i & 1 == 1).collect();
                    expected.extend(slow(&words, &answers));
                    assert_eq!(lines.len(), expected.len());
                    assert_eq!(lines.is_empty(), expected.is_empty());
                }
                match round % 2 {
                    0 => assert_eq!(*lines.text(), expected),
                    _ => assert_eq!(lines.text_in(&mut buffer), expected),
                }
                lines.clear();
            }
        }
    }

    #[test]
    fn without_labels_only_text() {
        let mut lines = AnswerBuffer::new(&Problem {
            answer_format: AnswerFormat::MoveCount,
            ..Problem::default()
        });
        lines.push(5, 3);
        assert!(lines.is_empty());
        lines.text().push(b'x');
        lines.push(5, 64);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines.text_in(&mut Vec::new()), b"x");
    }
}
