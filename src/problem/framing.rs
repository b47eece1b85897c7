//! How the records of an input follow one another.

/// How the records of an input follow one another.
///
/// Line ends have a meaning only with [`Lines`](Self::Lines). With all other framings any run of blanks and line ends
/// separates two numbers, as in the programs that contestants write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Each line is a record, until the end of the input.
    Lines,
    /// Records until the end of the input.
    Eof,
    /// The number of records, then the records.
    Count,
    /// Records until `0 0` (two piles) or until a record of 0 piles, which has no answer.
    Zero,
    /// A single record.
    One,
}

impl Framing {
    /// The framings of judges, in which line ends have no meaning.
    pub const FREE: &[Framing] = &[Framing::Eof, Framing::Count, Framing::Zero, Framing::One];

    /// A name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Lines => "lines",
            Framing::Eof => "eof",
            Framing::Count => "count",
            Framing::Zero => "zero",
            Framing::One => "one",
        }
    }
}
