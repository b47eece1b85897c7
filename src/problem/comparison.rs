//! Decides which output counts as the same answer, for `check` and `stress`. docs/design.md has the rules.

use super::{AnswerFormat, Game, MoveOrder, Problem};
use crate::error::{Error, Result};
use crate::game::Rule;
use crate::grammar::{is_space, same_tokens, tokens};
use crate::input::TextFeed;
use std::io;

/// Compares answers to one problem.
#[derive(Debug)]
pub struct Comparison {
    problem: Problem,
    layout: AnswerLayout,
    /// The answer to an invalid record, if such records are marked.
    mark: Option<&'static [u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerLayout {
    /// An answer has this number of tokens, on one line or on several lines.
    Tokens(usize),
    Line,
    /// An answer is a line of one token, followed by lines of two tokens.
    LabelAndMoves,
}

impl Comparison {
    /// How answers to `problem` are compared. `mark` is the answer to an invalid record, if such records are marked.
    ///
    /// Errors: a label looks like a move; the answer format is totals, which are not compared.
    pub fn new(problem: &Problem, mark: Option<&'static [u8]>) -> Result<Self> {
        let refuse = |what: &str| Err(Error::argument(what));
        let labels = [problem.labels.hot(), problem.labels.cold()].map(str::as_bytes);
        let counts = labels.map(|label| tokens(label).count());
        problem.require_answers_of_one_line()?;
        let layout = match problem.answer_format {
            _ if problem.case_prefix.is_some() => AnswerLayout::Line,
            AnswerFormat::Label if counts[0] == counts[1] => AnswerLayout::Tokens(counts[0]),
            AnswerFormat::MoveCount => AnswerLayout::Tokens(1),
            AnswerFormat::LabelAndMoves if counts == [1, 1] => AnswerLayout::LabelAndMoves,
            AnswerFormat::LabelAndMoves => {
                return refuse("a label has no blanks if moves follow it");
            }
            AnswerFormat::Totals => return refuse("totals have no answer for each record"),
            // Only a line end shows where the moves end, and where a label ends if the two labels have different numbers of
            // tokens.
            _ => AnswerLayout::Line,
        };
        let mut problem = problem.clone();
        problem.repeats_positions =
            layout == AnswerLayout::LabelAndMoves && problem.move_order != MoveOrder::AsListed;
        Ok(Self {
            problem,
            layout,
            mark,
        })
    }

