//! `wythoff check`.

use super::args::judge::{Check, Convention};
use super::config::{Ask, Typed, backend, on_invalid, resolve};
use super::progress::Ticker;
use super::{FAILED, NEGATIVE, process, report};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;
use wythoff::check::{Report, Truth, check};
use wythoff::{Config, Error, ErrorKind, Input};

/// What testlib calls `_fail`; 2 is a verdict there.
pub(crate) const TESTLIB_FAIL: u8 = 3;

/// Whether `args` ask for testlib's convention, be they right otherwise or not: whoever calls a checker so knows no
/// other exit codes.
pub(crate) fn is_for_testlib(mut args: impl Iterator<Item = OsString>) -> bool {
    if args.nth(1).is_none_or(|command| command != "check") {
        return false;
    }
    let args: Vec<_> = args.take_while(|arg| arg != "--").collect();
    args.iter().any(|arg| arg == "--convention=testlib")
        || args
            .windows(2)
            .any(|two| two == ["--convention", "testlib"])
}

/// The end of a failure under testlib's convention.
pub(crate) fn testlib_failure(error: &anyhow::Error) -> ExitCode {
    report::say(&format!("FAIL {error}\n"));
    ExitCode::from(TESTLIB_FAIL)
}

pub(crate) fn run(args: &Check) -> ExitCode {
    match compare(args) {
        Ok(report) => verdict(args, &report),
        Err(e) if args.convention == Convention::Testlib => testlib_failure(&e),
        Err(e) => report::failure(&e),
    }
}

/// What a convention is called with, which is always all of it: with less, something else would be judged.
fn files(convention: Convention) -> (usize, &'static str) {
    match convention {
        Convention::Plain => (0, "INPUT ANSWERS; --convention is for others"),
        Convention::Oj => (1, "INPUT OUTPUT EXPECTED"),
        Convention::Testlib => (1, "INPUT OUTPUT ANSWER"),
        Convention::Icpc => (1, "INPUT ANSWER FEEDBACK_DIR, the output on standard input"),
    }
}

fn compare(args: &Check) -> anyhow::Result<Report> {
    let (more, usage) = files(args.convention);
    if args.more.len() != more {
        let much = if args.more.len() < more {
            "few"
        } else {
            "many"
        };
        let what = format!("too {much} arguments for the convention, which is {usage}");
        return Err(Error::new(ErrorKind::Argument(what)).into());
    }
    let typed = Typed {
        format: &args.format,
        strict: false,
        count: false,
    };
    let input = match is_stdin(&args.input) {
        true => Input::Stdin,
        false => Input::Path(args.input.clone()),
    };
    let inputs = [input];
    let ticker = Ticker::of_inputs(args.watch, &inputs);
    let how = Config {
        threads: args.threads,
        backend: backend(&args.parsing.backend)?,
        on_invalid: on_invalid(args.faults),
        progress: ticker.progress(),
        ..Config::default()
    };
    let truth = match resolve(&typed, how)? {
        Ask::Pairs(config) => Truth::Pairs(config),
        Ask::Cases(asked, config) => Truth::Cases(asked, config),
    };
    let from_stdin = args.convention == Convention::Icpc || is_stdin(&args.answers);
    let [input] = inputs;
    let start = match input {
        Input::Stdin if from_stdin => {
            let what = "the input and what is checked can't both be standard input";
            return Err(Error::new(ErrorKind::Argument(what.to_owned())).into());
        }
        Input::Stdin => rewindable_stdin()?,
        _ => 0,
    };
    let open = || match &input {
        Input::Path(path) => Ok(Input::Path(path.clone())),
        _ => {
            let start = rustix::fs::SeekFrom::Start(start);
            rustix::fs::seek(rustix::stdio::stdin(), start)
                .map_err(|e| Error::from(io::Error::from(e)).of("<stdin>"))?;
            Ok(Input::Stdin)
        }
    };
    let (answers, name): (Box<dyn Read + Send>, String) = if from_stdin {
        process::stdin()?;
        (Box::new(io::stdin()), "<stdin>".to_owned())
    } else {
        let name = wythoff::error::shown_path(&args.answers);
        let file = File::open(&args.answers).map_err(|e| Error::from(e).of(&name))?;
        (Box::new(file), name)
    };
    Ok(check(open, answers, &name, &truth)?)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-") || process::is_descriptor(path, 0)
}

