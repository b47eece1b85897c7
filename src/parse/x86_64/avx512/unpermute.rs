//! Brings the answers of a tile into the order of its lines.
//!
//! Packing changes the order of the numbers of some lanes, and so the order of the bits of their answers. Each function here
//! is a permutation of 64 bits.

/// Exchanges bits 4 i + j and 4 j + i of each sixteen bits.
pub(super) fn transpose_nibbles(v: u64) -> u64 {
    let v = exchange(v, 0x0a0a_0a0a_0a0a_0a0a, 3);
    exchange(v, 0x00cc_00cc_00cc_00cc, 6)
}

/// Exchanges bits 1 and 2 of each four bits.
pub(super) fn swap_middles(v: u64) -> u64 {
    exchange(v, 0x2222_2222_2222_2222, 1)
}

/// Exchanges each bit of `mask` with the bit `by` places above it.
fn exchange(v: u64, mask: u64, by: u32) -> u64 {
    let t = (v >> by ^ v) & mask;
    v ^ t ^ t << by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_get_to_their_lines() {
        for line in 0..64u32 {
            let (block, at) = (line & !15, line & 15);
            assert_eq!(
                transpose_nibbles(1 << (block + at % 4 * 4 + at / 4)),
                1 << line
            );
            let (block, at) = (line & !3, line & 3);
            assert_eq!(swap_middles(1 << (block + at % 2 * 2 + at / 2)), 1 << line);
        }
    }
}
