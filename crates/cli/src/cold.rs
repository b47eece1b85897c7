//! `wythoff cold`.

use super::args::sequences::Cold;
use super::progress::Total;
use super::resolve::refuse;
use super::text_output::TextOutput;
use std::num::NonZeroU64;
use std::ops::Range;
use std::process::ExitCode;
use wythoff::Error;
use wythoff::game::big::{BigUint, first_index_big, pair_big, partner_big, rank_big};
use wythoff::game::{Rank, Rule, pair_generalised};
use wythoff::internal::shown;

pub(crate) fn run(args: &Cold) -> anyhow::Result<ExitCode> {
    if args.rule == Rule::Misere {
        return Ok(refuse(
            "--rule misere is not supported here: it has the pairs of --rule normal, with 0 1 and 2 2 instead of 0 0 and 1 2",
        )?);
    }
    let (r, json) = (args.rule.r(), args.json);
    let sheet = Sheet { r, json };
    let question = Question::from_args(args)?;
    let mut lines = TextOutput::open(args.output.as_deref(), args.watch, question.total())?;
    match question {
        Question::Rank(n) => lines.append(|out| sheet.rank(&n, out))?,
        Question::Partner(n) => lines.append(|out| sheet.partner(&n, out))?,
        Question::Indices(start, end) => sheet.pairs(start, &end, &mut lines)?,
    }
    lines.finish()
}

/// The question of a command line.
enum Question {
    Rank(BigUint),
    Partner(BigUint),
    /// The pairs from one index up to another one, which is excluded.
    Indices(BigUint, BigUint),
}

impl Question {
    /// The number of pairs of the answer.
    fn total(&self) -> Total {
        match self {
            Self::Rank(_) | Self::Partner(_) => Total::Pairs(1),
            Self::Indices(start, end) => {
                u64::try_from(end - start).map_or(Total::Unknown, Total::Pairs)
            }
        }
    }

    fn from_args(args: &Cold) -> Result<Self, Error> {
        // clap ignores `requires` if the required option conflicts with a given option.
        if args.from.is_some() && args.list.is_none() {
            return refuse("--from requires --list");
        }
        let r = args.rule.r();
        if let Some(n) = &args.rank {
            return Ok(Self::Rank(natural("--rank takes", n)?));
        }
        if let Some(n) = &args.partner {
            return Ok(Self::Partner(natural("--partner takes", n)?));
        }
        if let Some(k) = &args.nth {
            let k = natural("--nth takes", k)?;
            return Ok(Self::Indices(k.clone(), k + 1_u32));
        }
        if let Some(range) = &args.range {
            let (low, end) = parse_range(range)?;
            return Ok(Self::Indices(
                first_index_big(&low, r),
                first_index_big(&end, r),
            ));
        }
        let count = natural("--list takes", args.list.as_deref().unwrap_or("0"))?;
        let from = natural("--from takes", args.from.as_deref().unwrap_or("0"))?;
        Ok(Self::Indices(from.clone(), from + count))
    }
}

/// The bounds of `LO..HI` or `LO..=HI`. The second bound is excluded from the range.
fn parse_range(range: &str) -> Result<(BigUint, BigUint), Error> {
    let Some((low, high)) = range.split_once("..") else {
        let found = shown(range.as_bytes());
        return refuse(format!(
            "--range takes LO..HI or LO..=HI, such as 10..20, not {found}"
        ));
    };
    let low = natural("--range takes", low)?;
    let end = match high.strip_prefix('=') {
        Some(high) => natural("--range takes", high)? + 1_u32,
        None => natural("--range takes", high)?,
    };
    if end < low {
        let found = shown(range.as_bytes());
        return refuse(format!(
            "--range takes the smaller number first, not {found}"
        ));
    }
    Ok((low, end))
}

/// Parses a whole number, in digits or as a power. `what` begins the error message.
pub(crate) fn natural(what: &str, text: &str) -> Result<BigUint, Error> {
    if let Some(number) = wythoff::parse_number(text) {
        return Ok(number);
    }
    // Longer numbers. `parse` alone would accept a plus sign and underscores.
    let plain = text.bytes().all(|c| c.is_ascii_digit());
    match text.parse() {
        Ok(n) if plain => Ok(n),
        _ => {
            let found = shown(text.as_bytes());
            refuse(format!(
                "{what} a whole number, such as 12, 1e30 or 2^64-1, not {found}"
            ))
        }
    }
}

/// The format of the answers.
struct Sheet {
    r: NonZeroU64,
    json: bool,
}

impl Sheet {
    /// Appends the pairs `start..end`. Pairs that fit `u64` are computed as `u64`, which is a hundred times faster.
    fn pairs(&self, start: BigUint, end: &BigUint, lines: &mut TextOutput) -> Result<(), Error> {
        let mut k = start;
        if let Ok(first) = u64::try_from(&k) {
            let end = u64::try_from(end).unwrap_or(u64::MAX);
            k = self.pairs_u64(first..end, lines)?.into();
        }
        while k < *end {
            let (lower, upper) = pair_big(&k, self.r);
            lines.append(|out| {
                let digits = |n: &BigUint, out: &mut Vec<u8>| {
                    out.extend_from_slice(n.to_string().as_bytes());
                };
                self.pair(&k, &lower, &upper, out, digits);
            })?;
            lines.count(1);
            k += 1_u32;
        }
        Ok(())
    }

    /// Appends the pairs whose numbers fit `u64`. Returns the index after the last one.
    fn pairs_u64(&self, range: Range<u64>, lines: &mut TextOutput) -> Result<u64, Error> {
        for k in range.clone() {
            let Some((lower, upper)) = pair_generalised(k, self.r) else {
                return Ok(k);
            };
            lines.append(|out| {
                self.pair(&k, &lower, &upper, out, |&n, out| number(n, out));
            })?;
            lines.count(1);
        }
        Ok(range.end.max(range.start))
    }

    #[inline]
    fn pair<T>(
        &self,
        k: &T,
        lower: &T,
        upper: &T,
        out: &mut Vec<u8>,
        number: impl Fn(&T, &mut Vec<u8>),
    ) {
        if self.json {
            out.extend_from_slice(b"{\"k\":");
            number(k, out);
            out.extend_from_slice(b",\"lower\":");
            number(lower, out);
            out.extend_from_slice(b",\"upper\":");
            number(upper, out);
            out.extend_from_slice(b"}\n");
        } else {
            number(lower, out);
            out.push(b' ');
            number(upper, out);
            out.push(b'\n');
        }
    }

    fn rank(&self, n: &BigUint, out: &mut Vec<u8>) {
        let Rank { k, side } = rank_big(n, self.r);
        let side = side.name();
        let line = if self.json {
            format!("{{\"n\":{n},\"k\":{k},\"side\":\"{side}\"}}\n")
        } else {
            format!("{k} {side}\n")
        };
        out.extend_from_slice(line.as_bytes());
    }

    fn partner(&self, n: &BigUint, out: &mut Vec<u8>) {
        let partner = partner_big(n, self.r);
        let line = if self.json {
            format!("{{\"n\":{n},\"partner\":{partner}}}\n")
        } else {
            format!("{partner}\n")
        };
        out.extend_from_slice(line.as_bytes());
    }
}

/// Appends the decimal digits of `number`.
pub(super) fn number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
