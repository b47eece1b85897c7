//! Progress without a terminal: each update is one whole line on standard error.

use crate::report;
use indicatif::{ProgressDrawTarget, TermLike};
use std::io;
use std::sync::{Mutex, PoisonError};

/// A terminal that collects a line and prints it when it is flushed.
#[derive(Debug, Default)]
pub(super) struct Lines(Mutex<String>);

impl Lines {
    pub(super) fn target() -> ProgressDrawTarget {
        ProgressDrawTarget::term_like(Box::<Self>::default())
    }
}

impl TermLike for Lines {
    /// The width, which is larger than that of any progress line.
    fn width(&self) -> u16 {
        400
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.push_str(text);
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn flush(&self) -> io::Result<()> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // indicatif fills the line up to the width.
        let words = line.trim_end();
        if !words.is_empty() {
            report::write(&format!("wythoff: {words}\n"));
        }
        line.clear();
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
}
