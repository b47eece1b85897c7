//! The place the bytes go to.
//!
//! Owns the choice of how to write, by what the target is, and the promise that a file under its
//! final name is whole. It refuses to know what is written. Invariant: until [`Target::publish`]
//! the final name is untouched.
//!
//! A new file has no name at all until it is whole (`O_TMPFILE`): whatever ends the process, a
//! kill included, nothing is left behind. Where the file system can't do that it is a temporary
//! beside the final name, whose cleaning up is [`Target::temporary`]'s caller's part if signals
//! end the process.

use super::reorder::Order;
use crate::compress::Compression;
use crate::error::{Error, Result, shown_path};
use rustix::event::{PollFd, PollFlags};
use rustix::fs::FileType;
use rustix::io::Errno;
use std::fs::{File, Metadata, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{
    FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown,
};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Where the answers go.
pub struct Target<'w> {
    pub(super) kind: Kind<'w>,
    pub(super) name: String,
    /// Of the regular file that is written to as it is, or replaced.
    identity: Option<Identity>,
    /// Whether the stream is standard output, and a pipe.
    pipe: bool,
    compression: Option<Compression>,
    pub(super) before_naming: Option<fn()>,
}

pub(super) enum Kind<'w> {
    /// Whatever can be written to only from front to back.
    Stream(Mutex<Box<dyn Write + Send + 'w>>),
    /// A file that has no name yet.
    Unnamed {
        file: File,
        folder: PathBuf,
        path: PathBuf,
        /// There was one of that name.
        replaces: bool,
    },
    /// A temporary beside the final name.
    Named {
        temporary: NamedTempFile,
        path: PathBuf,
    },
}

/// What is free on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Which device.
    pub device: u64,
    /// Bytes, without those that are kept back: not even every superuser gets them, and whoever does had
    /// better leave them.
    pub free: u64,
}

/// Device and inode: tells whether an output is an input.
pub type Identity = (u64, u64);

impl<'w> Target<'w> {
    /// A writer, from front to back; `name` stands for it in messages.
    pub fn stream(writer: impl Write + Send + 'w, name: &str) -> Self {
        Self {
            kind: Kind::Stream(Mutex::new(Box::new(writer))),
            name: name.to_owned(),
            identity: None,
            pipe: false,
            compression: None,
            before_naming: None,
        }
    }

    /// Standard output: whole chunks are written to it.
    pub fn stdout() -> Result<Self> {
        let name = "<stdout>";
        let stdout = rustix::stdio::stdout();
        let stat =
            rustix::fs::fstat(stdout).map_err(|e| Error::from(io::Error::from(e)).of(name))?;
        let kind = FileType::from_raw_mode(stat.st_mode);
        let mut target = Self::stream(Stdout, name);
        target.pipe = kind == FileType::Fifo;
        // Some systems have a narrower number of the device (macOS); widened as `Metadata::dev` does.
        #[allow(clippy::unnecessary_cast)]
        let identity = (stat.st_dev as u64, stat.st_ino);
        target.identity = (kind == FileType::RegularFile).then_some(identity);
        Ok(target)
    }

