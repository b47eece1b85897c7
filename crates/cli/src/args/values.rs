//! Parsers of single values, and the values that a shell completes.
//!
//! An error says which values are accepted. Each list of names comes from the library.

use clap::builder::{
    NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser,
};
use clap::parser::ValueSource;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;
use wythoff::Backend;
use wythoff::Rule;
use wythoff::game::BigUint;
use wythoff::game::GrundyTable;
use wythoff::workload::{Kind, REGIMES};
use wythoff::{Framing, OnInvalid, PROFILES, ReadMode, profile};
use wythoff_contest::Language;
use wythoff_contest::TestlibProgram;

/// A whole number in decimal digits.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    let max = u64::MAX;
    digits(text).ok_or_else(|| format!("expected a whole number in decimal digits, up to {max}"))
}

/// A seed, and whether it was drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    pub(crate) number: u64,
    pub(crate) is_random: bool,
}

/// A whole number in decimal digits, or `random`: then the system gives one, of at most ten digits.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    let is_random = text == "random";
    let number = match is_random {
        // std has no other source of random numbers.
        true => RandomState::new().build_hasher().finish() >> 32,
        false => whole(text).map_err(|expected| expected + ", or `random`")?,
    };
    Ok(Seed { number, is_random })
}

/// An amount: a whole number, or a power such as 1e6.
pub(crate) fn amount(text: &str) -> Result<u64, String> {
    let max = u64::MAX;
    powers(text)
        .ok_or_else(|| format!("expected a whole number up to {max}, such as 1000000 or 1e6"))
}

/// A whole number from 1 on.
pub(crate) fn count(text: &str) -> Result<NonZeroUsize, String> {
    digits(text).ok_or_else(|| "expected a whole number, at least 1, such as 4".to_owned())
}

/// As [`count`], for numbers beyond `usize`; also a power such as 1e6.
pub(crate) fn many(text: &str) -> Result<NonZeroU64, String> {
    let number = powers(text).and_then(NonZeroU64::new);
    number.ok_or_else(|| "expected a whole number, at least 1, such as 1000 or 1e6".to_owned())
}

/// A whole number from 1 to `MAX`, or a power such as 1e3.
#[cfg(any(test, feature = "plot"))]
pub(crate) fn upto<const MAX: u16>(text: &str) -> Result<u16, String> {
    let number = powers(text).and_then(|number| u16::try_from(number).ok());
    let fits = number.filter(|number| (1..=MAX).contains(number));
    fits.ok_or_else(|| format!("expected a whole number from 1 to {MAX}"))
}

/// Whether `text` is decimal digits and nothing else.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Decimal digits only: `parse` alone would accept a plus sign.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}

/// A number in the notation of [`wythoff::parse_number`], if it fits in 64 bits.
fn powers(text: &str) -> Option<u64> {
    wythoff::parse_number(text)?.try_into().ok()
}

/// A whole number of any length, in digits or as a power.
pub(crate) fn natural(text: &str) -> Result<BigUint, String> {
    // `parse_number` limits the length.
    let number = wythoff::parse_number(text).or_else(|| digits(text));
    number.ok_or_else(|| "expected a whole number, such as 12, 1e30 or 2^64-1".to_owned())
}

/// The bounds of `LO..HI` or `LO..=HI`. The second bound is excluded from the range.
pub(crate) fn bounds(text: &str) -> Result<(BigUint, BigUint), String> {
    let what = "expected LO..HI or LO..=HI, such as 10..20";
    let (low, high) = text.split_once("..").ok_or(what)?;
    let low = natural(low)?;
    let end = match high.strip_prefix('=') {
        Some(high) => natural(high)? + 1_u32,
        None => natural(high)?,
    };
    match low <= end {
        true => Ok((low, end)),
        false => Err("expected the smaller number first".to_owned()),
    }
}

/// A pile whose Grundy value can be computed.
pub(crate) fn grundy_pile(text: &str) -> Result<usize, String> {
    match usize::try_from(natural(text)?) {
        Ok(pile) if pile <= GrundyTable::LIMIT => Ok(pile),
        _ => Err(format!(
            "Grundy values are computed only for piles up to {}; `wythoff explain` takes larger piles",
            GrundyTable::LIMIT
        )),
    }
}

