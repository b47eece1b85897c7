//! Faults of the environment: files that are cut short while they are mapped, signals, limits, full disks.
//!
//! Each test injects the real fault. A pipe that nobody reads or writes, or SIGSTOP, holds the child at the right moment,
//! so that no test depends on timing. Tests at random moments (kill -9) have many tries.
#![cfg(target_os = "linux")]

mod input;
mod limits;
mod output;
mod programs;
mod running;
mod signals;
#[path = "../support/mod.rs"]
mod support;
