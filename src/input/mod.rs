//! Where bytes come from.

pub mod chunk;
pub mod file_signature;
pub mod mmap;
mod source;
pub mod stream;

pub use source::{Cut, Input, Io, Source};
