//! Runs programs under test on inputs of a problem, and searches for the smallest input on which one is wrong.
//!
//! [`source`] compiles a program, [`batches`] decides what it is given, [`runner`] runs it within limits, [`judge`] and
//! [`verdict`] say what a judge would, [`shrink`] makes a failing input small, with [`neighbours`], and [`search`]
//! connects them. A program is only given inputs that its problem allows. Nothing is printed here.

mod batches;
mod children;
mod draws;
mod feed;
mod judge;
mod messages;
mod neighbours;
mod place;
mod progress;
mod reaper;
mod resident;
mod runner;
mod scratch;
mod search;
mod shrink;
mod source;
mod verdict;

pub use batches::Depth;
pub use children::{Children, Program};
pub use judge::Trial;
pub use place::Place;
pub use progress::{Extent, Progress, Shrinking};
pub use reaper::{serve_stdin, watch_server};
pub use runner::{End, Files, Limits, PeakMemory, Ran};
pub use search::{BatchResult, Failure, Outcome, Settings, Until, stress};
pub use shrink::{Repeats, Shrunk};
pub use source::{COMPILE_TIME, Compiled, Source};
pub use verdict::{Verdict, Wrong, on_one_line};
