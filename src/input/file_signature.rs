//! Recognises files that are not text by their first bytes, for a better error message.
//!
//! Used only after an input was refused. No valid input begins with a signature.

use crate::error::ErrorKind;

/// The kind of a file that begins with `start`, and advice; `None` if the kind is unknown.
pub fn describe_signature(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("xz data: decompress it first"),
        // The digit is the block size. The signature of the first block follows: the digits of pi.
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if rest.starts_with(b"1AY&SY") => {
            Some("bzip2 data: decompress it first")
        }
        #[cfg(not(feature = "compressed"))]
        [0x1f, 0x8b, ..] => {
            Some("gzip data: decompress it first, or build with the feature `compressed`")
        }
        #[cfg(not(feature = "compressed"))]
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Some("zstd data: decompress it first, or build with the feature `compressed`")
        }
        [b'P', b'K', 3, 4, ..] => Some("a zip archive: extract it first"),
        // A byte order mark and an ASCII character.
        [0xff, 0xfe, _, 0, ..] | [0xfe, 0xff, 0, ..] => {
            Some("text in UTF-16: convert it to ASCII or UTF-8 first")
        }
        _ => None,
    }
}

/// Adds to the message of `kind` what kind of file the input is, if its beginning `start` shows it.
pub(crate) fn add_description(kind: ErrorKind, start: Option<&[u8]>) -> ErrorKind {
    match (kind, start.and_then(describe_signature)) {
        (ErrorKind::Malformed { expected, found }, Some(description)) => ErrorKind::Malformed {
            expected,
            found: format!("{found}; this is {description}"),
        },
        (kind, _) => kind,
    }
}
