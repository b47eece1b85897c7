//! `wythoff solve`.

use super::config::{Ask, ask};
use super::{NEGATIVE, args, config, process, report};
use std::path::Path;
use std::process::ExitCode;
use wythoff::pipeline::solve_cases;
use wythoff::{Error, Input, Summary, Target};

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let files = config::inputs(&args.files);
    let output = args.output.as_deref();
    match ask(&args)? {
        Ask::Pairs(how) => batch(files, output, |inputs, target| {
            wythoff::solve(inputs, target, &how)
        }),
        Ask::Cases(asked, how) => batch(files, output, |inputs, target| {
            solve_cases(inputs, target, &asked, args.strict, &how)
        }),
    }
}

/// Opens what is to be read and written, does it, and tells what was odd.
pub(crate) fn batch(
    inputs: Vec<Input<'static>>,
    output: Option<&Path>,
    work: impl FnOnce(Vec<Input<'static>>, Target<'static>) -> Result<Summary, Error>,
) -> anyhow::Result<ExitCode> {
    let is_stdin = |input: &Input<'_>| match input {
        Input::Stdin => true,
        Input::Path(path) => process::is_descriptor(path, 0),
        Input::Reader(..) => false,
    };
    if inputs.iter().any(is_stdin) {
        process::stdin()?;
    }
    if output.is_none_or(|path| process::is_descriptor(path, 1)) {
        process::stdout()?;
    }
    let mut target = match output {
        Some(path) => Target::path(path)?,
        None => Target::stdout()?,
    };
    process::clean_up_on_signals(&mut target)?;
    let summary = work(inputs, target);
    process::let_signals_go();
    let summary = summary?;
    report::invalid(&summary);
    report::warnings(&summary);
    Ok(match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    })
}
