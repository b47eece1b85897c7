//! A file that has no name until it is complete (`O_TMPFILE`), and how it gets its name then.

use rustix::fs::{AtFlags, CWD};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;

pub(crate) fn link_unnamed(file: &File, name: &Path) -> io::Result<()> {
    let unnamed = path_of_descriptor(file);
    rustix::fs::linkat(CWD, unnamed, CWD, name, AtFlags::SYMLINK_FOLLOW).map_err(Into::into)
}

fn path_of_descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A file without a name in `folder`; `None` if the file system has no such files. It reports this by one of three errors.
#[cfg(target_os = "linux")]
pub(crate) fn create_unnamed(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
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
