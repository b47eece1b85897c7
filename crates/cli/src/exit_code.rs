//! The exit codes of the program. 0 is success.

/// A negative result: an invalid line was marked, an answer is wrong, a failing input was found.
pub(crate) const NEGATIVE: u8 = 1;
pub(crate) const FAILED: u8 = 2;
/// ICPC's convention: the output or the input is right.
pub(crate) const ICPC_RIGHT: u8 = 42;
/// ICPC's convention: the output or the input is wrong.
pub(crate) const ICPC_WRONG: u8 = 43;
