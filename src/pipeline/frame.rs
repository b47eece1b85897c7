//! Inputs that say how many records they hold, or where they end.
//!
//! Owns the state that a framed input is in between two chunks ([`Turn`]), and what becomes of a
//! chunk in that state. Invariant: the answers are those of a reader that takes one number after
//! the other.
//!
//! # Design
//!
//! The workers take chunks in any order, and a chunk may begin with half a record, or behind the
//! end of the records. A worker supposes that its chunk begins with a record and that there is room
//! for all of them, which is so in nearly every chunk of nearly every file. When the chunk's turn
//! comes, the state at its start is known; where it isn't what was supposed, the chunk is read
//! again from it, alone. So a file with a record a line costs what it costs without framing, and one
//! that is laid out otherwise is right.

use super::decide::Ascending;
use super::sink::Sink;
use super::work::Work;
use crate::error::{ErrorKind, shown};
use crate::parse::free::{self, Layout, Stop};
use crate::parse::{Decide as _, Fault};
use crate::problem::{Framing, Limits, beyond};

/// How an input is framed, and what it promises.
#[derive(Clone, Debug)]
pub struct Frame {
    /// How records follow one another.
    pub framing: Framing,
    /// What is promised of the input, and by whom.
    pub limits: Option<(&'static str, Limits)>,
    /// What is only worth a warning is an error.
    pub strict: bool,
}

/// Where a framed input stands between two chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The number of records is still to come.
    header: bool,
    /// So many records at most.
    remaining: u64,
    /// The first number of a record that isn't whole.
    carry: Vec<u8>,
    /// No more records are to come.
    ended: bool,
}

/// What reading a chunk in some state came to.
#[derive(Debug)]
pub(super) struct Reading {
    /// Where the input stands behind it.
    pub(super) turn: Turn,
    /// What stopped it, and where.
    pub(super) fault: Option<(usize, ErrorKind)>,
    /// The first thing in it that the limits don't promise: where, and what.
    pub(super) warning: Option<(usize, String)>,
}

impl Turn {
    /// Before anything was read.
    pub(super) fn first(framing: Framing) -> Self {
        Self {
            header: framing == Framing::Count,
            remaining: match framing {
                Framing::One => 1,
                _ => u64::MAX,
            },
            carry: Vec::new(),
            ended: false,
        }
    }

    /// What a worker supposes of any other chunk.
    pub(super) fn supposed() -> Self {
        Self {
            header: false,
            remaining: u64::MAX,
            carry: Vec::new(),
            ended: false,
        }
    }

    /// Whether a chunk with so many records that was read as [`Turn::supposed`] was read rightly. Where
    /// it holds the last record, what is behind that was read too, and isn't to be told of.
    pub(super) fn is_as_supposed(&self, records: u64, quiet: bool) -> bool {
        !self.header
            && self.carry.is_empty()
            && (records < self.remaining || records == self.remaining && quiet)
    }

    /// Behind a chunk that was read as supposed and came to `behind`.
    pub(super) fn go_on(&mut self, behind: Turn, records: u64) {
        if self.remaining != u64::MAX {
            self.remaining -= records;
        }
        self.carry = behind.carry;
        self.ended = behind.ended || self.remaining == 0;
    }

    /// No more records are to come.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// What is missing where the input ends, if anything is: an error, or (then `false`) a warning.
    pub(super) fn missing(&self, framing: Framing, records: u64) -> Option<(bool, String)> {
        if self.ended {
            return None;
        }
        let what = match framing {
            _ if !self.carry.is_empty() => "the second pile of the last record".to_owned(),
            Framing::Count if self.header => "the number of records".to_owned(),
            Framing::Count => format!(
                "{} records, as the first number says; here are {records}",
                records.saturating_add(self.remaining)
            ),
            Framing::One => "a record of two piles".to_owned(),
            Framing::Zero => return Some((false, "the closing 0 0".to_owned())),
            Framing::Eof => return None,
        };
        Some((true, what))
    }
}

