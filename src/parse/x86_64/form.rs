//! Forms of lines that tiles take as they are.
//!
//! Owns what is known of a form when tiles are compiled, and the look at a line that tells its form. It refuses to judge:
//! what isn't of a form is seen by the tiles.

use std::marker::PhantomData;

/// A form of lines that tiles take as they are: `digits BLANK digits LF`, or with a byte before the LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// A space or a tab.
    pub(super) blank: u8,
    /// A CR or a blank.
    pub(super) last: Option<u8>,
}

/// `digits SP digits LF`.
pub(super) const STRICT: Form = Form {
    blank: b' ',
    last: None,
};

/// What is known of a form when tiles are compiled. With constants for the strict one it takes 3% less.
pub(super) trait Known {
    /// It has a byte before the LF.
    const LAST: bool;
    /// The form itself.
    const FORM: Option<Form> = None;
    /// The search notes more than places, for tiles of mixed lengths: of [`crate::parse::Decide::LEADING`].
    const NOTES: bool = false;
}

/// [`STRICT`].
pub(super) struct Strict;
/// A form with nothing before the LF.
pub(super) struct Plain;
/// A form with a byte before the LF.
pub(super) struct Last;

/// The same form, with notes.
pub(super) struct Noted<K>(PhantomData<K>);

impl<K: Known> Known for Noted<K> {
    const LAST: bool = K::LAST;
    const FORM: Option<Form> = K::FORM;
    const NOTES: bool = true;
}

impl Known for Strict {
    const LAST: bool = false;
    const FORM: Option<Form> = Some(STRICT);
}

impl Known for Plain {
    const LAST: bool = false;
}

impl Known for Last {
    const LAST: bool = true;
}

/// What a look at one line tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// It is of that form, and so is the end of the line before.
    Tiles(Form),
    /// It is the first of its form: a tile's first separator is the end of the line before.
    First,
    /// It is of none, or has so many zeros before its first pile that no tile takes it.
    Loose {
        /// It has.
        padded: bool,
    },
}

/// The form of the line at `at`, before which another one ends: a look at one line tells nearly always whether
/// a try at whole tiles will be in vain, which costs time for nothing. With more than `most` digits of which the first is a
/// zero, it is.
pub(super) fn look(text: &[u8], at: usize, most: usize) -> Look {
    let line = &text[at..text.len().min(at + 128)];
    let digits = |from: usize| {
        let digits = line[from..].iter().take_while(|c| c.is_ascii_digit());
        digits.count()
    };
    let first = digits(0);
    let padded = first > most && line[0] == b'0';
    let loose = Look::Loose { padded };
    let Some(&blank @ (b' ' | b'\t')) = line.get(first) else {
        return loose;
    };
    let second = digits(first + 1);
    if padded || first == 0 || second == 0 {
        return loose;
    }
    match line[first + 1 + second..] {
        [b'\n', ..] => Look::Tiles(Form { blank, last: None }),
        [last @ (b'\r' | b' ' | b'\t'), b'\n', ..] => {
            if text[..at].ends_with(&[last, b'\n']) {
                let last = Some(last);
                Look::Tiles(Form { blank, last })
            } else {
                Look::First
            }
        }
        _ => loose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only time hangs on it, so the other tests would pass whatever it says.
    #[test]
    fn the_form_of_a_line() {
        const LOOSE: &str = "Loose { padded: false }";
        const TILES: &str = "Tiles(Form { blank: 32, last: None })";
        const PADDED: &str = "0000000000000000000000012 7\n";
        let strict = |blank| Some((blank, None));
        let with = |blank, last| Some((blank, Some(last)));
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
            let look = look(text.as_bytes(), before.len(), 24);
            let (blank, last) = expected.unwrap();
            assert!(
                matches!(look, Look::Tiles(form) if form == Form { blank, last }),
                "{look:?}, {text:?}"
            );
        }
        for (before, line, expected) in [
            ("", "1234 567\r\n", "First"),
            ("\n", "1234 567\r\n", "First"),
            ("4\n", "1234 567\r\n", "First"),
            (" \n", "1234 567\r\n", "First"),
            ("\n", "1234 567 \n", "First"),
            ("\n", "123\n", LOOSE),
            ("\n", "123\r\n", LOOSE),
            ("\n", "123 \n", LOOSE),
            ("\n", "1 2 3\n", LOOSE),
            ("\n", "1 2 \r\n", LOOSE),
            ("\n", " 1234 567\n", LOOSE),
            ("\n", "1234  567\n", LOOSE),
            ("\n", "1234 567\r4\n", LOOSE),
            ("\n", "12 3", LOOSE),
            ("\n", "12", LOOSE),
            ("\n", "1234 567\r", LOOSE),
            ("\n", "\n", LOOSE),
            ("\n", "", LOOSE),
            ("\n", PADDED, "Loose { padded: true }"),
            ("\n", &PADDED[1..], TILES),
            ("\n", &PADDED.replace(' ', "  "), "Loose { padded: true }"),
            ("\n", &PADDED.replacen('0', "1", 1), TILES),
        ] {
            let text = format!("{before}{line}");
            let look = look(text.as_bytes(), before.len(), 24);
            assert_eq!(format!("{look:?}"), expected, "{text:?}");
        }
    }
}
