//! Where results go: answers into words, chunks into order, bytes into a file that appears whole
//! or not at all.

pub mod encode;
pub mod ordered;
pub mod target;
