//! Parsers of option values. Their errors say which values are accepted. Lists of names come from the library, and shells
//! complete the names.

use super::number::{digits, parse_number};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroU64;
use std::time::Duration;
use wythoff::game::{BigUint, GrundyTable};
use wythoff::workload::{REGIMES, Regime};
use wythoff::{Backend, Framing, OnInvalid, PROFILES, Profile, ReadMode, profile};
use wythoff_contest::{Language, TESTLIB_PROGRAMS, TestlibProgram};

/// A whole number in decimal digits, or a power such as 1e6.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    let max = u64::MAX;
    powers(text)
        .ok_or_else(|| format!("expected a whole number up to {max}, such as 1000000 or 1e6"))
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    pub(crate) number: u64,
    pub(crate) is_random: bool,
}

/// A whole number, or `random` for a number with at most ten digits from the system's source of random numbers.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    let is_random = text == "random";
    let number = if is_random {
        // The standard library has no other source of random numbers.
        RandomState::new().build_hasher().finish() >> 32
    } else {
        whole(text).map_err(|expected| expected + ", or `random`")?
    };
    Ok(Seed { number, is_random })
}

/// A whole number from 1 on, or a power such as 1e6.
pub(crate) fn count<T: TryFrom<NonZeroU64>>(text: &str) -> Result<T, &'static str> {
    let number = powers(text).and_then(NonZeroU64::new);
    let number = number.and_then(|number| number.try_into().ok());
    number.ok_or("expected a whole number, at least 1, such as 4 or 1e6")
}

/// A whole number from 1 to `MAX`, or a power such as 1e3.
pub(crate) fn upto<const MAX: u64>(text: &str) -> Result<u64, String> {
    let fits = powers(text).filter(|number| (1..=MAX).contains(number));
    fits.ok_or_else(|| format!("expected a whole number from 1 to {MAX}"))
}

/// A number in the notation of [`parse_number`], if it fits in 64 bits.
fn powers(text: &str) -> Option<u64> {
    parse_number(text)?.try_into().ok()
}

/// A whole number of any length, in digits or as a power.
pub(crate) fn natural(text: &str) -> Result<BigUint, &'static str> {
    // `parse_number` limits the length.
    let number = parse_number(text).or_else(|| digits(text));
    number.ok_or("expected a whole number, such as 12, 1e30 or 2^64-1")
}

/// The bounds of `LO..HI` or `LO..=HI`. The second bound is excluded from the range.
pub(crate) fn bounds(text: &str) -> Result<(BigUint, BigUint), &'static str> {
    let what = "expected LO..HI or LO..=HI, such as 10..20";
    let (low, high) = text.split_once("..").ok_or(what)?;
    let low = natural(low)?;
    let end = match high.strip_prefix('=') {
        Some(high) => natural(high)? + 1_u32,
        None => natural(high)?,
    };
    if low <= end {
        Ok((low, end))
    } else {
        Err("expected the smaller number first")
    }
}

/// A pile that is small enough for Grundy values.
pub(crate) fn grundy_pile(text: &str) -> Result<usize, String> {
    match usize::try_from(natural(text)?) {
        Ok(pile) if pile <= GrundyTable::LIMIT => Ok(pile),
        _ => Err(format!(
            "Grundy values are computed only for piles up to {}; `wythoff explain` takes larger piles",
            GrundyTable::LIMIT
        )),
    }
}

/// A number of bytes, with or without K, M or G.
pub(crate) fn size(text: &str) -> Result<u64, &'static str> {
    let text = text.to_ascii_uppercase();
    let units = [("K", 10), ("M", 20), ("G", 30)];
    let before = |(unit, shift): (&str, u32)| Some((text.strip_suffix(unit)?, shift));
    let (number, shift) = units.into_iter().find_map(before).unwrap_or((&text, 0));
    let bytes = digits(number).and_then(|number: u64| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes > 0).ok_or(
        "expected a whole number of bytes, at least 1, with or without K, M or G, such as 512M",
    )
}

/// The value of `--range` or `--part`.
#[derive(Clone, Debug)]
pub(crate) enum Lines {
    /// The lines that start in these bytes; without an end, up to the end of the file.
    Range(u64, Option<u64>),
    /// The lines that start in one part of the file: its number, from 1, and the number of parts, which have equal sizes.
    Part(u64, u64),
}

