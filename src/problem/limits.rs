//! The limits that a problem promises for its inputs.

use super::Problem;
use num_bigint::BigUint;
use std::fmt;
use std::num::NonZeroU64;

/// The limits that a problem promises for its inputs. Answers beyond the limits are exact. The default has no limit.
///
/// A [`Solver`](crate::Solver) warns about the first record beyond a limit, or [refuses it](crate::Solver::is_strict). It
/// checks no lower limit, and no limit with [`Framing::Lines`](crate::Framing::Lines). A
/// [`Workload`](crate::workload::Workload) stays within the limits with every framing.
///
/// ```
/// use std::num::NonZeroU64;
/// let mut problem = wythoff::Problem::default();
/// problem.limits.max_pile = Some(10_u64.pow(18).into());
/// problem.limits.max_records = NonZeroU64::new(10_000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest pile. 0 counts as 1.
    pub max_pile: Option<BigUint>,
    /// The smallest pile.
    pub min_pile: u64,
    /// The largest number of records. A [`Solver`](crate::Solver) checks it only in inputs that begin with the number of records.
    pub max_records: Option<NonZeroU64>,
    /// The largest number of piles in a case of Nim.
    pub max_piles: Option<NonZeroU64>,
    /// The smallest number of piles in a case of Nim. 0 counts as 1.
    pub min_piles: u64,
    /// The largest bound `K` of a case of [`Game::BoundedDifference`](crate::Game::BoundedDifference).
    pub max_bound: Option<u64>,
    /// Whether the second pile of a record is at least as large as the first one. Only for [`Game::Wythoff`](crate::Game).
    pub smaller_first: bool,
}

impl Problem {
    pub(crate) fn name_in_messages(&self) -> &str {
        self.name.as_deref().unwrap_or("the problem")
    }

    #[cold]
    pub(crate) fn pile_message(&self, pile: impl fmt::Display) -> String {
        let (max, name) = (self.max_pile(), self.name_in_messages());
        format!("{pile} is larger than {max}, the limit of {name}")
    }

    pub(crate) fn count_message(&self, count: u64, what: &str, max: Option<u64>) -> Option<String> {
        let max = max.filter(|&max| count > max)?;
        let name = self.name_in_messages();
        let message = format!("{count} {what} are more than {max}, the limit of {name}");
        Some(message)
    }
}
