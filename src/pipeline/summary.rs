/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Positions that the player to move wins (N-positions).
    pub hot: u64,
    /// Positions that the player to move loses (P-positions).
    pub cold: u64,
    /// Invalid lines that were marked.
    pub invalid: u64,
    /// The messages about the first ten invalid lines, in order.
    pub first_invalid: Vec<String>,
    /// Warnings: each names a limit of the problem that an input breaks.
    pub warnings: Vec<String>,
    /// [`Solver::solve`](crate::Solver::solve): bytes of text that were read, after decompression.
    /// [`generate`](crate::generate): bytes that were written.
    pub bytes: u64,
    /// The largest number of threads that took part in an input.
    pub threads: usize,
    /// How the inputs were read: `mmap`, `read`, `stream`, `gzip` or `zstd`, each at most once.
    pub read_methods: Vec<&'static str>,
}

impl Summary {
    /// The number of records, not counting invalid lines.
    pub fn records(&self) -> u64 {
        self.hot + self.cold
    }
}

/// The number of invalid lines that a [`Summary`] has messages about.
pub(super) const FIRST_INVALID: usize = 10;
