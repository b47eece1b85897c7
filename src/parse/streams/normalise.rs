//! The operations of normalisation on two vectors. A table has, for each mask of eight bytes, the indices that move the kept
//! bytes together.

use super::vector::{Step, Vector32, repeat, words};
use crate::parse::normalise::{Blocks, Rewritten, WHITESPACE, normalise};

/// Normalises a piece, as [`normalise`] says.
pub(in crate::parse) struct Normalise<'a, V: Vector32>(
    pub(in crate::parse) V::Token,
    pub(in crate::parse) &'a [u8],
    pub(in crate::parse) &'a mut [u8],
);

impl<V: Vector32> Step for Normalise<'_, V> {
    type Output = Option<usize>;
    #[inline(always)]
    fn run(self) -> Option<usize> {
        let Self(token, piece, out) = self;

        normalise(TwoVectors::<V> { token }, piece, out)
    }
}

/// Text is prefetched this number of bytes before it is read.
const PREFETCH_DISTANCE: usize = 4096;

/// A bit for each byte.
#[inline(always)]
fn mask<V: Vector32>([low, high]: [V; 2]) -> u64 {
    u64::from(low.bits()) | u64::from(high.bits()) << 32
}

#[derive(Clone, Copy)]
struct TwoVectors<V: Vector32> {
    token: V::Token,
}

impl<V: Vector32> TwoVectors<V> {
    #[inline(always)]
    fn splat(self, byte: u8) -> V {
        V::splat(self.token, byte)
    }

    /// Ones for each whitespace character.
    #[inline(always)]
    fn white(self, bytes: V) -> V {
        // An index with its top bit gives 0.
        let table = V::bytes(self.token, repeat(WHITESPACE));
        table.shuffle(bytes.and(self.splat(0x8f))).equals(bytes)
    }

    /// For each bit that is set, a byte of ones.
    #[inline(always)]
    fn bytes_of_bits(self, bits: u32) -> V {
        let order = const {
            words([
                0, 0, 0, 0, 0x101, 0x101, 0x101, 0x101, 0x202, 0x202, 0x202, 0x202, 0x303, 0x303,
                0x303, 0x303,
            ])
        };
        let each = V::bytes(self.token, repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        let bits = V::splat_u32(self.token, bits).shuffle(V::bytes(self.token, order));
        bits.and(each).equals(each)
    }
}

impl<V: Vector32> Blocks for TwoVectors<V> {
    type Block = [V; 2];

    #[inline(always)]
    fn load(self, bytes: &[u8; 65]) -> [[V; 2]; 2] {
        V::prefetch(self.token, bytes.as_ptr().wrapping_add(PREFETCH_DISTANCE));
        // SAFETY: each vector ends within the 65 bytes.
        [[0, 32], [1, 33]]
            .map(|at| at.map(|at| unsafe { V::load(self.token, bytes.as_ptr().wrapping_add(at)) }))
    }

    #[inline(always)]
    fn equal(self, [low, high]: [V; 2], byte: u8) -> u64 {
        let byte = self.splat(byte);
        mask([low.equals(byte), high.equals(byte)])
    }

    #[inline(always)]
    fn whitespace(self, block: [V; 2]) -> u64 {
        let [low, high] = block;
        mask([self.white(low), self.white(high)])
    }

    #[inline(always)]
    fn write(self, block: [V; 2], rewritten: Rewritten, out: &mut [u8; 64]) {
        // Comparing the bytes again takes less time than a vector of the bits in `white`.
        let Rewritten {
            keep, line_ends, ..
        } = rewritten;
        let mut out = out.as_mut_ptr();
        for (i, bytes) in block.into_iter().enumerate() {
            let [keep, ends] = [keep, line_ends].map(|bits| (bits >> (32 * i)) as u32);
            let (white, ends) = (self.white(bytes), self.bytes_of_bits(ends));
            // A line feed where a line ends, and a space elsewhere.
            let blanks = self.splat(b' ').xor(ends.and(self.splat(b' ' ^ b'\n')));
            let strict = bytes.xor(bytes.xor(blanks).and(white));
            // SAFETY: `out` has 64 bytes. The first vector advances it by at most 32 bytes.
            out = unsafe { strict.write_kept(keep, out) };
        }
    }
}
