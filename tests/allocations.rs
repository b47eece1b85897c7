//! The n-th allocation fails, for every n.
//!
//! This test is the program itself, `src/cli` over another allocator: told to by its environment, it does
//! what the command line says, and its n-th allocation (and each after it, on every thread) gets
//! nothing. Otherwise it starts itself so, for every n until none failed, and looks at what came of it:
//! "out of memory" in one line, exit code 2, the old file as it was, and nothing beside it; or, where none
//! failed, all answers and exit code 0.
#![allow(unsafe_code)]

use std::process::ExitCode;

// Its own tests are not run here.
#[path = "../src/cli/mod.rs"]
#[allow(dead_code, unused_imports)]
mod cli;

#[cfg(target_os = "linux")]
mod support;

/// The system's allocator, for as long as it is to work.
struct Failing;

#[global_allocator]
static ALLOCATOR: cli::memory::OrExit<Failing> = cli::memory::OrExit(Failing);

/// Which allocation is the first to fail, counted from 1; none if it isn't set.
const NTH: &std::ffi::CStr = c"WYTHOFF_TEST_FAILING_ALLOCATION";

mod failing {
    use super::{Failing, NTH};
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::ptr::null_mut;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static CALLS: AtomicU64 = AtomicU64::new(0);

    /// Without an allocation: the first one asks.
    fn nth() -> u64 {
        static NTH_CALL: OnceLock<u64> = OnceLock::new();
        *NTH_CALL.get_or_init(|| {
            // SAFETY: a string that ends with a null byte; nobody changes the environment.
            let value = unsafe { libc::getenv(NTH.as_ptr()) };
            if value.is_null() {
                return u64::MAX;
            }
            // SAFETY: as above.
            let n = unsafe { libc::atoll(value) };
            n.try_into().unwrap_or(u64::MAX)
        })
    }

    fn fails() -> bool {
        CALLS.fetch_add(1, Ordering::Relaxed) + 1 >= nth()
    }

    // SAFETY: the system's allocator, or a null pointer, which is an allocator's right.
    unsafe impl GlobalAlloc for Failing {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            if fails() {
                return null_mut();
            }
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc(layout) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            if fails() {
                return null_mut();
            }
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc_zeroed(layout) }
        }

        unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            if fails() {
                return null_mut();
            }
            // SAFETY: the caller's promise, passed on.
            unsafe { System.realloc(pointer, layout, size) }
        }

        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.dealloc(pointer, layout) }
        }
    }
}

