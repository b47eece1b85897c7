//! Code that the integration tests of the library and of crates/cli share: a generator of numbers, folders, and a reference that uses
//! no code of the crate.
//!
//! This code does not use the library, so that a mistake in the library can't hide in its own test.

// Each test file is a separate crate, and uses only a part of this module.
#![allow(dead_code, unused_imports)]

mod files;
mod inherited;
mod numbers;
mod reference;
mod searches;

pub(crate) use files::*;
pub(crate) use inherited::*;
pub(crate) use numbers::*;
pub(crate) use reference::*;
pub(crate) use searches::*;
