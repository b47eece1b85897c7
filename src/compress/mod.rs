//! The two ways of compressing that are known here, and how each is told.
//!
//! Owns first bytes and suffixes, and nothing that compresses. Invariant: no text of pairs begins
//! as compressed data does, so that what an input is can be told by its contents alone.

#[cfg(feature = "compressed")]
pub mod decode;
#[cfg(feature = "compressed")]
pub mod encode;

use std::path::Path;

/// A way of compressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// RFC 1952: any number of members, one behind the other.
    Gzip,
    /// RFC 8878: any number of frames, one behind the other; also skippable ones.
    Zstd,
}

/// As many first bytes as it takes to be sure.
pub(crate) const START: usize = 4;

impl Compression {
    /// What the suffix of `path` says: `.gz` or `.zst`.
    pub fn of_name(path: &Path) -> Option<Self> {
        let suffix = path.extension()?;
        if suffix.eq_ignore_ascii_case("gz") {
            Some(Compression::Gzip)
        } else if suffix.eq_ignore_ascii_case("zst") {
            Some(Compression::Zstd)
        } else {
            None
        }
    }

    /// What an input is that begins with `start`, or is no longer than that: of compressed data
    /// that was cut within its first bytes two are enough, and one where it is no character.
    pub(crate) fn of_start(start: &[u8]) -> Option<Self> {
        let begins = |with: &[u8]| start.iter().zip(with).all(|(a, b)| a == b);
        match start {
            [0x1f, ..] if begins(&[0x1f, 0x8b]) => Some(Compression::Gzip),
            [0x28, _, ..] if begins(&[0x28, 0xb5, 0x2f, 0xfd]) => Some(Compression::Zstd),
            [0x50..=0x5f, rest @ ..] if !rest.is_empty() => {
                let skippable = rest.iter().zip(&[0x2a, 0x4d, 0x18]).all(|(a, b)| a == b);
                skippable.then_some(Compression::Zstd)
            }
            _ => None,
        }
    }

    /// Whether more than `start` must be seen to tell what an input is.
    pub(crate) fn is_unsure(start: &[u8]) -> bool {
        match start {
            [] => true,
            [first] => matches!(first, 0x1f | 0x28 | 0x50..=0x5f),
            _ => start.len() < START && Self::of_start(start).is_some(),
        }
    }

    /// `gzip` or `zstd`.
    pub fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        let of = |name: &str| Compression::of_name(Path::new(name));
        assert_eq!(of("a/b.txt.gz"), Some(Compression::Gzip));
        assert_eq!(of("b.ZST"), Some(Compression::Zstd));
        assert_eq!(of("gz"), None);
        assert_eq!(of("a.gz/b"), None);
        assert_eq!(of(".gz"), None);
    }

    /// What the grammar takes at the start of an input is never looked at twice.
    #[cfg(feature = "compressed")]
    #[test]
    fn no_text_begins_like_that() {
        for first in *b"0123456789 \t\r\n\xef" {
            assert!(!Compression::is_unsure(&[first]));
            assert_eq!(Compression::of_start(&[first, 0x8b, 0x2f, 0xfd]), None);
        }
        for (start, is) in [
            (&b"\x1f\x8b\x08\0"[..], Compression::Gzip),
            (b"\x28\xb5\x2f\xfd", Compression::Zstd),
            (b"\x50\x2a\x4d\x18", Compression::Zstd),
            (b"\x5f\x2a\x4d\x18", Compression::Zstd),
        ] {
            assert_eq!(Compression::of_start(start), Some(is));
            for len in 0..start.len() {
                assert!(Compression::is_unsure(&start[..len]), "{start:?} {len}");
            }
            assert!(!Compression::is_unsure(start));
        }
        for text in [&b"(1 2)\n"[..], b"Pairs", b"(", b"P", b""] {
            assert_eq!(Compression::of_start(text), None);
        }
    }
}
