//! Work on two threads: most machines that run the tests have two cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with each item, two calls at a time. Returns the results in the order of the items.
pub(crate) fn two_at_a_time<'t, T: Sync, R: Send>(
    items: &'t [T],
    work: impl Fn(&'t T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results: Vec<(usize, R)> = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            match items.get(index) {
                Some(item) => results.push((index, work(item))),
                None => break results,
            }
        }
    };
    let [mut results, others] = thread::scope(|scope| {
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        workers.map(|worker| worker.join().expect("no call panics"))
    });
    results.extend(others);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
