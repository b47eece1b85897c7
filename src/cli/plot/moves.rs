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
        let first = |n| (a - n, b, format!("{n} from the first pile"), colour::BLUE);
        let second = |n| (a, b - n, format!("{n} from the second pile"), colour::GREEN);
        let both = |n| (a - n, b - n, format!("{n} from both"), colour::PURPLE);
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
        let (_, bottom) = plane.at((0.0, -0.5));
        for winning in &self.moves {
            let at = plane.at(place(winning.to));
            mark(&area, Mark::Dot, at, radius, winning.hue)?;
            label(&area, bottom, at, radius, &winning.to.to_string())?;
        }
        let at = plane.at(place(self.from));
        mark(&area, Mark::Square, at, radius, colour::BLACK)?;
        Ok(())
    }
}

/// Writes beside a mark, on white; not if that would leave the picture, since the key says it too.
fn label<B: DrawingBackend>(
    area: &Area<B>,
    bottom: i32,
    at: (i32, i32),
    radius: i32,
    words: &str,
) -> Result<()>
where
    B::ErrorType: 'static,
{
    let wide = width(words, SMALL);
    let left = at.0 + radius + 4;
    let (right, _) = area.dim_in_pixel();
    if left + wide + 8 > right as i32 {
        return Ok(());
    }
    // Below, where no move comes from, but above the axis.
    let y = match at.1 + radius + 6 {
        y if y + 9 < bottom => y,
        _ => at.1 - radius - 6,
    };
    let paper = [(left - 2, y - 9), (left + wide + 2, y + 9)];
    area.draw(&Rectangle::new(paper, WHITE.filled()))?;
    let style = letters(SMALL, colour::BLACK, HPos::Left, VPos::Center);
    area.draw(&Text::new(words, (left, y), style))?;
    Ok(())
}
