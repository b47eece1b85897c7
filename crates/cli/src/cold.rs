//! `wythoff cold`.

use super::options::values::{bounds, natural};
use super::options::{OutputOption, Watch};
use super::output::{TextOutput, write};
use super::progress::{Ticker, Total};
use anyhow::{Result, ensure};
use clap::{ArgGroup, Args};
use std::process::ExitCode;
use wythoff::game::{
    BigUint, Rank, first_index_big, pair_big, pair_generalised, partner_big, rank_big,
};
use wythoff::{Error, Rule};

/// List cold positions, or find the one that contains a number
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("question").required(true),
    after_help = include_str!("help/cold.txt").trim_ascii_end()
)]
pub(crate) struct Cold {
    /// Print pair K: floor(K * phi) and floor(K * phi) + K
    #[arg(long, value_name = "K", value_parser = natural, group = "question")]
    nth: Option<BigUint>,

    /// Print which pair contains N, and whether N is its lower or upper number
    #[arg(long, value_name = "N", value_parser = natural, group = "question")]
    rank: Option<BigUint>,

    /// Print the other number of the pair that contains N
    #[arg(long, value_name = "N", value_parser = natural, group = "question")]
    partner: Option<BigUint>,

    /// Print the pairs whose smaller pile is at least LO and less than HI; LO..=HI includes HI
    #[arg(long, value_name = "LO..HI", value_parser = bounds, group = "question", allow_hyphen_values = true)]
    range: Option<(BigUint, BigUint)>,

    /// Print COUNT pairs in order
    #[arg(long, value_name = "COUNT", value_parser = natural, group = "question")]
    list: Option<BigUint>,

    /// With --list: start at pair K [default: 0]
    #[arg(long, value_name = "K", value_parser = natural, conflicts_with_all = ["nth", "rank", "partner", "range"])]
    from: Option<BigUint>,

    /// The rules: normal, or r=N (the amounts taken from both piles differ by less than N)
    #[arg(long, value_name = "RULE", default_value = "normal")]
    rule: Rule,

    /// Print JSON, one object on each line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    watch: Watch,
}

pub(crate) fn run(args: &Cold) -> Result<ExitCode> {
    ensure!(
        args.rule != Rule::Misere,
        "--rule misere is not supported here: it has the pairs of --rule normal, with 0 1 and 2 2 instead of 0 0 and 1 2"
    );
    let (path, r) = (args.output.output.as_deref(), args.rule.r());

    // The answer about one number.
    if let Some(n) = &args.rank {
        let Rank { k, side } = rank_big(n, r);
        let side = side.name();
        let line = if args.json {
            format!("{{\"n\":{n},\"k\":{k},\"side\":\"{side}\"}}\n")
        } else {
            format!("{k} {side}\n")
        };
        return write(path, line.as_bytes());
    }
    if let Some(n) = &args.partner {
        let partner = partner_big(n, r);
        let line = if args.json {
            format!("{{\"n\":{n},\"partner\":{partner}}}\n")
        } else {
            format!("{partner}\n")
        };
        return write(path, line.as_bytes());
    }

    // The indices of the pairs to list; `end` is excluded.
    let (mut k, end) = match (&args.nth, &args.range) {
        (Some(k), _) => (k.clone(), k + 1_u32),
        (_, Some((low, end))) => (first_index_big(low, r), first_index_big(end, r)),
        _ => {
            let from = args.from.clone().unwrap_or_default();
            let count = args.list.clone().unwrap_or_default();
            (from.clone(), from + count)
        }
    };
    let total = u64::try_from(&end - &k).map_or(Total::Bytes(None), Total::Pairs);
    let mut lines = TextOutput::open(path, Ticker::start(args.watch, total))?;

    // Pairs that fit `u64` are computed as `u64`, which is a hundred times faster.
    if let Ok(mut small) = u64::try_from(&k) {
        let end = u64::try_from(&end).unwrap_or(u64::MAX);
        let [mut index, mut first, mut second] = [itoa::Buffer::new(); 3];
        while small < end
            && let Some((lower, upper)) = pair_generalised(small, r)
        {
            let (lower, upper) = (first.format(lower), second.format(upper));
            append(&mut lines, args.json, index.format(small), lower, upper)?;
            small += 1;
        }
        k = small.into();
    }
    while k < end {
        let (lower, upper) = pair_big(&k, r);
        let [index, lower, upper] = [&k, &lower, &upper].map(BigUint::to_string);
        append(&mut lines, args.json, &index, &lower, &upper)?;
        k += 1_u32;
    }
    lines.finish()
}

#[inline]
fn append(
    lines: &mut TextOutput,
    json: bool,
    k: &str,
    lower: &str,
    upper: &str,
) -> Result<(), Error> {
    let [k_key, lower_key, upper_key] = ["{\"k\":", ",\"lower\":", ",\"upper\":"];
    let parts: &[&str] = if json {
        &[k_key, k, lower_key, lower, upper_key, upper, "}\n"]
    } else {
        &[lower, " ", upper, "\n"]
    };
    lines.append(1, |out| {
        for part in parts {
            out.extend_from_slice(part.as_bytes());
        }
    })
}
