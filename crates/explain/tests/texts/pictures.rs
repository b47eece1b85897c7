//! Tests which shapes are drawn, and at which places. No test checks whether a picture looks good.

use std::collections::BTreeSet;
use wythoff::Rule;
use wythoff::game::GrundyTable;
use wythoff_explain::Lang;
use wythoff_explain::plot::{Anchor, Colour, Label, Picture, Shape, cold, grundy, moves, sieve};

fn rule(name: &str) -> Rule {
    name.parse().expect("a rule")
}

/// Pictures of each kind, with small and large arguments.
fn pictures(lang: Lang) -> Vec<Picture> {
    let mut all = Vec::new();
    for (max, name) in [(20, "normal"), (1, "normal"), (2000, "normal"), (20, "r=3")] {
        all.push(cold(max, rule(name), lang));
    }
    for (max, name) in [(12, "normal"), (1, "misere"), (30, "r=2")] {
        all.push(sieve(max, rule(name), lang));
    }
    for (a, b, name) in [
        (7, 10, "normal"),
        (0, 0, "normal"),
        (0, 5, "normal"),
        (9, 4, "r=3"),
        (5, u64::MAX, "r=7"),
        (u64::MAX, 11_400_714_819_323_198_499, "normal"),
    ] {
        all.push(moves(a, b, rule(name), lang));
    }
    all.extend([1, 20, 47].map(|max| grundy(max, lang)));
    all
}

fn labels(picture: &Picture) -> Vec<&Label> {
    let labels = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(label) => Some(&**label),
        _ => None,
    });
    labels.collect()
}

/// The number of lines and filled rectangles of a colour.
fn of_colour(picture: &Picture, colour: Colour) -> usize {
    let is_so =
        |shape: &&Shape| matches!(shape, Shape::Line(_, c, _) | Shape::Rect(_, c) if *c == colour);
    picture.shapes.iter().filter(is_so).count()
}

/// The cold positions whose piles are at most `max`.
fn cold_positions(rule: Rule, max: u64) -> Vec<(u64, u64)> {
    let all = (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b)));
    all.filter(|&(a, b)| rule.is_cold(a, b)).collect()
}

#[test]
fn everything_is_within_the_picture() {
    for picture in pictures(Lang::En) {
        let (width, height) = (picture.width, picture.height);
        assert!(width >= 600 && height >= 250);
        for shape in &picture.shapes {
            let corners = match shape {
                Shape::Rect(ends, _) | Shape::Frame(ends, _) | Shape::Line(ends, ..) => *ends,
                &Shape::Dot((x, y), r, _) => {
                    [(x - r as i32, y - r as i32), (x + r as i32, y + r as i32)]
                }
                Shape::Text(label) => {
                    // Wide letters are 0.6 em wide.
                    let long = 0.6 * label.em * label.text.chars().count() as f64;
                    let before = match label.anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => long / 2.0,
                        Anchor::End => long,
                    };
                    let ends = [-before, long - before].map(|along| along as i32);
                    let (x, y) = label.at;
                    ends.map(|along| {
                        if label.is_upward {
                            (x, y - along)
                        } else {
                            (x + along, y)
                        }
                    })
                }
            };
            for (x, y) in corners {
                let is_inside = (0..=width).contains(&x) && (0..=height).contains(&y);
                assert!(is_inside, "{shape:?} in {width} x {height}");
            }
        }
    }
}

#[test]
fn labels_are_chinese_or_english() {
    let has_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
    for picture in pictures(Lang::En) {
        assert!(
            labels(&picture)
                .iter()
                .all(|label| !has_chinese(&label.text))
        );
    }
    for picture in pictures(Lang::Zh) {
        for Label { text, .. } in labels(&picture) {
            // Numbers and formulas.
            let letters = text.chars().filter(char::is_ascii_alphabetic).count();
            assert!(has_chinese(text) || letters <= 1, "{text}");
        }
    }
}

