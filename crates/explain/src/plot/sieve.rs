//! The construction of the cold positions, a frame for each step.

use super::cold::{both_orders, by_rule, is_move, positions};
use super::picture::{
    ABOVE, Anchor, BELOW, BESIDE, Colour, Label, MARGIN, Picture, SMALL, Sample, TINY, colour,
};
use super::plane::{Axis, Position, number};
use crate::text::{Lang, t};
use wythoff::Rule;

const COLUMNS: usize = 3;
const SIDE: i32 = 230;
/// The height of the words above a frame.
const WORDS: i32 = 30;
/// The space to the left of a frame and below it, for the numbers of its axes.
const NUMBERS: i32 = 24;
const RIGHT: i32 = 12;
const MAX_NUMBERS: usize = 13;
/// The colours of positions that an earlier step struck out, and that this step strikes out.
const EARLIER: Colour = [205, 205, 205];
const NOW: Colour = [247, 205, 120];

/// How the cold positions with piles up to `max` are found one after another. Each frame is a step: the first position that is not
/// struck out, row by row, is cold, and strikes out all positions with a move to it. Above about 30 the squares are too small.
pub fn sieve(max: u64, rule: Rule, lang: Lang) -> Picture {
    // Each pair is the first position, row by row, that the earlier pairs do not strike out.
    let steps: Vec<_> = positions(rule, max).filter(|(a, b)| a <= b).collect();
    let title = t!(
        in lang; "Finding the cold positions{rule}, piles up to {max}",
        rule = by_rule(rule, lang),
        max
    );
    let next = t!(in lang; "The next cold position has the least number without a pair yet, and the next difference.");
    let next = (rule != Rule::Misere).then_some((Sample::None, next));
    let now = t!(in lang; "struck out now: it has a move to the new cold one");
    let earlier = t!(in lang; "struck out before");
    let undecided = t!(in lang; "not decided yet");
    let key = [
        next.into_iter().collect(),
        vec![
            (Sample::Dot(colour::BLACK), t!(in lang; "cold")),
            (Sample::Square(NOW), now),
        ],
        vec![
            (Sample::Square(EARLIER), earlier),
            (Sample::Square(colour::WHITE), undecided),
        ],
    ];
    let square = SIDE / (max as i32 + 1);
    let side = square * (max as i32 + 1);
    let columns = steps.len().clamp(2, COLUMNS) as i32;
    let rows = steps.len().div_ceil(COLUMNS) as i32;
    let width = 2 * MARGIN + columns * (NUMBERS + side + RIGHT);
    let size = (width.max(640), rows * (WORDS + side + NUMBERS) + MARGIN);
    let mut picture = Picture::new(&title, &key, size, lang);
    for (step, (a, b)) in steps.iter().enumerate() {
        let (row, column) = ((step / COLUMNS) as i32, (step % COLUMNS) as i32);
        let left = MARGIN + NUMBERS + column * (NUMBERS + side + RIGHT);
        let top = picture.top + WORDS + row * (WORDS + side + NUMBERS);
        let words = format!("{}. ({a}, {b})", step + 1);
        let at = (left, top - 4);
        picture.text(Label::new(words, at, SMALL, Anchor::Start, ABOVE));
        let found = &steps[..=step];
        for p in (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b))) {
            let (x, y) = (left + p.0 as i32 * square, top + side - p.1 as i32 * square);
            let corners = [(x, y - square), (x + square, y)];
            picture.rect(corners, colour_after(found, rule, p));
            picture.frame(corners, colour::PALE);
            if both_orders(p).any(|p| found.contains(&p)) {
                let middle = (x + square / 2, y - square / 2);
                let radius = (square * 3 / 10).max(2);
                picture.dot(middle, radius, colour::BLACK);
            }
        }
        picture.frame([(left, top), (left + side, top + side)], colour::GREY);
        let axis = Axis::new(max, side);
        for n in axis.numbers(MAX_NUMBERS) {
            let (units, text) = (axis.units(n), number(n));
            let at = (left + units, top + side + 4);
            picture.text(Label::new(&text, at, TINY, Anchor::Middle, BELOW));
            let at = (left - 5, top + side - units);
            picture.text(Label::new(&text, at, TINY, Anchor::End, BESIDE));
        }
    }
    picture
}

/// The colour of position `p` after the step that found the last pair of `found`.
fn colour_after(found: &[Position], rule: Rule, p: Position) -> Colour {
    let strikes = |&cold: &Position| both_orders(cold).any(|cold| is_move(rule, p, cold));
    match found.iter().position(strikes) {
        Some(by) if by + 1 == found.len() => NOW,
        Some(_) => EARLIER,
        // Under the misere rule the player to move has won: the opponent took the last object.
        None if rule == Rule::Misere && p == (0, 0) => EARLIER,
        None => colour::WHITE,
    }
}
