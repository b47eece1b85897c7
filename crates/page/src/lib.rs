//! What the page asks of the library, through functions that WebAssembly exports.
//!
//! A request is text: the name of a command and its arguments, a line each. The caller writes it to [`input`] and calls [`ask`]; the
//! answer is at [`output`], text again. `solve` reads and writes through two functions that the caller imports, so that a file
//! of any size takes little memory.
#![allow(unsafe_code)] // An exported function has a name that no other may have.

pub mod formula;
#[cfg(target_arch = "wasm32")]
mod stream;

use formula::{Formula, MAX_SCANNED, Shape, Type, Wrong};
use std::fmt::Write as _;
use std::sync::Mutex;
use wythoff::game::{BigUint, GrundyTable};
use wythoff::workload::{Kind, Mix, Workload};
use wythoff::{Framing, GenerateLimit, Output, PROFILES, Problem, Rule, generate};
use wythoff_explain::{Catalogue, Lang, asks, explain, submission, title, winning_takes};

/// The longest side of a part of the board, in squares.
const MAX_SIDE: u64 = 400;
/// The most digits of a pile.
const MAX_DIGITS: usize = 1000;

/// The Chinese texts of the page.
pub static CHINESE: Catalogue = Catalogue::new(include_str!("zh.po"));

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Room for a request of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().expect("no thread panicked");
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// The bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.lock().expect("no thread panicked").as_ptr()
}

/// Answers the request. Returns the length of the answer, or, if that says what is wrong with the request, -1 minus the length.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> i32 {
    let request = std::mem::take(&mut *INPUT.lock().expect("no thread panicked"));
    put(answer(&String::from_utf8_lossy(&request)))
}

/// Keeps an answer for [`output`].
fn put(answer: Result<String, String>) -> i32 {
    let is_right = answer.is_ok();
    let bytes = answer.unwrap_or_else(|message| message).into_bytes();
    let length = bytes.len() as i32;
    *OUTPUT.lock().expect("no thread panicked") = bytes;
    if is_right { length } else { -1 - length }
}

/// The answer to a request.
///
/// Errors: what is wrong with it.
pub fn answer(request: &str) -> Result<String, String> {
    let mut lines = request.split('\n');
    let command = lines.next().unwrap_or_default();
    let mut next = || lines.next().ok_or("an argument is missing".to_owned());
    match command {
        "texts" => Ok(texts()),
        "position" => position(
            &pile(next()?)?,
            &pile(next()?)?,
            rule(next()?)?,
            lang(next()?),
        ),
        "cold" => cold(
            number(next()?)?,
            number(next()?)?,
            number(next()?)?,
            rule(next()?)?,
        ),
        "grundy" => grundy(number(next()?)?),
        "profiles" => Ok(profiles(lang(next()?))),
        "submission" => {
            let source = submission(next()?, next()?);
            source
                .map(str::to_owned)
                .ok_or("there is no such program".to_owned())
        }
        "hard" => hard(next()?, number(next()?)?, number(next()?)?),
        "formula" => {
            let formula = formula(next()?, next()?, next()?, next()?)?;
            Ok(formula_at(&formula, number(next()?)?))
        }
        "scan" => {
            let formula = formula(next()?, next()?, next()?, next()?)?;
            let (from, to, max) = (number(next()?)?, number(next()?)?, number(next()?)?);
            if max > MAX_SCANNED {
                return Err(format!("piles up to {MAX_SCANNED} can be counted"));
            }
            Ok(formula.scan(from, to, max).to_string())
        }
        "first" => {
            let formula = formula(next()?, next()?, next()?, next()?)?;
            Ok(wrongs(formula.first(
                number(next()?)?,
                number(next()?)?,
                number(next()?)?,
            )))
        }
        "search" => {
            let formula = formula(next()?, next()?, next()?, next()?)?;
            Ok(wrongs(formula.search(number(next()?)?)))
        }
        _ => Err(format!("unknown command {command:?}")),
    }
}

fn lang(name: &str) -> Lang {
    if name == "zh" { Lang::Zh } else { Lang::En }
}

fn rule(name: &str) -> Result<Rule, String> {
    name.parse()
        .map_err(|error: wythoff::Error| error.to_string())
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no whole number below 2^64"))
}

/// A pile of any size.
fn pile(text: &str) -> Result<BigUint, String> {
    if text.is_empty() || text.len() > MAX_DIGITS || !text.bytes().all(|c| c.is_ascii_digit()) {
        return Err(format!(
            "a pile is a whole number of at most {MAX_DIGITS} digits"
        ));
    }
    text.parse().map_err(|_| "the pile is no number".to_owned())
}

