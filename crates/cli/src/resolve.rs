//! Converts arguments to types of the library: a problem, a solver, inputs. Only this file (and `bench`) does so.

use super::args;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use wythoff::game::{BigUint, NimRule};
use wythoff::{
    AnswerFormat, AnswerLabels, Backend, CasePrefix, Error, ErrorKind, Framing, Game, Input,
    OnInvalid, Problem, Solver, descriptor_of, shown_path,
};

/// The problem that `--as`, `--in`, `--rule`, `--words` and `--prefix` describe.
pub(crate) fn problem(format: &args::Format) -> Result<Problem, Error> {
    let labels = format.words.as_deref().map(labels).transpose()?;
    let mut problem = Problem::from_options(
        format.profile.as_deref(),
        format.framing,
        format.rule,
        labels,
    )?;
    let prefix = format.prefix.as_deref().map(CasePrefix::new).transpose();
    problem.case_prefix = prefix.map_err(|e| e.about("--prefix"))?;
    Ok(problem)
}

/// The problem that the arguments describe, within `limits`.
pub(crate) fn limited_problem(
    format: &args::Format,
    limits: &args::Limits,
) -> Result<Problem, Error> {
    let mut problem = problem(format)?;
    let name = problem.name.as_deref().unwrap_or("the problem").to_owned();
    if limits.max_k.is_some() {
        if problem.game != Game::BoundedDifference {
            return refuse("--max-k applies only to uva11249, whose cases have a K");
        }
        // `--max-k` may exceed the limit of the profile, because the judge's statement gives no limit.
        problem.limits.max_bound = limits.max_k;
    }
    if let Some(max) = &limits.max {
        let own = &mut problem.limits.max_pile;
        narrow(own, Some(largest_pile(max)?), "the largest pile", &name)?;
    }
    if let Some(min) = limits.min {
        let least = problem.limits.min_pile;
        let max = problem.limits.max_pile.as_ref();
        if min < least {
            return refuse(format!(
                "the smallest pile must be at least {least}, the limit of {name}"
            ));
        }
        if max.is_some_and(|max| BigUint::from(min) > *max) {
            return refuse("the smallest pile must not be larger than the largest one");
        }
        problem.limits.min_pile = min;
    }
    let has_piles = matches!(problem.game, Game::Nim(_) | Game::ReturnOfTheNim);
    let min_piles = problem.limits.min_piles;
    if limits
        .max_piles
        .is_some_and(|max| !has_piles || max.get() < min_piles)
    {
        return refuse(if has_piles {
            format!("--max-piles must be at least {min_piles}, the fewest piles of {name}")
        } else {
            "--max-piles applies only to problems with any number of piles".to_owned()
        });
    }
    let own = &mut problem.limits;
    narrow(&mut own.max_piles, limits.max_piles, "--max-piles", &name)?;
    let (most, new) = (&mut own.max_records, limits.max_records);
    narrow(most, new, "--max-records", &name)?;
    Ok(problem)
}

/// Replaces a limit of the problem `name` by a new one, which must be within it.
fn narrow<T: PartialOrd + Display>(
    own: &mut Option<T>,
    new: Option<T>,
    what: &str,
    name: &str,
) -> Result<(), Error> {
    match (&*own, &new) {
        (Some(limit), Some(value)) if value > limit => refuse(format!(
            "{what} must be at most {limit}, the limit of {name}"
        )),
        _ => {
            *own = new.or(own.take());
            Ok(())
        }
    }
}

fn largest_pile(text: &str) -> Result<BigUint, Error> {
    let end = BigUint::from(10_u32).pow(args::MAX_DIGITS);
    match args::parse_number(text) {
        Some(max) if max != BigUint::ZERO && max < end => Ok(max),
        _ => refuse(format!(
            "the largest pile must be a whole number, at least 1 and of at most {} digits, such as 1e18 or 2^64-1",
            args::MAX_DIGITS
        )),
    }
}

