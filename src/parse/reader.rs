//! Reads a text with a kernel. The scalar parser reads each line that the kernel does not take.
//!
//! Input: whole lines. Output: the answers of all records in order, and the faults of malformed lines.

use super::contract::{Fault, Records};
use super::free::{self, FreeLayout, Stop};
use super::scalar;

/// Reads records and leaves its results in an `S`. A reader calls its own methods for each line, so that only the call for a
/// whole text is dynamic.
pub(crate) trait Reader<S> {
    /// Takes whole lines of `text` from `at` as [`Kernel::lines`](super::Kernel::lines) does, or no line.
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        let _ = (text, sink);
        at
    }

    /// See [`Kernel::has_long_number`](super::Kernel::has_long_number).
    fn has_long_number(&self, _text: &[u8], _digits: usize) -> bool {
        true
    }

    /// Takes one record.
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S);

    /// Takes one line that [`Reader::lines`] does not take.
    ///
    /// Errors: the line is malformed. The fault's offset is counted from the start of the line.
    #[inline]
    fn line(&mut self, line: &[u8], sink: &mut S) -> Result<(), Fault> {
        if let Some(pair) = scalar::record(line)? {
            self.pair(&pair, sink);
        }
        Ok(())
    }

    /// Reads `text`, which is whole lines, from `at` to its end. If `at` is not 0, `text[at - 1]` is the newline before the
    /// first line. On an error everything before the malformed line is answered.
    fn read_lines(&mut self, text: &[u8], mut at: usize, sink: &mut S) -> Result<(), Fault>
    where
        S: Records,
    {
        // `at` is beyond the end after a last line without a line end.
        while at < text.len() {
            at = self.lines(text, at, sink);
            if at >= text.len() {
                break;
            }
            // The kernel does not take the line at `at`.
            let line = scalar::line_at(text, at);
            if let Err(fault) = self.line(line, sink) {
                sink.fault(Fault {
                    at: at + fault.at,
                    ..fault
                })?;
            }
            // The last line may have no line end.
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