/// A number of bytes, perhaps followed by K, M or G.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 = digits(number).ok_or_else(|| {
        "expected a whole number of bytes, with or without K, M or G, such as 1000000 or 512M"
            .to_owned()
    })?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("expected at least one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("expected fewer than 2^64 bytes".to_owned()),
    }
}

/// The lines of a file that `--range` and `--part` choose.
#[derive(Clone, Debug)]
pub(crate) enum Lines {
    /// The lines that start in these bytes; without an end, up to the end of the file.
    Range(u64, Option<u64>),
    /// The lines that start in one part of the file: its number, from 1, and the number of parts, which have equal sizes.
    Part(u64, u64),
}

/// The offsets of a range of bytes: `START..END` or `START..`.
pub(crate) fn range(text: &str) -> Result<Lines, String> {
    let range = text.split_once("..").and_then(|(start, end)| {
        let end = match end {
            "" => None,
            end => Some(powers(end)?),
        };
        Some((powers(start)?, end))
    });
    let what = "expected START..END or START.., offsets in bytes, such as 0..1000000 or 1000000..";
    match range.ok_or(what)? {
        (start, Some(end)) if start > end => {
            Err(format!("the start, {start}, is after the end, {end}"))
        }
        (start, end) => Ok(Lines::Range(start, end)),
    }
}

/// A part and the number of parts: `I/N`.
pub(crate) fn part(text: &str) -> Result<Lines, String> {
    let part = text.split_once('/').and_then(|(part, parts)| {
        let (part, parts) = (digits(part)?, digits(parts)?);
        (1..=parts)
            .contains(&part)
            .then_some(Lines::Part(part, parts))
    });
    part.ok_or_else(|| "expected I/N, with I from 1 to N, such as 1/4".to_owned())
}

/// A positive number of seconds, perhaps with decimals.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().unwrap_or(0.0);
    // A year is as good as no limit, and its microseconds are exact.
    if !(0.001..=31_536_000.0).contains(&number) {
        return Err(
            "expected a number of seconds from 0.001 to 31536000, such as 2 or 0.5".to_owned(),
        );
    }
    Ok(Duration::from_secs_f64(number))
}

/// The names that `--as` takes. Shells complete them, and clap suggests one for a typing error.
pub(crate) fn profiles() -> ProfileName {
    let values = PROFILES
        .iter()
        .map(|profile| PossibleValue::new(profile.name).help(profile.asks));
    ProfileName(values.into())
}

/// The name of a profile in any form that the library knows; the result is the name in the table.
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

/// What `submission` prints.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Printed {
    Solution(Language),
    Testlib(TestlibProgram),
}

/// The names that `--lang` takes: of languages, and of programs for testlib.
pub(crate) fn printed() -> impl TypedValueParser<Value = Printed> {
    let languages = Language::ALL
        .iter()
        .map(|language| PossibleValue::new(language.name()).aliases(language.aliases()));
    let programs = TestlibProgram::ALL.iter().map(|program| program.name());
    let values = languages.chain(programs.map(PossibleValue::new));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut programs = TestlibProgram::ALL.iter().copied();
        match programs.find(|program| program.name() == name) {
            Some(program) => Ok(Printed::Testlib(program)),
            None => name.parse::<Language>().map(Printed::Solution),
        }
    })
}

/// The framings that `--in` takes.
pub(crate) fn framings() -> impl TypedValueParser<Value = Framing> {
    named(
        Framing::FREE
            .iter()
            .map(|&framing| (framing.name(), framing)),
    )
}

/// What `--invalid` takes.
pub(crate) fn on_invalid() -> impl TypedValueParser<Value = OnInvalid> {
    named([("stop", OnInvalid::Stop), ("mark", OnInvalid::Mark)])
}

/// What `--io` takes.
pub(crate) fn read_modes() -> impl TypedValueParser<Value = ReadMode> {
    named([
        ("auto", ReadMode::Auto),
        ("mmap", ReadMode::Mmap),
        ("read", ReadMode::Read),
    ])
}