pub(crate) fn solver(args: &args::Solve) -> Result<Solver, Error> {
    let mut problem = problem(&args.format)?;
    if args.count {
        problem.answer_format = AnswerFormat::Totals;
    }
    if args.strict && problem.framing == Framing::Lines {
        return refuse("--strict requires --as or --in");
    }
    Ok(Solver {
        threads: args.threads,
        is_strict: args.strict,
        read_mode: args.io,
        ..solver_of(problem, args.faults, &args.parsing)?
    })
}

pub(crate) fn moves(args: &args::moves::Moves) -> Solver {
    let answers = match (args.positions, args.json) {
        (true, _) => AnswerFormat::Positions,
        (_, true) => AnswerFormat::Json,
        _ => AnswerFormat::Moves,
    };
    line_solver(Game::Wythoff(args.rule.rule), answers, &args.batch)
}

pub(crate) fn nim(args: &args::moves::Nim) -> Solver {
    let answers = match (args.count, args.moves, args.json) {
        (true, ..) => AnswerFormat::MoveCount,
        (_, true, _) => AnswerFormat::Moves,
        (.., true) => AnswerFormat::Json,
        _ => AnswerFormat::Label,
    };
    let rule = if args.misere {
        NimRule::Misere
    } else {
        NimRule::Normal
    };
    line_solver(Game::Nim(rule), answers, &args.batch)
}

/// A solver for inputs with one position on each line.
fn line_solver(game: Game, answers: AnswerFormat, batch: &args::moves::BatchOptions) -> Solver {
    let mut problem = Problem::default();
    (problem.game, problem.answer_format) = (game, answers);
    Solver {
        on_invalid: batch.faults.invalid,
        threads: batch.threads,
        ..Solver::new(problem)
    }
}

/// A solver of `problem` with the options `--invalid` and `--backend`.
pub(crate) fn solver_of(
    problem: Problem,
    faults: args::Faults,
    parsing: &args::Parsing,
) -> Result<Solver, Error> {
    if faults.invalid == OnInvalid::Mark && problem.framing != Framing::Lines {
        return refuse(
            "--invalid mark requires one record on each line, so it can't be used with --as or --in",
        );
    }
    Ok(Solver {
        on_invalid: faults.invalid,
        backend: backend(&parsing.backend)?,
        ..Solver::new(problem)
    })
}

/// The backend with this name; the fastest one if the name is empty.
pub(crate) fn backend(name: &str) -> Result<Backend, Error> {
    if name.is_empty() { "auto" } else { name }.parse()
}

fn labels(words: &str) -> Result<AnswerLabels, Error> {
    match words.split_once(',') {
        Some((hot, cold)) if !cold.contains(',') => {
            AnswerLabels::new(hot, cold).map_err(|e| e.about("--words"))
        }
        _ => refuse("--words takes two words with one comma between them, such as A,B"),
    }
}

pub(crate) fn refuse<T>(what: impl Into<String>) -> Result<T, Error> {
    Err(Error::new(ErrorKind::Argument(what.into())))
}

/// The range of bytes that `--range` or `--part` chooses, if one is given.
pub(crate) fn range(args: &args::Solve) -> Result<Option<Range<u64>>, Error> {
    let Some(lines) = args.range.as_ref().or(args.part.as_ref()) else {
        return Ok(None);
    };
    let file = match &args.files[..] {
        [file] if file.as_os_str() != "-" => file,
        _ => return refuse("--range and --part require exactly one file, and not standard input"),
    };
    let meta = file
        .metadata()
        .map_err(|e| Error::from(e).about(shown_path(file)))?;
    let size = meta.len();
    let boundary = |part, parts| (u128::from(size) * u128::from(part) / u128::from(parts)) as u64;
    Ok(Some(match *lines {
        args::Lines::Range(start, end) => start..end.unwrap_or(size).clamp(start, size.max(start)),
        args::Lines::Part(part, parts) => boundary(part - 1, parts)..boundary(part, parts),
    }))
}

pub(crate) fn inputs(files: &[PathBuf]) -> Vec<Input<'static>> {
    match files {
        [] => vec![Input::Stdin],
        files => files.iter().map(|file| input(file)).collect(),
    }
}

pub(crate) fn input(path: &Path) -> Input<'static> {
    if path == Path::new("-") || descriptor_of(path) == Some(0) {
        Input::Stdin
    } else {
        Input::path(path)
    }
}
