//! Tests of the library. Each test calls it in this process.

#[path = "../support/mod.rs"]
mod support;

mod changed;
#[cfg(feature = "compressed")]
mod compressed;
mod examples;
mod frame;
mod layering;
mod lines;
mod panics;
mod profiles;
mod ranges;
mod solving;
