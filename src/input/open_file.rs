//! Opens files, and notices if another process changes one of them during the run.
//!
//! Every input is opened here, except the reader of a caller. A regular file is read up to the size that it had when it was
//! opened: bytes that are appended later are not part of the input. A run fails if, at its end, the file is smaller, or has
//! the same size and another time of modification. The time at which its metadata changed is not compared, because removing,
//! renaming and linking a file, and changing its rights, all set this time and leave the text as it is.

use super::Input;
use crate::compress::Compression;
use crate::error::{Error, ErrorKind, Result};
use crate::platform::{
    FileIdentity, file_identity, is_readable_now, open, read_at, read_stream, regular_file,
    stdin_file, wait_until_readable, widen_pipe,
};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;

/// An open file, pipe or device.
#[derive(Debug)]
pub struct OpenFile {
    pub(super) file: Arc<File>,
    pub(super) name: String,
    /// The metadata of a regular file when it was opened; `None` for anything that can be read only once.
    pub(super) meta: Option<Metadata>,
    /// The offset of the first byte that is read: not 0 if another process has read a part of a shared standard input.
    pub(super) start: u64,
    /// The compression format that the suffix of the path shows.
    pub(super) named: Option<Compression>,
}

impl OpenFile {
    pub(super) fn open(path: Option<&Path>, name: String) -> Result<Self> {
        let file = path.map_or_else(stdin_file, open);
        let named = path.and_then(Compression::from_path);
        file.and_then(|file| Self::of_file(file, name.clone(), named))
            .map_err(|e| Error::from(e).about(name))
    }

    fn of_file(file: File, name: String, named: Option<Compression>) -> io::Result<Self> {
        let mut meta = regular_file(&file)?;
        let mut start = 0;
        if let Some(regular) = &meta {
            start = (&file).stream_position()?;
            // Files under /proc have size 0, but a text. The size of an empty log may have grown since it was first read.
            let is_size_right = regular.len() > 0
                || read_at(&file, &mut [0], 0).is_ok_and(|got| got == 0)
                || file.metadata()?.len() > 0;
            if !is_size_right {
                meta = None;
            }
        }
        Ok(Self {
            file: Arc::new(file),
            name,
            meta,
            start,
            named,
        })
    }

    /// The text of `reader`, in a file without a name. The system removes it at the end of the process.
    fn copy_of(
        mut reader: impl Read,
        name: String,
        named: Option<Compression>,
    ) -> Result<Arc<Self>> {
        let in_copy = |e: io::Error| Error::from(e).about(format!("the copy of {name} in $TMPDIR"));
        let mut copy = tempfile::tempfile().map_err(in_copy)?;
        let in_reader = |e: io::Error| Error::from(e).about(name.clone());
        let mut block = vec![0; 256 << 10];
        loop {
            match reader.read(&mut block).map_err(in_reader)? {
                0 => break,
                got => copy.write_all(&block[..got]).map_err(in_copy)?,
            }
        }
        copy.rewind().map_err(in_copy)?;
        let copy = Self::of_file(copy, name.clone(), named);
        copy.map(Arc::new).map_err(in_copy)
    }

    pub(super) fn identity(&self) -> Option<FileIdentity> {
        let meta = self.meta.as_ref()?;
        file_identity(&self.file, meta).ok()
    }

    fn seek(&self, offset: u64) -> Result<()> {
        let moved = (&*self.file).seek(SeekFrom::Start(offset)).map(drop);
        moved.map_err(|e| Error::from(e).about(self.name.clone()))
    }

    /// Checks after the last read that no other process changed the file. If `is_damaged`, a part of the file was missing.
    pub(super) fn check_unchanged(&self, is_damaged: bool) -> Result<()> {
        let Some(then) = &self.meta else {
            return Ok(());
        };
        let fail = |e: Error| e.about(self.name.clone());
        // The next program that reads a shared standard input must continue after the bytes that were read here.
        self.seek(self.start.max(then.len()))?;
        let now = self.file.metadata().map_err(|e| fail(e.into()))?;
        let rewritten = now.len() == then.len() && now.modified().ok() != then.modified().ok();
        // A read while the file is being shortened may return zeros in place of the last bytes.
        if is_damaged || rewritten || now.len() < then.len() {
            return Err(fail(Error::new(ErrorKind::InputChanged)));
        }
        Ok(())
    }
}

/// The bytes of an input. Fails at the end of a file that another process changed.
pub struct InputReader<'r> {
    origin: Origin<'r>,
    /// Whether a read at the end checks that the file is unchanged.
    checks_end: bool,
}

enum Origin<'r> {
    /// For a regular file, the number of bytes left up to the size that it had when it was opened.
    File(Arc<OpenFile>, Option<u64>),
    /// The reader of a caller, and whether its last read filled the buffer.
    Reader(Box<dyn Read + Send + 'r>, bool),
}

impl<'r> InputReader<'r> {
    pub(super) fn of_reader(reader: Box<dyn Read + Send + 'r>) -> Self {
        Self {
            origin: Origin::Reader(reader, true),
            checks_end: false,
        }
    }

