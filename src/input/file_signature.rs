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
        #[cfg(not(feature = "compressed"))]
        [0x1f, 0x8b, ..] => {
            Some("gzip data: decompress it first, or build with the feature `compressed`")
        }
        #[cfg(not(feature = "compressed"))]
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Some("zstd data: decompress it first, or build with the feature `compressed`")
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
pub(crate) fn named(kind: ErrorKind, start: Option<&[u8]>) -> ErrorKind {
    match (kind, start.and_then(what)) {
        (ErrorKind::Malformed { expected, found }, Some(what)) => ErrorKind::Malformed {
            expected,
            found: format!("{found}; this is {what}"),
        },
        (kind, _) => kind,
    }
}

#[cfg(test)]
mod tests {
    #[cfg(not(feature = "compressed"))]
    #[test]
    fn what_only_a_feature_reads_is_named() {
        use crate::{Config, Input, Target, solve};
        for (start, name) in [
            (&b"\x1f\x8b\x08\0\0\0\0\0"[..], "gzip"),
            (b"(\xb5/\xfd\x04\0\0\0", "zstd"),
        ] {
            let input = Input::Reader(Box::new(start), "in".to_owned());
            let target = Target::stream(std::io::sink(), "out");
            let error = solve(vec![input], target, &Config::default()).unwrap_err();
            let words = format!("; this is {name} data: ");
            let error = error.to_string();
            assert!(
                error.contains(&words) && error.contains("`compressed`"),
                "{error}"
            );
        }
    }
}
