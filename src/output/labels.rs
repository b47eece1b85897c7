//! Writes the labels of many answers at once.
//!
//! In: answers as bits. Out: lines with one label each. The buffer has one whole line for each record, in the order of the
//! bits.

use crate::problem::AnswerLabels;

/// Labels prepared to be written many at a time, each with a newline after it.
#[derive(Debug)]
pub(crate) struct LabelTable {
    /// The lines for hot (a 0 bit) and for cold (a 1 bit), padded to [`LINE_BYTES`] bytes: a copy of fixed size is faster.
    padded: [[u8; LINE_BYTES]; 2],
    lengths: [usize; 2],
    /// For labels of one byte: the eight lines (16 bytes) for each of the 256 values of eight answer bits.
    eights: Option<Box<[[u8; 16]; 256]>>,
}

/// The length of the longest label in bytes, plus one byte for the newline.
const LINE_BYTES: usize = AnswerLabels::MAX_BYTES + 1;
const BLOCK_BYTES: usize = 128;
impl LabelTable {
    pub(crate) fn new(labels: &AnswerLabels) -> Self {
        let mut padded = [[0; LINE_BYTES]; 2];
        let mut lengths = [0; 2];
        for (i, label) in [labels.hot(), labels.cold()].into_iter().enumerate() {
            padded[i][..label.len()].copy_from_slice(label.as_bytes());
            padded[i][label.len()] = b'\n';
            lengths[i] = label.len() + 1;
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
        Self {
            padded,
            lengths,
            eights,
        }
    }

    /// The number of bytes in the lines of `zeros` hot and `ones` cold answers.
    pub(crate) fn bytes(&self, zeros: u64, ones: u64) -> u64 {
        zeros * self.lengths[0] as u64 + ones * self.lengths[1] as u64
    }

    /// Writes the lines of the first `count` bits of `blocks` to `out` from `at` on, over its old bytes. In each block the
    /// lowest bit is the first. Returns where the lines end; the bytes of `out` after this place are undefined.
    ///
    /// # Panics
    /// `blocks` has fewer bits than `count`.
    pub(crate) fn write(
        &self,
        blocks: &[u64],
        count: usize,
        at: usize,
        out: &mut Vec<u8>,
    ) -> usize {
        let blocks = &blocks[..count.div_ceil(64)];
        let Some(eights) = &self.eights else {
            out.truncate(at);
            for (i, &answers) in blocks.iter().enumerate() {
                self.append(answers, (count - 64 * i).min(64), out);
            }
            return out.len();
        };
        // Whole blocks are written, even if `count` ends within one, so there is no loop over records.
        let end = at + BLOCK_BYTES * blocks.len();
        if out.len() < end {
            out.resize(end, 0);
        }
        for (lines, answers) in out[at..end].chunks_exact_mut(BLOCK_BYTES).zip(blocks) {
            for (part, answers) in lines.chunks_exact_mut(16).zip(answers.to_le_bytes()) {
                part.copy_from_slice(&eights[usize::from(answers)]);
            }
        }
        at + 2 * count
    }

    fn append(&self, answers: u64, count: usize, out: &mut Vec<u8>) {
        out.reserve(count * LINE_BYTES);
        for i in 0..count {
            let i = (answers >> i & 1) as usize;
            let end = out.len() + self.lengths[i];
            out.extend_from_slice(&self.padded[i]);
            out.truncate(end);
        }
    }
}