fn formula(shape: &str, kind: &str, places: &str, rounding: &str) -> Result<Formula, String> {
    let shape = match shape {
        "difference" => Shape::Difference,
        "larger" => Shape::Larger,
        "sqrt" => Shape::Sqrt,
        "integers" => Shape::Integers,
        _ => return Err(format!("unknown formula {shape:?}")),
    };
    let kind = match kind {
        "float" => Type::Float,
        "double" => Type::Double,
        "long double" => Type::LongDouble,
        _ => return Err(format!("unknown type {kind:?}")),
    };
    let places = number(places)?;
    if places > 40 {
        return Err("a constant has at most 40 digits after the point".to_owned());
    }
    Ok(Formula::new(
        shape,
        kind,
        places as u32,
        rounding == "rounded",
    ))
}

/// English and Chinese texts in turn, a line each.
fn texts() -> String {
    let mut lines = String::new();
    for (english, chinese) in CHINESE.texts() {
        lines += &format!("{english}\n{chinese}\n");
    }
    lines
}

/// `cold` or `hot`, then the number of winning moves, then a line `a b` with the piles after each of them, and then the explanation.
fn position(a: &BigUint, b: &BigUint, rule: Rule, lang: Lang) -> Result<String, String> {
    let takes = winning_takes(a, b, rule);
    let outcome = if rule.is_cold_big(a, b) {
        "cold"
    } else {
        "hot"
    };
    let mut lines = format!("{outcome}\n{}\n", takes.len());
    for (first, second) in takes {
        lines += &format!("{} {}\n", a - first, b - second);
    }
    Ok(lines + &explain(a, b, rule, lang))
}

/// A line for each row of the square part of the board from `(a, b)`: `1` for each cold position. In a row `a` grows.
fn cold(a: u64, b: u64, side: u64, rule: Rule) -> Result<String, String> {
    let end = a.max(b).checked_add(side);
    if side > MAX_SIDE || end.is_none() {
        return Err("that part of the board is too large".to_owned());
    }
    let mut rows = String::new();
    for y in b..b + side {
        rows.extend((a..a + side).map(|x| if rule.is_cold(x, y) { '1' } else { '0' }));
        rows.push('\n');
    }
    Ok(rows)
}

/// The Grundy values of the piles `0..side`, a line for each row.
fn grundy(side: u64) -> Result<String, String> {
    if side == 0 || side > MAX_SIDE {
        return Err("that part of the board is too large".to_owned());
    }
    let table = GrundyTable::new(side as usize - 1).ok_or("the table is too large")?;
    let mut rows = String::new();
    for row in (0..side as usize).filter_map(|a| table.row(a)) {
        let values: Vec<_> = row.map(|value| value.to_string()).collect();
        let _ = writeln!(rows, "{}", values.join(" "));
    }
    Ok(rows)
}

/// A line for each judge's problem: name, title, what it asks, the largest pile, whether a case is two piles, and whether an
/// input is one such case; between tabs.
fn profiles(lang: Lang) -> String {
    let mut lines = String::new();
    for profile in PROFILES.iter() {
        let (title, asks) = (title(profile, lang), asks(profile, lang));
        let problem = &profile.problem;
        let (max, is_pairs) = (problem.max_pile(), problem.is_pairs());
        let is_one = is_pairs && problem.framing == Framing::One;
        let name = profile.name;
        lines += &format!("{name}\t{title}\t{asks}\t{max}\t{is_pairs}\t{is_one}\n");
    }
    lines
}

/// An input of the problem with hard positions, at most `count`, an empty line, and the right answers. If an input of the
/// problem is one position, each line is an input.
fn hard(name: &str, count: u64, seed: u64) -> Result<String, String> {
    let mut problem = problem(name)?;
    if problem.is_pairs() && problem.framing == Framing::One {
        problem.framing = Framing::Eof;
    }
    let mix = if problem.is_pairs() {
        Mix::only(Kind::Killers)
    } else {
        Mix::default()
    };
    let (mut text, mut answers) = (Vec::new(), Vec::new());
    let generated = Workload::new(seed, mix, &problem).and_then(|workload| {
        let output = Output::stream(&mut text, "input");
        let right = Output::stream(&mut answers, "answers");
        let limit = GenerateLimit::records(count);
        generate(&workload, limit, output, Some(right), None, None)
    });
    generated.map_err(|error| error.to_string())?;
    text.push(b'\n');
    text.extend(answers);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The formula in C, and the number of differences for piles up to `max`.
fn formula_at(formula: &Formula, max: u64) -> String {
    format!("{}\n{}\n", formula.source, formula.differences(max))
}

/// A line `a b said` for each wrong position, where `said` is `cold` or `hot`.
fn wrongs(wrongs: Vec<Wrong>) -> String {
    let line = |wrong: Wrong| {
        let said = if wrong.is_called_cold { "cold" } else { "hot" };
        format!("{} {} {said}\n", wrong.a, wrong.b)
    };
    wrongs.into_iter().map(line).collect()
}

/// The problem of a profile, or pairs in a framing; `""` is a pair on each line.
fn problem(name: &str) -> Result<Problem, String> {
    let framing = Framing::FREE.iter().find(|framing| framing.name() == name);
    let profile = Some(name).filter(|name| framing.is_none() && !name.is_empty());
    let problem = Problem::from_options(profile, framing.copied(), None, None);
    problem.map_err(|error| error.to_string())
}
