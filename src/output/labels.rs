//! Answers (bits) into words (bytes).
//!
//! Owns the output's layout: one word a line. It refuses to know why a position is hot or cold. Invariant: the
//! buffer holds whole lines, one a record, in the order they were pushed.

use crate::error::{Error, ErrorKind, Result};

/// The word for each answer, each written with a newline behind it.
#[derive(Clone, Debug)]
pub struct Words {
    /// For hot (a 0 bit) and for cold (a 1 bit), each padded to [`PAD`] so that a fixed-size copy will do.
    padded: [[u8; PAD]; 2],
    /// Lengths with the newline.
    lengths: [usize; 2],
    /// The lines for each of the 256 possible bytes of answers, where both words have one byte.
    eights: Option<Box<[[u8; 16]; 256]>>,
}

const PAD: usize = 32;
/// Bytes of the 64 lines of a block, of one-byte words.
const BLOCK: usize = 128;
/// What stands for a record that isn't one, under `--invalid mark`.
pub const INVALID: &[u8] = b"?\n";
/// The same where every line is a JSON object.
pub const INVALID_JSON: &[u8] = b"{\"invalid\":true}\n";

impl Words {
    /// The words for hot (a 0 bit) and for cold (a 1 bit). Errors if one is longer than 31 bytes or holds a
    /// line's end.
    ///
    /// ```
    /// use wythoff::{Answers, Config, Input, Target, Words, solve};
    /// let config = Config {
    ///     answers: Answers::Words(Words::new("first", "second")?),
    ///     ..Config::default()
    /// };
    /// let mut answers = Vec::new();
    /// let input = Input::Reader(Box::new(&b"1 2\n5 9\n"[..]), "two pairs".to_owned());
    /// solve(vec![input], Target::stream(&mut answers, "answers"), &config)?;
    /// assert_eq!(answers, b"second\nfirst\n");
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn new(hot: &str, cold: &str) -> Result<Self> {
        let mut padded = [[0; PAD]; 2];
        let mut lengths = [0; 2];
        for (i, word) in [hot, cold].into_iter().enumerate() {
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

    /// How many bytes the lines for so many bits of either kind have.
    pub fn bytes(&self, zeros: u64, ones: u64) -> u64 {
        zeros * self.lengths[0] as u64 + ones * self.lengths[1] as u64
    }

    /// Writes the lines for the first `count` bits of `blocks`, in each of which the lowest is the first, from `at` on
    /// over whatever is in `out`. Returns where they end; what stands behind that has no meaning.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn write(&self, blocks: &[u64], count: usize, at: usize, out: &mut Vec<u8>) -> usize {
        let blocks = &blocks[..count.div_ceil(64)];
        let Some(eights) = &self.eights else {
            out.truncate(at);
            for (i, &answers) in blocks.iter().enumerate() {
                self.append(answers, (count - 64 * i).min(64), out);
            }
            return out.len();
        };
        // Whole blocks, whatever the count: no loop over records.
        let end = at + BLOCK * blocks.len();
        if out.len() < end {
            out.resize(end, 0);
        }
        for (lines, answers) in out[at..end].chunks_exact_mut(BLOCK).zip(blocks) {
            for (part, answers) in lines.chunks_exact_mut(16).zip(answers.to_le_bytes()) {
                part.copy_from_slice(&eights[usize::from(answers)]);
            }
        }
        at + 2 * count
    }

    fn append(&self, answers: u64, count: usize, out: &mut Vec<u8>) {
        out.reserve(count * PAD);
        for i in 0..count {
            let i = (answers >> i & 1) as usize;
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

    #[test]
    fn every_kind_of_word_behind_what_there_is() {
        let blocks = [0x9e37_79b9_7f4a_7c15, 0, u64::MAX, 1 << 63];
        for words in [
            ["1", "0"],
            ["A", "B"],
            ["hot", "cold"],
            ["", "x"],
            ["先手", "后手"],
        ] {
            let w = Words::new(words[0], words[1]).unwrap();
            for count in (0..=256).rev() {
                let bits = || (0..count).map(|i| blocks[i / 64] >> (i % 64) & 1);
                let expected: String = bits()
                    .map(|bit| format!("{}\n", words[bit as usize]))
                    .collect();
                let ones = bits().sum();
                assert_eq!(w.bytes(count as u64 - ones, ones), expected.len() as u64);
                // Nothing behind, something, more than there will be.
                for old in ["before", "before and behind", &"old".repeat(5000)] {
                    let mut out = old.as_bytes().to_vec();
                    let end = w.write(&blocks, count, 6, &mut out);
                    assert_eq!(out[..6], old.as_bytes()[..6]);
                    assert_eq!(out[6..end], *expected.as_bytes());
                }
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
