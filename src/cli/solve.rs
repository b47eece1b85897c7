//! `wythoff solve`.

use super::config::{Ask, ask};
use super::progress::Ticker;
use super::{NEGATIVE, args, config, memory, place, process, report};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use wythoff::pipeline::{Progress, solve_cases};
use wythoff::{Backend, Config, Error, Input, Summary, Target};

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let files = config::inputs(&args.files);
    let output = args.output.as_deref();
    let tell = |backend| Told {
        tell: args.tell,
        counted: args.count,
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

/// What is said besides errors, and of which parser.
pub(crate) struct Told {
    pub(crate) tell: args::Tell,
    /// Answers aren't written, only how many there are.
    pub(crate) counted: bool,
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
        report::invalid(&summary, told.counted);
        report::warnings(&summary);
    }
    if let Some(format) = told.tell.stats {
        report::stats(&summary, told.backend, start.elapsed(), format);
    }
    Ok(ExitCode::from(code))
}
