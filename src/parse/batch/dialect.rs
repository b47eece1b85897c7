//! The dialects of lines that a batch takes in place, and how to recognise one.
//!
//! [`sniff`] looks at one line. A wrong guess costs time only: a batch checks every byte of its lines.

/// A form of lines that a batch takes in place: `digits BLANK digits LF`, or the same with one byte before the LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse) struct Dialect {
    /// Between the piles: a space or a tab.
    pub(in crate::parse) blank: u8,
    /// The byte before each LF, if there is one: a CR, a space or a tab.
    pub(in crate::parse) last: Option<u8>,
}

/// `digits SP digits LF`.
pub(in crate::parse) const STRICT: Dialect = Dialect {
    blank: b' ',
    last: None,
};

/// What an instance of a kernel knows of its dialect at compile time.
pub(in crate::parse) trait StaticDialect {
    /// A line has a byte before its LF.
    const HAS_LAST: bool;
    /// The dialect itself, if there is only one. With its bytes as constants the strict dialect takes 3% less time.
    const DIALECT: Option<Dialect> = None;
}

/// [`STRICT`].
pub(in crate::parse) struct Strict;
/// Any dialect with nothing before the LF.
pub(in crate::parse) struct Plain;
/// Any dialect with a byte before the LF.
pub(in crate::parse) struct WithLast;

impl StaticDialect for Strict {
    const HAS_LAST: bool = false;
    const DIALECT: Option<Dialect> = Some(STRICT);
}

impl StaticDialect for Plain {
    const HAS_LAST: bool = false;
}

impl StaticDialect for WithLast {
    const HAS_LAST: bool = true;
}

/// What one line tells of its dialect.
#[derive(Clone, Copy, Debug)]
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
    let Some(&blank @ (b' ' | b'\t')) = line.get(first) else {
        return Sniff::Other;
    };
    let second = digits(first + 1);
    if first == 0 || second == 0 {
        return Sniff::Other;
    }
    match line[first + 1 + second..] {
        [b'\n', ..] => Sniff::Dialect(Dialect { blank, last: None }),
        [last @ (b'\r' | b' ' | b'\t'), b'\n', ..] => {
            if text[..at].ends_with(&[last, b'\n']) {
                let last = Some(last);
                Sniff::Dialect(Dialect { blank, last })
            } else {
                Sniff::First
            }
        }
        _ => Sniff::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_of_a_line() {
        const OTHER: &str = "Other";
        const STRICT_LINE: &str = "Dialect(Dialect { blank: 32, last: None })";
        let strict = |blank| (blank, None);
        let with = |blank, last| (blank, Some(last));
        for (before, line, expected) in [
            ("\n", "12 3\n", strict(b' ')),
            ("\r\n", "12 3\n", strict(b' ')),
            (" \n", "12\t3\n", strict(b'\t')),
            ("\r\n", "1234 567\r\n", with(b' ', b'\r')),
            ("\r\n", "1234\t567\r\n", with(b'\t', b'\r')),
            (" \n", "1234 567 \n", with(b' ', b' ')),
            ("\t\n", "1234\t567\t\n", with(b'\t', b'\t')),
        ] {
            let text = format!("{before}{line}");
            let sniffed = sniff(text.as_bytes(), before.len());
            let (blank, last) = expected;
            assert!(
                matches!(sniffed, Sniff::Dialect(dialect) if dialect == Dialect { blank, last }),
                "{sniffed:?}, {text:?}"
            );
        }
        for (before, line, expected) in [
            ("", "1234 567\r\n", "First"),
            ("\n", "1234 567\r\n", "First"),
            ("4\n", "1234 567\r\n", "First"),
            (" \n", "1234 567\r\n", "First"),
            ("\n", "1234 567 \n", "First"),
            ("\n", "123\n", OTHER),
            ("\n", "123\r\n", OTHER),
            ("\n", "123 \n", OTHER),
            ("\n", "1 2 3\n", OTHER),
            ("\n", "1 2 \r\n", OTHER),
            ("\n", " 1234 567\n", OTHER),
            ("\n", "1234  567\n", OTHER),
            ("\n", "1234 567\r4\n", OTHER),
            ("\n", "12 3", OTHER),
            ("\n", "12", OTHER),
            ("\n", "1234 567\r", OTHER),
            ("\n", "\n", OTHER),
            ("\n", "", OTHER),
            ("\n", "0000000000000000000000012 7\n", STRICT_LINE),
        ] {
            let text = format!("{before}{line}");
            let sniffed = sniff(text.as_bytes(), before.len());
            assert_eq!(format!("{sniffed:?}"), expected, "{text:?}");
        }
    }
}
