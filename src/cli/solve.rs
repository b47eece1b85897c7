//! `wythoff solve`.

use super::{NEGATIVE, args, config, process, report};
use std::process::ExitCode;
use wythoff::Input;

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let how = config::config(&args)?;
    let inputs = config::inputs(&args);
    if inputs.iter().any(|i| matches!(i, Input::Stdin)) {
        process::stdin()?;
    }
    if args.output.is_none() {
        process::stdout()?;
    }
    let target = config::target(&args)?;
    process::clean_up_on_signals(&target)?;
    let summary = wythoff::solve(inputs, target, &how)?;
    report::invalid(&summary);
    Ok(match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    })
}
