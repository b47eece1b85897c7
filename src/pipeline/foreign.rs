//! Inputs that are no text: what their first bytes say they are.
//!
//! Owns the list, and is asked only when such an input was refused. Invariant: nothing in it is the beginning of
//! what is read here.

use crate::error::ErrorKind;

/// What begins with `start`, and what to do about it.
fn what(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("xz data: decompress it first"),
        // The digit is how large its blocks are; then comes the first one's mark, which is pi.
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if rest.starts_with(b"1AY&SY") => {
            Some("bzip2 data: decompress it first")
        }
        [b'P', b'K', 3, 4, ..] => Some("a zip archive: extract it first"),
        // Its byte order mark and an ASCII character.
        [0xff, 0xfe, _, 0, ..] | [0xfe, 0xff, 0, ..] => {
            Some("text in UTF-16: convert it to ASCII or UTF-8 first")
        }
        _ => None,
    }
}

/// The same fault, with the name of what the input is, if `start` is the beginning of that and tells it.
pub(super) fn named(kind: ErrorKind, start: Option<&[u8]>) -> ErrorKind {
    match (kind, start.and_then(what)) {
        (ErrorKind::Malformed { expected, found }, Some(what)) => ErrorKind::Malformed {
            expected,
            found: format!("{found}; this is {what}"),
        },
        (kind, _) => kind,
    }
}
