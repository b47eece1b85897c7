//! `wythoff cold`.

use super::args::sequences::Cold;
use super::progress::{Ticker, Total};
use super::resolve::refuse;
use super::text_output::{TextOutput, write};
use std::num::NonZeroU64;
use std::process::ExitCode;
use wythoff::game::{
    BigUint, Rank, first_index_big, pair_big, pair_generalised, partner_big, rank_big,
};
use wythoff::{Error, Rule};

pub(crate) fn run(args: &Cold) -> anyhow::Result<ExitCode> {
    if args.rule == Rule::Misere {
        return Ok(refuse(
            "--rule misere is not supported here: it has the pairs of --rule normal, with 0 1 and 2 2 instead of 0 0 and 1 2",
        )?);
    }
    let (path, r) = (args.output.output.as_deref(), args.rule.r());
    if let Some(line) = rank_or_partner(args) {
        return write(path, line.as_bytes());
    }
    let (start, end) = indices(args);
    let total = u64::try_from(&end - &start).map_or(Total::Unknown, Total::Pairs);
    let lines = TextOutput::open(path, Ticker::start(args.watch, || total))?;
    let json = args.json;
    let mut table = PairTable { r, json, lines };
    table.append(start, &end)?;
    table.lines.finish()
}

/// The answer to `--rank` or `--partner`.
fn rank_or_partner(args: &Cold) -> Option<String> {
    let r = args.rule.r();
    if let Some(n) = &args.rank {
        let Rank { k, side } = rank_big(n, r);
        let side = side.name();
        return Some(if args.json {
            format!("{{\"n\":{n},\"k\":{k},\"side\":\"{side}\"}}\n")
        } else {
            format!("{k} {side}\n")
        });
    }
    let n = args.partner.as_ref()?;
    let partner = partner_big(n, r);
    Some(if args.json {
        format!("{{\"n\":{n},\"partner\":{partner}}}\n")
    } else {
        format!("{partner}\n")
    })
}

/// The indices of the pairs that `--nth`, `--range` or `--list` asks for. The second one is excluded.
fn indices(args: &Cold) -> (BigUint, BigUint) {
    if let Some(k) = &args.nth {
        return (k.clone(), k + 1_u32);
    }
    if let Some((low, end)) = &args.range {
        let r = args.rule.r();
        return (first_index_big(low, r), first_index_big(end, r));
    }
    let from = args.from.clone().unwrap_or_default();
    let count = args.list.clone().unwrap_or_default();
    (from.clone(), from + count)
}

/// A list of pairs, and its format.
struct PairTable {
    r: NonZeroU64,
    json: bool,
    lines: TextOutput,
}

impl PairTable {
    /// Appends the pairs `start..end`. Pairs that fit `u64` are computed as `u64`, which is a hundred times faster.
    fn append(&mut self, start: BigUint, end: &BigUint) -> Result<(), Error> {
        let mut k = start;
        if let Ok(mut small) = u64::try_from(&k) {
            let end = u64::try_from(end).unwrap_or(u64::MAX);
            let mut digits = [itoa::Buffer::new(); 3];
            while small < end
                && let Some((lower, upper)) = pair_generalised(small, self.r)
            {
                let [of_k, of_lower, of_upper] = &mut digits;
                let [of_lower, of_upper] = [of_lower.format(lower), of_upper.format(upper)];
                self.append_pair([of_k.format(small), of_lower, of_upper])?;
                small += 1;
            }
            k = small.into();
        }
        while k < *end {
            let (lower, upper) = pair_big(&k, self.r);
            let [index, lower, upper] = [&k, &lower, &upper].map(BigUint::to_string);
            self.append_pair([&index, &lower, &upper])?;
            k += 1_u32;
        }
        Ok(())
    }

    /// Appends a pair: the digits of its index and of its piles.
    #[inline]
    fn append_pair(&mut self, [k, lower, upper]: [&str; 3]) -> Result<(), Error> {
        let parts: &[&str] = if self.json {
            &[
                "{\"k\":",
                k,
                ",\"lower\":",
                lower,
                ",\"upper\":",
                upper,
                "}\n",
            ]
        } else {
            &[lower, " ", upper, "\n"]
        };
        self.lines.append(1, |out| {
            for part in parts {
                out.extend_from_slice(part.as_bytes());
            }
        })
    }
}
