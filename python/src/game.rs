//! Questions about one position or number. Numbers may have any size.

use crate::worker::interruptible;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use std::num::NonZeroU64;
use std::panic::resume_unwind;
use std::sync::Arc;
use wythoff::game::{
    BigUint, GrundyTable, Move, NimRule, Take, nim_sum, pair_big, rank_big, wythoff_pair,
};
use wythoff::{PROFILES, Rule};

/// A natural number from Python.
pub(crate) enum Natural {
    Small(u64),
    /// A number of any size; as an argument 2^64 or more.
    Big(BigUint),
}

impl Natural {
    /// `object`, which messages call `name`. Errors: not an integer; negative.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let small = object.extract().map(Self::Small);
        small.or_else(|_| Self::of_other(object, name))
    }

    /// As `new`, for an object that is no int below 2^64.
    #[cold]
    fn of_other(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let errors = object.py().import("wythoff._errors")?;
        let number = errors.call_method1("whole", (object, name, 0, None::<u64>))?;
        let digits: String = number.call_method1("__format__", ("x",))?.extract()?;
        let big = BigUint::parse_bytes(digits.as_bytes(), 16);
        Ok(Self::Big(big.expect("hexadecimal digits")))
    }
}

impl<'py> IntoPyObject<'py> for Natural {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Small(small) => Ok(small.into_pyobject(py)?.into_any()),
            Self::Big(big) => py.get_type::<PyInt>().call1((big.to_str_radix(16), 16)),
        }
    }
}

/// The result of `work` with these numbers. If they are so long that it may take more than about a millisecond, a signal ends
/// the wait for it.
pub(crate) fn with_big<const N: usize, T: Send + 'static>(
    py: Python<'_>,
    numbers: [Natural; N],
    work: impl FnOnce([BigUint; N]) -> T + Send + 'static,
) -> PyResult<T> {
    let numbers = numbers.map(|number| match number {
        Natural::Small(small) => small.into(),
        Natural::Big(big) => big,
    });
    if numbers.iter().all(|number| number.bits() < 1 << 14) {
        return Ok(work(numbers));
    }
    interruptible(py, || work(numbers))
}

/// A move: pile, number of objects, and the position after it.
type WinningMove = (&'static str, Natural, (Natural, Natural));

fn list<T>(moves: impl Iterator<Item = Move<T>>, number: fn(T) -> Natural) -> Vec<WinningMove> {
    let moves = moves.map(|found| {
        let (pile, count) = match found.take {
            Take::Both(count) => ("both", count),
            Take::Larger(count) => ("larger", count),
            Take::Smaller(count) => ("smaller", count),
            _ => unreachable!("only the generalised rule has other moves"),
        };
        let (smaller, larger) = found.to;
        (pile, number(count), (number(smaller), number(larger)))
    });
    moves.collect()
}

/// The winning moves.
#[pyfunction]
pub(crate) fn winning_moves(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<Vec<WinningMove>> {
    match (Natural::new(a, "a")?, Natural::new(b, "b")?) {
        (Natural::Small(a), Natural::Small(b)) => {
            let moves = wythoff::winning_moves(a, b);
            Ok(list(moves.iter().copied(), Natural::Small))
        }
        (a, b) => {
            let moves = with_big(py, [a, b], |[a, b]| Rule::Normal.winning_moves_big(&a, &b))?;
            Ok(list(moves.into_iter(), Natural::Big))
        }
    }
}

/// Pair `n`, smaller number first.
#[pyfunction]
pub(crate) fn cold_position(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<(Natural, Natural)> {
    let n = Natural::new(n, "n")?;
    if let Natural::Small(n) = n
        && let Some((lower, upper)) = wythoff_pair(n)
    {
        return Ok((Natural::Small(lower), Natural::Small(upper)));
    }
    let (lower, upper) = with_big(py, [n], |[n]| pair_big(&n, NonZeroU64::MIN))?;
    Ok((Natural::Big(lower), Natural::Big(upper)))
}

/// The index of the pair of `n`, and the side of `n` in it.
#[pyfunction]
pub(crate) fn rank(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<(Natural, &'static str)> {
    match Natural::new(n, "n")? {
        Natural::Small(n) => {
            let rank = wythoff::game::rank(n);
            Ok((Natural::Small(rank.k), rank.side.name()))
        }
        n => {
            let rank = with_big(py, [n], |[n]| rank_big(&n, NonZeroU64::MIN))?;
            Ok((Natural::Big(rank.k), rank.side.name()))
        }
    }
}

/// Whether the piles are cold, their nim-sum, and the winning moves: index of the pile, its size before and after.
#[pyfunction]
pub(crate) fn nim(piles: Vec<u64>, misere: bool) -> (bool, u64, Vec<(usize, u64, u64)>) {
    let rule = if misere {
        NimRule::Misere
    } else {
        NimRule::Normal
    };
    let moves = rule.winning_moves(&piles);
    let moves = moves.map(|found| (found.pile, found.from, found.to));
    (rule.is_cold(&piles), nim_sum(&piles), moves.collect())
}

/// The Grundy values of all positions up to `max`, two bytes each, row by row.
#[pyfunction]
pub(crate) fn grundy(py: Python<'_>, max: usize) -> PyResult<Bound<'_, PyBytes>> {
    // Dropped when this function returns, even if a thread still works.
    let caller = Arc::new(());
    let waiting = Arc::downgrade(&caller);
    let work = move || {
        // The computation of a table can be ended only by unwinding.
        let mut on_row = |_| {
            if waiting.strong_count() == 0 {
                resume_unwind(Box::new("the caller no longer waits"));
            }
        };
        GrundyTable::with_progress(max, &mut on_row)
    };
    let table = if max > 300 {
        interruptible(py, work)?
    } else {
        work()
    };
    let table = table.expect("the package checks the limit");
    let side = max + 1;
    PyBytes::new_with(py, 2 * side * side, |bytes| {
        py.detach(|| {
            let values = (0..side).filter_map(|a| table.row(a)).flatten();
            for (value, bytes) in values.zip(bytes.chunks_exact_mut(2)) {
                bytes.copy_from_slice(&value.to_ne_bytes());
            }
        });
        Ok(())
    })
}

/// Name, title, question, sample input and sample answers of each problem.
#[pyfunction]
pub(crate) fn problems() -> Vec<[&'static str; 5]> {
    let fields = |profile: &wythoff::Profile| {
        let (input, answers) = profile.sample;
        [profile.name, profile.title, profile.asks, input, answers]
    };
    PROFILES.iter().map(fields).collect()
}
