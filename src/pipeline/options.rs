//! What happens where an input is not as its problem says.

/// What happens at a line that is no record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnInvalid {
    /// The run ends with an error that names the location of the line.
    #[default]
    Stop,
    /// The answer is `?` (`{"invalid":true}` in JSON), and the run continues.
    Mark,
}

/// What happens if an input breaks a limit of its problem on which no answer depends, for example a pile beyond the maximum,
/// or a missing zero at the end. With [`Framing::Lines`](crate::Framing::Lines) limits are not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// A warning in the [`Summary`](crate::Summary).
    #[default]
    Lenient,
    /// An error. A [`Solver`](crate::Solver) refuses this option with [`Framing::Lines`](crate::Framing::Lines).
    Strict,
}
