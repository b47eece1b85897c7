//! Questions about one position or number. Numbers may have any size.

use crate::files::INTERVAL;
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};
use std::num::NonZeroU64;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use wythoff::PROFILES;
use wythoff::Rule;
use wythoff::game::{BigUint, GrundyTable, NimRule, Take, nim_sum, pair_big, rank_big};

/// A number that Python gave.
pub(crate) enum Natural {
    Small(u64),
    Big(BigUint),
}

impl Natural {
    /// `object`, which messages call `name`.
    ///
    /// Errors: not an integer; negative.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if let Ok(small) = object.extract() {
            return Ok(Self::Small(small));
        }
        let index = object.call_method0("__index__").map_err(|_| {
            PyTypeError::new_err(match object.get_type().name() {
                Ok(class) if class == "float" => format!(
                    "{name} is a float, expected an int: a float has 53 bits, and large piles would be rounded"
                ),
                Ok(class) => format!("{name} is of the type {class}, expected an int"),
                Err(_) => format!("{name} is not an int"),
            })
        })?;
        if index.lt(0)? {
            return Err(PyValueError::new_err(format!(
                "{name} is {index}, expected 0 or more"
            )));
        }
        let bits: usize = index.call_method0("bit_length")?.extract()?;
        let bytes = index.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
        let number = BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes());
        Ok(match u64::try_from(&number) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::Big(number),
        })
    }

    pub(crate) fn into_big(self) -> BigUint {
        match self {
            Self::Small(small) => small.into(),
            Self::Big(big) => big,
        }
    }
}

/// The result of `work`, on numbers of at most `bits` bits. If that may take long, another thread works, and a signal ends the
/// wait. The flag tells `work` so; if `work` does not look, its thread goes on until it ends.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    bits: u64,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    /// A square root of so many bits takes about a millisecond.
    const LONG: u64 = 1 << 14;
    let stop = Arc::new(AtomicBool::new(false));
    if bits < LONG {
        return Ok(work(&stop));
    }
    let (sender, mut receiver) = channel();
    let stopped = stop.clone();
    std::thread::spawn(move || sender.send(work(&stopped)));
    loop {
        let waited = py.detach(|| {
            let receiver = &mut receiver;
            receiver.recv_timeout(INTERVAL)
        });
        match waited {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                let checked = py.check_signals();
                checked.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the computation panicked"));
            }
        }
    }
}

fn big(object: &Bound<'_, PyAny>, name: &str) -> PyResult<BigUint> {
    Natural::new(object, name).map(Natural::into_big)
}

fn to_int<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(number) {
        Ok(small) => small.into_bound_py_any(py),
        Err(_) => {
            let bytes = PyBytes::new(py, &number.to_bytes_le());
            let class = py.get_type::<PyInt>();
            class.call_method1("from_bytes", (bytes, PyString::new(py, "little")))
        }
    }
}

type Int<'py> = Bound<'py, PyAny>;

/// Pile, number of objects, and the position after the move.
type WinningMove<'py> = (&'static str, Int<'py>, (Int<'py>, Int<'py>));

/// Index of the pile, and its size before and after the move.
type WinningNimMove = (usize, u64, u64);

/// The winning moves.
#[pyfunction]
pub(crate) fn winning_moves<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Vec<WinningMove<'py>>> {
    let (a, b) = (big(a, "a")?, big(b, "b")?);
    let bits = a.bits().max(b.bits());
    let moves = interruptible(py, bits, move |_| Rule::Normal.winning_moves_big(&a, &b))?;
    let convert = |found: &wythoff::game::Move<BigUint>| {
        let (pile, count) = match &found.take {
            Take::Both(count) => ("both", count),
            Take::Larger(count) => ("larger", count),
            Take::Smaller(count) => ("smaller", count),
            // Only the generalised rule has other moves.
            _ => return Err(PyValueError::new_err("a move of another rule")),
        };
        let to = (to_int(py, &found.to.0)?, to_int(py, &found.to.1)?);
        Ok((pile, to_int(py, count)?, to))
    };
    moves.iter().map(convert).collect()
}

/// Pair `n`, smaller number first.
#[pyfunction]
pub(crate) fn cold_position<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
) -> PyResult<(Int<'py>, Int<'py>)> {
    let n = big(n, "n")?;
    let (lower, upper) = interruptible(py, n.bits(), move |_| pair_big(&n, NonZeroU64::MIN))?;
    Ok((to_int(py, &lower)?, to_int(py, &upper)?))
}

/// The index of the pair of `n`, and the side of `n` in it.
#[pyfunction]
pub(crate) fn rank<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
) -> PyResult<(Int<'py>, &'static str)> {
    let n = big(n, "n")?;
    let rank = interruptible(py, n.bits(), move |_| rank_big(&n, NonZeroU64::MIN))?;
    Ok((to_int(py, &rank.k)?, rank.side.name()))
}

/// Whether the piles are cold, their nim-sum, and the winning moves.
#[pyfunction]
pub(crate) fn nim(
    piles: &Bound<'_, PyAny>,
    misere: bool,
) -> PyResult<(bool, u64, Vec<WinningNimMove>)> {
    let mut numbers = Vec::new();
    for (i, pile) in piles.try_iter()?.enumerate() {
        match Natural::new(&pile?, &format!("pile {i}"))? {
            Natural::Small(pile) => numbers.push(pile),
            Natural::Big(pile) => {
                return Err(PyValueError::new_err(format!(
                    "pile {i} is {pile}, expected less than 2**64"
                )));
            }
        }
    }
    let rule = match misere {
        true => NimRule::Misere,
        false => NimRule::Normal,
    };
    let moves = rule.winning_moves(&numbers);
    let moves = moves.map(|found| (found.pile, found.from, found.to));
    Ok((rule.is_cold(&numbers), nim_sum(&numbers), moves.collect()))
}

/// The Grundy values of all positions up to `max`, two bytes each, row by row.
#[pyfunction]
pub(crate) fn grundy(py: Python<'_>, max: usize) -> PyResult<Bound<'_, PyBytes>> {
    let table = interruptible(py, u64::MAX, move |stop| {
        // Nothing else ends the computation of a table than to unwind.
        let on_row = |_| {
            if stop.load(Ordering::Relaxed) {
                resume_unwind(Box::new("stopped"));
            }
        };
        GrundyTable::with_progress(max, on_row)
    })?;
    let table = table.ok_or_else(|| {
        let limit = GrundyTable::LIMIT;
        PyValueError::new_err(format!("max is {max}, expected at most {limit}"))
    })?;
    let side = max + 1;
    PyBytes::new_with(py, 2 * side * side, |bytes| {
        py.detach(|| {
            for (a, row) in bytes.chunks_exact_mut(2 * side).enumerate() {
                let values = table.row(a).into_iter().flatten();
                for (value, bytes) in values.zip(row.chunks_exact_mut(2)) {
                    bytes.copy_from_slice(&value.to_ne_bytes());
                }
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
