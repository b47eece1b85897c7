//! Answers (bits) into words (bytes).
//!
//! Owns the output's layout: one word a line. It refuses to know what a bit means. Invariant: the
//! buffer holds whole lines, one a record, in the order they were pushed.

use crate::error::{Error, ErrorKind, Result};

/// The word for each answer, each written with a newline behind it.
#[derive(Clone, Debug)]
pub struct Words {
    /// For a 0 bit and for a 1 bit, each padded to [`PAD`] so that a fixed-size copy will do.
    padded: [[u8; PAD]; 2],
    /// Lengths with the newline.
    lengths: [usize; 2],
    /// The lines for each of the 256 possible bytes of answers, where both words have one byte.
    eights: Option<Box<[[u8; 16]; 256]>>,
}

const PAD: usize = 32;
/// Bytes of 64 lines of one-byte words.
const BLOCK: usize = 128;
/// What stands for a record that isn't one, under `--invalid mark`.
pub const INVALID: &[u8] = b"?\n";

impl Words {
    /// `zero` for a 0 bit, `one` for a 1 bit. Errors if one is longer than 31 bytes or holds a
    /// line's end.
    pub fn new(zero: &str, one: &str) -> Result<Self> {
        let mut padded = [[0; PAD]; 2];
        let mut lengths = [0; 2];
        for (i, word) in [zero, one].into_iter().enumerate() {
            if word.len() >= PAD || word.contains(['\n', '\r']) {
                return Err(Error::new(ErrorKind::Argument(format!(
                    "a word for an answer has at most {} bytes and no line's end",
                    PAD - 1
                ))));
            }
            padded[i][..word.len()].copy_from_slice(word.as_bytes());
            padded[i][word.len()] = b'\n';
            lengths[i] = word.len() + 1;
        }
        let eights = (lengths == [2, 2]).then(|| {
            let mut table = Box::new([[0; 16]; 256]);
            for (answers, lines) in table.iter_mut().enumerate() {
                for (i, line) in lines.chunks_exact_mut(2).enumerate() {
                    line.copy_from_slice(&padded[answers >> i & 1][..2]);
                }
            }
            table
        });
        Ok(Self {
            padded,
            lengths,
            eights,
        })
    }

    /// `1` for a 0 bit and `0` for a 1 bit: the usual words, where the bit says cold.
    pub fn digits() -> Self {
        Self::new("1", "0").expect("two short words")
    }

    /// The word for a bit.
    pub fn word(&self, bit: bool) -> &[u8] {
        let i = usize::from(bit);
        &self.padded[i][..self.lengths[i] - 1]
    }

    /// Appends the lines for the lowest `count` bits (at most 64) of `answers`, lowest first.
    #[inline]
    pub fn append(&self, answers: u64, count: u32, out: &mut Vec<u8>) {
        let Some(eights) = &self.eights else {
            return self.append_any(answers, count, out);
        };
        // A whole block in one go, whatever the count: no loop over records. What is too much is
        // cut off again.
        let start = out.len();
        out.resize(start + BLOCK, 0);
        for (part, answers) in out[start..].chunks_exact_mut(16).zip(answers.to_le_bytes()) {
            part.copy_from_slice(&eights[usize::from(answers)]);
        }
        out.truncate(start + 2 * count as usize);
    }

    fn append_any(&self, mut answers: u64, count: u32, out: &mut Vec<u8>) {
        out.reserve(64 * PAD);
        for _ in 0..count {
            let i = (answers & 1) as usize;
            answers >>= 1;
            let end = out.len() + self.lengths[i];
            out.extend_from_slice(&self.padded[i]);
            out.truncate(end);
        }
    }
}

/// Appends a line with a name and a number.
pub fn count(name: &str, number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    out.push(b' ');
    self::number(number, out);
    out.push(b'\n');
}

/// Appends the decimal digits of `number`.
#[inline]
pub fn number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(words: [&str; 2], answers: u64, count: u32) -> Vec<u8> {
        (0..count)
            .map(|i| format!("{}\n", words[(answers >> i & 1) as usize]))
            .collect::<String>()
            .into_bytes()
    }

    #[test]
    fn every_count_and_kind_of_word() {
        let answers = 0x9e37_79b9_7f4a_7c15;
        for words in [
            ["1", "0"],
            ["A", "B"],
            ["hot", "cold"],
            ["", "x"],
            ["先手", "后手"],
        ] {
            let w = Words::new(words[0], words[1]).unwrap();
            for count in 0..=64 {
                let mut out = b"before\n".to_vec();
                w.append(answers, count, &mut out);
                assert_eq!(
                    out,
                    [b"before\n", &slow(words, answers, count)[..]].concat()
                );
            }
        }
    }

    #[test]
    fn words_that_would_break_a_line_are_refused() {
        assert!(Words::new("a\nb", "c").is_err());
        assert!(Words::new("a", "c\r").is_err());
        assert!(Words::new(&"x".repeat(32), "c").is_err());
        assert!(Words::new(&"x".repeat(31), "c").is_ok());
    }
}
