//! What is written for each record.

/// What is written for each record of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFormat {
    /// For each record, a line with the label of the position.
    Label,
    /// For each record, a line with the number of winning moves.
    MoveCount,
    /// The label and, after it, a line for each winning move. Two piles: the position that it leads to, smaller pile
    /// first, each once (HDU 2177). Nim: the pile before and after the move (HDU 2176).
    LabelAndMoves,
    /// For each record, a line with the winning moves; `-` if there is none. Two piles: `both 3 -> 1 2, larger 5 -> 1 2`.
    /// Nim: `5 -> 2, 7 -> 4`.
    Moves,
    /// For each record, a line with the positions to which winning moves lead, each once: `1 2, 3 5`; `-` if there is none.
    /// Nim: as [`Moves`](Self::Moves).
    Positions,
    /// For each record, a line with a JSON object. The piles are in the order of the input. Two piles:
    /// `{"piles":[5,4],"cold":false,"moves":[{"take":"both","amounts":[3],"to":[1,2]}]}`. Nim, where the index of a pile is
    /// counted from 0: `{"piles":[1,3],"cold":false,"moves":[{"pile":1,"from":3,"to":1}]}`.
    Json,
    /// No line for a record. At the end, three lines with the totals: `hot N`, `cold N` and, only if invalid lines are
    /// marked, `invalid N`.
    Totals,
}

impl AnswerFormat {
    /// Whether the answer to a record begins with its label.
    pub(crate) fn has_label(self) -> bool {
        matches!(self, Self::Label | Self::LabelAndMoves)
    }

    /// Whether the answer to a record needs its winning moves.
    pub(crate) fn needs_moves(self) -> bool {
        !matches!(self, Self::Label | Self::Totals)
    }

    /// The line in place of an invalid record, if such records are marked.
    pub(crate) fn invalid_mark(self) -> &'static [u8] {
        match self {
            Self::Totals => b"",
            Self::Json => b"{\"invalid\":true}\n",
            _ => INVALID,
        }
    }
}

/// The mark of an invalid record, except in JSON.
pub(crate) const INVALID: &[u8] = b"?\n";