    /// A reader that begins at the file's `start` and, in a regular file, ends at the size that the file had when it was opened.
    pub(super) fn of_file(file: Arc<OpenFile>) -> Result<Self> {
        let left = match &file.meta {
            Some(meta) => {
                // On Windows a read at an offset moves the file's own offset.
                file.seek(file.start)?;
                Some(meta.len().saturating_sub(file.start))
            }
            None => {
                widen_pipe(&*file.file);
                None
            }
        };
        Ok(Self {
            origin: Origin::File(file, left),
            checks_end: true,
        })
    }

    /// The same reader without the check at the end, for a [`Source`](super::source::Source), which checks after the last answer.
    pub(super) fn unchecked(mut self) -> Self {
        self.checks_end = false;
        self
    }

    /// Whether a read would return at once. For a reader that is not a file this is unknown: if its last read returned fewer
    /// bytes than requested, the next read may wait.
    pub(super) fn is_ready(&self) -> bool {
        match &self.origin {
            Origin::File(file, _) => is_readable_now(&file.file),
            Origin::Reader(_, was_full) => *was_full,
        }
    }

    /// Checks that no other process changed the file. Callers use it if they do not read to the end.
    pub fn check_unchanged(&self) -> Result<()> {
        match &self.origin {
            Origin::File(file, _) => file.check_unchanged(false),
            Origin::Reader(..) => Ok(()),
        }
    }
}

impl Read for InputReader<'_> {
    /// Reads again after an interruption, and waits for a descriptor that another process made non-blocking.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let result = match &mut self.origin {
                Origin::File(file, left) => {
                    let max = left.map_or(into.len(), |left| left.min(into.len() as u64) as usize);
                    match (read_stream(&file.file, &mut into[..max]), left) {
                        // The file is now shorter than when it was opened.
                        (Ok(0), Some(_)) if max > 0 => {
                            Err(io::Error::other(Error::new(ErrorKind::InputChanged)))
                        }
                        (Ok(got), Some(left)) => {
                            *left -= got as u64;
                            Ok(got)
                        }
                        (result, _) => result,
                    }
                }
                Origin::Reader(reader, was_full) => {
                    let result = reader.read(into);
                    *was_full = result.as_ref().is_ok_and(|&got| got == into.len());
                    result
                }
            };
            match (result, &self.origin) {
                (Err(e), _) if e.kind() == io::ErrorKind::Interrupted => {}
                (Err(e), Origin::File(file, _)) if e.kind() == io::ErrorKind::WouldBlock => {
                    wait_until_readable(&file.file)?;
                }
                (Err(e), Origin::Reader(..)) if e.kind() == io::ErrorKind::WouldBlock => {
                    std::thread::yield_now();
                }
                (Ok(got), _) if got > 0 || into.is_empty() => return Ok(got),
                (other, _) => {
                    if self.checks_end {
                        self.check_unchanged().map_err(io::Error::other)?;
                    }
                    return other;
                }
            }
        }
    }
}

impl Input<'_> {
    /// The same input, opened, for [`again`](Self::again). An input that can be read only once, such as a pipe or the reader of a
    /// caller, is copied to `$TMPDIR` first.
    pub fn readable_twice(self) -> Result<Self> {
        let range = self.range();
        let mut file = match self {
            Input::Reader(reader, name) => OpenFile::copy_of(reader, name, None)?,
            file => file.open_file()?,
        };
        if file.meta.is_none() {
            let (name, named) = (file.name.clone(), file.named);
            file = OpenFile::copy_of(InputReader::of_file(file)?, name, named)?;
        }
        Ok(Input::Opened(file, range))
    }

    /// The same input from its start, if it is an open file. The two must not be read at the same time.
    pub fn again(&self) -> Option<Self> {
        match self {
            Input::Opened(file, range) => Some(Input::Opened(Arc::clone(file), range.clone())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader of the caller sees a change as `solve` does; `changed` in tests/library has all changes.
    #[test]
    fn a_file_that_changes_while_it_is_read() {
        const TEXT: &[u8] = b"1 2\n3 5\n";
        for (size, harms) in [(5, true), (100, false)] {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), TEXT).unwrap();
            let mut input = Input::path(file.path()).open().unwrap();
            let mut read = vec![0; 4];
            input.read_exact(&mut read).unwrap();
            file.as_file().set_len(size).unwrap();
            let end = input.read_to_end(&mut read).map_err(Error::from);
            match harms {
                true => assert!(matches!(end.unwrap_err().kind(), ErrorKind::InputChanged)),
                false => assert_eq!(read, TEXT),
            }
            // A source checks later, so that the last line is answered.
            let file = Input::path(file.path()).open_file().unwrap();
            let mut reader = InputReader::of_file(Arc::clone(&file)).unwrap().unchecked();
            file.file.set_modified(std::time::UNIX_EPOCH).unwrap();
            reader.read_to_end(&mut read).unwrap();
        }
    }

    /// A file that ends before its size has changed, even if its metadata does not show it.
    #[test]
    fn a_file_that_ends_too_early() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"1 2\n").unwrap();
        file.rewind().unwrap();
        let file = OpenFile::of_file(file, String::new(), None).unwrap();
        let mut reader = InputReader {
            origin: Origin::File(Arc::new(file), Some(5)),
            checks_end: false,
        };
        let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "input changed while reading");
    }
}
