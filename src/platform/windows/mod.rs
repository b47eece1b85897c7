//! Windows: files and standard streams, with `winapi-util`, the standard library and a few system calls.

mod files;
mod streams;

pub(crate) use files::*;
pub(crate) use streams::*;

pub(crate) use super::portable::{
    MapWatch, address_space_limit, allocate, create_unnamed, duplicate, for_owner, free_space,
    keep_rights, link_unnamed, release_pages, wait_until_readable, widen_pipe, write_stdout,
    write_stream,
};
