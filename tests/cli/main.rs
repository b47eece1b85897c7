//! Tests of the program: each starts it as a process and looks at what it prints, writes and returns.

#[path = "../support/mod.rs"]
mod support;

mod bench;
mod check;
mod chinese;
mod commands;
mod compressed;
#[cfg(target_os = "linux")]
mod generate;
mod golden;
mod grammar;
mod judge;
mod languages;
mod moves;
mod output;
#[cfg(feature = "plot")]
mod plot;
#[cfg(target_os = "linux")]
mod progress;
mod ranges;
#[cfg(feature = "plot")]
mod readme;
mod sequences;
mod solve;
mod stress;
mod submissions;
#[cfg(target_os = "linux")]
mod terminal;
mod testlib;
#[cfg(target_os = "linux")]
mod typed;
mod validate;
