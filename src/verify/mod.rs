//! Other people's answers, and other people's programs, against the truth.
//!
//! Owns the comparison of a file of answers with what the pipeline says, case by case ([`check`]); and
//! the search for an input on which a program is wrong: which inputs it is given ([`plan`]), how it is
//! run ([`mod@run`], [`children`]), what a judge would say ([`mod@trial`], [`mod@compare`]), the smallest failing input
//! ([`mod@shrink`]), the loop over all of it ([`mod@stress`]) and how far that is ([`mod@progress`]). It refuses to decide anything itself, and to
//! print. Invariant: what is told of a case is true of the input as it was read, and a program is only
//! given what its problem allows.

pub mod case;
pub mod check;
pub mod children;
pub mod compare;
mod draws;
mod feed;
pub mod guard;
mod locate;
pub mod plan;
pub mod progress;
pub mod run;
pub mod shrink;
pub mod stress;
pub mod trial;

pub use case::{Case, Problem};
pub use children::Children;
pub use compare::Wrong;
pub use plan::{Batch, Plan};
pub use progress::Progress;
pub use run::{Limits, Program};
pub use stress::{Failure, Outcome, Settings, Until, Verdict, stress};
