//! The extension module of the Python package: converts between Python's objects and the library's types.
//!
//! It holds no mathematics and no format. Names, defaults and documentation are in `wythoff/`, in Python.

mod arrow;
mod cold;
mod cold_array;
mod column;
mod error;
mod files;
mod game;
mod stream;
mod worker;

use pyo3::prelude::*;

/// Private: use the package `wythoff`.
#[pymodule]
mod _native {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::cold::{cold_array, cold_bytes, cold_ints, int_rows, ranks_or_positions};
    #[pymodule_export]
    use crate::cold_array::{ColdArray, cold_array_of};
    #[pymodule_export]
    use crate::files::{check, generate, solve};
    #[pymodule_export]
    use crate::game::{cold_position, grundy, nim, problems, rank, winning_moves};
}
