//! The judge problems that this crate knows.

pub mod submissions;
