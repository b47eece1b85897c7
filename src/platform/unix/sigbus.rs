//! Keeps a mapping readable if another process shortens its file.
//!
//! A read of a page that the file no longer has raises SIGBUS in the reading thread. The handler maps pages of zeros over the
//! rest of the mapping, records this, and returns. Then the read continues, and the parser finds zero bytes, which no record
//! has. [`MapWatch::is_damaged`] tells the caller not to publish the result. The handler uses only atomics and one system
//! call. A SIGBUS from another source keeps its default action.
#![allow(unsafe_code)]

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Once, OnceLock};

/// Watches a mapping until it is dropped.
pub(crate) struct MapWatch {
    slot: &'static Slot,
}

impl MapWatch {
    /// Watches `mapping`, which was not read yet, and which must outlive this value, or be dropped directly after it.
    ///
    /// Errors: the file must be read instead of mapped. Another handler of SIGBUS was installed, or too many files are mapped.
    pub(crate) fn new(mapping: &[u8]) -> io::Result<Self> {
        install_handler()?;
        let slot = SLOTS
            .iter()
            .find(|s| !s.taken.swap(true, Ordering::AcqRel))
            .ok_or(io::ErrorKind::ResourceBusy)?;
        slot.damaged.store(false, Ordering::Relaxed);
        slot.start.store(mapping.as_ptr().addr(), Ordering::Release);
        slot.len.store(mapping.len(), Ordering::Release);
        Ok(Self { slot })
    }

    pub(crate) fn is_damaged(&self) -> bool {
        self.slot.damaged.load(Ordering::Acquire)
    }
}

impl Drop for MapWatch {
    fn drop(&mut self) {
        self.slot.len.store(0, Ordering::Release);
        self.slot.taken.store(false, Ordering::Release);
    }
}

/// A mapping that the signal handler knows. The slot is free while `len` is 0.
///
/// `start` changes only while the slot is free. A reader loads `len`, `start`, and `len` again. If both lengths are equal and
/// not 0, `start` and `len` belong to the same mapping.
struct Slot {
    taken: AtomicBool,
    start: AtomicUsize,
    len: AtomicUsize,
    damaged: AtomicBool,
}

impl Slot {
    /// The start and the length of the mapping, if `address` is in it.
    fn mapping_at(&self, address: usize) -> Option<(usize, usize)> {
        let len = self.len.load(Ordering::Acquire);
        let start = self.start.load(Ordering::Acquire);
        let whole = len == self.len.load(Ordering::Acquire);
        (whole && address >= start && address - start < len).then_some((start, len))
    }
}

/// The slots are enough for the mappings of one process. If no slot is free, a file is read instead of mapped.
static SLOTS: [Slot; 64] = [const {
    Slot {
        taken: AtomicBool::new(false),
        start: AtomicUsize::new(0),
        len: AtomicUsize::new(0),
        damaged: AtomicBool::new(false),
    }
}; 64];

/// The handler of SIGBUS that was installed before this one: the standard library's, or the host program's.
static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

/// Installs the handler, once for the process.
///
/// Errors: the system refused it, or another handler replaced it, for example Python's faulthandler, and would get the faults. So
/// the file must be read instead. (A handler that was installed before this one is [`PREVIOUS`].)
///
/// No crate that chains handlers is used, because it would call the previous handler *first*. The standard library's handler,
/// which looks for stack overflows, would then restore the default action. The second fault, in another thread or at another
/// page, would end the process.
fn install_handler() -> io::Result<()> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        PREVIOUS.get_or_init(current_action);
        let mut action = empty_action();
        action.sa_sigaction = handle_sigbus as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        // SAFETY: `handle_sigbus` does only what a signal handler may, and has this signature.
        unsafe { libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut()) };
    });
    if current_action().sa_sigaction != handle_sigbus as *const () as usize {
        return Err(io::ErrorKind::ResourceBusy.into());
    }
    Ok(())
}

fn empty_action() -> libc::sigaction {
    // SAFETY: the struct holds numbers and optional functions: all zeros is a valid value.
    unsafe { std::mem::zeroed() }
}

fn current_action() -> libc::sigaction {
    let mut action = empty_action();
    // SAFETY: only queries; `action` is valid for writes.
    unsafe { libc::sigaction(libc::SIGBUS, std::ptr::null(), &raw mut action) };
    action
}

extern "C" fn handle_sigbus(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    // SAFETY: the system hands a handler with `SA_SIGINFO` this structure.
    let info_ref = unsafe { &*info };
    // SAFETY: for SIGBUS the system fills in the address.
    let address = unsafe { info_ref.si_addr() }.addr();
    // If a process sent the signal, `address` is the number of that process.
    let is_fault = info_ref.si_code > 0;
    for slot in SLOTS.iter().filter(|_| is_fault) {
        let Some((start, len)) = slot.mapping_at(address) else {
            continue;
        };
        // All page sizes are multiples of 4 KiB, and a mapping begins at the start of a page. The system does not round the
        // address. If pages are larger than 4 KiB, this address may be within a page: then the call fails, and the process
        // ends below.
        let page = address & !0xfff;
        let rest = (start + len - page).next_multiple_of(0x1000);
        let target = std::ptr::with_exposed_provenance_mut(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
        // SAFETY: these pages are a part of the mapping in `slot`, which is not unmapped yet, because its owner is reading
        // it. It stays readable, and unmapping it later unmaps these pages, too.
        let replaced = unsafe { libc::mmap(target, rest, libc::PROT_READ, flags, -1, 0) };
        if replaced == target {
            slot.damaged.store(true, Ordering::Release);
            return;
        }
    }
    pass_on(signal, info, context);
}

/// Passes a SIGBUS that no mapping caused to the previous handler. If that handler does not handle it, the default action is
/// taken.
fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    type Plain = extern "C" fn(libc::c_int);
    type Full = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
    if let Some(previous) = PREVIOUS.get() {
        let function = previous.sa_sigaction;
        if function != libc::SIG_DFL && function != libc::SIG_IGN {
            if previous.sa_flags & libc::SA_SIGINFO != 0 {
                // SAFETY: a handler with these flags has this signature.
                let function = unsafe { std::mem::transmute::<usize, Full>(function) };
                function(signal, info, context);
            } else {
                // SAFETY: a handler with these flags has this signature.
                let function = unsafe { std::mem::transmute::<usize, Plain>(function) };
                function(signal);
            }
            // The previous handler did not change the action, so it handled the signal. (The standard library's handler sets
            // the default action, and lets the instruction fault again.)
            if current_action().sa_sigaction == handle_sigbus as *const () as usize {
                return;
            }
        }
    }
    // SAFETY: `signal` is allowed in a signal handler; it only sets the default action.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    // SAFETY: `raise` is allowed in a signal handler. The new signal waits until this handler returns, and then ends the
    // process, even if another process sent the first signal and no instruction will fault again.
    unsafe { libc::raise(signal) };
}
