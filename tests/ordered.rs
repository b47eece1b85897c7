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

use reorder::{Order, ReorderBuffer};
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use shuttle::thread;
use shuttle::{Config, Runner};

/// The fault of a case, and its chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// `finish` fails, as after a write error.
    Finish(u64),
    /// `position` returns `None`, as at a malformed line.
    Position(u64),
    /// A worker ends before it brings its chunk, as by a panic: the guard stops everything.
    Worker(u64),
    /// Another thread stops everything.
    Stop,
}

/// A case: the order, the numbers of workers and of chunks in flight, and the fault.
type Case = (Order, usize, usize, Fault);

fn run_case((order, workers, window, fault): Case, chunks: u64) {
    let ordered = ReorderBuffer::new(order, window);
    let next = AtomicU64::new(0);
    let (positioned, finished) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let (releasing, in_flight) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || loop {
        let seq = next.fetch_add(1, Ordering::SeqCst);
        if seq >= chunks || !ordered.admit(seq) {
            return;
        }
        let others = in_flight.fetch_add(1, Ordering::SeqCst);
        assert!(others < window, "the window");
        if fault == Fault::Worker(seq) {
            // The guard calls this when a thread unwinds. It is called directly, because the checker would report a real panic.
            ordered.stop();
            return;
        }
        let position = |&mut seq: &mut u64| {
            in_flight.fetch_sub(1, Ordering::SeqCst);
            // This runs under the lock of the buffer.
            positioned.lock().unwrap().push(seq);
            (fault != Fault::Position(seq)).then_some(seq * 10)
        };
        let finish = |seq, at| {
            assert_eq!(at, seq * 10, "its own position");
            let others = releasing.fetch_add(1, Ordering::SeqCst);
            assert!(order == Order::Positioned || others == 0, "one at a time");
            thread::yield_now();
            finished.lock().unwrap().push(seq);
            releasing.fetch_sub(1, Ordering::SeqCst);
            fault != Fault::Finish(seq)
        };
        ordered.put(seq, seq, position, finish);
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
        if fault == Fault::Stop {
            ordered.stop();
        }
    });
    let positioned = positioned.into_inner().unwrap();
    let mut finished = finished.into_inner().unwrap();
    assert!(
        positioned.iter().copied().eq(0..positioned.len() as u64),
        "in order, each once: {positioned:?}"
    );
    if order == Order::Serial {
        assert!(finished.is_sorted(), "{finished:?}");
    }
    finished.sort_unstable();
    let n = finished.len() as u64;
    assert!(
        finished.iter().copied().eq(0..n),
        "none doubled: {finished:?}"
    );
    match fault {
        Fault::None => assert_eq!(n, chunks, "none lost"),
        // Everything before the fault was released. If releases do not overlap, nothing after the fault was released.
        Fault::Finish(at) => assert!(n > at && (order == Order::Positioned || n == at + 1)),
        Fault::Position(at) => assert!(n == at && positioned.len() as u64 == at + 1),
        Fault::Worker(at) => assert!(n <= at && !positioned.contains(&at)),
        Fault::Stop => {}
    }
    assert_eq!(ordered.stopped(), fault != Fault::None);
}

/// Random schedules, and schedules with few switches, which find other faults.
#[test]
#[ignore = "slow"]
fn random_schedules() {
    for order in [Order::Serial, Order::Positioned] {
        for (workers, window) in [(2, 1), (2, 2), (3, 1), (3, 2), (3, 5)] {
            for fault in [
                Fault::None,
                Fault::Finish(0),
                Fault::Finish(3),
                Fault::Position(2),
                Fault::Worker(1),
                Fault::Stop,
            ] {
                let case = (order, workers, window, fault);
                shuttle::check_random(move || run_case(case, 6), 500);
                shuttle::check_pct(move || run_case(case, 6), 500, 3);
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
            Fault::Finish(0),
            Fault::Position(0),
            Fault::Worker(0),
        ] {
            let schedules = DfsScheduler::new(Some(100_000), false);
            let runner = Runner::new(schedules, Config::new());
            let tried = runner.run(move || run_case((order, 2, 1, fault), 2));
            println!("{order:?} {fault:?}: {tried} schedules");
        }
    }
}
