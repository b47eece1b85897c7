//! A file as memory: the only room with the unsafe code of mapping.
//!
//! Owns the promise that makes a mapping safe to look at. Invariant: `Map::bytes` can be read
//! from the first byte to the last, whatever becomes of the file.
//!
//! # A file that is cut short while it is mapped
//!
//! Touching a page that the file no longer has raises SIGBUS, in whichever thread it happens. The
//! handler puts pages of zeros over the rest of the mapping, notes that it did, and returns: the
//! read goes on, the parser finds zeros (which are in no record), and `Map::damaged` tells
//! whoever would publish the result. Nothing but atomics and one system call happens in the
//! handler. A SIGBUS elsewhere is not ours: it ends the process as it would have.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The first bytes of a regular file, mapped.
#[derive(Debug)]
pub(super) struct Map {
    map: memmap2::Mmap,
    /// Its place among the guarded ones.
    slot: &'static Slot,
}

/// A mapping that the signal handler knows; free while `len` is 0.
///
/// `start` changes only then, so whoever finds the same length, not 0, before and after it has read it has both of one mapping.
#[derive(Debug)]
struct Slot {
    taken: AtomicBool,
    start: AtomicUsize,
    len: AtomicUsize,
    damaged: AtomicBool,
}

impl Slot {
    /// Where the mapping begins, and its length, if the address is in it.
    fn with(&self, address: usize) -> Option<(usize, usize)> {
        let len = self.len.load(Ordering::Acquire);
        let start = self.start.load(Ordering::Acquire);
        let whole = len == self.len.load(Ordering::Acquire);
        (whole && address >= start && address - start < len).then_some((start, len))
    }
}

/// More mappings at once than one process of this program has; who finds none free reads instead.
static SLOTS: [Slot; 64] = [const {
    Slot {
        taken: AtomicBool::new(false),
        start: AtomicUsize::new(0),
        len: AtomicUsize::new(0),
        damaged: AtomicBool::new(false),
    }
}; 64];

impl Map {
    /// Maps bytes `0..end` of `file`.
    pub(super) fn new(file: &File, end: u64) -> io::Result<Self> {
        guard()?;
        let len = usize::try_from(end).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let slot = SLOTS
            .iter()
            .find(|s| !s.taken.swap(true, Ordering::AcqRel))
            .ok_or(io::ErrorKind::ResourceBusy)?;
        // SAFETY: the mapping is private to this struct and only ever read. Another process can
        // still change the file: the parsers read each byte as a plain number and check what they
        // compute from it, so they stay memory safe whatever they read; the slot below answers
        // for a file that gets shorter; and `Source::finish` refuses to call the result good.
        let map = match unsafe { memmap2::MmapOptions::new().len(len).map(file) } {
            Ok(map) => map,
            Err(e) => {
                slot.taken.store(false, Ordering::Release);
                return Err(e);
            }
        };
        slot.damaged.store(false, Ordering::Relaxed);
        slot.start.store(map.as_ptr().addr(), Ordering::Release);
        slot.len.store(len, Ordering::Release);
        Ok(Self { map, slot })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Gives the memory of part `part` of `parts` back to the system. It can still be read, only not as fast.
    pub(super) fn release(&self, part: usize, parts: usize) {
        assert!(part < parts, "no part of the mapping");
        let at = |part| self.map.len() / parts * part;
        let end = if part + 1 == parts {
            self.map.len()
        } else {
            at(part + 1)
        };
        let advice = memmap2::UncheckedAdvice::DontNeed;
        // SAFETY: all of it is in the mapping. Nothing was ever written to these pages, so whoever still
        // looks at them finds what was there before, from the file again; if that has changed, see `new`.
        let released = unsafe {
            self.map
                .unchecked_advise_range(advice, at(part), end - at(part))
        };
        // Without it nothing is lost but time.
        let _ = released;
    }

    /// Whether a part of the file was gone when it was read.
    pub(super) fn damaged(&self) -> bool {
        self.slot.damaged.load(Ordering::Acquire)
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        self.slot.len.store(0, Ordering::Release);
        self.slot.taken.store(false, Ordering::Release);
    }
}

/// Who was there before: the standard library's handler, or a host's.
static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

/// Installs the handler, once for the process.
///
/// Not by way of a crate that chains handlers: those call the previous one *first*, and the
/// standard library's (which looks for stack overflows) then gives the signal back its default.
/// The first fault would be mended and the second, in another thread or at another place, kill.
fn guard() -> io::Result<()> {
    static INSTALLED: OnceLock<Result<(), i32>> = OnceLock::new();
    let result = INSTALLED.get_or_init(|| {
        PREVIOUS.get_or_init(current);
        let mut action = nothing();
        action.sa_sigaction = mend as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        // SAFETY: `mend` does only what a signal handler may, and has this signature.
        match unsafe { libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()
                .raw_os_error()
                .unwrap_or(libc::EINVAL)),
        }
    });
    result.map_err(io::Error::from_raw_os_error)
}

