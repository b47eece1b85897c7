//! Lines of any number of piles: Nim.
//!
//! Owns their grammar: numbers of at most `u64`, whitespace between; a line of none is no record.

use super::sink::Sink;
use super::work::{Say, Work};
use crate::error::shown;
use crate::game::nim::NimRule;
use crate::grammar::{A_LINE, MAX_LINE};
use crate::output::labels::number;
use crate::parse::free::{self, Layout, Stop};
use crate::parse::{Bits as _, Fault, OnFault as _, scalar};

/// A position of Nim a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByPiles {
    pub(super) rule: NimRule,
    pub(super) say: Say,
}

impl Work for ByPiles {
    /// The piles of a line.
    type Worker = Vec<u64>;

    fn worker(&self) -> Vec<u64> {
        Vec::new()
    }

    fn lines(
        &self,
        piles: &mut Vec<u64>,
        text: &[u8],
        mut at: usize,
        sink: &mut Sink<'_>,
    ) -> Result<(), Fault> {
        while at < text.len() {
            let line = scalar::line_at(text, at);
            match numbers(line, piles) {
                Ok(()) if piles.is_empty() => {}
                Ok(()) => self.answer(piles, sink),
                Err(fault) => sink.fault(Fault {
                    at: at + fault.at,
                    ..fault
                })?,
            }
            at = text.len().min(at + line.len() + 1);
        }
        Ok(())
    }

    fn free(
        &self,
        piles: &mut Vec<u64>,
        text: &[u8],
        at: usize,
        _: Layout<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<Stop, Fault> {
        // A position ends with its line: there is no other layout.
        self.lines(piles, text, at, sink).map(|()| Stop::Text)
    }
}

/// Reads the numbers of a line.
fn numbers(line: &[u8], piles: &mut Vec<u64>) -> Result<(), Fault> {
    piles.clear();
    let refuse = |at: usize, expected, found| {
        Err(Fault {
            at,
            expected,
            found,
        })
    };
    if line.len() > MAX_LINE + 1 {
        return refuse(0, A_LINE, shown(line));
    }
    let mut at = 0;
    while let Some(number) = free::number(line, at)? {
        let Some(pile) = number.pile.value else {
            let found = shown(number.pile.digits);
            return refuse(number.start, "a pile up to 18446744073709551615", found);
        };
        piles.push(pile);
        at = number.end;
    }
    Ok(())
}

impl ByPiles {
    fn answer(&self, piles: &[u64], sink: &mut Sink<'_>) {
        let cold = self.rule.is_cold(piles);
        sink.push(u64::from(cold), 1);
        if self.say == Say::Word {
            return;
        }
        let text = sink.lines.text();
        match self.say {
            Say::Word => {}
            Say::MoveCount => {
                let count = self.rule.count_winning_moves(piles);
                number(count as u64, text);
                text.push(b'\n');
            }
            Say::Lines => {
                for step in self.rule.winning_moves(piles) {
                    number(step.from, text);
                    text.push(b' ');
                    number(step.to, text);
                    text.push(b'\n');
                }
            }
            Say::Moves | Say::Positions => {
                let start = text.len();
                for (i, step) in self.rule.winning_moves(piles).enumerate() {
                    text.extend_from_slice(if i == 0 { b"" } else { b", " });
                    number(step.from, text);
                    text.extend_from_slice(b" -> ");
                    number(step.to, text);
                }
                // Not only a cold position has none: under the misere rule neither has an empty one.
                if text.len() == start {
                    text.push(b'-');
                }
                text.push(b'\n');
            }
            Say::Json => {
                text.extend_from_slice(b"{\"piles\":[");
                for (i, &pile) in piles.iter().enumerate() {
                    text.extend_from_slice(if i == 0 { b"" } else { b"," });
                    number(pile, text);
                }
                text.extend_from_slice(b"],\"cold\":");
                text.extend_from_slice(if cold { b"true" } else { b"false" });
                text.extend_from_slice(b",\"moves\":[");
                for (i, step) in self.rule.winning_moves(piles).enumerate() {
                    text.extend_from_slice(if i == 0 {
                        b"{\"pile\":"
                    } else {
                        b",{\"pile\":"
                    });
                    number(step.pile as u64, text);
                    text.extend_from_slice(b",\"from\":");
                    number(step.from, text);
                    text.extend_from_slice(b",\"to\":");
                    number(step.to, text);
                    text.push(b'}');
                }
                text.extend_from_slice(b"]}\n");
            }
        }
    }
}