    /// The file `path`. A regular one (or none yet) is replaced when all is written; anything
    /// else (a pipe, a device) is written to.
    pub fn path(path: &Path) -> Result<Self> {
        let name = shown_path(path);
        let fail = |e: io::Error| Error::from(e).of(name.clone());
        let old = match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => {
                return Err(fail(Errno::ISDIR.into()));
            }
            Ok(meta) if special(&meta) => {
                let file = File::options().write(true).open(path).map_err(fail)?;
                return Ok(Self::stream(file, &name));
            }
            Ok(meta) => Some(meta),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(fail(e)),
        };
        // Through a symbolic link it is the file behind that is replaced, as a shell's `>` would.
        // What is there but has no name (/dev/stdout, where that file was removed) can't be, and
        // the link to it must not be.
        let path = match old {
            Some(_) => std::fs::canonicalize(path).map_err(fail)?,
            // A link that leads to nothing stays one, too.
            None => behind_links(path),
        };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let folder = folder.to_owned();
        let kind = match unnamed(&folder) {
            Ok(file) => Kind::Unnamed {
                file,
                folder,
                path,
                replaces: old.is_some(),
            },
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Kind::Named {
                temporary: named(&folder).map_err(fail)?,
                path,
            },
            Err(e) => return Err(fail(e.into())),
        };
        let target = Self {
            kind,
            name: name.clone(),
            identity: old.as_ref().map(|old| (old.dev(), old.ino())),
            pipe: false,
            compression: None,
            before_naming: None,
        };
        if let (Some(file), Some(old)) = (target.file(), old) {
            take_after(file, &old).map_err(fail)?;
        }
        Ok(target)
    }

    /// The same target, to which the answers go compressed. With the feature `compressed` only.
    #[cfg(feature = "compressed")]
    #[must_use]
    pub fn compressed(mut self, compression: Option<Compression>) -> Self {
        self.compression = compression;
        self
    }

    /// How the answers are to be compressed.
    pub fn compression(&self) -> Option<Compression> {
        self.compression
    }

    /// The temporary file that must go if a signal ends the process; usually there is none.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Named { temporary, .. } => Some(temporary.path()),
            _ => None,
        }
    }

    /// To be called before a whole file gets a passing name beside the final one, which is only
    /// so where it replaces another: from there to the end nothing should end the process.
    pub fn before_naming(&mut self, hold: fn()) {
        self.before_naming = Some(hold);
    }

    /// What stands for it in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How chunks may be written.
    pub fn order(&self) -> Order {
        match self.kind {
            Kind::Stream(_) => Order::Serial,
            Kind::Unnamed { .. } | Kind::Named { .. } => Order::Placed,
        }
    }

    /// Writes all of `bytes`, which belong at `offset` of the output.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        match (&self.kind, self.file()) {
            (Kind::Stream(writer), _) => writer
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write_all(bytes),
            (_, Some(file)) => file.write_all_at(bytes, offset),
            (_, None) => Ok(()),
        }
        .map_err(|e| Error::from(e).of(self.name.clone()))
    }

    /// About so many bytes will be written: a file system that lays them out at once does it
    /// better, and a larger pipe saves most of the switches between its two ends. Only a hint; if
    /// there is no room, the writes will say so.
    pub fn expect(&self, bytes: u64) {
        if let Some(file) = self.file() {
            // What doesn't fit would take all there is before it fails.
            if room(file).is_none_or(|room| bytes <= room.free) {
                lay_out(file, bytes);
            }
        } else if self.pipe && bytes > 64 << 10 {
            widen_stdout();
        }
    }

    /// How much fits into the file system that a file of ours is on, at most: `None` for what isn't
    /// such a file or is compressed, and where nobody knows.
    pub fn room(&self) -> Option<Room> {
        let file = self.file().filter(|_| self.compression.is_none())?;
        room(file)
    }

    pub(super) fn file(&self) -> Option<&File> {
        match &self.kind {
            Kind::Stream(_) => None,
            Kind::Unnamed { file, .. } => Some(file),
            Kind::Named { temporary, .. } => Some(temporary.as_file()),
        }
    }

    /// Which regular file is written to, or replaced.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
    }
}

