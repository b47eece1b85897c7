//! The n-th allocation fails, for every n.
//!
//! This test is the program itself: `src/cli` with another allocator. If an environment variable gives n, it runs the
//! command line. The n-th allocation, and each later one on every thread, fails. Without the variable it starts itself with
//! the variable, for every n until no allocation fails, and checks the result: "out of memory" in one line, exit code 2, the
//! old files, and no other file; or, if no allocation failed, the whole output and its exit code.
//!
//! `solve` of pairs runs for every n. The other commands allocate mostly for the definitions of all subcommands, before
//! they do anything: they run for about [`SOME`] values of n, and for each of the last [`LAST`]. With
//! `WYTHOFF_TEST_EVERY_ALLOCATION` they run for every n too: `cargo test --release --test allocations`.
#![allow(unsafe_code)]

use std::process::ExitCode;

// The unit tests in `src/cli` do not run here.
#[path = "../src/cli/mod.rs"]
#[allow(dead_code, unused_imports)]
mod cli;

#[cfg(target_os = "linux")]
mod support;

/// The system's allocator, which fails from the n-th call on.
struct Failing;

#[global_allocator]
static ALLOCATOR: cli::memory::OrExit<Failing> = cli::memory::OrExit(Failing);

/// The environment variable with the number of the first allocation that fails, from 1.
const NTH: &std::ffi::CStr = c"WYTHOFF_TEST_FAILING_ALLOCATION";

/// The environment variable that makes the program print the number of allocations at the end.
const COUNT: &str = "WYTHOFF_TEST_COUNT_ALLOCATIONS";

mod failing {
    use super::{Failing, NTH};
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::ptr::null_mut;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static CALLS: AtomicU64 = AtomicU64::new(0);

    /// The number of the first call that fails. Allocates nothing: an allocation calls it.
    fn nth() -> u64 {
        static NTH_CALL: OnceLock<u64> = OnceLock::new();
        *NTH_CALL.get_or_init(|| {
            // SAFETY: a C string; the environment does not change.
            let value = unsafe { libc::getenv(NTH.as_ptr()) };
            if value.is_null() {
                return u64::MAX;
            }
            // SAFETY: as above.
            let n = unsafe { libc::atol(value) };
            n.try_into().unwrap_or(u64::MAX)
        })
    }

    /// The number of calls so far.
    pub(super) fn calls() -> u64 {
        CALLS.load(Ordering::Relaxed)
    }

    fn fails() -> bool {
        CALLS.fetch_add(1, Ordering::Relaxed) + 1 >= nth()
    }

    // SAFETY: the system's allocator, or a null pointer, which means failure.
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
        let code = cli::panic::caught(cli::run);
        if std::env::var_os(COUNT).is_some() {
            eprintln!("{}", failing::calls());
        }
        return code;
    }
    if is_asked_for(std::env::args().skip(1)) {
        #[cfg(target_os = "linux")]
        every_allocation::fails_once();
        #[cfg(not(target_os = "linux"))]
        eprintln!("skipped: slow_allocations: needs Linux");
    }
    ExitCode::SUCCESS
}

/// Whether the arguments of `cargo test`, which are those of libtest, choose this test. The filters and `--skip` may choose
/// other tests only.
fn is_asked_for(mut args: impl Iterator<Item = String>) -> bool {
    const NAME: &str = "slow_allocations";
    let (mut filters, mut is_named) = (false, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--list" | "--ignored" => return false,
            "--skip" => {
                if args.next().is_some_and(|part| NAME.contains(&part)) {
                    return false;
                }
            }
            // Options with a value.
            "--test-threads" | "--format" | "--color" | "--logfile" | "-Z" => {
                args.next();
            }
            arg if arg.starts_with('-') => {}
            filter => {
                filters = true;
                is_named |= NAME.contains(filter);
            }
        }
    }
    is_named || !filters
}

#[cfg(target_os = "linux")]
mod every_allocation {
    use super::{COUNT, NTH, support};
    use rayon::prelude::*;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;
    use support::{Feed, Folder, Run, SplitMix, command, fibonacci_digits, gzip, reference, run};

    /// The number of allocations that are tried.
    const SOME: u64 = 120;
    /// Each of the last allocations, of this number, is tried, because outputs get their names there.
    const LAST: u64 = 40;

