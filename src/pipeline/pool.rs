//! The worker pool. It decides how many threads work on an input, and how large its chunks are.
//!
//! The pool starts only when an input is large enough.

use crate::platform::address_space_limit;
use std::iter::successors;
use std::num::NonZeroUsize;

/// Below this number of bytes the calling thread works alone, however many threads are requested.
pub(super) const WORTH_A_POOL: u64 = 512 << 10;
/// The same limit if no number of threads is requested and the bytes are only solved. A second thread costs 0.1 to 0.3 ms and
/// saves time from about 32 MiB (docs/performance.md).
const WORTH_A_POOL_BY_DEFAULT: u64 = 32 << 20;
/// Estimate: generating a byte takes as much time as solving this number of bytes.
pub(super) const GENERATING: u64 = 8;
/// Estimate: solving a byte and compressing its answers takes as much time as solving this number of bytes.
pub(super) const COMPRESSING: u64 = 64;

/// The largest number of threads for each processor. More than one can save time, because a thread waits while its page is
/// read from a slow disk.
const PER_PROCESSOR: usize = 8;
/// The address space that is assumed for each thread if the process has a limit (RLIMIT_AS). If memory is refused while the
/// threads work, the process aborts. A thread takes about 60 MiB, most of it reserved by the allocator and never used.
const THREAD_BYTES: u64 = 128 << 20;

/// The number of bytes in a chunk of a large file. Both ends of a chunk cost time: the first lines are not prefetched, and the
/// last lines are too few for a full step of the kernel. On Zen 4 with two threads, 256 KiB take 13% more time, and 8 MiB take
/// 4% more. An eighth of this number is not a multiple of 4 KiB: a kernel reads at eight places of a chunk in turn, which
/// would otherwise compete for the same sets of the cache (`1e9` with AVX2: 10% more time).
const MAPPED_CHUNK_BYTES: usize = 2_000_000;
/// The number of bytes in a chunk of a file that is read, not mapped. Such a chunk stays in the cache between copying and
/// parsing. Chunks whose answers have moves have the same size, because moves take many times the memory of the chunk.
pub(super) const READ_CHUNK_BYTES: usize = 250_000;

/// The threads of a run. rayon's global pool is not used, because it belongs to the program that uses this library. The
/// calling thread works too, so for n threads n - 1 are started.
pub(super) struct Pool {
    requested: Option<NonZeroUsize>,
    started: Option<rayon::ThreadPool>,
    /// Whether the system refused a thread. After that no more threads are requested.
    refused: bool,
}

impl Pool {
    pub(super) fn new(threads: Option<NonZeroUsize>) -> Self {
        Self {
            requested: threads,
            started: None,
            refused: false,
        }
    }

    /// The number of threads for `bytes` bytes. Each byte takes `cost` times as much time as a byte that is only solved.
    pub(super) fn threads_for(&self, bytes: u64, cost: u64) -> usize {
        let worth = match self.requested {
            Some(_) => WORTH_A_POOL,
            None => (WORTH_A_POOL_BY_DEFAULT / cost).max(WORTH_A_POOL),
        };
        if bytes < worth {
            return 1;
        }
        // A closure, called only if its result is needed: the standard library makes about twenty system calls to read the
        // control groups.
        let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = match self.requested.map(NonZeroUsize::get) {
            None => processors(),
            Some(requested) if requested <= PER_PROCESSOR => requested,
            Some(requested) => requested.min(PER_PROCESSOR * processors()),
        };
        let fitting = address_space_limit().map_or(u64::MAX, |space| space / THREAD_BYTES);
        fitting.clamp(1, threads as u64) as usize
    }

    /// Runs `work` on `threads` threads, the calling one included, and waits for them. Returns how many took part.
    pub(super) fn run(&mut self, threads: usize, work: &(dyn Fn() + Sync)) -> usize {
        let others = threads.saturating_sub(1);
        if others > self.others() && !self.refused {
            self.start(others);
        }
        let others = others.min(self.others());
        match &self.started {
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

    fn others(&self) -> usize {
        let started = self.started.as_ref();
        started.map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// Starts a pool of `others` threads in place of a smaller one. If the system refuses this number, fewer threads are
    /// started.
    fn start(&mut self, others: usize) {
        self.started = None;
        let mut fewer = successors(Some(others), |others| Some(others / 2)).take_while(|&n| n > 0);
        self.started = fewer.find_map(|others| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(others)
                .thread_name(|index| format!("wythoff-{}", index + 1))
                .build()
                .ok()
        });
        self.refused = self.others() < others;
    }
}

/// The number of input bytes in a chunk if the output is compressed. Each chunk's answers are a gzip member or zstd frame:
/// with this size the output is hardly larger than one member, and it is the same with every number of threads.
pub(super) const COMPRESSED_CHUNK_BYTES: usize = 2 << 20;

/// The number of bytes in a chunk of an input of `len` bytes; `u64::MAX` if its length is unknown.
pub(super) fn chunk_size(len: u64, read_method: &str, threads: usize) -> usize {
    let max = match read_method {
        "mmap" => MAPPED_CHUNK_BYTES,
        _ => READ_CHUNK_BYTES,
    };
    if threads == 1 {
        return max;
    }
    // Several chunks for each thread, so that no thread waits long for the last chunk.
    (len / (8 * threads as u64)).clamp(64 << 10, max as u64) as usize
}

/// `threads`, but at most the number of chunks.
pub(super) fn at_most_chunks(threads: usize, len: u64, chunk: usize) -> usize {
    let chunks = len.div_ceil(chunk as u64).max(1);
    chunks.min(threads as u64) as usize
}
