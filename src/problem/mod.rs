//! Problems: framing, game, answer format, labels, limits. Which cases and inputs a problem allows, their answers, and which
//! output counts as the same answer.
//!
//! Nothing here opens a file. The problems of online judges are data ([`PROFILES`]): no code depends on the name
//! of a problem.
//!
//! To add a judge's problem, add its entry to [`PROFILES`]. The tests then run its sample, compare it with a search by
//! the rules alone, and expect it in the lists that users see. docs/adding-a-judge.md has the steps.

mod answer;
mod answer_format;
mod case;
mod case_reader;
mod comparison;
mod framing;
mod labels;
mod limits;
#[allow(
    clippy::module_inception,
    reason = "the room and its main type have one name"
)]
mod problem;
mod profiles;
pub(crate) mod render;

pub use answer_format::AnswerFormat;
pub use case::Case;
pub(crate) use case_reader::{CaseReader, Missing};
pub use comparison::Comparison;
pub use framing::Framing;
pub use labels::AnswerLabels;
pub use limits::{Limits, parse_number};
pub use problem::{Game, MoveOrder, Problem};
pub use profiles::{PROFILES, Profile, profile};

#[cfg(test)]
mod tests;