/// Where a file is made that is written to `path`, where there is none yet: links that lead to nothing are followed.
pub fn behind_links(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(to) = std::fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

/// Gives a new file the permissions of the `old` one that it replaces, before anything is in it, as what only some may
/// read is never to be for all; and its owner and group, as far as the system lets this process. Set-user-ID and the
/// like are left out: a write to the old file would have cleared them.
fn take_after(file: &File, old: &Metadata) -> io::Result<()> {
    let new = file.metadata()?;
    let permissions = old.mode() & 0o777;
    if new.mode() & 0o777 != permissions {
        file.set_permissions(Permissions::from_mode(permissions))?;
    }
    let (owner, group) = (old.uid(), old.gid());
    if (new.uid(), new.gid()) != (owner, group) && fchown(file, Some(owner), Some(group)).is_err() {
        let _ = fchown(file, None, Some(group));
    }
    Ok(())
}

impl std::fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("name", &self.name).finish()
    }
}

/// Standard output as it is, unbuffered: a duplicate would need one more descriptor, of which there may be
/// only four.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stdout = rustix::stdio::stdout();
        loop {
            match rustix::io::write(stdout, bytes) {
                // Somebody who shares it made it non-blocking.
                Err(Errno::AGAIN) => {
                    let mut fds = [PollFd::new(&stdout, PollFlags::OUT)];
                    match rustix::event::poll(&mut fds, None) {
                        Ok(_) | Err(Errno::INTR) => {}
                        Err(e) => return Err(e.into()),
                    }
                }
                result => return Ok(result?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn special(meta: &Metadata) -> bool {
    let kind = meta.file_type();
    kind.is_fifo() || kind.is_char_device() || kind.is_block_device() || kind.is_socket()
}

/// What only Linux has: blocks laid out in advance, and the size of a pipe.
#[cfg(target_os = "linux")]
fn lay_out(file: &File, bytes: u64) {
    let _ = rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, bytes);
}
#[cfg(not(target_os = "linux"))]
fn lay_out(_file: &File, _bytes: u64) {}

#[cfg(target_os = "linux")]
fn widen_stdout() {
    let _ = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), 1 << 20);
}
#[cfg(not(target_os = "linux"))]
fn widen_stdout() {}

/// Only of file systems that store a text in as many bytes as it has: others compress, or tell
/// numbers of their own.
#[cfg(target_os = "linux")]
fn room(file: &File) -> Option<Room> {
    const PLAIN: [u64; 3] = [
        0xEF53,      // ext2, ext3, ext4
        0x5846_5342, // XFS
        0x0102_1994, // tmpfs
    ];
    let stat = rustix::fs::fstatfs(file).ok()?;
    // Its width differs between processors, and so does its sign.
    #[allow(clippy::unnecessary_cast)]
    let (kind, block) = (stat.f_type as u64 & 0xFFFF_FFFF, stat.f_bsize as u64);
    // A tmpfs without a limit has no blocks at all.
    if !PLAIN.contains(&kind) || stat.f_blocks == 0 {
        return None;
    }
    Some(Room {
        device: rustix::fs::fstat(file).ok()?.st_dev,
        free: stat.f_bavail.saturating_mul(block),
    })
}
#[cfg(not(target_os = "linux"))]
fn room(_file: &File) -> Option<Room> {
    None
}

/// Elsewhere a new file has a name from the start.
#[cfg(not(target_os = "linux"))]
fn unnamed(_folder: &Path) -> std::result::Result<File, Errno> {
    Err(Errno::OPNOTSUPP)
}

/// A file without a name in `folder`. Some file systems can't do that, and say so in one of three
/// ways.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> std::result::Result<File, Errno> {
    use crate::output::atomic_file::by_descriptor;
    use rustix::fs::{CWD, Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::openat(CWD, folder, flags, Mode::from(0o666))?);
    // A name can be given to it only by way of /proc.
    rustix::fs::stat(by_descriptor(&file)).map_err(|_| Errno::OPNOTSUPP)?;
    Ok(file)
}

fn named(folder: &Path) -> io::Result<NamedTempFile> {
    // Opened here: the crate's own errors have its path in them, and not the system's number.
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(0o666);
    tempfile::Builder::new()
        .prefix(".wythoff-")
        .suffix(".partial")
        .make_in(folder, |path| options.open(path))
}
