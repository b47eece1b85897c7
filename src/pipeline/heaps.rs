//! Solves positions of Nim, one on each line: any number of piles up to `u64`, with blanks between them. Empty lines are
//! skipped.

use super::chunk_sink::ChunkSink;
use super::record_processor::RecordProcessor;
use crate::error::shown;
use crate::game::Rule;
use crate::game::nim::NimRule;
use crate::grammar::{A_LINE, MAX_LINE};
use crate::output::render;
use crate::parse::free::{self, Layout, Stop};
use crate::parse::{AnswerSink as _, Fault, OnFault as _, scalar};
use crate::problem::{Game, Problem};

/// Answers positions of Nim.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapProcessor<'p> {
    problem: &'p Problem,
}

impl<'p> HeapProcessor<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem }
    }

    fn answer(&self, piles: &[u64], sink: &mut ChunkSink<'_>) {
        let needs_moves = self.problem.answer_format().needs_moves();
        if let (Game::ReturnOfTheNim, &[a, b]) = (self.problem.game(), piles) {
            let cold = Rule::Normal.is_cold(a, b);
            sink.push(u64::from(cold), 1);
            if needs_moves {
                let text = sink.answers.text();
                self.problem
                    .append_pair_moves(Rule::Normal, [a, b], cold, text);
            }
            return;
        }
        let rule = match self.problem.game() {
            Game::Nim(rule) => rule,
            _ => NimRule::Normal,
        };
        let cold = rule.is_cold(piles);
        sink.push(u64::from(cold), 1);
        if needs_moves {
            let text = sink.answers.text();
            render::nim(self.problem.answer_format(), rule, piles, cold, text);
        }
    }
}

impl RecordProcessor for HeapProcessor<'_> {
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
        // A position always ends with its line.
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
