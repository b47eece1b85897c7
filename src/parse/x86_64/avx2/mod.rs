//! The AVX2 kernel: the operations of [`streams`](crate::parse::streams) for machines without AVX-512.

mod vector;

use crate::parse::streams::Streams;
pub(in crate::parse) use vector::V256;

pub(in crate::parse) type Streams256 = Streams<V256>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::streams::tests::a_kernel_of_streams;
    use crate::parse::x86_64::Avx2;

    #[test]
    fn it_is_a_kernel_of_streams() {
        if let Some(token) = Avx2::detect() {
            a_kernel_of_streams::<V256>(token);
        }
    }
}
