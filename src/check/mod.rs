//! Compares a file of answers with the right answers, case by case.
//!
//! In: an input, a text of answers, a solver. Out: a [`CheckReport`], in which every case of the input counts once, as right,
//! wrong, malformed or missing. What counts as the same answer is decided in [`problem`](crate::problem).

mod compare;
mod locate;
mod report;

pub use compare::check;
pub use report::{CheckReport, WrongCase};