fn nothing() -> libc::sigaction {
    // SAFETY: numbers, and functions that may be absent: all zeros is a value of it.
    unsafe { std::mem::zeroed() }
}

/// What SIGBUS does now.
fn current() -> libc::sigaction {
    let mut action = nothing();
    // SAFETY: only asks; there is room for the answer.
    unsafe { libc::sigaction(libc::SIGBUS, std::ptr::null(), &raw mut action) };
    action
}

/// The handler.
extern "C" fn mend(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system hands a handler with `SA_SIGINFO` this structure.
    let info_ref = unsafe { &*info };
    // SAFETY: for SIGBUS the system fills in the address.
    let address = unsafe { info_ref.si_addr() }.addr();
    // A process that sends the signal puts its number where the address would be.
    let ours = info_ref.si_code > 0;
    for slot in SLOTS.iter().filter(|_| ours) {
        let Some((start, len)) = slot.with(address) else {
            continue;
        };
        // Page sizes are powers of two and mappings begin at pages; 4 KiB divides all of them,
        // and the system rounds nothing here: the fault's own page begins at or before this one,
        // so if pages are larger the call fails and the process ends below.
        let page = address & !0xfff;
        let rest = (start + len - page).next_multiple_of(0x1000);
        let place = std::ptr::with_exposed_provenance_mut(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
        // SAFETY: these pages are a part of the mapping in `slot`, which is alive: its owner is
        // in the middle of a read. It stays readable, and unmapping it later takes these along.
        let mended = unsafe { libc::mmap(place, rest, libc::PROT_READ, flags, -1, 0) };
        if mended == place {
            slot.damaged.store(true, Ordering::Release);
            return;
        }
    }
    pass_on(signal, info, context);
}

/// A SIGBUS that isn't ours: to whoever was there before, and if they don't keep it, to the end
/// that it would have been.
fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    type Plain = extern "C" fn(libc::c_int);
    type Full = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
    if let Some(previous) = PREVIOUS.get() {
        let function = previous.sa_sigaction;
        if function != libc::SIG_DFL && function != libc::SIG_IGN {
            if previous.sa_flags & libc::SA_SIGINFO != 0 {
                // SAFETY: it was installed as a handler of this kind.
                let function = unsafe { std::mem::transmute::<usize, Full>(function) };
                function(signal, info, context);
            } else {
                // SAFETY: it was installed as a handler of this kind.
                let function = unsafe { std::mem::transmute::<usize, Plain>(function) };
                function(signal);
            }
            // It kept the signal as it was, so it dealt with it. (The standard library's handler
            // sets the default and counts on the instruction to fault again.)
            if current().sa_sigaction == mend as *const () as usize {
                return;
            }
        }
    }
    // SAFETY: allowed in a handler; it only sets the default.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    // SAFETY: allowed in a handler; it waits until this one returns, and then ends the process,
    // also if another process sent the signal and no instruction will fault again.
    unsafe { libc::raise(signal) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_can_still_be_read() {
        let text: Vec<u8> = (0..1_000_003u32)
            .map(|i| (i.wrapping_mul(i) >> 8) as u8)
            .collect();
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, &text).unwrap();
        for parts in [1, 2, 3, 7, 2_000_000] {
            let map = Map::new(&file, text.len() as u64).unwrap();
            assert!(map.bytes() == text);
            for part in [0, parts / 2, parts - 1] {
                map.release(part, parts);
                assert!(map.bytes() == text && !map.damaged());
            }
            (0..parts.min(100)).for_each(|part| map.release(part, parts));
            assert!(map.bytes() == text);
        }
    }

    /// Pages that the system doesn't hold for us are not resident; else all of this would be in vain.
    #[cfg(target_os = "linux")]
    #[test]
    fn all_parts_are_all_of_it() {
        let len = 3_000_001;
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, &vec![1; len]).unwrap();
        let map = Map::new(&file, len as u64).unwrap();
        let resident = || {
            let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
            let start = format!("{:x}-", map.bytes().as_ptr().addr());
            let of_it = maps.lines().skip_while(|line| !line.starts_with(&start));
            let rss = of_it.filter_map(|line| line.strip_prefix("Rss:")).next();
            let kib = rss.unwrap().trim().strip_suffix(" kB").unwrap();
            kib.parse::<usize>().unwrap()
        };
        let sum = || map.bytes().iter().map(|&b| usize::from(b)).sum::<usize>();
        assert_eq!(sum(), len);
        assert!(resident() >= len >> 10);
        (0..3).for_each(|part| map.release(part, 3));
        assert_eq!(resident(), 0);
        assert_eq!(sum(), len);
    }
}
