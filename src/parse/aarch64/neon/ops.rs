//! Primitives on vectors of 16 bytes: loads, stores and masks.

use core::arch::aarch64::*;

/// The `i`-th 16 bytes of `from`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load<const N: usize>(from: &[u8; N], i: usize) -> uint8x16_t {
    load_at(from, 16 * i)
}

/// The 16 bytes of `from` that begin at `at`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_at<const N: usize>(from: &[u8; N], at: usize) -> uint8x16_t {
    assert!(at + 16 <= N);
    // SAFETY: these bytes are in the array.
    unsafe { vld1q_u8(from.as_ptr().wrapping_add(at)) }
}

/// Writes the `i`-th 16 bytes of `to`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store<const N: usize>(to: &mut [u8; N], i: usize, v: uint8x16_t) {
    assert!(16 * i + 16 <= N);
    // SAFETY: these bytes are in the array.
    unsafe { vst1q_u8(to.as_mut_ptr().wrapping_add(16 * i), v) };
}

/// A vector of these bytes.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn vector(bytes: [u8; 16]) -> uint8x16_t {
    load(&bytes, 0)
}

/// `pattern`, repeated to 16 bytes.
pub(super) const fn repeat<const N: usize>(pattern: [u8; N]) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 16 {
        bytes[i] = pattern[i % N];
        i += 1;
    }
    bytes
}

/// The bit that each byte of a vector stands for, within its half. See [`bits_of_bytes`].
#[derive(Clone, Copy)]
pub(super) struct BitWeights(uint8x16_t);

impl BitWeights {
    /// The weights. Call this once, before a loop.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn new() -> Self {
        let weights = vector(repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        // If the compiler knew these weights, it would replace each pairwise addition by three instructions.
        Self(core::hint::black_box(weights))
    }
}

/// A bit for each of 64 bytes, which are all ones or all zeros.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn bits_of_bytes(bytes: [uint8x16_t; 4], weights: BitWeights) -> u64 {
    let BitWeights(weights) = weights;
    let [a, b, c, d] = bytes;
    let low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
    let high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
    let eights = vpaddq_u8(low, high);
    // The upper half of the sum is not used. If `eights` were added to itself, the compiler would replace this pairwise
    // addition by three instructions, too.
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(eights, weights)))
}

/// The lower byte of each of sixteen lanes.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn bytes_of_lanes(lanes: [uint32x4_t; 4]) -> uint8x16_t {
    let [a, b, c, d] = lanes.map(|lane| vreinterpretq_u16_u32(lane));
    let (low, high) = (vuzp1q_u16(a, b), vuzp1q_u16(c, d));
    vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::tests::Draw;

    #[test]
    fn each_byte_has_its_bit() {
        let mut draw = Draw(1);
        for _ in 0..10_000 {
            let expected = draw.next();
            let mask: [u8; 64] =
                std::array::from_fn(|i| 0u8.wrapping_sub((expected >> i & 1) as u8));
            // SAFETY: every aarch64 has NEON.
            let bits =
                unsafe { bits_of_bytes([0, 1, 2, 3].map(|i| load(&mask, i)), BitWeights::new()) };
            assert_eq!(bits, expected);
        }
    }

    #[test]
    fn each_lane_has_its_byte() {
        let lanes: [u32; 16] = std::array::from_fn(|i| 0x0101_0100 * (16 + i as u32) | i as u32);
        // SAFETY: every aarch64 has NEON, and there are 16 lanes.
        let bytes = unsafe {
            let lanes = [0, 1, 2, 3].map(|i| vld1q_u32(lanes.as_ptr().wrapping_add(4 * i)));
            let mut bytes = [0; 16];
            store(&mut bytes, 0, bytes_of_lanes(lanes));
            bytes
        };
        assert_eq!(bytes, std::array::from_fn(|i| i as u8));
    }
}
