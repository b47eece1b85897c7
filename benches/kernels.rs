//! Times the kernels and the decision in memory, and compares each with other code that could do its work.
//!
//! `cargo bench --bench kernels`; `cargo bench --bench kernels -- parse/mixed` for some of them;
//! `cargo bench --bench kernels -- --test` runs each once. Names are `stage/regime/backend`.
//!
//! * `parse`: reads two numbers from each line of a text, and counts the lines with `a < b`. Baselines
//!   find the ends of tokens with memchr or by parsing up to them, and pass each token to the crate
//!   that names the baseline.
//! * `solve`: the same with the decision, which the kernels make in their registers.
//! * `decide`: counts the cold positions of two columns of numbers, without any text.
//!
//! Every iteration reads [`SIZE`] bytes once, which don't repeat: more than the caches hold, and more
//! than a branch predictor learns. (With a small buffer, parsers with many branches look twice as
//! fast.) There is one thread. Before the timing, the counts are compared. The library copies the text
//! into a buffer that stays in the cache, as it does with any reader.

use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Duration;
use wythoff::game::is_cold_u32;
use wythoff::measure::count_ascending;
use wythoff::workload::{REGIMES, Workload};
use wythoff::{
    AnswerFormat, Backend, Input, Output, Problem, Result, Solver, Summary, is_cold, is_cold_column,
};

/// Bytes of text, and of two columns.
const SIZE: usize = 64 << 20;

fn workload(regime: &str) -> Workload {
    let regime = REGIMES.iter().find(|other| other.name == regime);
    let regime = regime.expect("every name below is in the list");
    Workload::of_regime(1, *regime, &Problem::default()).expect("a pair on each line")
}

fn text(regime: &str) -> String {
    let workload = workload(regime);
    let mut text = Vec::with_capacity(SIZE + (1 << 20));
    for block in 0.. {
        if text.len() >= SIZE {
            break;
        }
        workload.append_block(block, &mut text);
    }
    String::from_utf8(text).expect("digits and blanks")
}

/// Counts the true answers to a question about each pair of a text.
type Count = fn(&Solver, &str) -> Result<Summary>;

fn solver(backend: Backend) -> Solver {
    let mut problem = Problem::default();
    problem.answer_format = AnswerFormat::Totals;
    Solver {
        backend,
        threads: Some(NonZeroUsize::MIN),
        ..Solver::new(problem)
    }
}

/// How many second piles are the larger ones.
fn ascending(solver: &Solver, text: &str) -> Result<Summary> {
    count_ascending(Input::reader(text.as_bytes(), "text"), solver)
}

/// How many positions are cold.
fn cold(solver: &Solver, text: &str) -> Result<Summary> {
    let input = Input::reader(text.as_bytes(), "text");
    solver.solve(vec![input], Output::stream(std::io::sink(), "nowhere"))
}

/// How many answers are true.
fn yes(answers: &[bool]) -> u64 {
    answers.iter().filter(|&&answer| answer).count() as u64
}

/// A loop over lines `a b\n` that calls the number parser of another crate; `None` at the first line of another form.
trait Baseline {
    const NAME: &str;
    fn pairs(text: &str, pair: impl FnMut(u64, u64)) -> Option<()>;
}

struct StrParse;
struct AtoiSimd;
struct LexicalCore;

impl Baseline for StrParse {
    const NAME: &str = "str_parse";

    #[inline]
    fn pairs(text: &str, mut pair: impl FnMut(u64, u64)) -> Option<()> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let blank = at + memchr::memchr(b' ', &bytes[at..])?;
            let end = blank + memchr::memchr(b'\n', &bytes[blank..])?;
            pair(
                text[at..blank].parse().ok()?,
                text[blank + 1..end].parse().ok()?,
            );
            at = end + 1;
        }
        Some(())
    }
}

/// One token, and the text after the byte that ends the token.
#[inline]
fn token(
    text: &[u8],
    end: u8,
    parse: impl FnOnce(&[u8]) -> Option<(u64, usize)>,
) -> Option<(u64, &[u8])> {
    let (value, len) = parse(text)?;
    match text.get(len) {
        Some(&c) if c == end => Some((value, &text[len + 1..])),
        _ => None,
    }
}

impl Baseline for AtoiSimd {
    const NAME: &str = "atoi_simd";

    #[inline]
    fn pairs(text: &str, mut pair: impl FnMut(u64, u64)) -> Option<()> {
        let mut rest = text.as_bytes();
        let parse = |text: &[u8]| atoi_simd::parse_prefix::<u64, false, false>(text).ok();
        while !rest.is_empty() {
            let (a, after) = token(rest, b' ', parse)?;
            let (b, after) = token(after, b'\n', parse)?;
            pair(a, b);
            rest = after;
        }
        Some(())
    }
}

impl Baseline for LexicalCore {
    const NAME: &str = "lexical_core";

    #[inline]
    fn pairs(text: &str, mut pair: impl FnMut(u64, u64)) -> Option<()> {
        let mut rest = text.as_bytes();
        let parse = |text: &[u8]| lexical_core::parse_partial::<u64>(text).ok();
        while !rest.is_empty() {
            let (a, after) = token(rest, b' ', parse)?;
            let (b, after) = token(after, b'\n', parse)?;
            pair(a, b);
            rest = after;
        }
        Some(())
    }
}

fn baseline<B: Baseline>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    text: &str,
    expected: u64,
    decide: impl Fn(u64, u64) -> bool,
) {
    let timed = || {
        let mut count = 0;
        let all = B::pairs(black_box(text), |a, b| count += u64::from(decide(a, b)));
        all.map(|()| count)
    };
    assert_eq!(timed(), Some(expected), "{} is wrong", B::NAME);
    group.bench_function(B::NAME, |bencher| bencher.iter(timed));
}