fn main() -> ExitCode {
    let name = NTH.to_str().expect("ASCII");
    if std::env::var_os(name).is_some() {
        // As in main.rs.
        return cli::internal::caught(cli::run);
    }
    // Called with the arguments of `cargo test`: a filter may be for other tests.
    let other =
        |arg: String| arg == "--list" || !arg.starts_with('-') && !"allocations".contains(&arg);
    if std::env::args().skip(1).any(other) {
        return ExitCode::SUCCESS;
    }
    #[cfg(target_os = "linux")]
    every_allocation::fails_once();
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod every_allocation {
    use super::{NTH, support};
    use std::fs;
    use std::process::Command;
    use support::{Feed, Folder, SplitMix, fibonacci_digits, reference, run};

    /// What the program is asked to do.
    struct Way<'t> {
        name: &'t str,
        args: &'t str,
        feed: Feed<'t>,
        /// What stands in the output file before, if there is one.
        old: Option<&'t [u8]>,
        /// The last line of the input is none, and is marked.
        marked: bool,
    }

    pub(super) fn fails_once() {
        let mut numbers = SplitMix(4);
        // Enough for a pool of threads and for several chunks each.
        let mut text = Vec::new();
        for _ in 0..40_000 {
            let (a, b) = (numbers.below(1_000_000_000), numbers.below(1_000_000_000));
            text.extend_from_slice(format!("{a} {b}\n").as_bytes());
        }
        let mut right = reference(&text);
        // Far beyond u64, which takes big integers: the Fibonacci numbers F(240) and F(241).
        let big = fibonacci_digits(250);
        text.extend_from_slice(format!("{} {}\n", big[240], big[241]).as_bytes());
        right.extend_from_slice(b"0\n");
        let right_marked = [&right[..], b"?\n"].concat();
        let folder = Folder::new();
        let source = folder.file("in", &text);
        let source = source.to_str().expect("UTF-8");
        let room = Folder::new();
        let out = room.path().join("out");
        let path = out.to_str().expect("UTF-8");
        let old = Some(&b"old\n"[..]);
        let nothing = Feed::Nothing;
        let bad = [&text[..], b"x\n"].concat();
        let bad = folder.file("bad", bad);
        let bad = bad.to_str().expect("UTF-8");
        let (pipe, marked) = (Feed::Pipe(&text), true);
        let way = |name, args, feed, old| Way {
            name,
            args,
            feed,
            old,
            marked: false,
        };
        let ways = [
            way("mapped over a file", "--threads 2 -o OUT IN", nothing, old),
            way(
                "read to a new file",
                "--io read --threads 2 -o OUT IN",
                nothing,
                None,
            ),
            way("piped over a file", "--threads 1 -o OUT", pipe, old),
            way("mapped to a pipe", "--threads 1 IN", nothing, None),
            way("piped to a pipe", "--threads 2", pipe, None),
            way(
                "with figures",
                "--stats --threads 2 -o OUT IN",
                nothing,
                old,
            ),
            Way {
                marked,
                ..way(
                    "marked over a file",
                    "--invalid mark -o OUT BAD",
                    nothing,
                    old,
                )
            },
        ];
        let program = std::env::current_exe().expect("this program has a path");
        let (mut tries, mut refused) = (0, 0);
        for way in &ways {
            let to_file = way.args.contains("OUT");
            let mut n = 1;
            loop {
                for name in room.names() {
                    fs::remove_file(room.path().join(name)).expect("a file to remove");
                }
                if let Some(old) = way.old {
                    room.file("out", old);
                }
                let args = way.args.split(' ').map(|arg| match arg {
                    "OUT" => path,
                    "IN" => source,
                    "BAD" => bad,
                    other => other,
                });
                let mut command = Command::new(&program);
                command
                    .arg("solve")
                    .args(args)
                    .env_remove("WYTHOFF_BACKEND")
                    .env(NTH.to_str().expect("ASCII"), n.to_string());
                let run = run(&mut command, way.feed);
                tries += 1;
                let what = format!("{}, allocation {n}: {}", way.name, run.stderr);
                let now = fs::read(&out).ok();
                let names = room.names();
                let right = if way.marked { &right_marked } else { &right };
                if run.code == Some(i32::from(way.marked)) {
                    let answers = if to_file {
                        now.as_deref()
                    } else {
                        Some(&run.stdout[..])
                    };
                    assert!(answers == Some(&right[..]), "{what}: not all answers");
                    assert_eq!(names.len(), usize::from(to_file), "{what}: {names:?}");
                    if !run.stderr.ends_with("wythoff: out of memory\n") {
                        break;
                    }
                    // Failed when all was done, in what is told besides.
                    n += 1;
                    continue;
                }
                refused += 1;
                assert_eq!(run.code, Some(2), "{what} (signal {:?})", run.signal);
                assert_eq!(run.stderr, "wythoff: out of memory\n", "{what}");
                assert!(
                    now.as_deref() == way.old,
                    "{what}: the final name was touched"
                );
                assert_eq!(
                    names.len(),
                    usize::from(way.old.is_some()),
                    "{what}: {names:?}"
                );
                assert!(right.starts_with(&run.stdout), "{what}: wrong answers");
                n += 1;
            }
            println!("{}: {n} runs", way.name);
            assert!(n > 50, "{}: only {n} allocations were seen", way.name);
        }
        println!("allocations: {tries} runs, {refused} refused in words");
    }
}
