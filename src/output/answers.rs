//! The output of a chunk while it waits for its turn: text, and behind that answers that are still bits.
//!
//! Owns the delay. As text, answers take sixteen times the room, and would leave the cache before they
//! are written. So they become text when that happens, all at once, in a buffer that each worker uses
//! again. Invariant: text, then bits, is the order in which they were pushed.

use super::labels::Words;

/// See the module.
#[derive(Debug, Default)]
pub struct Lines<'w> {
    /// `None`: answers as such are not part of the output.
    words: Option<&'w Words>,
    text: Vec<u8>,
    /// Answers behind the text, 64 each.
    blocks: Vec<u64>,
    /// The answers behind those: the lowest `count` bits, fewer than 64; the others are 0.
    last: u64,
    count: u32,
    /// How many of all these bits are 1.
    ones: u64,
}

impl<'w> Lines<'w> {
    /// Empty, in the memory that it has. `None`: answers are not part of it, only what is appended as
    /// [text](Self::text).
    pub fn of(mut self, words: Option<&'w Words>) -> Self {
        self.words = words;
        self.clear();
        self
    }

    /// Appends the lowest `count` bits (at most 64) of `answers`, lowest first; the others are 0.
    #[inline]
    pub fn push(&mut self, answers: u64, count: u32) {
        if self.words.is_none() {
            return;
        }
        self.ones += u64::from(answers.count_ones());
        self.last |= answers << self.count;
        let taken = 64 - self.count;
        self.count += count;
        if self.count >= 64 {
            self.blocks.push(self.last);
            self.count -= 64;
            // All 64 may have been taken.
            self.last = answers.checked_shr(taken).unwrap_or(0);
        }
    }

    /// All of it as text, to append more.
    pub fn text(&mut self) -> &mut Vec<u8> {
        if self.answers() > 0 {
            let mut text = std::mem::take(&mut self.text);
            let end = self.move_answers(text.len(), &mut text);
            text.truncate(end);
            self.text = text;
        }
        &mut self.text
    }

    /// All of it as text. Answers alone are written over whatever is in `room`, and forgotten.
    pub fn text_in<'r>(&'r mut self, room: &'r mut Vec<u8>) -> &'r [u8] {
        if self.text.is_empty() {
            let end = self.move_answers(0, room);
            &room[..end]
        } else {
            self.text()
        }
    }

    /// Writes the answers over what is in `out` from `at` on, and forgets them. Returns where they end.
    fn move_answers(&mut self, at: usize, out: &mut Vec<u8>) -> usize {
        let Some(words) = self.words else { return at };
        let answers = self.answers();
        self.blocks.push(self.last);
        let end = words.write(&self.blocks, answers, at, out);
        self.forget_answers();
        end
    }

    /// Answers that are still bits.
    fn answers(&self) -> usize {
        64 * self.blocks.len() + self.count as usize
    }

    /// Bytes of it as text.
    pub fn len(&self) -> usize {
        let zeros = self.answers() as u64 - self.ones;
        let bytes = self.words.map_or(0, |words| words.bytes(zeros, self.ones));
        self.text.len() + bytes as usize
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.answers() == 0
    }

    /// As it was when empty.
    pub fn clear(&mut self) {
        self.text.clear();
        self.forget_answers();
    }

    fn forget_answers(&mut self) {
        self.blocks.clear();
        (self.last, self.count, self.ones) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line for each bit of `answers`.
    fn slow(words: &Words, answers: &[bool]) -> Vec<u8> {
        let lines = answers.iter().map(|&bit| [words.word(bit), b"\n"].concat());
        lines.collect::<Vec<_>>().concat()
    }

    #[test]
    fn answers_and_text_in_the_order_they_came() {
        for words in [["1", "0"], ["hot", "cold"], ["", "先手"]] {
            let words = Words::new(words[0], words[1]).unwrap();
            let mut lines = Lines::default().of(Some(&words));
            let mut rng = 1u64;
            let mut random = || {
                rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                rng >> 16 ^ rng >> 40
            };
            // What is left from one round is there in the next.
            let mut room = Vec::new();
            for round in 0..200 {
                let mut expected = Vec::new();
                assert!(lines.is_empty());
                for _ in 0..random() % 40 {
                    if random() % 16 == 0 {
                        lines.text().extend_from_slice(b"?\n");
                        expected.extend_from_slice(b"?\n");
                    }
                    // Whole blocks and parts, of any size.
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
                    _ => assert_eq!(lines.text_in(&mut room), expected),
                }
                lines.clear();
            }
        }
    }

    #[test]
    fn without_words_only_text() {
        let mut lines = Lines::default().of(None);
        lines.push(5, 3);
        assert!(lines.is_empty());
        lines.text().push(b'x');
        lines.push(5, 64);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines.text_in(&mut Vec::new()), b"x");
    }
}