/// Text in, the number of true answers out. `decide` is the question, for the baselines.
fn texts(
    criterion: &mut Criterion,
    (stage, count): (&str, Count),
    regimes: &[&str],
    decide: Option<impl Fn(u64, u64) -> bool + Copy>,
) {
    for regime in regimes {
        let text = text(regime);
        let count = |solver: &Solver| {
            let summary = count(solver, black_box(&text));
            summary.expect("every line is a record").cold
        };
        let expected = count(&solver(Backend::Scalar));
        let mut group = criterion.benchmark_group(format!("{stage}/{regime}"));
        group
            .throughput(Throughput::Bytes(text.len() as u64))
            .sampling_mode(SamplingMode::Flat);
        if let Some(decide) = decide {
            baseline::<StrParse>(&mut group, &text, expected, decide);
            baseline::<AtoiSimd>(&mut group, &text, expected, decide);
            baseline::<LexicalCore>(&mut group, &text, expected, decide);
        }
        for backend in Backend::list_available() {
            let solver = solver(backend);
            assert_eq!(count(&solver), expected, "{backend} differs");
            group.bench_function(backend.name(), |bencher| bencher.iter(|| count(&solver)));
        }
        group.finish();
    }
}

fn parse(criterion: &mut Criterion) {
    let stage = ("parse", ascending as Count);
    let regimes = ["1e9", "1e18", "mixed", "2e6", "100"];
    let is_ascending = |a, b| a < b;
    texts(criterion, stage, &regimes, Some(is_ascending));
    // Some baselines can't read these regimes: leading zeros, piles beyond u64, runs of blanks.
    let regimes = ["padded", "beyond", "crlf", "blanks", "changing"];
    texts(criterion, stage, &regimes, None::<fn(u64, u64) -> bool>);
}

fn solve(criterion: &mut Criterion) {
    let stage = ("solve", cold as Count);
    let regimes = ["1e9", "1e18", "mixed", "cold", "cold-1e18", "half-cold"];
    texts(criterion, stage, &regimes, Some(is_cold));
}

/// Two columns of numbers.
struct Columns<T> {
    a: Vec<T>,
    b: Vec<T>,
}

fn columns(regime: &str) -> Columns<u64> {
    let rows = SIZE / 16;
    let (mut a, mut b) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    let workload = workload(regime);
    let mut text = Vec::new();
    for block in 0.. {
        if a.len() >= rows {
            break;
        }
        text.clear();
        workload.append_block(block, &mut text);
        StrParse::pairs(std::str::from_utf8(&text).expect("digits"), |x, y| {
            a.push(x);
            b.push(y);
        })
        .expect("pairs within u64");
    }
    Columns { a, b }
}

/// Times `cold` on all rows, after a comparison with the exact test.
fn rows<T: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    columns: &Columns<T>,
    expected: &[bool],
    cold: impl Fn(T, T) -> bool + Copy,
) {
    let pairs = || columns.a.iter().zip(&columns.b);
    assert!(
        pairs()
            .map(|(&a, &b)| cold(a, b))
            .eq(expected.iter().copied()),
        "{name} differs"
    );
    let timed = || {
        let columns = black_box(columns);
        let pairs = columns.a.iter().zip(&columns.b);
        pairs.map(|(&a, &b)| u64::from(cold(a, b))).sum::<u64>()
    };
    assert_eq!(timed(), yes(expected));
    group.bench_function(name, |bencher| bencher.iter(timed));
}

/// The usual formula. It is wrong for some pairs with piles from 165580140 on. So it is a baseline only if a comparison with
/// the exact test finds no wrong pair.
fn f64_formula(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    ((b - a) as f64 * ((5f64.sqrt() + 1.0) / 2.0)) as u64 == a
}

fn decide(criterion: &mut Criterion) {
    for regime in ["100", "1e9", "cold", "half-cold", "1e18", "cold-1e18"] {
        let columns = columns(regime);
        let expected: Vec<bool> = (columns.a.iter().zip(&columns.b))
            .map(|(&a, &b)| a.min(b) == wythoff_lower(a.abs_diff(b)))
            .collect();
        let mut group = criterion.benchmark_group(format!("decide/{regime}"));
        group.throughput(Throughput::Elements(expected.len() as u64));
        rows(&mut group, "is_cold", &columns, &expected, is_cold);

        let mut answers = vec![false; expected.len()];
        is_cold_column(&columns.a, &columns.b, &mut answers);
        assert!(answers == expected, "is_cold_column differs");
        group.bench_function("is_cold_column", |bencher| {
            bencher.iter(|| {
                is_cold_column(
                    black_box(&columns.a),
                    black_box(&columns.b),
                    black_box(&mut answers),
                );
            });
        });

        let narrow = |column: &[u64]| -> Option<Vec<u32>> {
            column.iter().map(|&n| u32::try_from(n).ok()).collect()
        };
        if let (Some(a), Some(b)) = (narrow(&columns.a), narrow(&columns.b)) {
            let columns = Columns { a, b };
            rows(&mut group, "is_cold_u32", &columns, &expected, is_cold_u32);
        }
        if !regime.ends_with("1e18") {
            rows(&mut group, "f64_formula", &columns, &expected, f64_formula);
        }
        group.finish();
    }
}

/// `floor(d * phi)`, computed with an integer square root: a method that the crate does not use.
fn wythoff_lower(d: u64) -> u64 {
    let d = u128::from(d);
    u64::try_from((d + (5 * d * d).isqrt()) / 2).unwrap_or(u64::MAX)
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = parse, solve, decide
}
criterion_main!(benches);
