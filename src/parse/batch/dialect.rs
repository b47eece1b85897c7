//! The dialects of lines that a batch takes in place, and how to recognise one.
//!
//! [`sniff`] looks at one line. A wrong guess costs time only: a batch checks every byte of its lines.

/// A form of lines that a batch takes in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse) enum Dialect {
    /// `digits SP digits LF`.
    Strict,
    /// `digits SP digits CR LF`.
    CrLf,
}

/// A [`Dialect`] that is known at compile time.
pub(in crate::parse) trait StaticDialect {
    /// A CR stands before each LF.
    const HAS_CR: bool;
    /// The byte after the second pile.
    const END: u8 = if Self::HAS_CR { b'\r' } else { b'\n' };
}

/// [`Dialect::Strict`].
pub(in crate::parse) struct Strict;
/// [`Dialect::CrLf`].
pub(in crate::parse) struct CrLf;

impl StaticDialect for Strict {
    const HAS_CR: bool = false;
}

impl StaticDialect for CrLf {
    const HAS_CR: bool = true;
}

/// What one line tells of its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse) enum Sniff {
    /// The line is of this dialect, and the line before it ends as this dialect does.
    Dialect(Dialect),
    /// The line is the first one of its dialect: the line before it ends otherwise. A batch checks that end as well, so it can start
    /// one line later.
    First,
    /// None of these.
    Other,
}

/// The dialect of the line at `at`, which is the start of a line.
pub(in crate::parse) fn sniff(text: &[u8], at: usize) -> Sniff {
    let line = &text[at..text.len().min(at + 128)];
    let digits = |from: usize| {
        let digits = line[from..].iter().take_while(|c| c.is_ascii_digit());
        digits.count()
    };
    let first = digits(0);
    if first == 0 || line.get(first) != Some(&b' ') {
        return Sniff::Other;
    }
    let second = digits(first + 1);
    if second == 0 {
        return Sniff::Other;
    }
    match line[first + 1 + second..] {
        [b'\n', ..] => Sniff::Dialect(Dialect::Strict),
        [b'\r', b'\n', ..] if text[..at].ends_with(b"\r\n") => Sniff::Dialect(Dialect::CrLf),
        [b'\r', b'\n', ..] => Sniff::First,
        _ => Sniff::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_of_a_line() {
        const STRICT: Sniff = Sniff::Dialect(Dialect::Strict);
        const CR_LF: Sniff = Sniff::Dialect(Dialect::CrLf);
        for (before, line, expected) in [
            ("\n", "12 3\n", STRICT),
            ("\r\n", "12 3\n", STRICT),
            (" \n", "12 3\n", STRICT),
            ("\n", "0000000000000000000000012 7\n", STRICT),
            ("\r\n", "1234 567\r\n", CR_LF),
            ("", "1234 567\r\n", Sniff::First),
            ("\n", "1234 567\r\n", Sniff::First),
            ("4\n", "1234 567\r\n", Sniff::First),
            (" \n", "1234 567\r\n", Sniff::First),
            ("\n", "12\t3\n", Sniff::Other),
            ("\r\n", "12\t3\r\n", Sniff::Other),
            (" \n", "1234 567 \n", Sniff::Other),
            ("\t\n", "1234 567\t\n", Sniff::Other),
            ("\n", "123\n", Sniff::Other),
            ("\n", "123\r\n", Sniff::Other),
            ("\n", "123 \n", Sniff::Other),
            ("\n", "1 2 3\n", Sniff::Other),
            ("\n", "1 2 \r\n", Sniff::Other),
            ("\n", " 1234 567\n", Sniff::Other),
            ("\n", "1234  567\n", Sniff::Other),
            ("\n", "1234 567\r4\n", Sniff::Other),
            ("\n", "12 3", Sniff::Other),
            ("\n", "12", Sniff::Other),
            ("\n", "1234 567\r", Sniff::Other),
            ("\n", "\n", Sniff::Other),
            ("\n", "", Sniff::Other),
        ] {
            let text = format!("{before}{line}");
            assert_eq!(sniff(text.as_bytes(), before.len()), expected, "{text:?}");
        }
    }
}
