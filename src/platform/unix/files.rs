//! Files: positional reads and writes, identity, and the free space of the disk.
#![allow(unsafe_code)]

use super::super::FileIdentity;
#[cfg(target_os = "linux")]
use super::super::FreeSpace;
use rustix::io::Errno;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

pub(crate) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(into, offset)
}

pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

pub(crate) fn is_a_directory() -> io::Error {
    Errno::ISDIR.into()
}

pub(crate) fn file_identity(_: &File, meta: &Metadata) -> io::Result<FileIdentity> {
    Ok((meta.dev(), meta.ino()))
}

pub(crate) fn path_identity(_: &Path, meta: &Metadata) -> io::Result<FileIdentity> {
    Ok((meta.dev(), meta.ino()))
}

/// The number of the type of the file system that holds a file. The constants are from `linux/magic.h` and from the sources of
/// the file systems.
#[cfg(target_os = "linux")]
fn file_system(file: &File) -> io::Result<u32> {
    // The type of the field differs from target to target; the numbers have 32 bits.
    Ok(rustix::fs::fstatfs(file)?.f_type as u32)
}

#[cfg(target_os = "linux")]
const TMPFS: u32 = 0x0102_1994;

/// Allocates the blocks of a file at once, which is faster than block by block. Only Linux can do that. Not on tmpfs: there it
/// takes as long as the writes do, on one thread, while the others wait.
#[cfg(target_os = "linux")]
pub(crate) fn allocate(file: &File, bytes: u64) {
    if file_system(file).is_ok_and(|number| number != TMPFS) {
        let _ = rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, bytes);
    }
}

/// The free space of the device of a file. `None` on file systems whose number of free blocks does not show how much text fits,
/// for example because they compress.
#[cfg(target_os = "linux")]
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

/// Returns a part of a mapping to the system. The part can still be read, but more slowly.
pub(crate) fn release_pages(map: &memmap2::Mmap, part: Range<usize>) {
    assert!(part.start <= part.end && part.end <= map.len());
    let advice = memmap2::UncheckedAdvice::DontNeed;
    // SAFETY: the range is in the mapping. Nothing was ever written to these pages, so a later read finds the same bytes, from
    // the file again; `input::mmap` says what holds for a file that has changed.
    let released = unsafe { map.unchecked_advise_range(advice, part.start, part.len()) };
    // After an error, unmapping at the end takes more time. Nothing else changes.
    let _ = released;
}

#[cfg(target_os = "linux")]
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
#[cfg(target_os = "linux")]
pub(crate) fn is_on_network(file: &File) -> bool {
    file_system(file).is_ok_and(|number| NETWORK.contains(&number))
}
