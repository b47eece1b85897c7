//! `wythoff solve`.

use super::{NEGATIVE, args, config, report};
use std::io::Write;
use std::process::ExitCode;
use wythoff::{OnInvalid, Target};

pub(crate) fn run(args: args::Solve) -> anyhow::Result<ExitCode> {
    let how = config::config(&args)?;
    let target = config::target(&args)?;
    let inputs = config::inputs(&args);
    let summary = if args.count {
        // The counts themselves are the output; the answers go nowhere.
        let summary = wythoff::solve(inputs, Target::stream(std::io::sink(), "nowhere"), &how)?;
        let mut text = Vec::new();
        writeln!(text, "hot {}\ncold {}", summary.hot, summary.cold)?;
        if how.on_invalid == OnInvalid::Mark {
            writeln!(text, "invalid {}", summary.invalid)?;
        }
        target.write(0, &text)?;
        target.publish(text.len() as u64)?;
        summary
    } else {
        wythoff::solve(inputs, target, &how)?
    };
    report::invalid(&summary);
    Ok(match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    })
}
