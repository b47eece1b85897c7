//! `wythoff solve`.

use super::config::{Ask, ask};
use super::lines::refuse;
use super::progress::Ticker;
use super::{NEGATIVE, args, config, memory, place, process, report};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use wythoff::error::shown_path;
use wythoff::pipeline::{Progress, solve_cases};
use wythoff::{Backend, Config, Error, Input, Summary, Target};

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    if args.format.profile.is_none() {
        no_position(&args.files)?;
    }
    let files = config::inputs(&args.files);
    let output = args.output.as_deref();
    let tell = |backend| Told {
        tell: args.tell,
        marked: if args.count {
            "counted apart"
        } else {
            "marked ?"
        },
        backend,
    };
    match ask(&args)? {
        Ask::Pairs(how) => batch(
            files,
            output,
            &tell(how.backend),
            |inputs, target, progress| wythoff::solve(inputs, target, &Config { progress, ..how }),
        ),
        Ask::Cases(asked, how) => batch(
            files,
            output,
            &tell(Backend::Scalar),
            |inputs, target, progress| {
                let how = Config { progress, ..how };
                solve_cases(inputs, target, &asked, args.strict, &how)
            },
        ),
    }
}

/// Refuses numbers that no file has for a name: who types them asks about a position, which is another subcommand's.
fn no_position(files: &[PathBuf]) -> Result<(), Error> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let mut missing = None;
    for file in files {
        let number = file.to_str().filter(is_number);
        match number.map(|_| file.metadata()) {
            Some(Err(e)) if e.kind() == io::ErrorKind::NotFound => {
                missing.get_or_insert_with(|| Error::from(e).of(shown_path(file)));
            }
            _ => return Ok(()),
        }
    }
    let Some(missing) = missing else {
        return Ok(());
    };
    let example = match files {
        [a, b] => format!("wythoff explain {} {}", a.display(), b.display()),
        _ => "wythoff explain 5 8".to_owned(),
    };
    refuse(format!("{missing}; to ask about one position: {example}"))
}

/// What is said besides errors, and of which parser.
pub(crate) struct Told {
    pub(crate) tell: args::Tell,
    /// What was done with invalid lines, in words.
    pub(crate) marked: &'static str,
    pub(crate) backend: Backend,
}

/// Opens what is to be read and written, does it, and tells what was odd.
pub(crate) fn batch(
    inputs: Vec<Input<'static>>,
    output: Option<&Path>,
    told: &Told,
    work: impl FnOnce(
        Vec<Input<'static>>,
        Target<'static>,
        Option<Arc<Progress>>,
    ) -> Result<Summary, Error>,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let is_stdin = |input: &Input<'_>| match input {
        Input::Stdin => true,
        Input::Path(path) => process::is_descriptor(path, 0),
        Input::Reader(..) => false,
    };
    if inputs.iter().any(is_stdin) {
        process::stdin()?;
    }
    let ticker = Ticker::of_inputs(told.tell.watch, &inputs);
    let target = place::open(output, &ticker)?;
    let summary = work(inputs, target, ticker.progress());
    // Before anything else is said, or a signal that was held ends the process.
    drop(ticker);
    process::let_signals_go();
    let summary = summary?;
    let code = match summary.invalid {
        0 => 0,
        _ => NEGATIVE,
    };
    memory::settle(code);
    if !told.tell.watch.quiet {
        report::invalid(&summary, told.marked);
        report::warnings(&summary);
    }
    if let Some(format) = told.tell.stats {
        report::stats(&summary, told.backend, start.elapsed(), format);
    }
    Ok(ExitCode::from(code))
}
