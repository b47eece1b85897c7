//! Tests `src/output/reorder.rs` with a model checker, which replaces its locks and chooses the next thread at every lock
//! and every wait. A schedule in which no thread can continue is a deadlock, and fails.
//!
//! In every schedule: chunks are released in order, each once, and none is lost unless there was a stop; no more chunks
//! than the window are in flight; every worker ends.
// The checker has coroutines only for these processors.
#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

#[path = "../src/output/reorder.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod reorder;

/// Replaces `output::sync`.
mod sync {
    pub(super) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::sync::PoisonError;
}

use reorder::{Order, Released, ReorderBuffer};
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use shuttle::thread;
use shuttle::{Config, Runner};

/// The fault of a case, and its chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// `write` fails, as after a write error.
    Write(u64),
    /// `place` fails, as if the run is cancelled.
    Place(u64),
    /// `place` sets a failure, as at a malformed line. The chunk is written.
    Last(u64),
    /// A worker ends before it brings its chunk, as by a panic, which stops everything.
    Worker(u64),
    /// Another thread stops everything.
    Stop,
}

fn run_case(order: Order, workers: usize, window: usize, fault: Fault, chunks: u64) {
    let ordered = ReorderBuffer::new(order, window, 0);
    let next = AtomicU64::new(0);
    let written = Mutex::new(Vec::new());
    let (writing, in_flight) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let fails = |at: Fault| if fault == at { Err(fault) } else { Ok(()) };
    let work = || loop {
        let seq = next.fetch_add(1, Ordering::SeqCst);
        if seq >= chunks || !ordered.admit(seq) {
            return;
        }
        let others = in_flight.fetch_add(1, Ordering::SeqCst);
        assert!(others < window, "the window");
        if fault == Fault::Worker(seq) {
            // A panic calls this. It is called directly, because the checker would report a real panic.
            ordered.stop(None);
            return;
        }
        let place = |&mut seq: &mut u64, released: &mut Released<u64, Fault>| {
            in_flight.fetch_sub(1, Ordering::SeqCst);
            assert_eq!(released.sums, seq, "in order, each once");
            released.sums += 1;
            released.failure = (fault == Fault::Last(seq)).then_some(fault);
            fails(Fault::Place(seq)).map(|()| seq * 10)
        };
        let write = |&mut seq: &mut u64, at| {
            assert_eq!(at, seq * 10, "its own place");
            let others = writing.fetch_add(1, Ordering::SeqCst);
            assert!(order == Order::Positioned || others == 0, "one at a time");
            thread::yield_now();
            written.lock().unwrap().push(seq);
            writing.fetch_sub(1, Ordering::SeqCst);
            fails(Fault::Write(seq))
        };
        ordered.put(seq, seq, place, write);
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
        if fault == Fault::Stop {
            ordered.stop(None);
        }
    });
    let mut written = written.into_inner().unwrap();
    if order == Order::Serial {
        assert!(written.is_sorted(), "{written:?}");
    }
    written.sort_unstable();
    let n = written.len() as u64;
    assert!(written.iter().copied().eq(0..n), "{written:?}");
    assert_eq!(ordered.stopped(), fault != Fault::None);
    let failed = matches!(fault, Fault::Write(_) | Fault::Place(_) | Fault::Last(_));
    let expected = if failed { Err(fault) } else { Ok(n) };
    assert_eq!(ordered.take_sums(), expected);
    let is_right = match fault {
        Fault::None => n == chunks,
        // Everything before the fault was written. If writes do not overlap, nothing after the fault was written.
        Fault::Write(at) => n > at && (order == Order::Positioned || n == at + 1),
        Fault::Last(at) => n == at + 1,
        Fault::Place(at) => n == at,
        Fault::Worker(at) => n <= at,
        Fault::Stop => true,
    };
    assert!(is_right, "{fault:?}: {n} chunks were written");
}

/// Random schedules, and schedules with few switches, which find other faults.
#[test]
#[ignore = "slow"]
fn random_schedules() {
    for order in [Order::Serial, Order::Positioned] {
        for (workers, window) in [(2, 1), (2, 2), (3, 1), (3, 2), (3, 5)] {
            for fault in [
                Fault::None,
                Fault::Write(0),
                Fault::Write(3),
                Fault::Place(2),
                Fault::Last(2),
                Fault::Worker(1),
                Fault::Stop,
            ] {
                let case = move || run_case(order, workers, window, fault, 6);
                shuttle::check_random(case, 500);
                shuttle::check_pct(case, 500, 3);
            }
        }
    }
}

/// All schedules, up to 100 000, of the smallest case with a full window.
#[test]
#[ignore = "slow"]
fn all_schedules_of_a_small_case() {
    for order in [Order::Serial, Order::Positioned] {
        for fault in [
            Fault::None,
            Fault::Write(0),
            Fault::Place(0),
            Fault::Last(0),
            Fault::Worker(0),
        ] {
            let schedules = DfsScheduler::new(Some(100_000), false);
            let runner = Runner::new(schedules, Config::new());
            let tried = runner.run(move || run_case(order, 2, 1, fault, 2));
            println!("{order:?} {fault:?}: {tried} schedules");
        }
    }
}