/// Makes standard input a file that can be read twice, from the offset that this returns: what comes through a pipe
/// is copied into one that has no name, and goes with the process.
fn rewindable_stdin() -> anyhow::Result<u64> {
    process::stdin()?;
    let rewindable = || -> io::Result<u64> {
        let mut stdin = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        if !stdin.metadata()?.is_file() {
            let mut copy = tempfile::tempfile()?;
            io::copy(&mut stdin, &mut copy)?;
            copy.rewind()?;
            rustix::stdio::dup2_stdin(&copy)?;
            stdin = copy;
        }
        stdin.stream_position()
    };
    let name = "<stdin>, or its copy in $TMPDIR";
    rewindable().map_err(|e| Error::from(e).of(name).into())
}

fn verdict(args: &Check, found: &Report) -> ExitCode {
    let mut text = String::new();
    for wrong in &found.first {
        let answer = match &wrong.found {
            Some(answer) => format!("found {answer}"),
            None => "found the end of the answers".to_owned(),
        };
        let _ = writeln!(
            text,
            "case {}, line {}: {}: expected {}, {answer}",
            wrong.case, wrong.line, wrong.input, wrong.expected
        );
    }
    let bad = found.wrong + found.malformed + found.missing;
    let mut counts = Vec::new();
    for (count, what) in [
        (found.wrong, "wrong"),
        (found.malformed, "malformed"),
        (found.missing, "missing"),
        (found.extra, "extra"),
    ] {
        if count > 0 {
            counts.push(format!("{count} {what}"));
        }
    }
    let counts = counts.join(", ");
    let (noun, are) = if found.cases == 1 {
        ("case", "is")
    } else {
        ("cases", "are")
    };
    let cases = format!("{} {noun}", found.cases);
    let of = found.cases;
    let invalid = match found.invalid {
        0 => String::new(),
        1 => "; 1 line of the input is invalid".to_owned(),
        lines => format!("; {lines} lines of the input are invalid"),
    };
    // Presentation: no answer is another than the right one, but some are none.
    let shape_only = found.wrong == 0;
    let (code, words) = match args.convention {
        Convention::Plain | Convention::Oj => match found.is_right() {
            true => (0, format!("AC {cases}")),
            false => (NEGATIVE, format!("WA {bad} of {of}: {counts}")),
        },
        Convention::Testlib => match (found.is_right(), shape_only) {
            (true, _) => (0, format!("ok {cases}")),
            (_, true) => (2, format!("wrong output format {bad} of {of}: {counts}")),
            _ => (1, format!("wrong answer {bad} of {of}: {counts}")),
        },
        Convention::Icpc => match found.is_right() {
            true => (42, format!("{cases} {are} right")),
            false => (43, format!("wrong: {bad} of {of}: {counts}")),
        },
    };
    let words = words + &invalid + "\n";
    match args.convention {
        // Testlib's programs put the verdict first, and it is all on standard error.
        Convention::Testlib => report::say(&(words + &text)),
        Convention::Icpc => {
            let message = text + &words;
            if let Some(folder) = args.more.first().map(Path::new)
                && let Err(e) = fs::write(folder.join("judgemessage.txt"), &message)
            {
                let name = wythoff::error::shown_path(folder);
                report::say(&format!("wythoff: {}\n", Error::from(e).of(name)));
                return ExitCode::from(FAILED);
            }
            report::say(&message);
        }
        Convention::Plain | Convention::Oj => {
            // Who has gone away before the last word is told by the exit code all the same.
            match super::pages::print((text + &words).as_bytes()) {
                Err(e) if !report::is_unheard(&e) => return report::failure(&e),
                _ => {}
            }
        }
    }
    ExitCode::from(code)
}
