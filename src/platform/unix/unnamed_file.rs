//! A file that has no name until it is complete (`O_TMPFILE`), and how it gets its name then.

use rustix::fs::{AtFlags, CWD};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// Gives `file`, which has no name, the name `last`: directly if no file has that name, otherwise by a temporary name in
/// `folder`, since only a rename replaces a file. A signal between the two calls leaves the temporary name.
pub(crate) fn link_unnamed(file: &File, last: &Path, folder: &Path) -> io::Result<()> {
    let unnamed = path_of_descriptor(file);
    let link = |to: &Path| rustix::fs::linkat(CWD, &unnamed, CWD, to, AtFlags::SYMLINK_FOLLOW);
    match link(last) {
        Err(Errno::EXIST) => {}
        other => return other.map_err(io::Error::from),
    }
    // A link never replaces a file, so the name need not be secret. It should only rarely be in use. The name is not random,
    // because the standard library panics if the system gives no random numbers. The number of attempts is limited, in case
    // the system always answers that the name exists.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |since| since.as_nanos());
    for attempt in 0..100 {
        let number = nanoseconds.wrapping_add(attempt);
        let beside = folder.join(format!(".wythoff-{}-{number:x}.partial", process::id()));
        match link(&beside) {
            Err(Errno::EXIST) => continue,
            other => other?,
        }
        return rustix::fs::renameat(CWD, &beside, CWD, last).map_err(|e| {
            let _ = rustix::fs::unlinkat(CWD, &beside, AtFlags::empty());
            e.into()
        });
    }
    Err(Errno::EXIST.into())
}

fn path_of_descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A file without a name in `folder`; `None` if the file system has no such files. It reports this by one of three errors.
#[cfg(target_os = "linux")]
pub(crate) fn create_unnamed(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(CWD, folder, flags, Mode::from(0o666)) {
        Ok(file) => File::from(file),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => return Ok(None),
        Err(e) => return Err(e.into()),
    };
    // The file can get a name only through /proc.
    let has_proc = rustix::fs::stat(path_of_descriptor(&file)).is_ok();
    Ok(has_proc.then_some(file))
}
