//! The text before each answer, which has the number of the case: `Case #1: `.

use crate::error::{Error, Result};
use std::io::{self, Write};

/// The text before each answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasePrefix {
    before: String,
    after: String,
}

impl CasePrefix {
    /// `text` with `{}` in place of the number of the case, from 1.
    ///
    /// Errors: `text` has a line end, or not exactly one `{}`.
    pub fn new(text: &str) -> Result<Self> {
        match text.split_once("{}") {
            Some((before, after)) if !after.contains("{}") && !text.contains(['\n', '\r']) => {
                let [before, after] = [before, after].map(str::to_owned);
                Ok(Self { before, after })
            }
            _ => Err(Error::argument(
                "a prefix is one line with {} in place of the number of the case, such as `Case #{}: `",
            )),
        }
    }

    pub(crate) fn of_case(&self, number: u64) -> String {
        format!("{}{number}{}", self.before, self.after)
    }
}

/// Writes the prefix of a case before each line.
pub(crate) struct Numbered<W> {
    prefix: CasePrefix,
    inner: W,
    lines: u64,
    is_line_start: bool,
}

impl<W: Write> Numbered<W> {
    pub(crate) fn new(prefix: CasePrefix, inner: W) -> Self {
        Self {
            prefix,
            inner,
            lines: 0,
            is_line_start: true,
        }
    }
}

impl<W: Write> Write for Numbered<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for line in text.split_inclusive(|&c| c == b'\n') {
            if self.is_line_start {
                self.lines += 1;
                let prefix = self.prefix.of_case(self.lines);
                self.inner.write_all(prefix.as_bytes())?;
            }
            self.inner.write_all(line)?;
            self.is_line_start = line.ends_with(b"\n");
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_however_they_are_cut() {
        for text in ["Case", "{} {}", "{}\n"] {
            assert!(CasePrefix::new(text).is_err(), "{text:?}");
        }
        let prefix = CasePrefix::new("Case #{}: ").unwrap();
        let mut numbered = Numbered::new(prefix, Vec::new());
        for part in ["Ye", "s\nNo\n", "", "Yes\n"] {
            numbered.write_all(part.as_bytes()).unwrap();
        }
        let expected = b"Case #1: Yes\nCase #2: No\nCase #3: Yes\n";
        assert_eq!(numbered.inner, expected);
    }
}
