//! `wythoff plot moves`: the winning moves from a position.

use super::cold::{by_rule, positions};
use super::paper::{Area, Key, Mark, Picture, SMALL, colour, heading, mark, text_style, width};
use super::plane::{self, Frame, Plane, slope};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::{Position, Rule, Take};

/// The squares are drawn if no pile is larger than this.
const SQUARES: u64 = 40;
/// The other cold positions are drawn if no pile is larger than this.
const POINTS: u64 = 2000;

/// A position and the moves from it to cold ones.
pub(super) struct Moves {
    from: Position,
    rule: Rule,
    moves: Vec<Winning>,
}

/// One of the moves.
struct Winning {
    to: Position,
    words: String,
    hue: RGBColor,
}

impl Moves {
    pub(super) fn new(a: u64, b: u64, rule: Rule) -> Self {
        let first = |n| (a - n, b, t!("{n} from the first pile", n), FIRST);
        let second = |n| (a, b - n, t!("{n} from the second pile", n), SECOND);
        let both = |n| (a - n, b - n, t!("{n} from both", n), BOTH);
        let uneven = |n, m| {
            let words = t!("{n} from the first pile, {m} from the second", n, m);
            (a - n, b - m, words, BOTH)
        };
        let mut moves = Vec::new();
        for found in &rule.winning_moves(a, b) {
            match found.take {
                Take::Both(n) => moves.push(both(n)),
                // From equal piles either one can be taken.
                Take::Larger(n) if a == b => moves.extend([first(n), second(n)]),
                Take::Larger(n) if a > b => moves.push(first(n)),
                Take::Smaller(n) if a < b => moves.push(first(n)),
                Take::Larger(n) | Take::Smaller(n) => moves.push(second(n)),
                Take::Uneven { smaller, larger } if a == b => {
                    moves.extend([uneven(smaller, larger), uneven(larger, smaller)]);
                }
                Take::Uneven { smaller, larger } if a < b => moves.push(uneven(smaller, larger)),
                Take::Uneven { smaller, larger } => moves.push(uneven(larger, smaller)),
                // The rules have no other kinds of moves.
                _ => {}
            }
        }
        let moves = moves.into_iter().map(|(a, b, take, hue)| Winning {
            to: Position::new(a, b),
            words: t!("take {take}: ({a}, {b})", take, a, b),
            hue,
        });
        Self {
            from: Position::new(a, b),
            rule,
            moves: moves.collect(),
        }
    }

    /// The corners of the area that contains all positions to which a move from both piles leads.
    fn reach(&self) -> Vec<Position> {
        let Position { a, b } = self.from;
        let apart = self.rule.r().get() - 1;
        // The largest amounts that can be taken from each pile.
        let (x, y) = (
            a.min(b.saturating_add(apart)),
            b.min(a.saturating_add(apart)),
        );
        let corners = [
            (0, 0),
            (apart.min(a), 0),
            (x, x.saturating_sub(apart)),
            (x, y),
            (y.saturating_sub(apart), y),
            (0, apart.min(b)),
        ];
        corners.map(|(x, y)| Position::new(a - x, b - y)).into()
    }

    fn largest(&self) -> u64 {
        self.from.a.max(self.from.b).max(1)
    }

    fn frame(&self) -> Frame {
        Frame::new(self.largest()).wider()
    }

    fn title(&self) -> String {
        let Position { a, b } = self.from;
        let rule = by_rule(self.rule);
        match self.moves.len() {
            _ if self.rule.is_cold(a, b) => {
                t!("({a}, {b}) is cold{rule}: no move wins", a, b, rule)
            }
            0 => t!("({a}, {b}) is hot{rule}: no move is left", a, b, rule),
            1 => t!("({a}, {b}) is hot{rule}: the winning move", a, b, rule),
            n => t!(
                "({a}, {b}) is hot{rule}: its {n} winning moves",
                a,
                b,
                rule,
                n
            ),
        }
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let mut line = vec![Key::Mark(Mark::Square, colour::BLACK, t!("the position"))];
        if self.largest() <= POINTS {
            line.push(Key::Mark(Mark::Dot, OTHER, t!("cold")));
        }
        line.push(Key::Line(
            colour::ORANGE,
            2,
            match self.rule.r().get() {
                1 => t!("golden lines"),
                _ => t!("slope {s}", s = format!("{:.3}", slope(self.rule))),
            },
        ));
        line.push(Key::Line(MOVES, 2, t!("all moves")));
        let mut key = vec![line];
        for winning in &self.moves {
            let words = winning.words.clone();
            key.push(vec![Key::Mark(Mark::Dot, winning.hue, words)]);
        }
        key
    }
}

