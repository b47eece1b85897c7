//! `wythoff solve`.

use super::{NEGATIVE, args, config, process, report};
use std::process::ExitCode;
use wythoff::Input;

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let how = config::config(&args)?;
    let inputs = config::inputs(&args);
    let is_stdin = |input: &Input<'_>| match input {
        Input::Stdin => true,
        Input::Path(path) => process::is_descriptor(path, 0),
        Input::Reader(..) => false,
    };
    if inputs.iter().any(is_stdin) {
        process::stdin()?;
    }
    let output = args.output.as_deref();
    if output.is_none_or(|path| process::is_descriptor(path, 1)) {
        process::stdout()?;
    }
    let mut target = config::target(&args)?;
    process::clean_up_on_signals(&mut target)?;
    let summary = wythoff::solve(inputs, target, &how);
    process::let_signals_go();
    let summary = summary?;
    report::invalid(&summary);
    Ok(match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    })
}
