//! The labels of hot and cold positions.

use crate::error::{Error, Result};
use crate::grammar::{same_tokens, tokens};

/// The two texts that name the outcome of a position, such as `1` and `0` or `Yes` and `No`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLabels {
    hot: String,
    cold: String,
}

impl Default for AnswerLabels {
    /// `1` for hot and `0` for cold.
    fn default() -> Self {
        let [hot, cold] = ["1", "0"].map(str::to_owned);
        Self { hot, cold }
    }
}

impl AnswerLabels {
    pub(crate) const MAX_BYTES: usize = 31;

    /// The labels of hot and of cold positions.
    ///
    /// Errors: a label is longer than 31 bytes, contains a line end or is blank; the labels differ only in blanks.
    pub fn new(hot: impl Into<String>, cold: impl Into<String>) -> Result<Self> {
        let (hot, cold) = (hot.into(), cold.into());
        let most = Self::MAX_BYTES;
        let is_wrong = |label: &str| label.len() > most || label.contains(['\n', '\r']);
        if is_wrong(&hot) || is_wrong(&cold) {
            let what = format!("a label of an answer has at most {most} bytes and no line end");
            return Err(Error::argument(what));
        }
        let labels = [hot.as_bytes(), cold.as_bytes()];
        let is_blank = labels.iter().any(|label| tokens(label).next().is_none());
        if is_blank || same_tokens(labels[0], labels[1]) {
            let what = "the two labels must not be blank, and must differ in more than blanks";
            return Err(Error::argument(what));
        }
        Ok(Self { hot, cold })
    }

    /// The label of positions that the player to move wins.
    pub fn hot(&self) -> &str {
        &self.hot
    }

    /// The label of positions that the player to move loses.
    pub fn cold(&self) -> &str {
        &self.cold
    }

    pub(crate) fn of_outcome(&self, cold: bool) -> &str {
        if cold { &self.cold } else { &self.hot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_no_answers_are_refused() {
        for (hot, cold) in [("", "b"), ("a", "\t "), ("a", "a"), ("a b", " a  b")] {
            assert!(AnswerLabels::new(hot, cold).is_err(), "{hot:?} {cold:?}");
        }

        assert!(AnswerLabels::new("a\nb", "c").is_err());
        assert!(AnswerLabels::new("a", "c\r").is_err());
        assert!(AnswerLabels::new("x".repeat(32), "c").is_err());
        assert!(AnswerLabels::new("x".repeat(31), "c").is_ok());
    }
}
