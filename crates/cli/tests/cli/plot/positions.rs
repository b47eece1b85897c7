//! Pictures of positions: cold ones, moves, Grundy values.

use super::*;

#[test]
fn every_cold_position_is_drawn_once_and_in_its_place() {
    let folder = Folder::new();
    for max in [1_usize, 2, 12, 40, 41, 300] {
        let text = svg(&folder, &["cold", "--max", &max.to_string()]);
        let document = parsed(&text);
        let mut expected: Vec<_> = pairs_by_mex(max + 1)
            .into_iter()
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|&(a, b)| a.max(b) <= max as u64)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        // The first mark is in the key.
        let circles: Vec<_> = all(&document, "circle").skip(1).collect();
        assert_eq!(circles.len(), expected.len(), "up to {max}");
        let centre = |c: &Node<'_, '_>| (number(*c, "cx"), number(*c, "cy"));
        let origin = centre(&circles[0]);
        let square = 640.0 / (max as f64 + 1.0);
        let mut drawn: Vec<_> = circles
            .iter()
            .map(centre)
            .map(|(x, y)| {
                let place = |pixels: f64| (pixels / square).round() as u64;
                (place(x - origin.0), place(origin.1 - y))
            })
            .collect();
        drawn.sort_unstable();
        assert_eq!(drawn, expected, "up to {max}");
    }
}

/// On small planes, the row, the column and the diagonal of each cold position are drawn.
#[test]
fn ruled_out_lines_are_drawn_on_small_planes() {
    let folder = Folder::new();
    for (max, positions) in [(12, 9), (40, 31), (41, 0)] {
        let text = svg(&folder, &["cold", "--max", &max.to_string()]);
        let document = parsed(&text);
        for colour in ["#56B4E9", "#009E73", "#CC79A7"] {
            let lines =
                all(&document, "polyline").filter(|l| l.attribute("stroke") == Some(colour));
            let key = usize::from(positions > 0);
            assert_eq!(lines.count(), positions + key, "{colour} up to {max}");
        }
        let golden =
            all(&document, "polyline").filter(|l| l.attribute("stroke") == Some("#E69F00"));
        assert_eq!(golden.count(), 3);
    }
}

#[test]
fn winning_moves_are_those_to_cold_positions() {
    let folder = Folder::new();
    let cold: BTreeSet<_> = pairs_by_mex(20)
        .into_iter()
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    for (a, b) in (0..=10).flat_map(|a| (0..=7).map(move |b| (a, b))) {
        let mut expected = Vec::new();
        for n in 1..=u64::max(a, b) {
            let mut end = |a: Option<u64>, b: Option<u64>, from: &str| {
                if let (Some(a), Some(b)) = (a, b)
                    && cold.contains(&(a, b))
                {
                    expected.push(format!("take {n} from {from}: ({a}, {b})"));
                }
            };
            end(a.checked_sub(n), Some(b), "the first pile");
            end(Some(a), b.checked_sub(n), "the second pile");
            end(a.checked_sub(n), b.checked_sub(n), "both");
        }
        let text = svg(&folder, &["moves", &a.to_string(), &b.to_string()]);
        let texts = texts(&parsed(&text));
        let mut written: Vec<_> = texts
            .iter()
            .filter(|t| t.starts_with("take "))
            .cloned()
            .collect();
        written.sort();
        expected.sort();
        assert_eq!(written, expected, "from ({a}, {b})");
        let word = if cold.contains(&(a, b)) {
            "cold"
        } else {
            "hot"
        };
        assert!(
            texts[0].starts_with(&format!("({a}, {b}) is {word}: ")),
            "{}",
            texts[0]
        );
    }
}

#[test]
fn grundy_values_stand_in_their_squares() {
    let folder = Folder::new();
    const MAX: usize = 9;
    let text = svg(&folder, &["grundy", "--max", "9"]);
    let document = parsed(&text);
    let table = grundy_by_mex(MAX + 1);
    let squares: Vec<_> = all(&document, "rect")
        .filter(|r| number(*r, "width") == 64.0 && number(*r, "height") == 64.0)
        .collect();
    assert_eq!(squares.len(), (MAX + 1) * (MAX + 1));
    let left = squares
        .iter()
        .map(|r| number(*r, "x"))
        .fold(f64::MAX, f64::min);
    let bottom = squares.iter().map(|r| number(*r, "y")).fold(0.0, f64::max) + 64.0;
    let mut colours = BTreeSet::new();
    for (a, b) in (0..=MAX).flat_map(|a| (0..=MAX).map(move |b| (a, b))) {
        let (x, y) = (left + 64.0 * a as f64, bottom - 64.0 * (b + 1) as f64);
        let square = squares
            .iter()
            .find(|r| (number(**r, "x"), number(**r, "y")) == (x, y));
        let square = square.unwrap_or_else(|| panic!("no square of ({a}, {b})"));
        let within = |t: &Node<'_, '_>| {
            let (tx, ty) = (number(*t, "x"), number(*t, "y"));
            tx > x && tx < x + 64.0 && ty > y && ty < y + 64.0
        };
        let value: Vec<_> = all(&document, "text").filter(within).collect();
        assert_eq!(value.len(), 1, "({a}, {b})");
        let value = value[0].text().unwrap_or("").trim();
        assert_eq!(value, table[a][b].to_string(), "({a}, {b})");
        let fill = square.attribute("fill").expect("a colour");
        assert_eq!(fill == "#FFFFFF", table[a][b] == 0, "({a}, {b})");
        colours.insert((table[a][b], fill));
    }
    // Each value has its own colour.
    let values: BTreeSet<_> = colours.iter().map(|c| c.0).collect();
    let fills: BTreeSet<_> = colours.iter().map(|c| c.1).collect();
    assert_eq!((values.len(), fills.len()), (colours.len(), colours.len()));
}

/// A frame for each pair; each hot position is struck out in one frame.
#[test]
fn the_sieve_finds_each_pair_and_strikes_out_the_rest() {
    let folder = Folder::new();
    for (max, rule) in [
        (12_u64, "normal"),
        (1, "normal"),
        (9, "misere"),
        (14, "r=3"),
    ] {
        let text = svg(
            &folder,
            &["sieve", "--max", &max.to_string(), "--rule", rule],
        );
        let document = parsed(&text);
        let rule: wythoff::Rule = rule.parse().expect("a rule");
        let all_positions = (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b)));
        let cold: Vec<_> = all_positions.filter(|&(a, b)| rule.is_cold(a, b)).collect();
        let pairs = cold.iter().filter(|(a, b)| a <= b).enumerate();
        let expected: Vec<_> = pairs
            .map(|(i, (a, b))| format!("{}. ({a}, {b})", i + 1))
            .collect();
        let words = texts(&document);
        let steps: Vec<_> = words
            .iter()
            .filter(|w| w.contains(". ("))
            .cloned()
            .collect();
        assert_eq!(steps, expected);
        let now = all(&document, "rect").filter(|r| r.attribute("fill") == Some("#F7CD78"));
        // One mark is in the key. Under the misere rule no position strikes out (0, 0).
        let hot =
            (max + 1).pow(2) as usize - cold.len() - usize::from(rule == wythoff::Rule::Misere);
        assert_eq!(now.count(), hot + 1, "up to {max}, {rule}");
    }
}
