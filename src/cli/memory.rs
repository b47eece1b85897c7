//! The allocator, and what happens when it has no more to give.
//!
//! Owns the words of that end. Rust's own is a message without the program's name and SIGABRT
//! (with a core file, where those are made); here it is an error like any other. Invariant: no
//! caller ever sees a null pointer.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::CString;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// `A`, or the end.
#[derive(Debug)]
pub(crate) struct OrExit<A>(pub(crate) A);

// AddressSanitizer sees what the system's allocator gives, and nothing of what another does.
#[cfg(not(wythoff_system_allocator))]
use mimalloc::MiMalloc as Chosen;
#[cfg(wythoff_system_allocator)]
use std::alloc::System as Chosen;

/// The program's. tests/allocations.rs has another one, which fails when it is told to.
pub(crate) type Program = OrExit<Chosen>;
/// See [`Program`].
pub(crate) const PROGRAM: Program = OrExit(Chosen);

// SAFETY: every call goes to `A` as it came; what comes back is valid or never does.
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

/// `gen` has two at a time.
static TEMPORARIES: [OnceLock<CString>; 2] = [OnceLock::new(), OnceLock::new()];

/// Remembers a temporary that has a name, to be removed at that end too; two at most.
pub(crate) fn remember(temporary: &Path) {
    use std::os::unix::ffi::OsStrExt;
    if let Ok(path) = CString::new(temporary.as_os_str().as_bytes()) {
        let free = TEMPORARIES.iter().find(|place| place.get().is_none());
        let _ = free.map(|place| place.set(path));
    }
}

/// The exit code once the output is in its place; before, that of a failure.
static CODE: AtomicU8 = AtomicU8::new(super::exit_code::FAILED);

/// All is done that the exit code speaks of, and it is `code`: what else is told takes memory, too, but
/// the lack of it doesn't unmake the output.
pub(crate) fn settle(code: u8) {
    CODE.store(code, Ordering::Relaxed);
}

/// In the middle of anything: allocates nothing and takes no lock.
#[cold]
#[inline(never)]
fn out_of_memory() -> ! {
    static ONCE: AtomicBool = AtomicBool::new(false);
    while ONCE.swap(true, Ordering::Relaxed) {
        // Another thread is here already, and about to end all.
        // SAFETY: waits for a signal, and so for that end.
        unsafe { libc::pause() };
    }
    let words = b"wythoff: out of memory\n";
    // SAFETY: the bytes are there; that it can't be written is nobody's error.
    let _ = unsafe { libc::write(2, words.as_ptr().cast(), words.len()) };
    end(CODE.load(Ordering::Relaxed))
}

/// The end, here and now: nothing of the process runs any more. The temporaries that are known go.
pub(crate) fn end(code: u8) -> ! {
    for path in TEMPORARIES.iter().filter_map(OnceLock::get) {
        // SAFETY: a path that ends with a null byte.
        let _ = unsafe { libc::unlink(path.as_ptr()) };
    }
    // SAFETY: ends the process without running anything of it.
    unsafe { libc::_exit(code.into()) }
}