/// `START..END` or `START..`, offsets in bytes.
pub(crate) fn range(text: &str) -> Result<Lines, String> {
    let what = "expected START..END or START.., offsets in bytes, such as 0..1000000 or 1000000..";
    let (start, end) = text.split_once("..").ok_or(what)?;
    let start = powers(start).ok_or(what)?;
    if end.is_empty() {
        return Ok(Lines::Range(start, None));
    }
    let end = powers(end).ok_or(what)?;
    if start > end {
        return Err(format!("the start, {start}, is after the end, {end}"));
    }
    Ok(Lines::Range(start, Some(end)))
}

/// `I/N`: a part and the number of parts.
pub(crate) fn part(text: &str) -> Result<Lines, &'static str> {
    let what = "expected I/N, with I from 1 to N, such as 1/4";
    let (part, parts) = text.split_once('/').ok_or(what)?;
    match (digits(part), digits(parts)) {
        (Some(part), Some(parts)) if (1..=parts).contains(&part) => Ok(Lines::Part(part, parts)),
        _ => Err(what),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let number: f64 = text.parse().unwrap_or(0.0);
    // A year is effectively no limit, and a double can represent its microseconds exactly.
    if !(0.001..=31_536_000.0).contains(&number) {
        return Err("expected a number of seconds from 0.001 to 31536000, such as 2 or 0.5");
    }
    Ok(Duration::from_secs_f64(number))
}

/// The profiles of `--as`. clap suggests one for a misspelt name.
pub(crate) fn profiles() -> ProfileName {
    let value = |profile: &Profile| PossibleValue::new(profile.name).help(profile.asks);
    ProfileName(PROFILES.iter().map(value).into())
}

/// Parses the name of a profile in any form that the library knows, to its name in the table.
#[derive(Clone)]
pub(crate) struct ProfileName(PossibleValuesParser);

impl TypedValueParser for ProfileName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        match value.to_str().and_then(|name| profile(name).ok()) {
            Some(profile) => Ok(profile.name.to_owned()),
            None => self.0.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The value of `submission --lang`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Printed {
    Solution(&'static Language),
    Testlib(TestlibProgram),
}

pub(crate) fn printed() -> impl TypedValueParser<Value = Printed> {
    let languages = Language::ALL.iter();
    let languages =
        languages.map(|language| PossibleValue::new(language.name).aliases(language.extensions));
    let programs = TESTLIB_PROGRAMS.iter().map(|program| program.name);
    let values = languages.chain(programs.map(PossibleValue::new));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut programs = TESTLIB_PROGRAMS.into_iter();
        let program = programs.find(|program| program.name == name);
        let solution = || Language::named(&name).map(Printed::Solution);
        let printed = program.map(Printed::Testlib).or_else(solution);
        printed.ok_or("a language")
    })
}

pub(crate) fn framings() -> impl TypedValueParser<Value = Framing> {
    let framings = Framing::FREE.iter();
    named(framings.map(|&framing| (framing.name(), framing)))
}

pub(crate) fn on_invalid() -> impl TypedValueParser<Value = OnInvalid> {
    named([("stop", OnInvalid::Stop), ("mark", OnInvalid::Mark)])
}

pub(crate) fn read_modes() -> impl TypedValueParser<Value = ReadMode> {
    named([
        ("auto", ReadMode::Auto),
        ("mmap", ReadMode::Mmap),
        ("read", ReadMode::Read),
    ])
}

/// Parses one of these names, to its value.
fn named<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let (names, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    PossibleValuesParser::new(names.clone()).map(move |name| {
        let index = names.iter().position(|other| *other == name);
        values[index.expect("clap accepts only these names")].clone()
    })
}

/// The regimes of `bench` and `gen`.
pub(crate) fn regimes() -> impl TypedValueParser<Value = Regime> {
    named(REGIMES.iter().map(|regime| (regime.name, *regime)))
}

/// The list of regimes that replaces `{regimes}` in the help of `bench` and `gen`.
pub(crate) fn list_regimes() -> String {
    let line = |regime: &Regime| format!("  {:10}  {}\n", regime.name, regime.about);
    REGIMES.iter().map(line).collect()
}

/// The names of the parsers, and `more`; whether this machine runs a parser is checked later. An empty environment variable
/// counts as unset.
pub(crate) fn backends(more: &[&'static str]) -> PossibleValuesParser {
    let names = Backend::ALL.iter().map(|backend| backend.name());
    let names = more.iter().copied().chain(names).map(PossibleValue::new);
    PossibleValuesParser::new(names.chain([PossibleValue::new("").hide(true)]))
}