    /// The problem whose answers are compared. Its right answers are the `expected` of [`is_same`](Self::is_same). They list a
    /// position as often as a program may print it.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The answers in `output`, each with its offset. Moves after the first `longest` bytes of an answer are left out.
    pub fn answers(&self, output: &[u8], longest: usize) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let mut text = TextFeed::of_bytes(output);
        std::iter::from_fn(move || {
            text.skip_space().ok()?;
            let start = output.len() - text.buffered().len();
            let answer = self.next_answer(&mut text, longest, |_, _| true);
            Some((start, answer.ok()??))
        })
    }

    /// The next answer in `text`; `None` if only whitespace is left. Moves after the first `longest` bytes of an answer are
    /// read, but not returned. An answer ends before a move if `continues`, called with the answer so far and the move, is
    /// false.
    pub(crate) fn next_answer(
        &self,
        text: &mut TextFeed<'_>,
        longest: usize,
        continues: impl Fn(&[u8], &[u8]) -> bool,
    ) -> io::Result<Option<Vec<u8>>> {
        match self.layout {
            AnswerLayout::Tokens(1) => text.token(),
            AnswerLayout::Tokens(count) => self.long_label(count, text),
            AnswerLayout::Line => text.line(),
            AnswerLayout::LabelAndMoves => Self::label_and_moves(text, longest, continues),
        }
    }

    /// Reads a label of several tokens, which may be on several lines. If the next tokens are not a label, reads the rest of
    /// the line.
    fn long_label(&self, count: usize, text: &mut TextFeed<'_>) -> io::Result<Option<Vec<u8>>> {
        if let Some(end) = text.end_of_tokens(count)?
            && self.is_label(&text.buffered()[..end])
        {
            let found = plain_lines(&text.buffered()[..end]).join(&b' ');
            text.skip(end);
            return Ok(Some(found));
        }
        text.line()
    }

    /// A line, and the lines after it that have two tokens, normalised.
    fn label_and_moves(
        text: &mut TextFeed<'_>,
        longest: usize,
        continues: impl Fn(&[u8], &[u8]) -> bool,
    ) -> io::Result<Option<Vec<u8>>> {
        let Some(label) = text.line()? else {
            return Ok(None);
        };
        let mut found = Self::normalised(&label);
        found.push(b'\n');
        while text.skip_space()?
            && let Some(end) = text.end_of_pair()?
        {
            let step = Self::normalised(&text.buffered()[..end]);
            if !continues(&found, &step) {
                break;
            }
            text.skip(end);
            if found.len() <= longest {
                found.extend_from_slice(&step);
                found.push(b'\n');
            }
        }
        Ok(Some(found))
    }

    /// Whether the first line of `text`, which is part of a right output, begins an answer.
    pub(crate) fn begins_answer(&self, text: &[u8]) -> bool {
        let line = text.split(|&c| c == b'\n').next().unwrap_or_default();
        match self.layout {
            AnswerLayout::Tokens(_) | AnswerLayout::Line => line.iter().any(|&c| !is_space(c)),
            AnswerLayout::LabelAndMoves => !line.is_empty() && !line.contains(&b' '),
        }
    }

    /// Whether every line of a right output is an answer, except blank lines.
    pub(crate) fn has_answer_per_line(&self) -> bool {
        self.layout != AnswerLayout::LabelAndMoves
    }

    /// Whether `found`, one of the [`answers`](Self::answers) of an output, counts as `expected`, an answer of
    /// [`problem`](Self::problem).
    pub fn is_same(&self, expected: &[u8], found: &[u8]) -> bool {
        if self.layout != AnswerLayout::LabelAndMoves {
            return same_tokens(expected, found);
        }
        // Labels are compared like moves, because no move looks like a label.
        let (expected, found) = (plain_lines(expected), plain_lines(found));
        let has_one_diagonal = !matches!(self.problem.game, Game::Wythoff(Rule::Generalised(_)));
        match self.problem.move_order {
            MoveOrder::AsListed => expected == found,
            // If there are several winning moves, one of them takes from both piles, and the right answer has it first.
            MoveOrder::DiagonalFirst if has_one_diagonal => {
                expected.get(1) == found.get(1) && has_each(found, expected)
            }
            MoveOrder::DiagonalFirst | MoveOrder::Any => has_each(found, expected),
        }
    }

    /// Whether `found`, an answer with moves, is short enough to be the same as an answer of `length` bytes.
    pub(crate) fn has_length(&self, length: usize, found: &[u8]) -> bool {
        // A position may occur less often than in the right answer.
        found.len() == length || self.problem.repeats_positions && found.len() < length
    }

    pub(crate) fn is_well_formed(&self, found: &[u8]) -> bool {
        let is_mark = self.mark.is_some_and(|mark| same_tokens(found, mark));
        match self.problem.answer_format {
            _ if is_mark || self.problem.case_prefix.is_some() => true,
            AnswerFormat::MoveCount => found.iter().all(u8::is_ascii_digit),
            AnswerFormat::Label | AnswerFormat::LabelAndMoves => {
                let end = found.iter().position(|&c| c == b'\n');
                let (label, moves) = found.split_at(end.unwrap_or(found.len()));
                let is_number = |c: &u8| c.is_ascii_digit() || is_space(*c);
                self.is_label(label) && moves.iter().all(is_number)
            }
            _ => true,
        }
    }

    fn is_label(&self, text: &[u8]) -> bool {
        let labels = &self.problem.labels;
        same_tokens(labels.hot().as_bytes(), text) || same_tokens(labels.cold().as_bytes(), text)
    }

    /// `answer` with single blanks between tokens and without blank lines.
    pub fn normalised(answer: &[u8]) -> Vec<u8> {
        plain_lines(answer).join(&b'\n')
    }
}

