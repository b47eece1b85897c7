//! Step 5: from the piles of a batch to its answers.
//!
//! Input: vectors of piles, in the order of the lines. Output: a bit for each line. If the question over vectors is only a
//! filter ([`Asks::IS_EXACT_U31`]), the piles are kept, and the lines that pass the filter are decided one by one at the end.

use super::tile::Piles;
use super::vector::{Asks, Vector32, store};
use crate::parse::Decide;
use crate::parse::batch::LINES;

/// The decision of one batch.
pub(super) struct Decision<'p, V: Vector32> {
    token: V::Token,
    answers: V::Answers,
    piles: &'p mut Piles,
}

impl<'p, V: Vector32> Decision<'p, V> {
    #[inline(always)]
    pub(super) fn new(token: V::Token, piles: &'p mut Piles) -> Self {
        Self {
            token,
            answers: V::no_answers(token),
            piles,
        }
    }

    /// Adds the `i`-th eight lines. Their piles are below 2^31.
    #[inline(always)]
    pub(super) fn add_u31<D: Decide>(&mut self, i: usize, x: V, y: V)
    where
        V: Asks<D>,
    {
        if !V::IS_EXACT_U31 {
            store(&mut self.piles.u32s[0], i, x);
            store(&mut self.piles.u32s[1], i, y);
        }
        V::u31_x8(&mut self.answers, i, x, y);
    }

    /// Adds the `i`-th four lines.
    #[inline(always)]
    pub(super) fn add_u64<D: Decide>(&mut self, i: usize, x: V, y: V)
    where
        V: Asks<D>,
    {
        if !V::IS_EXACT_U64 {
            store(&mut self.piles.u64s[0], i, x);
            store(&mut self.piles.u64s[1], i, y);
        }
        V::u64_x4(&mut self.answers, i, x, y);
    }

    /// The answers of the batch, whose lines came from [`Decision::add_u31`].
    #[inline(always)]
    pub(super) fn answers_u31<D: Decide>(self) -> u64
    where
        V: Asks<D>,
    {
        let open = V::bits_of_answers(self.answers, V::weights(self.token));
        match V::IS_EXACT_U31 {
            true => open,
            false => decide_open::<D, _>(open, &self.piles.u32s),
        }
    }

    /// The answers of the batch, whose lines came from [`Decision::add_u64`].
    #[inline(always)]
    pub(super) fn answers_u64<D: Decide>(self) -> u64
    where
        V: Asks<D>,
    {
        let open = V::bits_of_answers(self.answers, V::weights(self.token));
        match V::IS_EXACT_U64 {
            true => open,
            false => decide_open::<D, _>(open, &self.piles.u64s),
        }
    }
}

/// The answers of the lines whose bits are in `open`; 0 for the others.
#[inline(always)]
fn decide_open<D: Decide, N: Copy + Into<u64>>(mut open: u64, piles: &[[N; LINES]; 2]) -> u64 {
    let mut answers = 0;
    while open != 0 {
        let line = open.trailing_zeros() as usize;
        open &= open - 1;
        let [a, b] = [piles[0][line], piles[1][line]].map(Into::into);
        answers |= u64::from(D::pair(a, b)) << line;
    }
    answers
}