impl Frame {
    /// Reads `text` from `at` as what comes at `turn`.
    pub(super) fn read<W: Work>(
        &self,
        work: &W,
        worker: &mut W::Worker,
        text: &[u8],
        mut at: usize,
        mut turn: Turn,
        sink: &mut Sink<'_>,
    ) -> Reading {
        let mut warning = None;
        if turn.header {
            match self.header(text, at) {
                Ok(None) => {
                    return Reading {
                        turn,
                        fault: None,
                        warning,
                    };
                }
                Err(fault) => {
                    let fault = Some((fault.at, fault.into()));
                    return Reading {
                        turn,
                        fault,
                        warning,
                    };
                }
                Ok(Some((count, end, beyond))) => {
                    (at, turn.remaining, turn.header) = (end, count, false);
                    warning = beyond;
                }
            }
        }
        if self.strict
            && let Some((place, what)) = warning
        {
            let fault = Some((place, ErrorKind::Framing(what)));
            return Reading {
                turn,
                fault,
                warning: None,
            };
        }
        if turn.remaining == 0 {
            turn.ended = true;
            return Reading {
                turn,
                fault: None,
                warning,
            };
        }
        sink.most(turn.remaining);
        let carried = turn.carry.clone();
        let zero_ends = self.framing == Framing::Zero;
        let mut pass = |text: &[u8], sink: &mut Sink<'_>| {
            let (mut carry, mut longest) = (carried.clone(), 0);
            let layout = Layout {
                zero_ends,
                carry: &mut carry,
                longest: &mut longest,
            };
            let result = work.free(worker, text, at, layout, sink);
            (result, carry, longest)
        };
        let (mut result, mut carry, mut longest) = pass(text, sink);
        let mut end = text.len();
        if let Ok(Stop::ZeroLine(line)) = result {
            sink.clear();
            end = line;
            (result, carry, longest) = pass(&text[..line], sink);
            if result.is_ok() {
                result = Ok(Stop::Ended(line));
            }
        }
        let mut fault = None;
        match result {
            Ok(Stop::Text) => {}
            Ok(Stop::Ended(place)) => {
                end = place;
                turn.ended = true;
            }
            Ok(Stop::ZeroLine(_)) => unreachable!("the text ends before that line"),
            Err(there) => {
                // The digits of what is no number are beyond no limit.
                let digits = text[..there.at].iter().rev();
                end = there.at - digits.take_while(|c| c.is_ascii_digit()).count();
                fault = Some((there.at, there.into()));
            }
        }
        let beyond = self.beyond(&text[..end], at, longest);
        let descending = self.descending(&text[..end], at, &carried);
        let first = beyond.into_iter().chain(descending).min_by_key(|odd| odd.0);
        if let Some((place, what)) = first {
            if self.strict {
                // Once more, up to there.
                sink.clear();
                let _ = pass(&text[..place], sink);
                let fault = Some((place, ErrorKind::Framing(what)));
                return Reading {
                    turn,
                    fault,
                    warning: None,
                };
            }
            warning.get_or_insert((place, what));
        }
        turn.carry = carry;
        if turn.remaining != u64::MAX {
            turn.remaining -= sink.records;
        }
        turn.ended |= turn.remaining == 0;
        if turn.ended {
            turn.carry.clear();
        }
        Reading {
            turn,
            fault,
            warning,
        }
    }

    /// How many records there are to be, where that ends, and whether it is beyond the limit.
    #[allow(clippy::type_complexity, reason = "three things that are used at once")]
    fn header(
        &self,
        text: &[u8],
        at: usize,
    ) -> Result<Option<(u64, usize, Option<(usize, String)>)>, Fault> {
        let Some(number) = free::number(text, at)? else {
            return Ok(None);
        };
        let Some(count) = number.pile.value else {
            return Err(Fault {
                at: number.start,
                expected: "a number of records up to 18446744073709551615",
                found: shown(number.pile.digits),
            });
        };
        let beyond = self.limits.and_then(|(name, limits)| {
            let most = limits.records?;
            let what = format!("{count} records are more than the {most} of {name}");
            (count > most).then_some((number.start, what))
        });
        Ok(Some((count, number.end, beyond)))
    }

    /// The first pile that is beyond the limit; none has more digits than `longest`.
    fn beyond(&self, text: &[u8], at: usize, longest: usize) -> Option<(usize, String)> {
        let (name, limits) = self.limits?;
        if longest < limits.pile.len() {
            return None;
        }
        let place = free::long_number(text, at, limits.pile.len(), |digits| {
            beyond(digits, limits.pile)
        })?;
        let digits = &text[place..];
        let digits = &digits[..digits.iter().take_while(|c| c.is_ascii_digit()).count()];
        let what = format!(
            "{} is beyond {}, the limit of {name}",
            shown(digits),
            limits.pile
        );
        Some((place, what))
    }

    /// The first second pile that is smaller than the pile before it, which is `carry` if that isn't empty.
    ///
    /// Number by number, and so only where a problem promises an order: the kernels don't compare piles.
    fn descending(&self, text: &[u8], mut at: usize, carry: &[u8]) -> Option<(usize, String)> {
        let (name, _) = self.limits.filter(|(_, limits)| limits.ascending)?;
        let mut first = (!carry.is_empty()).then_some(carry);
        // What is no number was told of already, and ends the text here.
        while let Ok(Some(number)) = free::number(text, at) {
            let digits = number.pile.digits;
            at = number.end;
            let Some(before) = first.take() else {
                first = Some(digits);
                continue;
            };
            if Ascending::digits(digits, before) {
                let (digits, before) = (shown(digits), shown(before));
                let what =
                    format!("{digits} is behind {before}: {name} has the smaller pile first");
                return Some((number.start, what));
            }
        }
        None
    }
}
