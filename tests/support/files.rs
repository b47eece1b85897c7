//! Temporary folders, and comparisons of files.

use super::usual_umask;
use std::fs;
use std::path::{Path, PathBuf};

/// A temporary folder, removed at the end of the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        usual_umask();
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file with this name and content.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("the file is written");
        path
    }

    /// The names of all files in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.path())
            .expect("the folder is read")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Compares long outputs, and shows only the first difference.
#[track_caller]
pub(crate) fn assert_same(got: &[u8], expected: &[u8], what: &str) {
    if got == expected {
        return;
    }
    let common = got.iter().zip(expected).take_while(|(g, e)| g == e).count();
    let line = 1 + got[..common].iter().filter(|&&c| c == b'\n').count();
    let around = |bytes: &[u8]| {
        let end = bytes.len().min(common + 20);
        bytes[common.min(end)..end].escape_ascii().to_string()
    };
    panic!(
        "{what}: {} bytes for {}, parting at byte {common} (line {line}): got {:?}, expected {:?}",
        got.len(),
        expected.len(),
        around(got),
        around(expected)
    );
}

/// FNV-1a, 64 bits.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// `bytes` as a gzip file.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}