/// The colour of winning moves that take from the first pile.
const FIRST: RGBColor = colour::BLUE;
/// The colour of winning moves that take from the second pile.
const SECOND: RGBColor = colour::GREEN;
/// The colour of winning moves from both piles.
const BOTH: RGBColor = colour::PURPLE;
/// The colour of cold positions that no winning move leads to.
const OTHER: RGBColor = RGBColor(150, 150, 150);
/// The colour of the lines of all moves.
const MOVES: RGBColor = RGBColor(200, 200, 200);
/// The colour of the area of all moves from both piles, where they are more than a line.
const REACH: RGBColor = RGBColor(238, 238, 238);

impl Picture for Moves {
    fn size(&self) -> (u32, u32) {
        plane::size(&self.frame(), self.key().len())
    }

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let area = heading(area, &self.title(), &self.key())?;
        let plane = Plane::new(&area, &self.frame())?;
        let point = |p: Position| (p.a as f64, p.b as f64);
        if self.rule.r().get() > 1 {
            let corners = self.reach().into_iter().map(|p| plane.at(point(p)));
            area.draw(&Polygon::new(corners.collect::<Vec<_>>(), REACH))?;
        }
        if self.largest() <= SQUARES {
            plane.squares()?;
        }
        plane.golden_lines(self.rule, 2)?;
        let Position { a, b } = self.from;
        let both = a.min(b);
        for end in [(0, b), (a, 0), (a - both, b - both)] {
            let end = Position::new(end.0, end.1);
            plane.line(point(self.from), point(end), MOVES, 2)?;
        }
        let radius = plane.radius();
        if self.largest() <= POINTS {
            for p in positions(self.rule, self.largest(), self.largest()) {
                mark(&area, Mark::Dot, plane.at(point(p)), radius, OTHER)?;
            }
        }
        for winning in &self.moves {
            plane.line(point(self.from), point(winning.to), winning.hue, 4)?;
        }
        let radius = radius.max(6);
        for winning in &self.moves {
            let at = plane.at(point(winning.to));
            mark(&area, Mark::Dot, at, radius, winning.hue)?;
        }
        let at = plane.at(point(self.from));
        mark(&area, Mark::Square, at, radius, colour::BLACK)?;
        // No label may hide a mark.
        let mut marked: Vec<Position> = self.moves.iter().map(|winning| winning.to).collect();
        marked.push(self.from);
        if self.largest() <= SQUARES {
            marked.extend(positions(self.rule, self.largest(), self.largest()));
        }
        let mut taken: Vec<Rect> = marked
            .into_iter()
            .map(|p| Rect::around(plane.at(point(p)), radius))
            .collect();
        for winning in &self.moves {
            label(&area, &plane, winning, radius, &mut taken)?;
        }
        Ok(String::new())
    }
}

/// A rectangle of the picture: left, top, right, bottom.
#[derive(Clone, Copy)]
struct Rect([i32; 4]);

impl Rect {
    fn around((x, y): (i32, i32), radius: i32) -> Self {
        Self([x - radius, y - radius, x + radius, y + radius])
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (Self([l, t, r, b]), Self([left, top, right, bottom])) = (self, other);
        l < right && left < r && t < bottom && top < b
    }
}

/// Half the height of a label.
const HALF: i32 = 10;

/// Writes a position beside its mark, at the first free one of six places. The background is white, because lines may pass
/// there. If no place is free, the label is left out; the key also shows the position.
fn label(
    area: &Area<'_>,
    plane: &Plane<'_>,
    winning: &Winning,
    radius: i32,
    taken: &mut Vec<Rect>,
) -> Result<()> {
    let words = winning.to.to_string();
    let (x, y) = plane.at((winning.to.a as f64, winning.to.b as f64));
    let (left, bottom) = plane.at((-0.5, -0.5));
    let (right, top) = plane.at((plane.edge(), plane.edge()));
    let (wide, away) = (width(&words, SMALL), radius + 4);
    for (x_side, y_side) in [(1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0)] {
        let start = if x_side > 0 {
            x + away
        } else {
            x - away - wide
        };
        let middle = y + y_side * (away + 2);
        let rect = Rect([start - 1, middle - HALF, start + wide + 1, middle + HALF]);
        let Rect([l, t, r, b]) = rect;
        let inside = l > left && t > top && r < right && b < bottom;
        if !inside || taken.iter().any(|other| rect.overlaps(other)) {
            continue;
        }
        area.draw(&Rectangle::new([(l, t), (r, b)], WHITE.filled()))?;
        let style = text_style(SMALL, colour::BLACK, HPos::Left, VPos::Center);
        area.draw(&Text::new(words, (start, middle), style))?;
        taken.push(rect);
        return Ok(());
    }
    Ok(())
}
