//! gzip and zstd: how compressed data is recognised and encoded.
//!
//! No valid text begins as compressed data does, so the first bytes of an input show its format.

#[cfg(feature = "compressed")]
mod encode;

#[cfg(feature = "compressed")]
pub(crate) use encode::encode;

use std::path::Path;

/// A build without the feature `compressed` compresses no output.
#[cfg(not(feature = "compressed"))]
pub(crate) fn encode(_: Option<Compression>, _: &[u8]) -> crate::error::Result<Option<Vec<u8>>> {
    Ok(None)
}

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, RFC 1952: any number of members, one after the other.
    Gzip,
    /// Zstandard, RFC 8878: any number of frames, one after the other, including skippable frames.
    Zstd,
}

/// The number of bytes at the start of data that show its format.
pub(crate) const START_BYTES: usize = 4;

impl Compression {
    /// The format that the suffix of `path` names: `.gz` or `.zst`.
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().to_str()? {
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// The format of an input that begins with `start`, or is `start` if that is shorter than [`START_BYTES`]. If data ends
    /// within its first bytes, two bytes are enough to show the format, or one byte that no text begins with.
    pub(crate) fn from_first_bytes(start: &[u8]) -> Option<Self> {
        let begins = |with: &[u8]| start.iter().zip(with).all(|(a, b)| a == b);
        match start {
            [0x1f, ..] if begins(&[0x1f, 0x8b]) => Some(Compression::Gzip),
            [0x28, _, ..] if begins(&[0x28, 0xb5, 0x2f, 0xfd]) => Some(Compression::Zstd),
            [kind @ 0x50..=0x5f, _, ..] if begins(&[*kind, 0x2a, 0x4d, 0x18]) => {
                Some(Compression::Zstd)
            }
            _ => None,
        }
    }

    /// Whether `start` is too short to show the format of an input.
    pub(crate) fn needs_more_bytes(start: &[u8]) -> bool {
        match start {
            [] => true,
            [first] => matches!(first, 0x1f | 0x28 | 0x50..=0x5f),
            _ => start.len() < START_BYTES && Self::from_first_bytes(start).is_some(),
        }
    }

    pub(crate) fn name(self) -> &'static str {
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
    fn suffixes_name_formats() {
        let of = |name: &str| Compression::from_path(Path::new(name));
        assert_eq!(of("a/b.txt.gz"), Some(Compression::Gzip));
        assert_eq!(of("b.ZST"), Some(Compression::Zstd));
        assert_eq!(of("gz"), None);
        assert_eq!(of("a.gz/b"), None);
        assert_eq!(of(".gz"), None);
    }
}
