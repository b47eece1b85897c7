//! The owner, the rights and the attributes of a file that replaces another one.

use rustix::fs::OFlags;
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;
use xattr::FileExt as _;

/// Lets nobody but the owner use a new file.
pub(crate) fn for_owner(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Gives the file `new` the owner, the group, the mode, the access control list and the `user.*` attributes of the file `path`,
/// which it will replace. So users who can't read the old file can't read `new` either, not even for a moment. Set-user-ID and
/// similar bits are left out: a write to the old file would have cleared them. Does nothing if there is no file `path`.
///
/// Errors: this process may not write to `path`, as the shell's `>` reports; something can't be kept.
pub(crate) fn keep_rights(new: &File, path: &Path) -> io::Result<()> {
    let mut options = File::options();
    // If the path is now a FIFO, opening it must not wait for a reader.
    options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    let old = match options.write(true).open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        old => old?,
    };
    let wanted = old.metadata()?;
    // Nobody but the owner may read the file until all rights are set: with the new mode alone, its present group, or an
    // access control list that it inherited from the folder, could allow too much. An error is ignored, because some file
    // systems have one mode for all files.
    let _ = new.set_permissions(Permissions::from_mode(0o600));
    let meta = new.metadata()?;
    let (owner, group) = (wanted.uid(), wanted.gid());
    if (meta.uid(), meta.gid()) != (owner, group) {
        fchown(new, Some(owner), Some(group)).map_err(|e| lost("its owner and its group", &e))?;
    }
    if cfg!(target_os = "linux") {
        keep_attributes(new, &old)?;
    }
    let mode = wanted.mode() & 0o777;
    if new.metadata()?.mode() & 0o777 != mode {
        let changed = new.set_permissions(Permissions::from_mode(mode));
        changed.map_err(|e| lost("its mode", &e))?;
    }
    Ok(())
}

/// The error if a property of the old file can't be kept.
fn lost(what: &str, error: &io::Error) -> io::Error {
    let message = format!("the file can't be replaced, because {what} can't be kept: {error}");
    io::Error::new(error.kind(), message)
}

/// Gives `new` the access control list and the `user.*` attributes of `old`, and no others.
fn keep_attributes(new: &File, old: &File) -> io::Result<()> {
    let wanted = attributes(old)?;
    let fail = |name: &OsStr, e| {
        let name = name.as_bytes().escape_ascii();
        lost(&format!("its attribute {name}"), &e)
    };
    for name in attributes(new)? {
        if !wanted.contains(&name) {
            new.remove_xattr(&name).map_err(|e| fail(&name, e))?;
        }
    }
    for name in wanted {
        let value = old.get_xattr(&name);
        // `None`: another process has removed it.
        let value = value.and_then(|value| value.ok_or(io::ErrorKind::NotFound.into()));
        let kept = value.and_then(|value| new.set_xattr(&name, &value));
        kept.map_err(|e| fail(&name, e))?;
    }
    Ok(())
}

/// The names of the attributes that a file that replaces `file` keeps.
fn attributes(file: &File) -> io::Result<Vec<OsString>> {
    let names = match file.list_xattr() {
        // The file system has no attributes.
        Err(e) if e.raw_os_error() == Some(Errno::OPNOTSUPP.raw_os_error()) => {
            return Ok(Vec::new());
        }
        names => names?,
    };
    let is_kept = |name: &OsString| {
        let name = name.as_bytes();
        // The second attribute is the access control list of NFS 4.
        let is_list = matches!(name, b"system.posix_acl_access" | b"system.nfs4_acl");
        is_list || name.starts_with(b"user.")
    };
    Ok(names.filter(is_kept).collect())
}
