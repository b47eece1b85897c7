//! `wythoff plot moves`: the winning moves from a position.

use super::cold::positions;
use super::paper::{Area, Key, Mark, Picture, SMALL, colour, heading, letters, mark, width};
use super::plane::{self, Frame, Plane};
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::{Position, Take, winning_moves};

/// Up to here the squares are drawn.
const SQUARES: u64 = 40;
/// Up to here the other cold positions are.
const POINTS: u64 = 2000;

/// A position and the moves from it to cold ones.
pub(super) struct Moves {
    from: Position,
    moves: Vec<Winning>,
}

/// One of the moves.
struct Winning {
    to: Position,
    words: String,
    hue: RGBColor,
}

impl Moves {
    pub(super) fn new(a: u64, b: u64) -> Self {
        let first = |n| (a - n, b, format!("{n} from the first pile"), FIRST);
        let second = |n| (a, b - n, format!("{n} from the second pile"), SECOND);
        let both = |n| (a - n, b - n, format!("{n} from both"), BOTH);
        let mut moves = Vec::new();
        for found in &winning_moves(a, b) {
            match found.take {
                Take::Both(n) => moves.push(both(n)),
                // Of equal piles it may be either.
                Take::Larger(n) if a == b => moves.extend([first(n), second(n)]),
                Take::Larger(n) if a > b => moves.push(first(n)),
                Take::Smaller(n) if a < b => moves.push(first(n)),
                Take::Larger(n) | Take::Smaller(n) => moves.push(second(n)),
                Take::Uneven { .. } => {}
            }
        }
        let moves = moves.into_iter().map(|(a, b, take, hue)| Winning {
            to: Position::new(a, b),
            words: format!("take {take}: ({a}, {b})"),
            hue,
        });
        Self {
            from: Position::new(a, b),
            moves: moves.collect(),
        }
    }

    fn largest(&self) -> u64 {
        self.from.a.max(self.from.b).max(1)
    }

    fn frame(&self) -> Frame {
        Frame::new(self.largest()).wider()
    }

    fn title(&self) -> String {
        let Position { a, b } = self.from;
        match self.moves.len() {
            0 => format!("({a}, {b}) is cold: no move wins"),
            1 => format!("({a}, {b}) is hot: the winning move"),
            n => format!("({a}, {b}) is hot: its {n} winning moves"),
        }
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let mut key = vec![vec![
            Key::Mark(Mark::Square, colour::BLACK, "the position".into()),
            Key::Mark(Mark::Dot, OTHER, "cold".into()),
            Key::Line(colour::ORANGE, 2, "golden lines".into()),
            Key::Line(MOVES, 2, "all moves".into()),
        ]];
        for winning in &self.moves {
            let words = winning.words.clone();
            key.push(vec![Key::Mark(Mark::Dot, winning.hue, words)]);
        }
        key
    }
}

/// Winning moves that take from the first pile.
const FIRST: RGBColor = colour::BLUE;
/// From the second one.
const SECOND: RGBColor = colour::GREEN;
/// From both.
const BOTH: RGBColor = colour::PURPLE;
/// Cold positions that no winning move leads to.
const OTHER: RGBColor = RGBColor(150, 150, 150);
/// The lines of the moves that don't win.
const MOVES: RGBColor = RGBColor(200, 200, 200);

impl Picture for Moves {
    fn size(&self) -> (u32, u32) {
        plane::size(&self.frame(), self.key().len())
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Result<()>
    where
        B::ErrorType: 'static,
    {
        let area = heading(area, &self.title(), &self.key())?;
        let plane = Plane::new(&area, &self.frame())?;
        if self.largest() <= SQUARES {
            plane.squares()?;
        }
        plane.golden_lines(2)?;
        let place = |p: Position| (p.a as f64, p.b as f64);
        let Position { a, b } = self.from;
        let both = a.min(b);
        for end in [(0, b), (a, 0), (a - both, b - both)] {
            let end = Position::new(end.0, end.1);
            plane.line(place(self.from), place(end), MOVES, 2)?;
        }
        let radius = plane.radius();
        if self.largest() <= POINTS {
            for p in positions(self.largest(), self.largest()) {
                mark(&area, Mark::Dot, plane.at(place(p)), radius, OTHER)?;
            }
        }
        for winning in &self.moves {
            plane.line(place(self.from), place(winning.to), winning.hue, 4)?;
        }
        let radius = radius.max(6);
        for winning in &self.moves {
            let at = plane.at(place(winning.to));
            mark(&area, Mark::Dot, at, radius, winning.hue)?;
            label(&area, &plane, winning, radius)?;
        }
        let at = plane.at(place(self.from));
        mark(&area, Mark::Square, at, radius, colour::BLACK)?;
        Ok(())
    }
}

/// Writes beside a mark, where no winning move comes from: below, and to the left of one that is
/// left of the position. Not if that would leave the plane, since the key says it too.
fn label<B: DrawingBackend>(
    area: &Area<B>,
    plane: &Plane<'_, B>,
    winning: &Winning,
    radius: i32,
) -> Result<()>
where
    B::ErrorType: 'static,
{
    let words = winning.to.to_string();
    let (x, y) = plane.at((winning.to.a as f64, winning.to.b as f64));
    let (left, bottom) = plane.at((-0.5, -0.5));
    let (right, _) = plane.at((plane.edge(), plane.edge()));
    let (wide, away) = (width(&words, SMALL), radius + 4);
    let (at, h_pos) = if winning.hue == FIRST && x - away - wide > left {
        (x - away, HPos::Right)
    } else if x + away + wide < right {
        (x + away, HPos::Left)
    } else {
        return Ok(());
    };
    // Above the axis, where there are its numbers.
    let y = if y + away + 11 < bottom {
        y + away + 2
    } else {
        y - away - 2
    };
    let style = letters(SMALL, colour::BLACK, h_pos, VPos::Center);
    area.draw(&Text::new(words, (at, y), style))?;
    Ok(())
}
