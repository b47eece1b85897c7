//! The winning moves from a position.

use super::cold::{both_orders, by_rule, is_move, positions};
use super::picture::{Colour, Picture, Sample, colour};
use super::plane::{Axis, Plane, Position, SIDE, point, slope};
use crate::text::{Lang, t};
use wythoff::Rule;

/// The largest pile with a line for each row and each column.
const MAX_LINES: u64 = 40;
/// The largest pile with the other cold positions.
const MAX_POINTS: u64 = 2000;

// The colours of winning moves, by the pile that they take from.
const FIRST: Colour = colour::BLUE;
const SECOND: Colour = colour::GREEN;
const BOTH: Colour = colour::PURPLE;
/// The colour of cold positions without a winning move to them.
const OTHER: Colour = [150, 150, 150];
const MOVES: Colour = [200, 200, 200];

struct WinningMove {
    to: Position,
    words: String,
    hue: Colour,
}

/// The position `(a, b)` and its winning moves.
pub fn moves(a: u64, b: u64, rule: Rule, lang: Lang) -> Picture {
    let winning = winning_moves((a, b), rule, lang);
    let largest = a.max(b).max(1);
    let title = title((a, b), rule, winning.len(), lang);

    let position = t!(in lang; "the position");
    let mut line = vec![(Sample::Square(colour::BLACK), position)];
    if largest <= MAX_POINTS {
        line.push((Sample::Dot(OTHER), t!(in lang; "cold")));
    }
    let lines = match rule.r().get() {
        1 => t!(in lang; "golden lines"),
        _ => t!(in lang; "slope {s}", s = format!("{:.3}", slope(rule))),
    };
    line.push((Sample::Line(colour::ORANGE, 2), lines));
    line.push((Sample::Line(MOVES, 2), t!(in lang; "all moves")));
    let mut key = vec![line];
    let entry = |m: &WinningMove| vec![(Sample::Dot(m.hue), m.words.clone())];
    key.extend(winning.iter().map(entry));

    // The plane extends beyond the last position, because a mark is larger than its square.
    let axis = Axis {
        edge: largest as f64 + (largest as f64 * 0.02).max(0.5),
        side: SIDE,
    };
    let mut plane = Plane::new(&title, &key, largest, axis, lang);
    if largest <= MAX_LINES {
        plane.grid(0.0);
    }
    plane.golden_lines(rule, 2);
    let from = point((a, b));
    for end in [(0.0, from.1), (from.0, 0.0)] {
        plane.line(from, end, MOVES, 2);
    }
    // The main diagonal; with r=N, N above 1, also the two diagonals that are farthest from it.
    let apart = (rule.r().get() - 1) as f64;
    let diagonals = [(0.0, 0.0), (apart, 0.0), (0.0, apart)];
    let count = if apart > 0.0 { 3 } else { 1 };
    for (first, second) in diagonals.into_iter().take(count) {
        let (a, b) = (from.0 - first, from.1 - second);
        let both = a.min(b);
        if both > 0.0 {
            plane.line((a, b), (a - both, b - both), MOVES, 2);
        }
    }
    let radius = plane.radius();
    if largest <= MAX_POINTS {
        for p in positions(rule, largest) {
            plane.dot(p, radius, OTHER);
        }
    }
    for winning in &winning {
        plane.line(from, point(winning.to), winning.hue, 4);
    }
    let radius = radius.max(6);
    for winning in &winning {
        plane.dot(winning.to, radius, winning.hue);
    }
    plane.picture.square(plane.at(from), radius, colour::BLACK);
    plane.picture
}

fn winning_moves((a, b): Position, rule: Rule, lang: Lang) -> Vec<WinningMove> {
    let winning = |to: Position| {
        let (take, hue) = match (a - to.0, b - to.1) {
            (n, 0) => (t!(in lang; "{n} from the first pile", n), FIRST),
            (0, n) => (t!(in lang; "{n} from the second pile", n), SECOND),
            (n, m) if n == m => (t!(in lang; "{n} from both", n), BOTH),
            (n, m) => {
                let take = t!(in lang; "{n} from the first pile, {m} from the second", n, m);
                (take, BOTH)
            }
        };
        let (a, b) = to;
        let words = t!(in lang; "take {take}: ({a}, {b})", take, a, b);
        WinningMove { to, words, hue }
    };
    let found = rule.winning_moves(a, b);
    let ends = found.positions().flat_map(both_orders);
    let moves = ends.filter(|&to| is_move(rule, (a, b), to));
    moves.map(winning).collect()
}

fn title((a, b): Position, rule: Rule, winning_moves: usize, lang: Lang) -> String {
    let is_cold = rule.is_cold(a, b);
    let rule = by_rule(rule, lang);
    match winning_moves {
        _ if is_cold => t!(in lang; "({a}, {b}) is cold{rule}: no move wins", a, b, rule),
        0 => t!(in lang; "({a}, {b}) is hot{rule}: no move is left", a, b, rule),
        1 => t!(in lang; "({a}, {b}) is hot{rule}: the winning move", a, b, rule),
        n => t!(in lang; "({a}, {b}) is hot{rule}: its {n} winning moves", a, b, rule, n),
    }
}
