//! Other people's answers, and other people's programs, against the truth.
//!
//! Owns the comparison of a file of answers with what the pipeline says, case by case ([`crate::check`]); and
//! the search for an input on which a program is wrong: which inputs it is given ([`batches`]), how it is
//! run ([`runner`], [`children`]), what a judge would say ([`mod@trial`], [`mod@compare`]), the smallest failing input
//! ([`mod@shrink`]), the loop over all of it ([`search`]) and how far that is ([`mod@progress`]). It refuses to decide anything itself, and to
//! print. Invariant: what is told of a case is true of the input as it was read, and a program is only
//! given what its problem allows.

pub mod batches;
pub mod case;
pub mod children;
pub mod compare;
mod draws;
pub mod progress;
pub mod reaper;
pub mod runner;
pub mod search;
pub mod shrink;
pub mod trial;

pub use batches::{Batch, Plan};
pub use case::{Case, Problem};
pub use children::Children;
pub use compare::Wrong;
pub use progress::Progress;
pub use runner::{Limits, Program};
pub use search::{Failure, Outcome, Settings, Until, Verdict, stress};
