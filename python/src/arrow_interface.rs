//! The structures of the Arrow C data and C stream interfaces, which are stable. Each is released when it is dropped.

use std::ffi::{c_char, c_int, c_void};

#[repr(C)]
pub(crate) struct ArrowSchema {
    pub(crate) format: *const c_char,
    pub(crate) name: *const c_char,
    pub(crate) metadata: *const c_char,
    pub(crate) flags: i64,
    pub(crate) n_children: i64,
    pub(crate) children: *mut *mut ArrowSchema,
    pub(crate) dictionary: *mut ArrowSchema,
    pub(crate) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(crate) private_data: *mut c_void,
}

#[repr(C)]
pub(crate) struct ArrowArray {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *mut *const c_void,
    pub(crate) children: *mut *mut ArrowArray,
    pub(crate) dictionary: *mut ArrowArray,
    pub(crate) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(crate) private_data: *mut c_void,
}

#[repr(C)]
pub(crate) struct ArrowArrayStream {
    pub(crate) get_schema:
        Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub(crate) get_next:
        Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub(crate) get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub(crate) release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub(crate) private_data: *mut c_void,
}

/// A structure that its owner releases.
pub(crate) trait Release {
    /// A released structure: all zeros.
    fn released() -> Self;
}

macro_rules! released_when_dropped {
    ($($structure:ident),*) => {$(
        impl Release for $structure {
            fn released() -> Self {
                // SAFETY: the structure holds numbers, pointers and optional functions: all zeros is a valid value.
                unsafe { std::mem::zeroed() }
            }
        }

        // SAFETY: the interface lets any thread read and release a structure, one at a time.
        unsafe impl Send for $structure {}
        // SAFETY: a shared reference only reads numbers and pointers.
        unsafe impl Sync for $structure {}

        impl Drop for $structure {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it was not released yet, and is not used again.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}

released_when_dropped!(ArrowSchema, ArrowArray, ArrowArrayStream);
