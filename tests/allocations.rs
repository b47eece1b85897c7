//! The n-th allocation fails, for every n.
//!
//! This test is the program itself, `src/cli` over another allocator: told to by its environment, it does
//! what the command line says, and its n-th allocation (and each after it, on every thread) gets
//! nothing. Otherwise it starts itself so, for every n until none failed, and looks at what came of it:
//! "out of memory" in one line, exit code 2, the old files as they were, and nothing beside them; or, where none
//! failed, all that there is to be, and its exit code.
//!
//! Every n for `solve` of pairs. What else there is allocates mostly where the definitions of all subcommands are
//! made, before anything is done: of that, some [`SOME`] evenly, and each of the last [`LAST`]; with
//! `WYTHOFF_TEST_EVERY_ALLOCATION` set every one, which is for `cargo test --release --test allocations`.
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

/// Set where their number is to be told at the end.
const COUNT: &str = "WYTHOFF_TEST_COUNT_ALLOCATIONS";

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

    /// How many there were.
    pub(super) fn calls() -> u64 {
        CALLS.load(Ordering::Relaxed)
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
        let code = cli::panic::caught(cli::run);
        if std::env::var_os(COUNT).is_some() {
            eprintln!("{}", failing::calls());
        }
        return code;
    }
    if is_asked_for(std::env::args().skip(1)) {
        #[cfg(target_os = "linux")]
        every_allocation::fails_once();
    }
    ExitCode::SUCCESS
}

/// Whether the arguments of `cargo test`, which are libtest's, choose this test: the filters and `--skip` may be for others.
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
            // Their values are no filters.
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

    /// So many of all.
    const SOME: u64 = 120;
    /// Each of these, at the end, where outputs get their names.
    const LAST: u64 = 40;

    /// What the program is asked to do.
    #[derive(Clone, Copy)]
    struct Way<'t> {
        name: &'t str,
        /// In which names in capitals stand for files: OUT and the like in a folder of their own.
        args: &'t str,
        feed: Feed<'t>,
        /// Files that are there before, among those that are written.
        old: &'t [&'t str],
        /// The exit code.
        code: i32,
        /// That of a failure.
        failed: i32,
        /// What the output is to be, where it is known by other means.
        right: Option<&'t [u8]>,
        /// Every n, always.
        every: bool,
    }

    const OLD: &[u8] = b"old\n";

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
        // Far beyond u64, which takes big integers: the Fibonacci numbers F(240) and F(241).
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
        // Over a file that is there.
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
            // Where 2 is a verdict.
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

    /// How often it ran, and was refused.
    fn each(way: &Way<'_>, inputs: &Folder, every: bool) -> (u64, u64) {
        let program = std::env::current_exe().expect("this program has a path");
        // In a folder that is there already for each file, so that each run begins with the same.
        let start = || {
            let room = Folder::new();
            for name in way.old {
                room.file(name, OLD);
            }
            room
        };
        let go = |room: &Folder, n: u64, count: bool| -> Run {
            let args = way.args.split(' ').map(|arg| {
                let given = inputs.path().join(arg);
                match arg.starts_with(|c: char| c.is_ascii_uppercase()) {
                    true if given.exists() => given.into_os_string(),
                    true => room.path().join(arg).into_os_string(),
                    false => arg.into(),
                }
            });
            let mut command = command(&program);
            command.args(args).env_remove("WYTHOFF_BACKEND");
            command.env(NTH.to_str().expect("ASCII"), n.to_string());
            if count {
                command.env(COUNT, "");
            }
            run(&mut command, way.feed)
        };
        // Without a fault.
        let room = start();
        let whole = go(&room, i64::MAX as u64, true);
        assert_eq!(whole.code, Some(way.code), "{}: {whole:?}", way.name);
        let count = whole.stderr.lines().last().map(str::parse::<u64>);
        let Some(Ok(count)) = count else {
            panic!("{}: no count in {:?}", way.name, whole.stderr);
        };
        // What the commands of a set say has the folder's name in it.
        let said = |run: &Run, room: &Folder| {
            let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
            stdout.replace(room.path().to_str().expect("UTF-8"), "")
        };
        let (right, right_said) = (files(room.path()), said(&whole, &room));
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
            let room = start();
            let before = files(room.path());
            let run = go(&room, n, false);
            tries += 1;
            let what = format!("{}, allocation {n}: {}", way.name, run.stderr);
            let now = files(room.path());
            if run.code == Some(way.code) {
                assert!(now == right, "{what}: not all, {:?}", now.keys());
                assert!(said(&run, &room) == right_said, "{what}: not all answers");
                if !run.stderr.ends_with("wythoff: out of memory\n") {
                    assert!(known || way.failed == 2, "{}: no other code", way.name);
                    return (tries, refused);
                }
                // Failed when all was done, in what is told besides.
            } else {
                refused += 1;
                // Before the arguments are read, nobody knows of another code.
                known |= run.code != Some(2);
                let failed = if known { way.failed } else { 2 };
                assert_eq!(run.code, Some(failed), "{what} (signal {:?})", run.signal);
                assert_eq!(run.stderr, "wythoff: out of memory\n", "{what}");
                if way.args.contains("--dir") {
                    // Case after case, each file of them whole.
                    for (name, bytes) in &now {
                        assert!(right.get(name) == Some(bytes), "{what}: {name}");
                    }
                } else {
                    assert!(now == before, "{what}: now there are {:?}", now.keys());
                }
                let said = said(&run, &room);
                assert!(right_said.starts_with(&said), "{what}: wrong answers");
            }
            // Threads make their number differ from run to run.
            let last = count.saturating_sub(LAST);
            n = match n {
                n if n < last => last.min(n + step),
                n if n < count + LAST => n + 1,
                n => n + step,
            };
        }
    }
}
