//! The layout of an output whose answers are right. Some judges compare it, too.

/// What is unlike the judge's output in an output whose answers are right. Some judges refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatFault {
    /// The last line has no end.
    NoNewline,
    /// A line has a blank at its end, more than one blank between two tokens, or another blank than a space.
    Blanks,
    /// Several answers are on one line, or an answer is on several lines.
    Lines,
    /// A blank line is missing, or there is one too many.
    BlankLines,
}

/// How the layout of `output`, whose answers are right, differs from that of the judge's output. `has_fixed_lines`: a right
/// output has the same number of lines.
pub(super) fn format_fault(
    judges: &[u8],
    output: &[u8],
    has_fixed_lines: bool,
) -> Option<FormatFault> {
    let Some(text) = output.strip_suffix(b"\n") else {
        return Some(FormatFault::NoNewline);
    };
    let lines = |text: &'_ [u8]| -> Vec<bool> {
        let lines = text.split(|&c| c == b'\n');
        lines.map(<[u8]>::is_empty).collect()
    };
    let has_blank = |line: &[u8]| {
        let is_space = |c: &u8| c.is_ascii_whitespace();
        let mut pairs = line.windows(2);
        line.first().is_some_and(is_space)
            || line.last().is_some_and(is_space)
            || line.contains(&b'\t')
            || pairs.any(|pair| pair == b"  ")
    };
    let found = lines(text);
    let expected = lines(judges.strip_suffix(b"\n").unwrap_or(judges));
    let full = |lines: &[bool]| lines.iter().filter(|is_blank| !**is_blank).count();
    if text.split(|&c| c == b'\n').any(has_blank) {
        Some(FormatFault::Blanks)
    } else if has_fixed_lines && full(&found) != full(&expected) {
        Some(FormatFault::Lines)
    } else if found != expected && (has_fixed_lines || found.contains(&true)) {
        Some(FormatFault::BlankLines)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_that_some_judges_refuse() {
        use FormatFault::{BlankLines, Blanks, Lines, NoNewline};
        for (judges, output, fault) in [
            ("1\n0\n", "1\n0\n", None),
            ("1\n0\n", "1\n0", Some(NoNewline)),
            ("1\n0\n", "1 \n0\n", Some(Blanks)),
            ("1\n0\n", "1\r\n0\r\n", Some(Blanks)),
            ("1\n0\n", "1 0\n", Some(Lines)),
            ("1\n0\n", "1\n\n0\n", Some(BlankLines)),
            (
                "WINNING\n\nLOSING\n\n",
                "WINNING\n\nLOSING\n",
                Some(BlankLines),
            ),
            ("Rabbit Win!\n", "Rabbit\nWin!\n", Some(Lines)),
            ("1\n4 7\n", "1\n4  7\n", Some(Blanks)),
        ] {
            let found = format_fault(judges.as_bytes(), output.as_bytes(), true);
            assert_eq!(found, fault, "{output:?}");
        }
        // The position that two moves lead to may be printed twice.
        assert_eq!(format_fault(b"1\n0 0\n", b"1\n0 0\n0 0\n", false), None);
    }
}