    /// A command line, and its expected results.
    #[derive(Clone, Copy)]
    struct Way<'t> {
        name: &'t str,
        /// The arguments. Names in capitals are files: inputs, or outputs in a folder of the run.
        args: &'t str,
        feed: Feed<'t>,
        /// Outputs that exist before the run.
        old: &'t [&'t str],
        /// The exit code.
        code: i32,
        /// The exit code of a failure.
        failed: i32,
        /// The expected output, if it is known by another method.
        right: Option<&'t [u8]>,
        /// Whether every n is tried.
        every: bool,
    }

    const OLD: &[u8] = b"old\n";

    /// What a run also reports.
    #[derive(Clone, Copy, PartialEq)]
    enum Report {
        Nothing,
        /// The number of allocations, on standard error.
        Count,
    }

    /// All files in and below a folder.
    type Files = BTreeMap<String, Vec<u8>>;

    fn files(folder: &Path) -> Files {
        let mut found = Files::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(folder).expect("it is below");
                let name = name.to_str().expect("UTF-8").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
        found
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
        // Piles far beyond u64, which need big integers: the Fibonacci numbers F(240) and F(241).
        let big = fibonacci_digits(250);
        text.extend_from_slice(format!("{} {}\n", big[240], big[241]).as_bytes());
        right.extend_from_slice(b"0\n");
        let marked = [&right[..], b"?\n"].concat();
        let mut wrong = right.clone();
        wrong[2000] ^= 1;
        let inputs = Folder::new();
        inputs.file("IN", &text);
        inputs.file("BAD", [&text[..], b"x\n"].concat());
        inputs.file("FEW", "1 2\n3 4\n18446744073709551616 7\n");
        inputs.file("ROWS", "3 5 7\n1 2 3\n18446744073709551615 1\n");
        inputs.file("RIGHT", &right);
        inputs.file("WRONG", &wrong);
        inputs.file("IN.gz", gzip(&text));
        let zstd = zstd::stream::encode_all(&text[..], 1).expect("into memory");
        inputs.file("IN.zst", &zstd);
        let way = |name, args| Way {
            name,
            args,
            feed: Feed::Nothing,
            old: &[],
            code: 0,
            failed: 2,
            right: None,
            every: false,
        };
        // Replaces an existing file.
        let over = |name, args| Way {
            old: &["OUT"],
            ..way(name, args)
        };
        let solve = |way: Way<'static>| Way {
            right: Some(&right),
            every: true,
            ..way
        };
        let pipe = Feed::Pipe(&text);
        let ways = [
            solve(over("mapped over a file", "solve --threads 2 -o OUT IN")),
            solve(way(
                "read to a new file",
                "solve --io read --threads 2 -o OUT IN",
            )),
            Way {
                feed: pipe,
                ..solve(over("piped over a file", "solve --threads 1 -o OUT"))
            },
            solve(way("mapped to a pipe", "solve --threads 1 IN")),
            Way {
                feed: pipe,
                ..solve(way("piped to a pipe", "solve --threads 2"))
            },
            solve(over("with figures", "solve --stats --threads 2 -o OUT IN")),
            Way {
                code: 1,
                right: Some(&marked),
                every: true,
                ..over("marked over a file", "solve --invalid mark -o OUT BAD")
            },
            Way {
                every: false,
                ..solve(over("gzip over a file", "solve --threads 2 -o OUT IN.gz"))
            },
            Way {
                feed: Feed::Pipe(&zstd),
                every: false,
                ..solve(way("zstd piped to a pipe", "solve --threads 2"))
            },
            Way {
                old: &["OUT.gz"],
                ..way("to gzip", "solve --threads 2 -o OUT.gz IN")
            },
            way("to zstd", "solve --threads 2 -o OUT.zst IN.zst"),
            over("cases", "solve --in eof --count -o OUT FEW"),
            over("moves of a file", "moves --json -o OUT FEW"),
            way("moves of a position", "moves 5 8"),
            over("nim", "nim --moves -o OUT ROWS"),
            way("gen to a pipe", "gen --pairs 500 --threads 2 --max 10^30"),
            Way {
                old: &["OUT", "TRUTH"],
                ..way(
                    "gen over files",
                    "gen --pairs 30000 --threads 2 -o OUT --answers TRUTH",
                )
            },
            way(
                "gen of a problem",
                "gen --as hdu2177 --pairs 300 -o OUT --answers TRUTH",
            ),
            way("gen of a set", "gen --dir SET --cases 6 --pairs 40"),
            way("check", "check --threads 2 IN RIGHT"),
            Way {
                code: 1,
                ..way("check of what is wrong", "check --threads 2 IN WRONG")
            },
            // In this convention 2 is a verdict.
            Way {
                failed: 3,
                ..way(
                    "check as testlib's",
                    "check --convention testlib IN RIGHT RIGHT",
                )
            },
            over("cold", "cold --list 30000 -o OUT"),
            way(
                "one that is cold",
                "cold --rank 340282366920938463463374607431768211456",
            ),
            way("explain", "explain 5 8"),
            over("grundy", "grundy --max 40 -o OUT"),
            #[cfg(feature = "plot")]
            over("plot to SVG", "plot cold --max 12 -o OUT.svg"),
            #[cfg(feature = "plot")]
            Way {
                old: &["OUT.png"],
                ..way("plot to PNG", "plot grundy --max 2 -o OUT.png")
            },
        ];
        let every = std::env::var_os("WYTHOFF_TEST_EVERY_ALLOCATION").is_some();
        let of_each = ways.par_iter().map(|way| {
            let (tries, refused) = each(way, &inputs, every);
            println!("{}: {tries} runs, {refused} refused", way.name);
            assert!(
                refused > 50,
                "{}: only {refused} allocations failed",
                way.name
            );
            (tries, refused)
        });
        let (tries, refused) = of_each.reduce(|| (0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        println!(
            "allocations: {} ways, {tries} runs, {refused} refused in words",
            ways.len()
        );
    }

    /// The number of runs, and of runs that failed.
    fn each(way: &Way<'_>, inputs: &Folder, every: bool) -> (u64, u64) {
        let program = std::env::current_exe().expect("this program has a path");
        // A new folder for each run, with the same old files.
        let start = || {
            let outputs = Folder::new();
            for name in way.old {
                outputs.file(name, OLD);
            }
            outputs
        };
        let go = |outputs: &Folder, n: u64, report: Report| -> Run {
            let args = way.args.split(' ').map(|arg| {
                let given = inputs.path().join(arg);
                match arg.starts_with(|c: char| c.is_ascii_uppercase()) {
                    true if given.exists() => given.into_os_string(),
                    true => outputs.path().join(arg).into_os_string(),
                    false => arg.into(),
                }
            });
            let mut command = command(&program);
            command.args(args).env_remove("WYTHOFF_BACKEND");
            command.env(NTH.to_str().expect("ASCII"), n.to_string());
            if report == Report::Count {
                command.env(COUNT, "");
            }
            run(&mut command, way.feed)
        };
        // Without a fault.
        let outputs = start();
        let whole = go(&outputs, i64::MAX as u64, Report::Count);
        assert_eq!(whole.code, Some(way.code), "{}: {whole:?}", way.name);
        let count = whole.stderr.lines().last().map(str::parse::<u64>);
        let Some(Ok(count)) = count else {
            panic!("{}: no count in {:?}", way.name, whole.stderr);
        };
        // The printed commands of a set contain the folder's name.
        let printed = |run: &Run, outputs: &Folder| {
            let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
            stdout.replace(outputs.path().to_str().expect("UTF-8"), "")
        };
        let (right, right_text) = (files(outputs.path()), printed(&whole, &outputs));
        if let Some(answers) = way.right {
            let got = right.get("OUT").map_or(&whole.stdout, |out| out);
            assert!(got == answers, "{}: wrong without a fault", way.name);
        }
        let step = match every || way.every {
            true => 1,
            false => count / SOME + 1,
        };
        let (mut tries, mut refused, mut n) = (0, 0, 1);
        let mut known = false;
        loop {
            let outputs = start();
            let before = files(outputs.path());
            let run = go(&outputs, n, Report::Nothing);
            tries += 1;
            let what = format!("{}, allocation {n}: {}", way.name, run.stderr);
            let now = files(outputs.path());
            if run.code == Some(way.code) {
                assert!(now == right, "{what}: not all, {:?}", now.keys());
                assert!(
                    printed(&run, &outputs) == right_text,
                    "{what}: not all answers"
                );
                if !run.stderr.ends_with("wythoff: out of memory\n") {
                    assert!(known || way.failed == 2, "{}: no other code", way.name);
                    return (tries, refused);
                }
                // The allocation failed in a report, after the output was published.
            } else {
                refused += 1;
                // A failure before the arguments are read has exit code 2. Any other code shows that they were read.
                known |= run.code != Some(2);
                let failed = if known { way.failed } else { 2 };
                assert_eq!(run.code, Some(failed), "{what} (signal {:?})", run.signal);
                assert_eq!(run.stderr, "wythoff: out of memory\n", "{what}");
                if way.args.contains("--dir") {
                    // The files that were written so far are there, and each of them is complete.
                    for (name, bytes) in &now {
                        assert!(right.get(name) == Some(bytes), "{what}: {name}");
                    }
                } else {
                    assert!(now == before, "{what}: now there are {:?}", now.keys());
                }
                let text = printed(&run, &outputs);
                assert!(right_text.starts_with(&text), "{what}: wrong answers");
            }
            // With threads the number of allocations differs from run to run.
            let last = count.saturating_sub(LAST);
            n = match n {
                n if n < last => last.min(n + step),
                n if n < count + LAST => n + 1,
                n => n + step,
            };
        }
    }
}
