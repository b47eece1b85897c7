//! The cold positions on the plane.

use super::picture::{Picture, Sample, colour};
use super::plane::{Axis, Plane, Position, SIDE, point, slope};
use crate::text::{Lang, t};
use wythoff::Rule;
use wythoff::game::pair_generalised;

/// Up to this largest pile, squares and the lines of the ruled-out positions are drawn. More lines would cover the picture.
const MAX_LINES: u64 = 40;
/// Up to this largest pile, the points do not touch each other.
const MAX_APART: u64 = 200;

/// The cold positions with piles up to `max`, in the order of their pairs.
pub(super) fn positions(rule: Rule, max: u64) -> impl Iterator<Item = Position> {
    (0..)
        .map_while(move |k| pair_generalised(k, rule.r()))
        .map(move |pair| match (rule, pair) {
            (Rule::Misere, (0, 0)) => (0, 1),
            (Rule::Misere, (1, 2)) => (2, 2),
            _ => pair,
        })
        .take_while(move |&(_, upper)| upper <= max)
        .flat_map(both_orders)
}

/// The position, and the one with the piles in the other order if they differ.
pub(super) fn both_orders((a, b): Position) -> impl Iterator<Item = Position> {
    std::iter::once((a, b)).chain((a != b).then_some((b, a)))
}

pub(super) fn is_move(rule: Rule, from: Position, to: Position) -> bool {
    let (Some(x), Some(y)) = (from.0.checked_sub(to.0), from.1.checked_sub(to.1)) else {
        return false;
    };
    (x == 0) != (y == 0) || x > 0 && x.abs_diff(y) < rule.r().get()
}

/// The part of a title that names the rule. It follows the name of the game.
pub(super) fn by_rule(rule: Rule, lang: Lang) -> String {
    match rule {
        Rule::Normal => String::new(),
        Rule::Misere => t!(in lang; " (misere)"),
        rule => t!(in lang; " ({rule})", rule),
    }
}

/// The cold positions with piles up to `max`, and the two golden lines. Up to 40 it shows which row, column and diagonal each cold
/// position rules out.
pub fn cold(max: u64, rule: Rule, lang: Lang) -> Picture {
    let title = t!(
        in lang; "Cold positions of Wythoff's game{rule}, piles up to {max}",
        rule = by_rule(rule, lang),
        max
    );
    let r = rule.r().get();
    let (lines, diagonals) = match r {
        1 => (
            t!(in lang; "golden lines, b = φ·a and a = φ·b"),
            t!(in lang; "diagonal"),
        ),
        _ => (
            t!(in lang; "b = s·a and a = s·b, s = {s}", s = format!("{:.3}", slope(rule))),
            t!(in lang; "diagonals"),
        ),
    };
    let mut key = vec![vec![
        (Sample::Dot(colour::BLACK), t!(in lang; "cold position")),
        (Sample::Line(colour::ORANGE, 3), lines),
    ]];
    if max <= MAX_LINES {
        key.push(vec![
            (Sample::None, t!(in lang; "struck out by a cold position:")),
            (Sample::Line(colour::SKY, 2), t!(in lang; "its row")),
            (Sample::Line(colour::GREEN, 2), t!(in lang; "column")),
            (Sample::Line(colour::PURPLE, 2), diagonals),
        ]);
    }
    let mut plane = Plane::new(&title, &key, max, Axis::new(max, SIDE), lang);
    if max <= MAX_LINES {
        plane.grid(-0.5);
        // The positions with a move to a cold one are on lines from there to the edge.
        let edge = plane.axis.edge;
        for p in positions(rule, max) {
            let (a, b) = point(p);
            plane.line((a, b), (edge, b), colour::SKY, 2);
            plane.line((a, b), (a, edge), colour::GREEN, 2);
            // A move from both piles takes amounts that differ by less than r.
            let apart = r.min(max + 1) - 1;
            for (right, up) in (0..=apart).flat_map(|n| [(n, 0), (0, n)]).skip(1) {
                let (a, b) = (a + right as f64, b + up as f64);
                let length = edge - a.max(b);
                if length > 0.0 {
                    plane.line((a, b), (a + length, b + length), colour::PURPLE, 2);
                }
            }
        }
    }
    // Points that touch each other would hide the lines, so the lines are drawn over such points.
    if max <= MAX_APART {
        plane.golden_lines(rule, 3);
    }
    for p in positions(rule, max) {
        plane.dot(p, plane.radius(), colour::BLACK);
    }
    if max > MAX_APART {
        plane.golden_lines(rule, 1);
    }
    plane.picture
}
