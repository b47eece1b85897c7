//! Breaks solutions of a judge's problem: runs a program under test on inputs of the problem, gives the verdict of a judge,
//! and searches for the smallest input on which the program is wrong.
//!
//! [`Source`] compiles a program. [`Program`] runs it within limits. [`stress`] connects all: it tries batches of cases,
//! judges each output, and shrinks a failing input. A program only gets inputs that its problem allows. Nothing is printed
//! here.
//!
//! [`validate`] validates an input strictly; [`testlib_source`] has programs for a judge.

mod batches;
mod children;
mod folder;
mod judge;
mod language;
mod limits;
mod microsoft;
mod neighbours;
mod run;
mod search;
mod shrink;
mod source;
mod testlib;
mod validation;
mod verdict;
mod worker;

// The code that differs between systems. Both folders define the same names.
#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as platform;

pub use children::{Children, Program};
pub use judge::{Trial, judges_layout};
pub use language::{Language, known_endings, languages_of_judge};
#[doc(hidden)]
pub use language::{filled_in, words};
pub use limits::{End, RunLimits, RunResult, Stream};
pub use microsoft::has_microsoft_compilers;
pub use platform::is_executable;
pub use run::{printable, unnamed_file};
pub use search::{BatchResult, SearchResult, SearchState, Settings, Until, stress};
pub use shrink::{Failure, Repeats, Shrinking};
pub use source::{COMPILE_TIME, Compiled, Refused, Source, Toolchain, interpreter, named_files};
pub use testlib::{TESTLIB_PROGRAMS, TestlibProgram, testlib_source};
pub use validation::validate;
pub use verdict::{FormatFault, Verdict, Wrong, on_one_line};
#[cfg(unix)]
pub use worker::serve_stdin;
