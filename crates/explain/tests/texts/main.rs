//! Tests that zh.po has exactly one text for each sentence of the crate, and that the font has every character of the pictures;
//! tests of the pictures.

mod pictures;
mod sentences;

use std::collections::BTreeSet;
use std::path::Path;
use wythoff_explain::{Catalogue, Lang, filled, wrapped};

const PO: &str = include_str!("../../src/zh.po");

fn sentences_of(folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    sentences::sentences_of_the_source(&folder, &mut found);
    found
}

#[test]
fn every_sentence_has_one_chinese_text() {
    let mut all = sentences_of("src");
    let profiles = wythoff::PROFILES.iter();
    let titles = profiles.flat_map(|profile| [profile.title, profile.asks]);
    all.extend(titles.map(str::to_owned));
    assert!(all.len() > 100, "{}", all.len());
    sentences::assert_complete(Catalogue::new(PO).texts(), &all);
    sentences::assert_plain(PO);
}

#[test]
fn values_take_the_place_of_their_names() {
    assert_eq!(filled("{b}，{a}", &[("a", &1), ("b", &"{a}")]), "{a}，1");
    assert_eq!(filled("没有", &[("a", &1)]), "没有");
}

#[test]
fn lines_are_broken_at_blanks_and_between_chinese_characters() {
    assert_eq!(wrapped("one two three", 7, 2), ["one two", "  three"]);
    assert_eq!(wrapped("a-b/c-d", 3, 0), ["a-b/c-d"]);
    // No line begins with a comma.
    assert_eq!(
        wrapped("先手必胜，后手必败", 8, 0),
        ["先手必", "胜，后手", "必败"]
    );
}

/// scripts/make-font adds missing characters.
#[test]
fn the_chinese_font_has_every_character_of_the_pictures() {
    use ab_glyph::Font as _;
    let font = wythoff_explain::plot::font(Lang::Zh);
    let sentences = sentences_of("src/plot");
    assert!(sentences.len() > 30, "{}", sentences.len());
    let catalogue = Catalogue::new(PO);
    let texts = sentences
        .iter()
        .filter_map(|text| catalogue.translation(Lang::Zh, text));
    let ascii = (' '..='~').collect::<String>();
    for text in texts.chain([ascii.as_str()]) {
        for c in text.chars() {
            assert_ne!(font.glyph_id(c).0, 0, "no {c} of {text}");
        }
    }
}
