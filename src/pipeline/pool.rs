//! From the size of an input and the machine to a number of threads and a chunk size.
//!
//! Owns the worker pool, which is started when the first input is large enough and never before.

use crate::output::reorder::Order;
use rustix::process::{Resource, getrlimit};
use std::num::NonZeroUsize;
use std::thread::JoinHandle;

/// Below this many bytes no more threads are started, however many are asked for.
pub(super) const WORTH_A_POOL: u64 = 512 << 10;
/// The same where the number of threads is left to the program: bytes that are only read and solved. A second thread
/// costs 0.1 to 0.3 ms and pays from about 32 MiB (docs/performance.md).
const WORTH_A_POOL_UNASKED: u64 = 32 << 20;
/// What a byte that is made costs more than one that is solved: chosen, not measured, as is the next.
pub(super) const MAKING: u64 = 8;
/// And one whose answers are compressed.
pub(super) const COMPRESSING: u64 = 64;

/// More threads for each processor are not started, whoever asks for them: they would only take turns. Some are, since
/// a thread whose page comes from a slow disk waits.
const A_PROCESSOR: usize = 8;
/// Address space for each thread, where that has a limit: what can't be had once the threads work is the end of the
/// program. A thread takes some 60 MiB, most of it reserved by the allocator and never touched (`solve` of 200 MB with 4, 8
/// and 48 threads ends well within 0.5, 1 and 3 GB, with 8, 12 and 64 it doesn't).
const SPACE: u64 = 128 << 20;

/// Chunks of a large file. Both ends of a chunk cost something: the first lines come from memory unasked, the last
/// ones are too few for a tile. Zen 4, two threads, 75 million pairs to 10^9: 128 KiB 73.6 ms, 256 KiB 70.0, 512 KiB
/// 65.7, 1 MiB 64.2, 2 MiB 61.8; in another run 1 MiB 67.2, 2 MiB 62.8, 3 MiB 65.1, 4 MiB 63.9, 8 MiB 65.4.
const CHUNK: usize = 2 << 20;
/// Chunks of what can't be mapped: they are to stay in the cache between the copy and the parse.
const READ_CHUNK: usize = 256 << 10;

/// The crate's own threads: never rayon's global pool, which belongs to the program that uses
/// this library. The calling thread works too, so for n threads n - 1 are started.
pub(super) struct Pool {
    asked: Option<NonZeroUsize>,
    started: Option<Started>,
    /// The system gave fewer than were to be started, and isn't asked again.
    refused: bool,
}

/// A pool and its threads. rayon's own handle doesn't wait for them when it is dropped, and a thread
/// that ends still allocates: where memory ends there, that must come before the output is published.
struct Started {
    pool: Option<rayon::ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl Started {
    /// `None` if the system refuses so many threads.
    fn new(count: usize) -> Option<Self> {
        let mut threads = Vec::with_capacity(count);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .spawn_handler(|worker| {
                let name = format!("wythoff-{}", worker.index() + 1);
                let thread = std::thread::Builder::new().name(name);
                threads.push(thread.spawn(|| worker.run())?);
                Ok(())
            })
            .build()
            .ok();
        let enough = pool.is_some();
        // Dropped where it isn't enough, which waits for those that did start.
        let started = Self { pool, threads };
        enough.then_some(started)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        drop(self.pool.take());
        for thread in self.threads.drain(..) {
            // A panic of the work itself came to the caller by way of the scope.
            let _ = thread.join();
        }
    }
}

impl Pool {
    pub(super) fn new(threads: Option<NonZeroUsize>) -> Self {
        Self {
            asked: threads,
            started: None,
            refused: false,
        }
    }

    /// How many threads there would be for that many bytes, each of which costs so many times what one that is solved
    /// costs, if there were chunks for all of them.
    pub(super) fn threads_for(&self, bytes: u64, cost: u64) -> usize {
        let worth = match self.asked {
            Some(_) => WORTH_A_POOL,
            None => (WORTH_A_POOL_UNASKED / cost).max(WORTH_A_POOL),
        };
        if bytes < worth {
            return 1;
        }
        // Not asked before it matters: the answer takes a look at the control groups, which is some
        // twenty system calls.
        let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = match self.asked.map(NonZeroUsize::get) {
            None => processors(),
            Some(asked) if asked <= A_PROCESSOR => asked,
            Some(asked) => asked.min(A_PROCESSOR * processors()),
        };
        if threads == 1 {
            return 1;
        }
        match getrlimit(Resource::As).current {
            Some(space) => threads.min((space / SPACE) as usize).max(1),
            None => threads,
        }
    }

    /// Runs `work` on the calling thread and, if there are to be more, on others of the pool's, on `threads` in all,
    /// and waits for them. Returns how many took part.
    pub(super) fn run(&mut self, threads: usize, work: &(dyn Fn() + Sync)) -> usize {
        let others = threads.saturating_sub(1);
        if others > self.others() && !self.refused {
            self.start(others);
        }
        let others = others.min(self.others());
        match self
            .started
            .as_ref()
            .and_then(|started| started.pool.as_ref())
        {
            None => {
                work();
                1
            }
            Some(pool) => {
                pool.in_place_scope(|scope| {
                    for _ in 0..others {
                        scope.spawn(|_| work());
                    }
                    work();
                });
                others + 1
            }
        }
    }

    /// Threads that are started.
    fn others(&self) -> usize {
        let started = self.started.as_ref();
        started.map_or(0, |started| started.threads.len())
    }

    /// Starts the pool, perhaps in place of a smaller one; if the system refuses so many threads, as many as it doesn't.
    fn start(&mut self, mut others: usize) {
        self.started = None;
        while others > 0 {
            self.started = Started::new(others);
            if self.started.is_some() {
                return;
            }
            self.refused = true;
            others /= 2;
        }
    }
}

/// Chunks whose answers are compressed, each for itself: large enough that little is lost by that,
/// and of one size for every number of threads, so that the file is the same for all of them.
pub(super) const COMPRESSED_CHUNK: usize = 2 << 20;

/// Bytes in a chunk.
pub(super) fn chunk_size(len: Option<u64>, way: &str, threads: usize) -> usize {
    let most = if way == "mmap" { CHUNK } else { READ_CHUNK };
    match len {
        // Several for each thread, so that none waits long for the last.
        Some(len) if threads > 1 => {
            usize::try_from(len / (8 * threads as u64)).map_or(most, |n| n.clamp(64 << 10, most))
        }
        _ => most,
    }
}

/// No more threads than there are chunks.
pub(super) fn busy(threads: usize, len: Option<u64>, chunk: usize) -> usize {
    let chunks = len.map(|len| usize::try_from(len.div_ceil(chunk as u64)));
    match chunks {
        Some(Ok(chunks)) => threads.min(chunks).max(1),
        _ => threads,
    }
}

/// Chunks in flight, admitted and not yet released: one in each worker's hands, and three more where one worker at a time writes,
/// for it may write for long; one more, and two, where releases overlap.
pub(super) fn window(threads: usize, order: Order) -> usize {
    match order {
        Order::Serial => 4 * threads,
        Order::Placed => 2 * threads + 2,
    }
}
