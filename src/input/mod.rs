//! Where bytes come from: opens an input and hands out chunks of whole lines.

pub(crate) mod chunk;
pub(crate) mod file_signature;
mod mmap;
mod source;
mod stream;

pub(crate) use source::Source;
pub use source::{Input, Io};