/// The lines that are not blank, with single blanks between tokens.
fn plain_lines(text: &[u8]) -> Vec<Vec<u8>> {
    let lines = text.split(|&c| c == b'\n');
    let lines = lines.map(|line| tokens(line).collect::<Vec<_>>().join(&b' '));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Whether `found` has each item of `right`, at least once and at most as often, and no other item, in any order.
fn has_each<T: Ord>(mut found: Vec<T>, mut right: Vec<T>) -> bool {
    found.sort_unstable();
    right.sort_unstable();
    let mut found = found.chunk_by(T::eq);
    let mut right = right.chunk_by(T::eq);
    right.all(|most| found.next().is_some_and(|times| most.starts_with(times)))
        && found.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{AnswerLabels, Case, profile};

    /// The answers in `output`.
    fn answers(problem: &Problem, output: &str) -> Vec<String> {
        let comparison = Comparison::new(problem, None).unwrap();
        let answers = comparison.answers(output.as_bytes(), usize::MAX);
        answers
            .map(|(_, answer)| String::from_utf8(Comparison::normalised(&answer)).unwrap())
            .collect()
    }

    fn labelled(hot: &str, cold: &str) -> Problem {
        Problem {
            labels: AnswerLabels::new(hot, cold).unwrap(),
            ..Problem::default()
        }
    }

    #[test]
    fn blanks_are_free_and_tokens_are_not() {
        let problem = labelled("1", "0");
        assert_eq!(answers(&problem, " 1\r\n\n0"), ["1", "0"]);
        assert_eq!(answers(&problem, "10\n"), ["10"]);
        assert!(answers(&problem, "\n \n").is_empty());
    }

    #[test]
    fn labels_of_several_tokens_may_stand_on_several_lines() {
        let problem = labelled("Rabbit Win!", "Grass Win!");
        let two = ["Rabbit Win!", "Grass Win!"];
        assert_eq!(answers(&problem, "Rabbit  Win!\nGrass\nWin!"), two);
        assert_eq!(answers(&problem, "Rabbit Win! Grass Win!\n"), two);
        // A text that is no label takes the rest of its line, but not the next line.
        let wrong = "Rabbit\nGrass Win!\nRabbit Win! Rabbit\n";
        let found = ["Rabbit", "Grass Win!", "Rabbit Win!", "Rabbit"];
        assert_eq!(answers(&problem, wrong), found);
        // If the labels have different numbers of tokens, a label ends with its line.
        let problem = labelled("Yes", "Not at all");
        let two = ["Yes", "Not at all"];
        assert_eq!(answers(&problem, "Yes\n\nNot  at all\n"), two);
        assert_eq!(answers(&problem, "Yes Not at all\n"), ["Yes Not at all"]);
    }

    #[test]
    fn a_line_of_two_tokens_is_a_move() {
        let problem = &profile("hdu2177").unwrap().problem;
        let found = answers(problem, "0\n1\n4 7\n\n3  5\n\n0");
        assert_eq!(found, ["0", "1\n4 7\n3 5", "0"]);
        // A line with a move before or after the label is wrong. The answers after it are still compared with the right cases.
        let found = answers(problem, "1\n4 7\n1 4 7\n3 5\n1\n4 7 1\n3 5\n");
        assert_eq!(found, ["1\n4 7", "1 4 7\n3 5", "1", "4 7 1\n3 5"]);
    }

    #[test]
    fn the_order_of_moves_is_that_of_the_problem() {
        let same = |name: &str, expected: &str, found: &str| {
            let comparison = Comparison::new(&profile(name).unwrap().problem, None).unwrap();
            comparison.is_same(expected.as_bytes(), found.as_bytes())
        };
        // No move leads to the third position. It only shows that all positions after the first may be in any order.
        let expected = "1\n4 7\n3 5\n9 9\n";
        assert!(same("hdu2177", expected, "1\n4 7\n9 9\n3  5"));
        assert!(!same("hdu2177", expected, "1\n4 7\n3 5\n9 9\n3 5\n"));
        assert!(!same("hdu2177", expected, "1\n3 5\n4 7\n9 9\n"));
        assert!(!same("hdu2177", expected, "1\n4 7\n3 5\n"));
        assert!(!same("hdu2177", expected, "0\n4 7\n3 5\n9 9\n"));
        assert!(!same("hdu2177", expected, "1\n4 7\n3 5\n9 9\n1 2\n"));
        let expected = "Yes\n8 1\n9 0\n";
        assert!(same("hdu2176", expected, "Yes\n8 1\n9  0"));
        assert!(!same("hdu2176", expected, "Yes\n9 0\n8 1\n"));
        assert!(!same("hdu2176", expected, "Yes\n8 1\n9 0\n9 0\n"));
    }

    #[test]
    fn any_order_of_moves() {
        let mut problem = profile("hdu2176").unwrap().problem.clone();
        problem.move_order = MoveOrder::Any;
        let comparison = Comparison::new(&problem, None).unwrap();
        let same = |found: &str| comparison.is_same(b"Yes\n8 1\n9 0\n", found.as_bytes());
        assert!(same("Yes\n9 0\n8 1\n") && !same("Yes\n9 0\n") && !same("Yes\n9 1\n8 0\n"));
    }

    /// One move leads from (0, 1) to (0, 0). From (2, 2), and from (2, 3), two moves lead to (1, 2).
    #[test]
    fn a_position_occurs_at_most_as_often_as_there_are_moves_to_it() {
        let comparison = Comparison::new(&profile("hdu2177").unwrap().problem, None).unwrap();
        for (piles, once, again, most) in [
            ([0_u64, 1], "1\n0 0\n", "0 0\n", 1),
            ([2, 3], "1\n1 2\n", "1 2\n", 2),
            ([2, 2], "1\n0 0\n1 2\n", "1 2\n", 2),
            ([2, 2], "1\n0 0\n1 2\n", "0 0\n", 1),
        ] {
            let expected = comparison.problem().answer(&Case::new(piles));
            for times in 1..4 {
                let found = once.to_owned() + &again.repeat(times - 1);
                let is_same = comparison.is_same(&expected, found.as_bytes());
                assert_eq!(is_same, times <= most, "{piles:?}: {found:?}");
            }
        }
    }

    /// The moves of an endless answer do not fill the memory.
    #[test]
    fn a_long_answer_is_cut() {
        let comparison = Comparison::new(&profile("hdu2177").unwrap().problem, None).unwrap();
        let moves = "3  5\n".repeat(1000);
        let output = format!("1\n{moves}0\n");
        let mut text = TextFeed::of_bytes(output.as_bytes());
        let found = comparison.next_answer(&mut text, 9, |_, _| true).unwrap();
        assert_eq!(found.as_deref(), Some(&b"1\n3 5\n3 5\n"[..]));
        let found = comparison.next_answer(&mut text, 9, |_, _| true).unwrap();
        assert_eq!(found.as_deref(), Some(&b"0\n"[..]));
    }

    #[test]
    fn another_game_has_no_first_move() {
        let mut problem = profile("hdu2177").unwrap().problem.clone();
        let rule = Rule::Generalised(std::num::NonZeroU64::new(2).unwrap());
        problem.game = Game::Wythoff(rule);
        let comparison = Comparison::new(&problem, None).unwrap();
        assert!(comparison.is_same(b"1\n1 3\n2 6\n", b"1\n2 6\n1 3\n"));
    }

    #[test]
    fn answers_that_cannot_be_told_apart_are_refused() {
        let mut moves = labelled("first wins", "no");
        moves.answer_format = AnswerFormat::LabelAndMoves;
        let error = Comparison::new(&moves, None).unwrap_err().to_string();
        assert!(error.contains("a label has no blanks"), "{error}");
        moves.answer_format = AnswerFormat::Totals;
        assert!(Comparison::new(&moves, None).is_err());
    }

    #[test]
    fn well_formed_is_what_another_record_could_have() {
        let of = |problem: &Problem, text: &str| {
            Comparison::new(problem, Some(b"?\n"))
                .unwrap()
                .is_well_formed(text.as_bytes())
        };
        let mut labels = labelled("Yes", "No");
        assert!(of(&labels, "No") && of(&labels, "?") && !of(&labels, "no"));
        labels.answer_format = AnswerFormat::MoveCount;
        assert!(of(&labels, "17") && !of(&labels, "-1") && !of(&labels, "Yes"));
        let moves = &profile("hdu2177").unwrap().problem;
        assert!(of(moves, "1\n3 5\n") && !of(moves, "1\n3 x\n") && !of(moves, "3 5\n"));
    }
}
