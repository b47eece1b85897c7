//! Where a case is in the input, in the right output and in the output of the program.

use super::judge::{Judge, Trial};
use super::verdict::{Verdict, answers, start_of_answer};
use wythoff::{Case, Framing};

/// Line numbers, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line of the piles in the input.
    pub input: usize,
    /// The first line of the right answer, in the right output.
    pub expected: usize,
    /// The first line of the answer that the program printed, or the line after the last answer.
    pub found: usize,
}

/// The place of the case to which the verdict of `trial` refers. If no case is known, it is the case after the last answer.
pub(super) fn place(judge: &Judge<'_>, cases: &[Case], trial: &Trial) -> Place {
    let Some(last) = cases.len().checked_sub(1) else {
        return Place::default();
    };
    let answered = || answers(&judge.comparison, &trial.stdout, cases.len()).len();
    let case = match &trial.verdict {
        Verdict::WrongAnswer(wrong) => wrong.case(),
        _ => None,
    };
    let found = case.unwrap_or_else(answered);
    let case = found.min(last);
    let upto = &cases[..=case];
    let (input, output) = (judge.problem.input(upto), judge.problem.output(upto));
    let answer = newlines(&judge.problem.answer(&cases[case]));
    let blank = usize::from(output.ends_with(b"\n\n"));
    Place {
        input: newlines(&input) - 1 - usize::from(judge.problem.framing == Framing::Zero),
        expected: (newlines(&output) - blank).saturating_sub(answer),
        found: newlines(&trial.stdout[..start_of_answer(&judge.comparison, &trial.stdout, found)]),
    }
}

fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}
