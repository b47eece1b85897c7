//! Words and pictures that explain Wythoff's game and Nim to people, in English and in Chinese.
//!
//! [`explain`] and [`explain_nim`] say why a position is cold or hot. [`plot`] has pictures. [`title`] and [`asks`] describe a
//! judge's problem, and [`submission`] has a program that solves it. This crate prints nothing and opens no files, so that the
//! program and a page in a browser (WebAssembly) can share it.

mod doubles;
mod nim;
pub mod plot;
mod position;
mod submissions;
mod text;

pub use nim::explain_nim;
pub use position::{explain, winning_takes};
pub use submissions::{EXTENSIONS, asks, submission, title};
#[doc(hidden)]
pub use text::filled;
pub use text::{Catalogue, Lang, WIDTH, wrapped};
