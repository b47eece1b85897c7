//! Positions of Nim, a line each: any number of piles up to `u64`, with blanks between. A line of none is no record.

use super::chunk_sink::ChunkSink;
use super::record_processor::RecordProcessor;
use crate::error::shown;
use crate::game::Rule;
use crate::game::nim::NimRule;
use crate::grammar::{A_LINE, MAX_LINE};
use crate::output::AnswerFormat;
use crate::output::render::{self, PairAnswer};
use crate::parse::free::{self, Layout, Stop};
use crate::parse::{Bits as _, Fault, OnFault as _, scalar};
use crate::problem::Game;

/// Answers positions of Nim.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapProcessor {
    rule: NimRule,
    /// By which rules two piles are played, where that is not Nim.
    pair_rule: Option<Rule>,
    format: AnswerFormat,
}

impl HeapProcessor {
    pub(super) fn new(game: Game, format: AnswerFormat) -> Self {
        let (rule, pair_rule) = match game {
            Game::Nim(rule) => (rule, None),
            _ => (NimRule::Normal, Some(Rule::Normal)),
        };
        Self {
            rule,
            pair_rule,
            format,
        }
    }

    fn answer(&self, piles: &[u64], sink: &mut ChunkSink<'_>) {
        if let (Some(rule), &[a, b]) = (self.pair_rule, piles) {
            let cold = rule.is_cold(a, b);
            sink.push(u64::from(cold), 1);
            if self.format.needs_moves() {
                let answer = PairAnswer {
                    cold,
                    moves: rule.winning_moves(a, b).as_slice(),
                    pile: |i: usize, out: &mut Vec<u8>| render::number(piles[i], out),
                    number: |&n: &u64, out: &mut Vec<u8>| render::number(n, out),
                };
                answer.render(self.format, sink.answers.text());
            }
            return;
        }
        let cold = self.rule.is_cold(piles);
        sink.push(u64::from(cold), 1);
        if self.format.needs_moves() {
            render::nim(self.format, self.rule, piles, cold, sink.answers.text());
        }
    }
}

impl RecordProcessor for HeapProcessor {
    /// The piles of a line.
    type Memory = Vec<u64>;

    fn memory(&self) -> Vec<u64> {
        Vec::new()
    }

    fn lines(
        &self,
        piles: &mut Vec<u64>,
        text: &[u8],
        mut at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        while at < text.len() {
            let line = scalar::line_at(text, at);
            match read_piles(line, piles) {
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
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        // A position ends with its line: there is no other layout.
        self.lines(piles, text, at, sink).map(|()| Stop::Text)
    }
}

/// Reads the numbers of a line into `piles`.
fn read_piles(line: &[u8], piles: &mut Vec<u64>) -> Result<(), Fault> {
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