/// The files in docs/pictures have what is drawn. After a change of a picture, look at the new one: docs/README.md has the commands.
#[test]
fn the_pictures_of_the_documentation_are_drawn() {
    // Compiled in, because Windows programs in wine run without the repository.
    let cold_file = include_str!("../../../../docs/pictures/cold.svg");
    assert!(cold_file == cold(20, Rule::Normal, Lang::En).svg());
    let moves_file = include_str!("../../../../docs/pictures/moves.svg");
    assert!(moves_file == moves(7, 10, Rule::Normal, Lang::En).svg());
    let sieve_file = include_str!("../../../../docs/pictures/sieve.svg");
    assert!(sieve_file == sieve(12, Rule::Normal, Lang::En).svg());
}

#[test]
fn every_cold_position_is_drawn_once_and_in_its_place() {
    for (max, name) in [
        (1, "normal"),
        (2, "misere"),
        (3, "r=2"),
        (12, "r=7"),
        (20, "r=1000"),
        (40, "misere"),
        (41, "r=2"),
        (300, "normal"),
    ] {
        let picture = cold(max, rule(name), Lang::En);
        let dot = |shape: &Shape| match *shape {
            Shape::Dot(centre, ..) => Some(centre),
            _ => None,
        };
        // The first dot is in the key. The others include one in the first column and one in the first row.
        let dots: Vec<_> = picture.shapes.iter().filter_map(dot).skip(1).collect();
        let square = 640.0 / (max as f64 + 1.0);
        let place = |pixels: i32| (f64::from(pixels) / square).round() as u64;
        let left = dots.iter().map(|dot| dot.0).min().expect("a dot");
        let bottom = dots.iter().map(|dot| dot.1).max().expect("a dot");
        let place = |(x, y): &(i32, i32)| (place(x - left), place(bottom - y));
        let mut drawn: Vec<_> = dots.iter().map(place).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, cold_positions(rule(name), max), "{name} to {max}");
    }
}

/// On small planes, the row, the column and the diagonal of each cold position are drawn. The key has a line of each colour.
#[test]
fn ruled_out_lines_are_drawn_on_small_planes() {
    for (max, lines) in [(12, 10), (40, 32), (41, 0)] {
        let picture = cold(max, Rule::Normal, Lang::En);
        for colour in [[86, 180, 233], [0, 158, 115], [204, 121, 167]] {
            assert_eq!(of_colour(&picture, colour), lines, "{colour:?} up to {max}");
        }
        assert_eq!(of_colour(&picture, [230, 159, 0]), 3, "the golden lines");
    }
}

#[test]
fn grundy_values_are_in_their_squares() {
    let picture = grundy(9, Lang::En);
    let table = GrundyTable::new(9).expect("a small table");
    let square = |shape: &Shape| match *shape {
        Shape::Rect([(x, y), (right, bottom)], hue) if right - x == 64 && bottom - y == 64 => {
            Some((x, y, hue))
        }
        _ => None,
    };
    let squares: Vec<_> = picture.shapes.iter().filter_map(square).collect();
    let left = squares
        .iter()
        .map(|square| square.0)
        .min()
        .expect("squares");
    let bottom = squares
        .iter()
        .map(|square| square.1)
        .max()
        .expect("squares");
    let (mut positions, mut colours) = (BTreeSet::new(), BTreeSet::new());
    for (x, y, hue) in squares {
        let [a, b] = [x - left, bottom - y].map(|distance| (distance / 64) as usize);
        let is_within = |label: &&Label| {
            (x + 1..x + 64).contains(&label.at.0) && (y + 1..y + 64).contains(&label.at.1)
        };
        let value: Vec<_> = labels(&picture).into_iter().filter(is_within).collect();
        assert_eq!(value.len(), 1, "({a}, {b})");
        let expected = table.get(a, b).expect("a value");
        assert_eq!(value[0].text.trim(), expected.to_string(), "({a}, {b})");
        assert_eq!(hue == [255; 3], expected == 0, "({a}, {b})");
        positions.insert((a, b));
        colours.insert((expected, hue));
    }
    assert_eq!(positions.len(), 100);
    // Each value has its own colour.
    let values: BTreeSet<_> = colours.iter().map(|(value, _)| value).collect();
    let hues: BTreeSet<_> = colours.iter().map(|(_, hue)| hue).collect();
    assert_eq!([values.len(), hues.len()], [colours.len(); 2]);
}
