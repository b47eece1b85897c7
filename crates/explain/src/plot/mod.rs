//! Pictures: [`cold`], [`moves`], [`sieve`] and [`grundy`] make a [`Picture`], a list of shapes. [`Picture::svg`] makes an SVG of
//! it, and the program `wythoff` also a PNG.

mod cold;
mod grundy;
mod moves;
mod picture;
mod plane;
mod sieve;

pub use cold::cold;
pub use grundy::grundy;
pub use moves::moves;
pub use picture::{Anchor, Colour, Label, Picture, Point, Shape, font, letters};
pub use sieve::sieve;
