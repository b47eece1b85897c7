//! Recognises files on network file systems.
//!
//! A page of a mapped file that the server no longer sends raises SIGBUS; a read of it returns an error.

use std::fs::File;

/// The numbers of these file systems are those of `linux/magic.h` and of their own sources.
#[cfg(target_os = "linux")]
const NETWORK: &[i64] = &[
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

/// Whether the file is on a network file system. Where the system doesn't tell, it is not.
#[cfg(target_os = "linux")]
pub(super) fn holds(file: &File) -> bool {
    // The type of the field differs from target to target; the numbers have 32 bits.
    rustix::fs::fstatfs(file).is_ok_and(|fs| NETWORK.contains(&i64::from(fs.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn holds(_: &File) -> bool {
    false
}
