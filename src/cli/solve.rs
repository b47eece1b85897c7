//! `wythoff solve`.

use super::progress::Ticker;
use super::{NEGATIVE, args, config, process, report};
use std::process::ExitCode;
use std::time::Instant;
use wythoff::Input;

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut how = config::config(&args)?;
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
    let ticker = Ticker::start(&args, &inputs);
    how.progress = ticker.progress();
    let mut target = config::target(&args, &ticker)?;
    process::clean_up_on_signals(&mut target)?;
    let summary = wythoff::solve(inputs, target, &how);
    // Before anything else is said, or a signal that was held ends the process.
    drop(ticker);
    process::let_signals_go();
    let summary = summary?;
    if !args.quiet {
        report::invalid(&summary);
    }
    if let Some(format) = args.stats {
        report::stats(&summary, how.backend, start.elapsed(), format);
    }
    Ok(match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    })
}
