//! Other people's answers against the truth.
//!
//! Owns the comparison of a file of answers with what the pipeline says, case by case. It refuses to
//! decide anything itself. Invariant: what is told of a case is true of the input as it was read.

pub mod check;
mod feed;
mod locate;
