//! Faults that really happen: files cut while they are mapped, signals, limits, full disks.
//!
//! Each test injects the fault itself, not a mock of it. A child is held where the test wants it by
//! a pipe that nobody reads or writes, or by SIGSTOP, so that nothing depends on luck; where luck is
//! the point (kill -9) it is many tries.
#![cfg(target_os = "linux")]

mod input;
mod internal;
mod limits;
mod output;
mod running;
mod signals;
#[path = "../support/mod.rs"]
mod support;
