//! Reads a text with a kernel. The scalar parser reads each line that the kernel does not take.
//!
//! Input: whole lines. Output: the answers of all records in order, and the faults of malformed lines.

use super::contract::AnswerSink;
use super::free::{self, FreeLayout, Stop};
use super::scalar;
use crate::error::{ErrorKind, shown};

/// A place where the text breaks the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Its first byte, from the start of the text.
    pub at: usize,
    /// What the grammar expects there.
    pub expected: &'static str,
    /// What stands there, in printable form.
    pub found: String,
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        ErrorKind::Malformed {
            expected: fault.expected,
            found: fault.found,
        }
    }
}

/// Decides what becomes of a malformed line.
pub(crate) trait OnFault {
    /// Reading continues past the line if this returns `Ok`, and stops otherwise.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
}

/// A sink that takes a limited number of records.
pub(crate) trait Records: AnswerSink + OnFault {
    /// How many more records are wanted. Answers beyond that number are dropped.
    fn remaining(&self) -> u64;
    /// How many of the answers so far were cold.
    fn cold(&self) -> u64;
}

/// Reads records and leaves its results in an `S`. A reader calls its own methods for each line, so that only the call for a
/// whole text is dynamic.
pub(crate) trait Reader<S> {
    /// Takes whole lines of `text` from `at` as [`Kernel::lines`](super::Kernel::lines) does, or no line.
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        let _ = (text, sink);
        at
    }

    /// See [`Kernel::take_max_digits`](super::Kernel::take_max_digits); for the lines that [`Reader::lines`] took.
    fn take_max_digits(&mut self) -> usize {
        usize::MAX
    }

    /// Takes one record.
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S);

    /// Takes one line that [`Reader::lines`] does not take.
    ///
    /// Errors: the line is malformed. The fault's offset is counted from the start of the line.
    #[inline]
    fn line(&mut self, line: &[u8], sink: &mut S) -> Result<(), Fault> {
        pair_of_line(self, line, sink)
    }

    /// Reads `text`, which is whole lines, from `at` to its end. If `at` is not 0, `text[at - 1]` is the newline before the
    /// first line. On an error everything before the malformed line is answered.
    fn read_lines(&mut self, text: &[u8], mut at: usize, sink: &mut S) -> Result<(), Fault>
    where
        S: OnFault,
    {
        // After a last line without end no line starts.
        while at < text.len() {
            at = self.lines(text, at, sink);
            if at >= text.len() {
                break;
            }
            // One line that the kernel does not take.
            let line = scalar::line_at(text, at);
            if let Err(fault) = self.line(line, sink) {
                sink.fault(Fault {
                    at: at + fault.at,
                    ..fault
                })?;
            }
            // The last line may have no end.
            at = text.len().min(at + line.len() + 1);
        }
        Ok(())
    }

    /// See [`free::read`].
    fn read_numbers(
        &mut self,
        text: &[u8],
        at: usize,
        layout: &mut FreeLayout,
        sink: &mut S,
    ) -> Result<Stop, Fault>
    where
        S: Records,
    {
        free::read(self, text, at, layout, sink)
    }
}

/// Gives the pair of a line to `reader`. Errors: as [`Reader::line`].
#[inline]
pub(crate) fn pair_of_line<R: Reader<S> + ?Sized, S>(
    reader: &mut R,
    line: &[u8],
    sink: &mut S,
) -> Result<(), Fault> {
    match scalar::record(line) {
        Ok(Some(pair)) => reader.pair(&pair, sink),
        Ok(None) => {}
        Err(scalar::ParseError { at, expected, end }) => {
            let rest = &line[at..end];
            let found = if rest.is_empty() {
                "the end of the line".to_owned()
            } else {
                shown(rest)
            };
            return Err(Fault {
                at,
                expected,
                found,
            });
        }
    }
    Ok(())
}
