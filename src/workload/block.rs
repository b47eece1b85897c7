//! A workload's records, a block at a time.
//!
//! Owns what stands between numbers. Invariant: the answers belong to the records of the text, in
//! order.

use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, LINES, Max, Mix};
use num_bigint::BigUint;

/// Records in one place.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The records.
    pub text: Vec<u8>,
    /// Where each ends in the text.
    pub ends: Vec<usize>,
    /// The truth of each, a bit: 1 for cold. The first record's is the lowest bit of the first word.
    pub cold: Vec<u64>,
}

impl Block {
    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.cold.clear();
    }

    /// Leaves only the first `records`.
    pub fn truncate(&mut self, records: usize) {
        if records >= self.ends.len() {
            return;
        }
        self.ends.truncate(records);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        self.cold.truncate(records.div_ceil(64));
        if let (Some(last), rest @ 1..) = (self.cold.last_mut(), records % 64) {
            *last &= (1 << rest) - 1;
        }
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.ends.len()
    }
}

/// A seed, a mix and a limit: records without end.
///
/// ```
/// use wythoff::workload::{Block, Kind, Mix, Workload};
/// let workload = Workload::new(1, Mix::only(Kind::Uniform), &100.into());
/// let mut block = Block::default();
/// workload.fill(0, &mut block);
/// block.truncate(1);
/// assert_eq!(block.text, b"31 86\n");
/// assert_eq!(block.cold, [0]);
/// ```
#[derive(Debug)]
pub struct Workload {
    seed: u64,
    positions: Sized,
    longest: usize,
}

#[derive(Debug)]
enum Sized {
    /// A limit within `u64`.
    Word(Positions<u64>),
    /// Beyond.
    Big(Positions<BigUint>),
}

impl Workload {
    /// Positions of `mix` with piles up to `max`.
    pub fn new(seed: u64, mix: Mix, max: &Max) -> Self {
        let positions = match Positions::new(mix, &max.0) {
            Some(words) => Sized::Word(words),
            None => Sized::Big(Positions::new(mix, &max.0).expect("any number fits")),
        };
        Self {
            seed,
            positions,
            longest: 2 * (max.0.to_string().len() + 1),
        }
    }

    /// No record has more bytes.
    pub fn longest_record(&self) -> usize {
        self.longest
    }

    /// Appends the [`LINES`] records of block number `block`.
    pub fn fill(&self, block: u64, out: &mut Block) {
        let draws = Draws::new(self.seed, block);
        match &self.positions {
            Sized::Word(positions) => fill(positions, draws, out),
            Sized::Big(positions) => fill(positions, draws, out),
        }
    }
}

fn fill<P: Pile>(positions: &Positions<P>, mut draws: Draws, out: &mut Block) {
    let mut before = None;
    for _ in 0..LINES / 64 {
        let mut cold = 0;
        for bit in 0..64 {
            let (a, b) = positions.next(&mut draws, before.as_ref());
            a.print(&mut out.text);
            out.text.push(b' ');
            b.print(&mut out.text);
            out.text.push(b'\n');
            out.ends.push(out.text.len());
            cold |= u64::from(P::is_cold(&a, &b)) << bit;
            before = Some((a, b));
        }
        out.cold.push(cold);
    }
}
