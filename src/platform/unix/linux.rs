//! What only Linux has: a file that has no name until it is complete (`O_TMPFILE`), and how it gets its name then; the kind of
//! a file system, allocation of files, and the size of pipes.

use super::super::FreeSpace;
use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
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
pub(crate) fn create_unnamed(folder: &Path) -> io::Result<Option<File>> {
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

/// The number of the type of the file system that holds a file. The constants are from `linux/magic.h` and from the sources of
/// the file systems.
fn file_system(file: &File) -> io::Result<u32> {
    // The type of the field differs from target to target; the numbers have 32 bits.
    Ok(rustix::fs::fstatfs(file)?.f_type as u32)
}

const TMPFS: u32 = 0x0102_1994;

/// Allocates the blocks of a file at once, which is faster than block by block. Not on tmpfs: there it takes as long as
/// the writes do, on one thread, while the others wait.
pub(crate) fn allocate(file: &File, bytes: u64) {
    if file_system(file).is_ok_and(|number| number != TMPFS) {
        let _ = rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, bytes);
    }
}

/// The free space of the device of a file. `None` on file systems whose number of free blocks does not show how much text fits,
/// for example because they compress.
pub(crate) fn free_space(file: &File) -> Option<FreeSpace> {
    const PLAIN: [u32; 3] = [
        0xEF53,      // ext2, ext3, ext4
        0x5846_5342, // XFS
        TMPFS,
    ];
    let stat = rustix::fs::fstatfs(file).ok()?;
    // The width and the sign of these fields differ between processors.
    #[allow(clippy::unnecessary_cast)]
    let (kind, block) = (stat.f_type as u32, stat.f_bsize as u64);
    // A tmpfs without a limit has no blocks at all.
    if !PLAIN.contains(&kind) || stat.f_blocks == 0 {
        return None;
    }
    let device = rustix::fs::fstat(file).ok()?.st_dev;
    let bytes = stat.f_bavail.saturating_mul(block);
    Some(FreeSpace { device, bytes })
}

const NETWORK: &[u32] = &[
    0x6969,      // NFS
    0x517b,      // SMB, before Linux 5.15
    0xff53_4d42, // CIFS
    0xfe53_4d42, // SMB 2 and 3
    0x0102_1997, // 9P, as of WSL and virtual machines
    0x5346_414f, // AFS
    0x6b41_4653, // AFS of the kernel
    0x7375_7245, // Coda
    0x00c3_6400, // Ceph
    0x6573_5546, // FUSE: sshfs, gcsfuse, mountpoint-s3, JuiceFS, GlusterFS
    0x0bd0_0bd0, // Lustre
    0x4750_4653, // GPFS
    0x1983_0326, // BeeGFS
    0x2003_0528, // OrangeFS
    0x7461_636f, // OCFS2
    0x0116_1970, // GFS2
];

/// Whether the file is on a network file system; `false` if this is unknown.
pub(crate) fn is_on_network(file: &File) -> bool {
    file_system(file).is_ok_and(|number| NETWORK.contains(&number))
}

/// Saves most of the switches between the processes at the two ends of a pipe. If the system refuses this, the pipe still works.
pub(crate) fn widen_pipe(pipe: impl AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}
