//! Step 1: where tokens end.
//!
//! Owns the search for separators. Invariant: whole blocks inside of the text are read, and nothing
//! else; and of separators that aren't neighbours every place is written down.

use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::SIXTEENS;
use core::arch::x86_64::*;

/// A bit for each byte of a block that is below `'0'` or, as the comparison is of signed numbers, above
/// 127; with `K::HAS_LAST` not for line feeds, before each of which another such byte must stand. With `K::PREFILTERED`, a byte of
/// `above` is set for one that is neither such nor a digit.
///
/// # Safety
/// The block can be read, and begins at a multiple of 64.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn separators<K: StaticDialect>(block: *const u8, above: &mut __m256i) -> u64 {
    let zeros = _mm256_set1_epi8(b'0' as i8);
    let feeds = _mm256_set1_epi8(b'\n' as i8);
    let nines = _mm256_set1_epi8(b'9' as i8);
    let mut half = |bytes| {
        if K::PREFILTERED {
            *above = _mm256_or_si256(*above, _mm256_cmpgt_epi8(bytes, nines));
        }
        let mut others = _mm256_cmpgt_epi8(zeros, bytes);
        if K::HAS_LAST {
            others = _mm256_andnot_si256(_mm256_cmpeq_epi8(bytes, feeds), others);
        }
        u64::from(_mm256_movemask_epi8(others) as u32)
    };
    // SAFETY: the caller's.
    let low = unsafe { _mm256_load_si256(block.cast()) };
    // SAFETY: the caller's.
    let high = unsafe { _mm256_load_si256(block.add(32).cast()) };
    half(low) | half(high) << 32
}

/// The same of its `i`-th 16 bytes, for [`by_table`]. To cut sixteen bits out of the mask of 32 or 64 bytes instead takes 3% more; to put
/// the mask for [`one_by_one`] together from four of these, 12% more.
///
/// # Safety
/// The same.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn sixteen<K: StaticDialect>(block: *const u8, i: usize, above: &mut __m128i) -> u16 {
    // SAFETY: the caller's.
    let bytes = unsafe { _mm_load_si128(block.cast::<__m128i>().add(i)) };
    if K::PREFILTERED {
        *above = _mm_or_si128(*above, _mm_cmpgt_epi8(bytes, _mm_set1_epi8(b'9' as i8)));
    }
    let mut others = _mm_cmpgt_epi8(_mm_set1_epi8(b'0' as i8), bytes);
    if K::HAS_LAST {
        let feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8));
        others = _mm_andnot_si128(feeds, others);
    }
    _mm_movemask_epi8(others) as u16
}

/// Step 1: the places of the separators in some blocks; returns how many there are. There are [`few`], or not: only time hangs on it.
///
/// # Safety
/// The blocks can be read, and begin at multiples of 64; 64 places for each of them can be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn round<K: StaticDialect>(
    few: bool,
    block: *const u8,
    blocks: usize,
    places: *mut u8,
    above: &mut __m256i,
) -> usize {
    // SAFETY: the caller's, in each of them.
    unsafe {
        if few {
            round_of::<K, true>(block, blocks, places, above)
        } else {
            round_of::<K, false>(block, blocks, places, above)
        }
    }
}

/// The same.
///
/// # Safety
/// The same.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn round_of<K: StaticDialect, const FEW: bool>(
    mut block: *const u8,
    blocks: usize,
    places: *mut u8,
    above: &mut __m256i,
) -> usize {
    let mut count = 0;
    let mut above_16 = _mm_setzero_si128();
    for _ in 0..blocks {
        prefetch(block);
        if FEW {
            // SAFETY: the caller's.
            let others = unsafe { separators::<K>(block, above) };
            // SAFETY: at most 64 for each block before, and room for 64.
            count += unsafe { one_by_one(places.add(count), others) };
        } else {
            for i in 0..4 {
                // SAFETY: the caller's.
                let others = unsafe { sixteen::<K>(block, i, &mut above_16) };
                // SAFETY: at most 16 for each sixteen bytes before, and room for 16.
                count += unsafe { by_table(places.add(count), others, i) };
            }
        }
        block = block.wrapping_add(64);
    }
    *above = _mm256_or_si256(*above, _mm256_zextsi128_si256(above_16));
    count
}

/// Separators a block that are better written down [`one_by_one`].
const TURNS: usize = 4;

/// Whether most blocks have [`TURNS`] at most, by some that had so many.
pub(super) fn few(separators: usize, blocks: usize) -> bool {
    10 * separators < 36 * blocks
}

/// The places of the bits of `others`; returns how many there are. More than [`TURNS`] may cost a mispredicted branch.
///
/// # Safety
/// 64 bytes from `places` on can be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn one_by_one(places: *mut u8, mut others: u64) -> usize {
    let here = others.count_ones() as usize;
    let mut next = |i| {
        // SAFETY: room for 64. What is too much is overwritten.
        unsafe { places.add(i).write(others.trailing_zeros() as u8) };
        others &= others.wrapping_sub(1);
    };
    for i in 0..TURNS {
        next(i);
    }
    for i in TURNS..here {
        next(i);
    }
    here
}

/// The same by a table, of the `i`-th sixteen bits. Where more than eight are set two are neighbours; then places that are all alike are
/// written, so that the tile has a token without length and is [`Kind::Odd`](super::walk::Kind): what is stale behind them is never used.
///
/// # Safety
/// 8 bytes from `places` on can be written; and 16, so that as many can where the next ones are due.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn by_table(places: *mut u8, others: u16, i: usize) -> usize {
    let found = SIXTEENS[usize::from(others)] + i as u64 * 0x1010_1010_1010_1010;
    // SAFETY: the caller's.
    unsafe { places.cast::<u64>().write_unaligned(found.to_le()) };
    others.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::tests::Draw;
    use crate::parse::x86_64::Avx2;

    #[test]
    fn both_ways_to_write_places_agree() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut draw = Draw(1);
        for round in 0..100_000 {
            // Half of the bits, a quarter, an eighth.
            let others = (0..=round % 3).fold(!0, |others, _| others & draw.next());
            // No two alike, so that those that are were written.
            let [mut table, mut one]: [[u8; 64]; 2] = [std::array::from_fn(|i| 64 + i as u8); 2];
            let (mut many, mut count) = (false, 0);
            for i in 0..4 {
                let sixteen = (others >> (16 * i)) as u16;
                many |= sixteen.count_ones() > 8;
                // SAFETY: room for what is left, and the instructions are there.
                count += unsafe { by_table(table[count..].as_mut_ptr(), sixteen, i) };
            }
            // SAFETY: room for 64, and the instructions are there.
            let counts = [count, unsafe { one_by_one(one.as_mut_ptr(), others) }];
            assert_eq!(counts, [others.count_ones() as usize; 2]);
            let expected = (0..64).filter(|i| others >> i & 1 == 1);
            assert!(one[..counts[0]].iter().copied().eq(expected), "{others:x}");
            if many {
                // Two of them are equal, which no tile takes.
                let mut pairs = table[..counts[0]].windows(2);
                assert!(pairs.any(|pair| pair[0] == pair[1]), "{others:x}");
            } else {
                assert_eq!(table[..counts[0]], one[..counts[0]], "{others:x}");
            }
        }
    }
}
