//! Questions about one position or number. Numbers may have any size.

use crate::files::INTERVAL;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use std::num::NonZeroU64;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use wythoff::PROFILES;
use wythoff::Rule;
use wythoff::game::{
    BigUint, GrundyTable, NimRule, Take, nim_sum, pair_big, rank_big, wythoff_pair,
};

/// A number of Python.
pub(crate) enum Natural {
    Small(u64),
    Big(BigUint),
}

impl Natural {
    /// `object`, which messages call `name`.
    ///
    /// Errors: not an integer; negative.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        match object.extract() {
            Ok(small) => Ok(Self::Small(small)),
            Err(_) => Self::of_other(object, name),
        }
    }

    /// As `new`, for an object that is no int below 2^64.
    #[cold]
    fn of_other(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
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

/// Whether an operation with so many bits takes more than about a millisecond.
pub(crate) fn is_long(number: &BigUint) -> bool {
    number.bits() >= 1 << 14
}

/// The result of `work`. If that may take long, another thread works, and a signal ends the wait. The flag tells `work` so; if
/// `work` does not look, its thread goes on until it ends.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    if !is_long {
        return Ok(work(&AtomicBool::new(false)));
    }
    let stop = Arc::new(AtomicBool::new(false));
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

impl<'py> IntoPyObject<'py> for Natural {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        match self {
            Self::Small(small) => Ok(small.into_pyobject(py)?),
            Self::Big(big) => {
                let (class, bytes) = (py.get_type::<PyInt>(), big.to_bytes_le());
                let number = class.call_method1("from_bytes", (&bytes[..], "little"))?;
                Ok(number.cast_into()?)
            }
        }
    }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Self {
        u64::try_from(&number).map_or(Self::Big(number), Self::Small)
    }
}

/// Pile, number of objects, and the position after the move.
type WinningMove = (&'static str, Natural, (Natural, Natural));

/// Index of the pile, and its size before and after the move.
type WinningNimMove = (usize, u64, u64);

/// The winning moves.
#[pyfunction]
pub(crate) fn winning_moves(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<Vec<WinningMove>> {
    let (a, b) = (big(a, "a")?, big(b, "b")?);
    let is_long = is_long(&a) || is_long(&b);
    let moves = interruptible(py, is_long, move |_| Rule::Normal.winning_moves_big(&a, &b))?;
    let moves = moves.into_iter().map(|found| {
        let (pile, count) = match found.take {
            Take::Both(count) => ("both", count),
            Take::Larger(count) => ("larger", count),
            Take::Smaller(count) => ("smaller", count),
            _ => unreachable!("only the generalised rule has other moves"),
        };
        let (smaller, larger) = found.to;
        (pile, count.into(), (smaller.into(), larger.into()))
    });
    Ok(moves.collect())
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
    let n = n.into_big();
    let (lower, upper) = interruptible(py, is_long(&n), move |_| pair_big(&n, NonZeroU64::MIN))?;
    Ok((lower.into(), upper.into()))
}

/// The index of the pair of `n`, and the side of `n` in it.
#[pyfunction]
pub(crate) fn rank(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<(Natural, &'static str)> {
    let n = match Natural::new(n, "n")? {
        Natural::Small(n) => {
            let rank = wythoff::game::rank(n);
            return Ok((Natural::Small(rank.k), rank.side.name()));
        }
        Natural::Big(n) => n,
    };
    let rank = interruptible(py, is_long(&n), move |_| rank_big(&n, NonZeroU64::MIN))?;
    Ok((rank.k.into(), rank.side.name()))
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
    let table = interruptible(py, max > 300, move |stop| {
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
