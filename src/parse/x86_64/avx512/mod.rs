//! The AVX-512 kernel: 64 lines at a time.
//!
//! Input: text, and where a line starts. Output: the answers of whole **tiles** of 64 lines, `digits SP digits` and LF or CR
//! LF. A tile is answered only if all bytes of its lines have been checked to be of this form. The walk stops before any other
//! tile, and leaves it to the [driver](crate::parse::driver).
//!
//! # Design
//!
//! The plain algorithm finds where a token ends, converts it to a number, and decides. For one token at a time this needs
//! branches that depend on the length of the token. That length is random, so the branches are mispredicted. Instead, each step
//! handles a whole tile of 128 tokens without such branches.
//!
//! 1. **Index** (`index`). In each aligned 64-byte block `byte < '0'` marks the separators. Compressing a vector of the bytes
//!    0, 1, 2 and so on by that mask gives their positions, modulo 256, one byte each. Four such vectors are enough for all
//!    blocks. A round is twenty blocks. A round with a byte above `'9'`, or with a block of more than 32 separators, is not
//!    indexed.
//! 2. **Layout** (`decode`). The difference of neighbouring positions is a token's length, with the separator before it. The
//!    longest token of a tile chooses the width of the lanes; a table gives an expand mask for each length.
//! 3. **Lanes** (`lanes`, `lanes32`). A token and the separator before it are expanded to 4-byte groups `[hole d d d]`, aligned to
//!    the right. The expand is *merging*: its other operand has `'0'` in the places of digits, and in each hole the separator
//!    that must be there (`Expected` in `walk`). A hole with another byte is a mismatch; mismatches are collected without a
//!    branch. Lanes of 8 bytes have one hole, and digits after it. Lanes of 12 bytes cross the ends of vectors. Two lanes of
//!    32 bytes, a line, fill a vector.
//! 4. **Numbers** (the same files). One dot product (0, 100, 10, 1) turns each group into a number; it starts from a bias
//!    that subtracts the `'0'`s. Another dot product (1000, 1) joins pairs of groups.
//! 5. **Answers**: [`DecideX86`](super::DecideX86) decides vectors of piles.
//!
//! Details, and their reasons:
//!
//! * A tile is laid out one turn before it is decoded, and indexed one turn before that. So no load waits for a store.
//! * Lengths are known modulo 256. A token of 256 bytes or more looks shorter than it is. Then the next separator is expected
//!   where the token has a digit, so the next hole has a mismatch. After the last token of a tile this byte is compared
//!   separately.
//! * A token of more than 24 digits, or a pile that may be beyond `u64`, does not stop the tile: if the filter does not reject
//!   such a line, `answer_lines` answers it. A token of more than 254 digits, and such a line with a CR, leave the tile to the driver.
//! * A filter (`ratio_filter`) rejects lines before all of their digits are read: it compares six digits of both piles. In
//!   lanes to 12 digits it rejects 16 lines at a time. In other tiles it selects candidates, which are then read into lanes of
//!   32 bytes. If it was of no use for a tile, it is not tried for the next [`PAUSE`](walk::PAUSE) tiles.
//! * The text is prefetched: see `PREFETCH_DISTANCE`.

mod decode;
mod index;
mod lanes;
mod lanes32;
mod normalise;
mod ops;
mod ratio_filter;
mod tables;
mod walk;

pub(in crate::parse) use walk::Tiles;

#[cfg(test)]
mod tests;
