//! The amount to generate, and the amount that was generated.

/// The amount to generate: the largest number of records that both limits allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateLimit {
    /// The largest number of records.
    pub records: u64,
    /// The largest number of bytes of text, without the answers.
    pub bytes: u64,
}

impl GenerateLimit {
    /// A number of records.
    pub fn records(records: u64) -> Self {
        let bytes = u64::MAX;
        Self { records, bytes }
    }

    /// The whole records that fit in `bytes` bytes.
    pub fn bytes(bytes: u64) -> Self {
        let records = u64::MAX;
        Self { records, bytes }
    }
}

/// The amount that was generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerateSummary {
    /// Records.
    pub records: u64,
    /// Cold positions.
    pub cold: u64,
    /// Bytes that were written, answers included.
    pub bytes: u64,
    /// Threads that took part.
    pub threads: usize,
}
