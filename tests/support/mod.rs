//! Code that the integration tests share: a runner with a time limit, a generator of numbers, and a reference that uses no
//! code of the crate.
//!
//! A test that takes more than a second or two is `#[ignore = "slow"]`: `cargo test -- --include-ignored` runs it, too.
//!
//! Nothing here uses the library, so that a mistake in the library can't hide in its own test.

// Each test file is a separate crate, and uses only a part of this module.
#![allow(dead_code, unused_imports)]

mod files;
mod inherited;
mod needs;
mod numbers;
mod parallel;
mod process;
mod reference;
mod searches;

pub(crate) use files::*;
pub(crate) use inherited::*;
pub(crate) use needs::*;
pub(crate) use numbers::*;
pub(crate) use parallel::*;
pub(crate) use process::*;
pub(crate) use reference::*;
pub(crate) use searches::*;
