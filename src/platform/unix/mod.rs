//! Unix: files, standard streams and limits, with rustix and the standard library.

mod files;
#[cfg(target_os = "linux")]
mod linux;
mod rights;
mod sigbus;
mod streams;

pub(crate) use files::*;
#[cfg(target_os = "linux")]
pub(crate) use linux::*;
pub(crate) use rights::{for_owner, keep_rights};
pub(crate) use sigbus::MapWatch;
pub(crate) use streams::*;

#[cfg(not(target_os = "linux"))]
pub(crate) use super::portable::{
    allocate, create_unnamed, free_space, is_on_network, link_unnamed, widen_pipe,
};
pub(crate) use super::portable::{names_device, open, read_stream, regular_file, replace_error};

use rustix::process::{Resource, getrlimit};

/// The bytes of address space that this process may take, if there is a limit.
pub(crate) fn address_space_limit() -> Option<u64> {
    getrlimit(Resource::As).current
}
