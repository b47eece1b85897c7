//! The worker pool: how many threads and how large chunks an input gets.
//!
//! The pool starts when the first input is large enough, and never before.

use crate::output::reorder::Order;
use crate::platform::address_space_limit;
use std::num::NonZeroUsize;
use std::thread::JoinHandle;

/// Below this number of bytes the calling thread works alone, however many threads are requested.
pub(super) const WORTH_A_POOL: u64 = 512 << 10;
/// The limit where no number of threads is requested: below this number of bytes that are read and solved, the calling
/// thread works alone. A second thread costs 0.1 to 0.3 ms and pays from about 32 MiB (docs/performance.md).
const WORTH_A_POOL_BY_DEFAULT: u64 = 32 << 20;
/// The cost of generating a byte, in bytes that are solved. An estimate.
pub(super) const GENERATING: u64 = 8;
/// The cost of a byte whose answers are compressed, in bytes that are solved. An estimate.
pub(super) const COMPRESSING: u64 = 64;

/// The largest number of threads for each processor. More than one can pay: a thread waits while its page comes from a
/// slow disk.
const PER_PROCESSOR: usize = 8;
/// Address space for each thread, where it has a limit (RLIMIT_AS): memory that is refused while the threads work ends
/// the process. A thread takes some 60 MiB, most of it reserved by the allocator and never used: `solve` of 200 MB
/// succeeds with 4, 8 and 48 threads within 0.5, 1 and 3 GB, and fails with 8, 12 and 64.
const SPACE: u64 = 128 << 20;

/// Bytes in a chunk of a large file. Both ends of a chunk cost time: the first lines are not prefetched, and the last ones
/// are too few for a full step of the kernel. Measured: Zen 4, two threads, 75 million pairs to 10^9: 128 KiB 73.6 ms, 256 KiB 70.0, 512 KiB
/// 65.7, 1 MiB 64.2, 2 MiB 61.8; in another run 1 MiB 67.2, 2 MiB 62.8, 3 MiB 65.1, 4 MiB 63.9, 8 MiB 65.4.
const CHUNK: usize = 2 << 20;
/// Bytes in a chunk that is read rather than mapped: it stays in the cache between the copy and the parse.
const READ_CHUNK: usize = 256 << 10;

/// The threads of a run. Not rayon's global pool, which belongs to the program that uses this library. The calling thread
/// works too, so for n threads n - 1 are started.
pub(super) struct Pool {
    requested: Option<NonZeroUsize>,
    started: Option<Started>,
    /// Whether the system refused a thread. After that no more threads are requested.
    refused: bool,
}

/// A pool and its threads. rayon's own handle does not wait for them when it is dropped; and a thread that ends still
/// allocates, which can end the process where memory is short, and so must happen before the output is published.
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
        // If too few started, the drop waits for them.
        let started = Self { pool, threads };
        enough.then_some(started)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        drop(self.pool.take());
        for thread in self.threads.drain(..) {
            // A panic of the work reached the caller through the scope.
            let _ = thread.join();
        }
    }
}

impl Pool {
    pub(super) fn new(threads: Option<NonZeroUsize>) -> Self {
        Self {
            requested: threads,
            started: None,
            refused: false,
        }
    }

    /// The number of threads for `bytes` bytes, each of which costs `cost` times as much as one that is solved.
    pub(super) fn threads_for(&self, bytes: u64, cost: u64) -> usize {
        let worth = match self.requested {
            Some(_) => WORTH_A_POOL,
            None => (WORTH_A_POOL_BY_DEFAULT / cost).max(WORTH_A_POOL),
        };
        if bytes < worth {
            return 1;
        }
        // Called only where the result matters: the standard library reads the control groups, some twenty system calls.
        let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = match self.requested.map(NonZeroUsize::get) {
            None => processors(),
            Some(requested) if requested <= PER_PROCESSOR => requested,
            Some(requested) => requested.min(PER_PROCESSOR * processors()),
        };
        if threads == 1 {
            return 1;
        }
        match address_space_limit() {
            Some(space) => threads.min((space / SPACE) as usize).max(1),
            None => threads,
        }
    }

    /// Runs `work` on `threads` threads, the calling one included, and waits for them. Returns how many took part.
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

    /// The number of threads that are started.
    fn others(&self) -> usize {
        let started = self.started.as_ref();
        started.map_or(0, |started| started.threads.len())
    }

    /// Starts the pool in place of a smaller one, with fewer threads where the system refuses so many.
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

/// Bytes in a chunk whose answers are compressed as a member of their own: large enough to lose little size, and the same
/// for every number of threads, so that the file is the same.
pub(super) const COMPRESSED_CHUNK: usize = 2 << 20;

/// Bytes in a chunk.
pub(super) fn chunk_size(len: Option<u64>, read_method: &str, threads: usize) -> usize {
    let max = if read_method == "mmap" {
        CHUNK
    } else {
        READ_CHUNK
    };
    match len {
        // Several for each thread, so that no thread waits long for the last chunk.
        Some(len) if threads > 1 => {
            usize::try_from(len / (8 * threads as u64)).map_or(max, |n| n.clamp(64 << 10, max))
        }
        _ => max,
    }
}

/// `threads`, or fewer where there are fewer chunks.
pub(super) fn at_most_chunks(threads: usize, len: Option<u64>, chunk: usize) -> usize {
    let chunks = len.map(|len| usize::try_from(len.div_ceil(chunk as u64)));
    match chunks {
        Some(Ok(chunks)) => threads.min(chunks).max(1),
        _ => threads,
    }
}

/// The number of chunks that may be admitted and not yet released. Where one worker at a time writes, the others go on
/// with three more chunks each; where releases overlap, with one more each, and two.
pub(super) fn window(threads: usize, order: Order) -> usize {
    match order {
        Order::Serial => 4 * threads,
        Order::Positioned => 2 * threads + 2,
    }
}
