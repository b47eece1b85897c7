//! The ordered writer under a model checker: `src/output/reorder.rs`, as it stands, with the
//! checker's locks. It chooses who runs at every lock and every wait; a schedule in which nobody
//! can go on is a deadlock, and fails.
//!
//! What is compared over all schedules: chunks are released in order, each once, none lost unless
//! there was a stop; never more than the window are in flight; every worker comes to its end.
// Where the checker's coroutines exist.
#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

#[path = "../src/output/reorder.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod reorder;

/// In the place of `output::sync`.
mod sync {
    pub(super) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::sync::PoisonError;
}

use reorder::{Order, ReorderBuffer};
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;
use shuttle::{Config, Runner};

/// What goes wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The slow half of a release fails (a writer's error).
    Finish(u64),
    /// The half under the lock ends it (a malformed line).
    Place(u64),
    /// A worker is gone before it brings its chunk, as by a panic: the guard stops everything.
    Worker(u64),
    /// Somebody else stops it.
    Stop,
}

struct Case {
    order: Order,
    workers: usize,
    window: usize,
    chunks: u64,
    fault: Fault,
}

fn work(case: &Case) {
    let &Case {
        order,
        workers,
        window,
        chunks,
        fault,
    } = case;
    let ordered = Arc::new(ReorderBuffer::new(order, window));
    let next = Arc::new(AtomicU64::new(0));
    let placed = Arc::new(Mutex::new(Vec::new()));
    let finished = Arc::new(Mutex::new(Vec::new()));
    let (releasing, in_flight) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let threads: Vec<_> = (0..workers)
        .map(|_| {
            let ordered = Arc::clone(&ordered);
            let (next, placed, finished) = (
                Arc::clone(&next),
                Arc::clone(&placed),
                Arc::clone(&finished),
            );
            let (releasing, in_flight) = (Arc::clone(&releasing), Arc::clone(&in_flight));
            thread::spawn(move || {
                loop {
                    let seq = next.fetch_add(1, Ordering::SeqCst);
                    if seq >= chunks || !ordered.admit(seq) {
                        return;
                    }
                    assert!(
                        in_flight.fetch_add(1, Ordering::SeqCst) < window,
                        "the window"
                    );
                    if fault == Fault::Worker(seq) {
                        // What the guard does when a thread unwinds; a real panic is a failure of
                        // the checker's.
                        ordered.stop();
                        return;
                    }
                    ordered.put(
                        seq,
                        seq,
                        |&mut seq| {
                            in_flight.fetch_sub(1, Ordering::SeqCst);
                            // Not a lock: what runs here is under the writer's.
                            placed.lock().unwrap().push(seq);
                            (fault != Fault::Place(seq)).then_some(seq * 10)
                        },
                        |seq, at| {
                            assert_eq!(at, seq * 10, "its own place");
                            let others = releasing.fetch_add(1, Ordering::SeqCst);
                            assert!(order == Order::Positioned || others == 0, "one at a time");
                            thread::yield_now();
                            finished.lock().unwrap().push(seq);
                            releasing.fetch_sub(1, Ordering::SeqCst);
                            fault != Fault::Finish(seq)
                        },
                    );
                }
            })
        })
        .collect();
    if fault == Fault::Stop {
        ordered.stop();
    }
    for thread in threads {
        thread.join().unwrap();
    }
    let placed = placed.lock().unwrap().clone();
    let mut finished = finished.lock().unwrap().clone();
    assert!(
        placed.iter().copied().eq(0..placed.len() as u64),
        "in order, each once: {placed:?}"
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
        // Everything before the fault was released, and with one at a time nothing behind it.
        Fault::Finish(at) => assert!(n > at && (order == Order::Positioned || n == at + 1)),
        Fault::Place(at) => assert!(n == at && placed.len() as u64 == at + 1),
        Fault::Worker(at) => assert!(n <= at && !placed.contains(&at)),
        Fault::Stop => {}
    }
    assert_eq!(ordered.stopped(), fault != Fault::None);
}

fn cases() -> impl Iterator<Item = Case> {
    let faults = [
        Fault::None,
        Fault::Finish(0),
        Fault::Finish(3),
        Fault::Place(2),
        Fault::Worker(1),
        Fault::Stop,
    ];
    [Order::Serial, Order::Positioned]
        .into_iter()
        .flat_map(move |order| {
            [(2, 1), (2, 2), (3, 1), (3, 2), (3, 5)]
                .into_iter()
                .flat_map(move |(workers, window)| {
                    faults.into_iter().map(move |fault| Case {
                        order,
                        workers,
                        window,
                        chunks: 6,
                        fault,
                    })
                })
        })
}

/// Schedules drawn at random, and such that change hands at few places (which finds what random
/// ones rarely do).
#[test]
fn slow_any_schedule() {
    for case in cases() {
        let case = std::sync::Arc::new(case);
        let again = std::sync::Arc::clone(&case);
        shuttle::check_random(move || work(&case), 1000);
        shuttle::check_pct(move || work(&again), 1000, 3);
    }
}

/// Schedule after schedule, all that there are up to 100 000, of the smallest case that has a full
/// window.
#[test]
fn slow_schedule_after_schedule() {
    for order in [Order::Serial, Order::Positioned] {
        for fault in [
            Fault::None,
            Fault::Finish(0),
            Fault::Place(0),
            Fault::Worker(0),
        ] {
            let schedules = DfsScheduler::new(Some(100_000), false);
            let tried = Runner::new(schedules, Config::new()).run(move || {
                work(&Case {
                    order,
                    workers: 2,
                    window: 1,
                    chunks: 2,
                    fault,
                });
            });
            println!("{order:?} {fault:?}: {tried} schedules");
        }
    }
}
