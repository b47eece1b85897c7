//! What the schema of an Arrow column says.

use crate::arrow_interface::ArrowSchema;
use crate::column::{IntType, NO_FLOATS};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ffi::CStr;

pub(crate) fn broken(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} is not an Arrow array of integers that can be read"
    ))
}

/// Whether an array is the column, or a table that holds only it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    Plain,
    Table,
}

/// What the rows of a column are.
#[derive(Clone, Copy)]
pub(crate) enum Values {
    Ints(IntType),
    /// Integers of 16 or 32 bytes, the lowest first.
    Wide {
        size: usize,
        is_signed: bool,
    },
    /// Only nulls.
    Nulls,
    /// Indices of this type, of integers of that type.
    Dictionary(IntType, IntType),
}

/// What a schema describes.
pub(crate) fn layout(schema: &ArrowSchema, name: &str) -> PyResult<(Values, Nesting)> {
    let refuse = |what: String| Err(PyTypeError::new_err(format!("{name} holds {what}")));
    let (mut leaf, mut nesting) = (schema, Nesting::Plain);
    if schema.text(name)? == "+s" {
        if schema.n_children != 1 {
            let columns = schema.n_children;
            return refuse(format!(
                "{columns} columns, expected one; pass each column by itself"
            ));
        }
        // SAFETY: a schema with one child has this pointer, and the child lives as long.
        leaf = unsafe { &**schema.children };
        nesting = Nesting::Table;
    }
    let format = leaf.text(name)?;
    // SAFETY: the pointer is null or that of a schema that lives as long.
    let dictionary = unsafe { leaf.dictionary.as_ref() };
    let of_dictionary = dictionary.map(|values| values.text(name)).transpose()?;
    let values = match (values_of(&format), of_dictionary.as_deref().map(values_of)) {
        (Some(values), None) => values,
        (Some(Values::Ints(index)), Some(Some(Values::Ints(value)))) => {
            Values::Dictionary(index, value)
        }
        _ => {
            let shown = of_dictionary.unwrap_or(format);
            return refuse(match shown.as_bytes() {
                [b'e' | b'f' | b'g'] => format!("floats, {NO_FLOATS}"),
                [b'd', b':', ..] => {
                    format!("decimals ({shown}), expected integers; cast it to decimal(p, 0)")
                }
                [b'b'] => "bools, expected integers".to_owned(),
                b"u" | b"U" | b"vu" => "strings, expected integers; cast it to uint64".to_owned(),
                _ => format!("the Arrow format {shown:?}, expected integers"),
            });
        }
    };
    Ok((values, nesting))
}

/// The values of a format of the Arrow C data interface, if they are integers. polars has two formats of its own.
fn values_of(format: &str) -> Option<Values> {
    let int = |size, is_signed| Some(Values::Ints(IntType::new(size, is_signed)));
    let wide = |size, is_signed| Some(Values::Wide { size, is_signed });
    if let Some(decimal) = format.strip_prefix("d:") {
        let mut fields = decimal.split(',').skip(1);
        return match (fields.next()?, fields.next().unwrap_or("128")) {
            ("0", "32") => int(4, true),
            ("0", "64") => int(8, true),
            ("0", "128") => wide(16, true),
            ("0", "256") => wide(32, true),
            _ => None,
        };
    }
    match format {
        "n" => Some(Values::Nulls),
        "c" => int(1, true),
        "C" => int(1, false),
        "s" => int(2, true),
        "S" => int(2, false),
        "i" => int(4, true),
        "I" => int(4, false),
        "l" => int(8, true),
        "L" => int(8, false),
        "_pli128" => wide(16, true),
        "_plu128" => wide(16, false),
        _ => None,
    }
}

impl ArrowSchema {
    /// Its format.
    fn text(&self, name: &str) -> PyResult<String> {
        // A capsule that was used before holds a released schema.
        if self.release.is_none() || self.format.is_null() {
            return Err(broken(name));
        }
        // SAFETY: the format of a schema that is not released is a C string.
        let format = unsafe { CStr::from_ptr(self.format) };
        Ok(format.to_string_lossy().into_owned())
    }
}
