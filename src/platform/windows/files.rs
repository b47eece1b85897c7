//! Files: positional reads and writes, their identity, their names.
#![allow(unsafe_code)]

use super::super::FileIdentity;
use std::fs::{File, Metadata};
use std::io;
use std::os::windows::fs::FileExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use winapi_util::AsHandleRef;
use winapi_util::file::{information, typ};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_REMOTE_PROTOCOL_INFO, FileRemoteProtocolInfo, GetFileInformationByHandleEx,
};

pub(crate) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(into, offset)
}

pub(crate) fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                bytes = &bytes[written..];
                offset += written as u64;
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

/// Opens a file to read it.
///
/// Errors: a folder, for which the system says only that access is denied.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    match File::open(path) {
        Err(_) if path.is_dir() => Err(is_a_directory()),
        opened => opened,
    }
}

// Pipes and devices have no metadata.
pub(crate) fn regular_file(file: &File) -> io::Result<Option<Metadata>> {
    let is_disk = typ(file)?.is_disk();
    is_disk.then(|| file.metadata()).transpose()
}

pub(crate) fn is_a_directory() -> io::Error {
    let what = "expected a file, found a folder";
    io::Error::new(io::ErrorKind::IsADirectory, what)
}

pub(crate) fn file_identity(file: &File, _: &Metadata) -> io::Result<FileIdentity> {
    identity(file)
}

pub(crate) fn path_identity(path: &Path, _: &Metadata) -> io::Result<FileIdentity> {
    identity(File::open(path)?)
}

/// The number of the volume of an open regular file, and its number on the volume.
pub(super) fn identity(file: impl AsHandleRef) -> io::Result<FileIdentity> {
    let found = information(file)?;
    Ok((found.volume_serial_number(), found.file_index()))
}

/// Whether `path` has the name of a device, such as `NUL`, whatever its folder; or that of a pipe.
pub(crate) fn names_device(path: &Path) -> bool {
    let name = path.to_str().unwrap_or_default().to_ascii_uppercase();
    let port = name.strip_prefix("COM").or(name.strip_prefix("LPT"));
    name.starts_with(r"\\.\")
        || name.starts_with("//./")
        || ["NUL", "CON", "CONOUT$", "AUX", "PRN"].contains(&name.as_str())
        || port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

/// The error if a file could not get the name of another file. The usual reason is that a program has the other file open.
pub(crate) fn replace_error(error: io::Error) -> io::Error {
    const SHARING_VIOLATION: i32 = 32;
    const USER_MAPPED_FILE: i32 = 1224;
    let is_open = matches!(
        error.raw_os_error(),
        Some(SHARING_VIOLATION | USER_MAPPED_FILE)
    );
    if is_open || error.kind() == io::ErrorKind::PermissionDenied {
        let what = "the file can't be replaced: another program has it open, or it is read-only";
        return io::Error::new(error.kind(), what);
    }
    error
}

/// Whether the file is on a network drive. Such a file must be read, which can return an error: if it were mapped and the
/// server stopped sending pages, the process would end.
pub(crate) fn is_on_network(file: &File) -> bool {
    let mut info = FILE_REMOTE_PROTOCOL_INFO::default();
    let size = size_of::<FILE_REMOTE_PROTOCOL_INFO>() as u32;
    // SAFETY: `info` is valid for writes of `size` bytes. The call fails for a local file.
    let status = unsafe {
        GetFileInformationByHandleEx(
            file.as_raw_handle(),
            FileRemoteProtocolInfo,
            (&raw mut info).cast(),
            size,
        )
    };
    status != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices() {
        for name in [
            "NUL",
            "nul",
            "con",
            "COM1",
            "lpt9",
            r"\\.\pipe\x",
            "//./NUL",
        ] {
            assert!(names_device(Path::new(name)), "{name}");
        }
        for name in ["nul.txt", "a", "COM0", "COM10", "com", r"\\server\x", ""] {
            assert!(!names_device(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_mapped_file_can_not_be_cut() {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, &[b'1'; 10_000]).unwrap();
        // SAFETY: nothing changes the file while it is mapped.
        let map = unsafe { memmap2::Mmap::map(&file) }.unwrap();
        let cut = file.set_len(5);
        assert_eq!((map[9_999], cut.is_err()), (b'1', true));
    }

    #[test]
    fn two_names_of_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a"), "1 2\n").unwrap();
        std::fs::write(path("c"), "1 2\n").unwrap();
        std::fs::hard_link(path("a"), path("b")).unwrap();
        let identity = |name: &str| {
            let meta = path(name).metadata().unwrap();
            path_identity(&path(name), &meta).unwrap()
        };
        assert_eq!(identity("a"), identity("b"));
        assert_ne!(identity("a"), identity("c"));
    }
}
