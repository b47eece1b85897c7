//! What the schema of an Arrow column says.

use crate::arrow_interface::ArrowSchema;
use crate::integers::{IntType, NO_FLOATS};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ffi::CStr;

pub(crate) fn broken(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} is not an Arrow array of integers that can be read"
    ))
}

/// What the arrays of a column are.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// `None` if all rows are null.
    pub(crate) values: Option<Values>,
    /// Whether an array is a table with this column.
    pub(crate) is_table: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Values {
    Ints(IntType),
    /// Integers of 16 or 32 bytes, the lowest first.
    Wide {
        size: usize,
        is_signed: bool,
    },
}

impl Layout {
    /// What a schema describes.
    ///
    /// Errors: no integers.
    pub(crate) fn new(schema: &ArrowSchema, name: &str) -> PyResult<Self> {
        let refuse = |what: String| Err(PyTypeError::new_err(format!("{name} holds {what}")));
        let is_table = schema.text(name)? == "+s";
        let mut leaf = schema;
        if is_table {
            if schema.n_children != 1 {
                let columns = schema.n_children;
                return refuse(format!(
                    "{columns} columns, expected one; pass each column by itself"
                ));
            }
            // SAFETY: a schema with one child has this pointer, and the child lives as long.
            leaf = unsafe { &**schema.children };
        }
        let mut format = leaf.text(name)?;
        // SAFETY: the pointer is null or that of a schema that lives as long.
        let dictionary = unsafe { leaf.dictionary.as_ref() };
        if let Some(values) = dictionary {
            format = values.text(name)?;
        }
        match values_of(&format) {
            Some(_) if dictionary.is_some() => {
                refuse("a dictionary; cast it to the type of its values".to_owned())
            }
            Some(values) => Ok(Self { values, is_table }),
            None => refuse(match format.as_bytes() {
                [b'e' | b'f' | b'g'] => format!("floats, {NO_FLOATS}"),
                [b'd', b':', ..] => {
                    format!("decimals ({format}), expected integers; cast it to decimal(p, 0)")
                }
                [b'b'] => "bools, expected integers".to_owned(),
                b"u" | b"U" | b"vu" => "strings, expected integers; cast it to uint64".to_owned(),
                _ => format!("the Arrow format {format:?}, expected integers"),
            }),
        }
    }
}

/// The values of a format of the Arrow C data interface, if they are integers or nulls. polars has two formats of its own.
fn values_of(format: &str) -> Option<Option<Values>> {
    let int = |size, is_signed| Some(Some(Values::Ints(IntType::new(size, is_signed))));
    let wide = |size, is_signed| Some(Some(Values::Wide { size, is_signed }));
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
        "n" => Some(None),
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