/// Parses a name as the value beside it.
fn named<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let (names, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    PossibleValuesParser::new(names.clone()).map(move |name| {
        let index = names.iter().position(|other| *other == name);
        values[index.expect("clap accepts only these names")].clone()
    })
}

/// A rule. A shell completes `r=2` as an example of `r=N`.
pub(crate) fn rule() -> Suggested<Rule> {
    Suggested {
        parse: |text| text.parse().map_err(|e| format!("{e}")),
        names: || vec!["normal", "misere", "r=2"],
    }
}

/// The name of a parser; whether this machine runs it is checked later. The result is empty if the environment variable is
/// empty, which counts as not set.
pub(crate) fn backend() -> Suggested<String> {
    Suggested {
        parse: |text| Ok(text.to_owned()),
        names: || {
            let all = Backend::ALL.iter().map(|backend| backend.name());
            ["auto"].into_iter().chain(all).collect()
        },
    }
}

/// The text of `--mix`, which the library parses. The names of the kinds are suggested.
pub(crate) fn mix() -> Suggested<String> {
    Suggested {
        parse: |text| Ok(text.to_owned()),
        names: || Kind::ALL.iter().map(|kind| kind.name()).collect(),
    }
}

/// The name of a regime, unchanged.
pub(crate) fn regime() -> Suggested<String> {
    Suggested {
        parse: |text| Ok(text.to_owned()),
        names: || REGIMES.iter().map(|regime| regime.name).collect(),
    }
}

/// Parses with `parse`; a shell completes `names`. For values of which `names` are only examples, or
/// for which the library writes the error message.
#[derive(Clone)]
pub(crate) struct Suggested<T> {
    parse: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggested<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<T, Error> {
        // Only an environment variable may be empty.
        if source != ValueSource::EnvVariable {
            NonEmptyStringValueParser::new().parse_ref(command, arg, value)?;
        }
        self.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggested_values_are_accepted() {
        for name in (rule().names)() {
            let rule: Rule = name.parse().expect("a rule");
            assert_eq!(rule.to_string(), name);
        }
        let here: Vec<_> = Backend::list_available().map(Backend::name).collect();
        for name in (backend().names)() {
            let is_here = name == "auto" || here.contains(&name);
            assert_eq!(name.parse::<Backend>().is_ok(), is_here, "{name}");
        }
        for name in (mix().names)() {
            name.parse::<wythoff::workload::Mix>().expect("a mix");
        }
        for name in (regime().names)() {
            name.parse::<wythoff::workload::Regime>().expect("a regime");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(whole("0"), Ok(0));
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(seed("7").map(|seed| seed.number), Ok(7));
        assert!(seed("random").is_ok_and(|seed| seed.is_random));
        assert_eq!(size("3K"), Ok(3072));
        assert_eq!(upto::<40>("40"), Ok(40));
        for text in ["", "+1", "-1", "1 ", "1e", "x", "18446744073709551616"] {
            assert!(whole(text).is_err() && seed(text).is_err(), "{text:?}");
            assert!(count(text).is_err(), "{text:?}");
            assert!(many(text).is_err(), "{text:?}");
            assert!(size(text).is_err(), "{text:?}");
            assert!(upto::<40>(text).is_err(), "{text:?}");
            assert!(amount(text).is_err(), "{text:?}");
        }
        // A seed, a number of threads and a size cannot be powers.
        for text in ["1e1", "2^3", "2^5-1"] {
            assert!(whole(text).is_err() && count(text).is_err() && size(text).is_err());
        }
        let at_least_one = NonZeroU64::new(8);
        assert_eq!(many("2^3").ok(), at_least_one);
        assert_eq!((amount("1e6"), amount("0")), (Ok(1_000_000), Ok(0)));
        assert_eq!(amount("2^64-1"), Ok(u64::MAX));
        assert_eq!((upto::<40>("1e1"), upto::<40>("2^5-1")), (Ok(10), Ok(31)));
        assert!(amount("2^64").is_err() && upto::<40>("1e2").is_err() && many("2^0-1").is_err());
        for text in ["0", "41", "65536"] {
            assert!(upto::<40>(text).is_err(), "{text:?}");
        }
        assert!(count("0").is_err() && many("0").is_err() && size("0").is_err());
        assert!(size("18014398509481984K").is_err());
    }
}
