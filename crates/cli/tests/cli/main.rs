//! Tests of the program. Each test starts it as a process, and checks what it prints, writes and returns.

#[path = "../support/mod.rs"]
mod support;

mod judge;
mod stress_of_itself;
#[cfg(windows)]
mod windows;

// These modules start Unix programs: a shell, tools, compilers.
#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod check;
#[cfg(unix)]
mod chinese;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod compressed;
#[cfg(target_os = "linux")]
mod generate;
#[cfg(unix)]
mod languages;
#[cfg(unix)]
mod moves;
#[cfg(unix)]
mod output;
#[cfg(all(unix, feature = "plot"))]
mod plot;
#[cfg(target_os = "linux")]
mod progress;
#[cfg(unix)]
mod ranges;
#[cfg(all(unix, feature = "plot"))]
mod readme;
#[cfg(unix)]
mod refused;
#[cfg(unix)]
mod sequences;
#[cfg(unix)]
mod solve;
#[cfg(unix)]
mod stress;
#[cfg(unix)]
mod submissions;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(unix)]
mod testlib;
#[cfg(target_os = "linux")]
mod typed;
#[cfg(unix)]
mod validate;
