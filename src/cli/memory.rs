//! The allocator, and the end of the process when memory is exhausted.
//!
//! Rust would print a message without the program's name and abort, perhaps with a core file. Here it is an error like
//! any other: one line and exit code 2. No caller ever gets a null pointer.
#![allow(unsafe_code)]

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::alloc::{GlobalAlloc, Layout};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The allocator `A`. If an allocation fails, the process ends.
#[derive(Debug)]
pub(crate) struct OrExit<A>(pub(crate) A);

// AddressSanitizer checks only memory from the system's allocator.
#[cfg(not(wythoff_system_allocator))]
use mimalloc::MiMalloc as Chosen;
#[cfg(wythoff_system_allocator)]
use std::alloc::System as Chosen;

/// The allocator of the program. tests/allocations.rs has another one, which can be made to fail.
pub(crate) type Program = OrExit<Chosen>;
/// See [`Program`].
pub(crate) const PROGRAM: Program = OrExit(Chosen);

// SAFETY: every call goes to `A` unchanged, and a null pointer is never returned.
unsafe impl<A: GlobalAlloc> GlobalAlloc for OrExit<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        checked(unsafe { self.0.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        checked(unsafe { self.0.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        checked(unsafe { self.0.realloc(pointer, layout, size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, passed on.
        unsafe { self.0.dealloc(pointer, layout) }
    }
}

#[inline(always)]
fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        out_of_memory();
    }
    pointer
}

/// Named temporary files. `gen` has two at a time.
static TEMPORARIES: [OnceLock<system::Name>; 2] = [OnceLock::new(), OnceLock::new()];

/// Remembers a named temporary file, which is removed when memory is exhausted. Remembers at most two.
pub(crate) fn remember(temporary: &Path) {
    if let Some(name) = system::name(temporary) {
        let free = TEMPORARIES.iter().find(|slot| slot.get().is_none());
        let _ = free.map(|slot| slot.set(name));
    }
}

/// The exit code if memory is exhausted: the code of a failure, until [`settle`] sets another one.
static CODE: AtomicU8 = AtomicU8::new(super::exit_code::FAILED);

/// Sets the exit code if memory is exhausted. Called when the output is published: from then on, a lack of memory affects
/// only the report.
pub(crate) fn settle(code: u8) {
    CODE.store(code, Ordering::Relaxed);
}

/// Reports the error and ends the process. Allocates nothing and takes no lock.
#[cold]
#[inline(never)]
fn out_of_memory() -> ! {
    static ONCE: AtomicBool = AtomicBool::new(false);
    while ONCE.swap(true, Ordering::Relaxed) {
        // Another thread is about to end the process.
        system::pause();
    }
    system::report(b"wythoff: out of memory\n");
    end(CODE.load(Ordering::Relaxed))
}

/// Ends the process at once, without destructors. Removes the remembered temporary files.
pub(crate) fn end(code: u8) -> ! {
    for name in TEMPORARIES.iter().filter_map(OnceLock::get) {
        system::remove(name);
    }
    system::end(code)
}
