//! The AVX2 kernel: the operations of [`wide32`](crate::parse::wide32) for machines without AVX-512.
//!
//! `vector` has the operations, and `short_lines` the answers of short lines.

mod short_lines;
mod vector;

use crate::parse::wide32::Batches32;
use vector::V256;

pub(in crate::parse) type Batches256 = Batches32<V256>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::parse::wide32::tests::a_kernel_for_32_bytes;
    use crate::parse::x86_64::Avx2;

    #[test]
    fn it_is_a_kernel_for_32_bytes() {
        let Some(token) = Avx2::detect() else {
            return skipped("AVX2");
        };
        a_kernel_for_32_bytes::<V256>(token);
    }
}
