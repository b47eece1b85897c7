//! A generator of numbers, and sequences that are computed with additions only.

/// splitmix64: every seed is good, and gives the same numbers on every machine.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number with a random number of bits, so that short and long numbers are equally frequent.
    pub(crate) fn any_length(&mut self) -> u64 {
        let shift = self.below(64);
        self.next() >> shift
    }
}

/// The pairs (lower, upper) with upper below `limit`, by the rule of the game: each lower number is the least that no
/// earlier pair has, and the numbers of pair k differ by k.
pub(crate) fn pairs_by_mex(limit: usize) -> Vec<(u64, u64)> {
    let mut used = vec![false; limit];
    let mut pairs = Vec::new();
    let mut lower = 0;
    loop {
        while lower < limit && used[lower] {
            lower += 1;
        }
        let upper = lower + pairs.len();
        if upper >= limit {
            return pairs;
        }
        used[lower] = true;
        used[upper] = true;
        pairs.push((lower as u64, upper as u64));
    }
}
