//! Windows: files and standard streams, with `winapi-util`, the standard library and a few system calls.

mod files;
mod streams;

pub(crate) use files::*;
pub(crate) use streams::*;

/// `None`: Windows has no such limit that is set from outside.
pub(crate) fn address_space_limit() -> Option<u64> {
    None
}
