//! Whether a program's answers are right.
//!
//! Owns the running of a solution under test ([`run`]), the inputs that find where it is wrong
//! ([`plan`]), the comparison of its answers ([`compare`]), the search for the smallest failing input
//! ([`shrink`]), and the loop over all of it ([`stress()`]). It refuses to print. Invariant: a verdict
//! belongs to an input that the problem allows, and the truth beside it is the library's.

pub mod case;
pub mod compare;
mod killers;
pub mod plan;
pub mod run;
pub mod shrink;
pub mod stress;
pub mod trial;

pub use case::{Case, Problem};
pub use compare::Wrong;
pub use plan::{Batch, Plan};
pub use run::{Children, Limits, Program};
pub use stress::{Failure, Outcome, Settings, Until, Verdict, stress};
