//! What only Windows has. `run::tests` tests what all systems have.

use super::{is_executable, program};
use crate::limits::End;
use crate::run::tests::{ran, tested};
use std::path::PathBuf;
use std::time::Duration;

/// A program of the tests that ends by an exception.
pub(crate) fn fail(name: &str) {
    match name {
        "abort" => std::process::abort(),
        "crash" => {
            // SAFETY: none: the system must end this process here.
            #[allow(unsafe_code)]
            unsafe {
                std::ptr::with_exposed_provenance::<u8>(8).read_volatile()
            };
        }
        _ => {
            fn depth(n: u64) -> u64 {
                if n == u64::MAX {
                    return 0;
                }
                let bytes = std::hint::black_box([n; 1000]);
                depth(std::hint::black_box(n + 1)) + bytes[(n % 1000) as usize]
            }
            println!("{}", depth(0));
        }
    }
}

#[test]
fn exit_codes_have_32_bits() {
    for code in [300, -1, i32::MAX] {
        let text = code.to_string().replace('-', "minus");
        assert_eq!(ran(60.0, &["exit", &text], b"").end, End::Exit(code));
    }
}

#[test]
fn the_time_limit_is_cpu_time() {
    let mut program = tested(0.5, &["burn"]);
    program.0.limits.clock = Duration::from_secs(20);
    let run = program.0.run(b"").unwrap();
    assert_eq!(run.end, End::TimeLimit);
    match std::env::var_os("WINELOADER") {
        Some(_) if run.cpu.is_zero() => {
            eprintln!("skipped: the_time_limit_is_cpu_time: wine counts no time of jobs");
        }
        _ => assert!(run.cpu >= program.0.limits.time && run.time < Duration::from_secs(20)),
    }
}

#[test]
fn exceptions() {
    let is_wine = std::env::var_os("WINELOADER").is_some();
    let overrides = std::env::var("WINEDLLOVERRIDES").unwrap_or_default();
    for (name, code) in [
        ("abort", 0xC000_0409),
        ("crash", 0xC000_0005),
        ("overflow", 0xC000_00FD),
    ] {
        if is_wine && name == "crash" && !overrides.contains("winedbg.exe=d") {
            eprintln!("skipped: exceptions: crash: needs WINEDLLOVERRIDES=winedbg.exe=d");
        } else if is_wine && name == "overflow" {
            eprintln!("skipped: exceptions: overflow: wine does not end such a process");
        } else {
            let end = ran(100.0, &[name], b"").end;
            assert_eq!(end, End::Exception(code), "{name}");
        }
    }
}

#[test]
fn names_of_programs() {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    let without = own.with_extension("");
    assert_eq!(program(own.as_ref()), own);
    assert_eq!(program(without.as_ref()), own);
    for name in ["python", "g++", "nowhere.exe"] {
        assert_eq!(program(name.as_ref()), name);
    }
    assert!(is_executable(&own) && !is_executable(folder));
    let named: PathBuf = folder.join(".").join(own.file_name().unwrap());
    assert_eq!(program(named.as_ref()), named);
}
