//! Random text of many shapes, and faults in it.

use crate::game;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// A small random generator. The seed that a failure prints gives the same text again.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    pub(super) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// The properties of the lines of a stretch.
#[derive(Clone, Copy)]
struct Shape {
    /// The numbers of digits of first piles, and those of second piles.
    digits: [[u32; 8]; 2],
    /// `(n, digits)`: every n-th line has a pile of `digits` digits. No line has one if n is 0.
    long: (u64, u32),
    padded: bool,
    /// On average, one line in this number is a cold position or next to one. If it is 0, no line is.
    cold: u64,
    /// The blank between the piles.
    blank: u8,
    end: &'static [u8],
    /// Whether runs of spaces and tabs occur.
    blanks: bool,
}

impl Shape {
    fn draw(r: &mut Random) -> Self {
        let mut shape = Self {
            digits: [numbers_of_digits(r); 2],
            // The change below turns long piles on or off.
            long: (r.below(2), 0),
            padded: false,
            cold: 0,
            blank: b' ',
            end: b"\n",
            blanks: false,
        };
        (0..Self::PROPERTIES).for_each(|property| shape.change(property, r));
        shape
    }

    const PROPERTIES: u64 = 5;

    /// Draws a new value for one property.
    fn change(&mut self, property: u64, r: &mut Random) {
        match property {
            0 => {
                self.digits[r.below(2) as usize] = numbers_of_digits(r);
                if r.one_in(2) {
                    self.digits[1] = self.digits[0];
                }
            }
            1 => self.padded = r.one_in(6),
            2 => self.cold = [0, 2, 8, 16, 32][r.below(5) as usize],
            3 => {
                let digits = [63, 127, 254, 254, 254, 254, 255, 256][r.below(8) as usize];
                let every = [1, 8, 30][r.below(3) as usize];
                self.long = if self.long.0 == 0 {
                    (every, digits)
                } else {
                    (0, 0)
                };
            }
            _ => {
                (self.blank, self.end, self.blanks) = (b' ', b"\n", false);
                match r.below(24) {
                    0 => self.blank = b'\t',
                    1 => self.end = b"\r\n",
                    2 => self.end = b" \n",
                    3 => self.end = b"\t\n",
                    4 => self.blanks = true,
                    _ => {}
                }
            }
        }
    }
}

/// Eight numbers of digits, some of them equal, from 1 to one more than a length at which a kernel changes its method.
fn numbers_of_digits(r: &mut Random) -> [u32; 8] {
    let limit = [3, 7, 9, 12, 19, 19, 24, 31][r.below(8) as usize];
    let drawn = [(); 8].map(|()| 1 + r.below(limit + 1) as u32);
    let different = 1 + r.below(8);
    drawn.map(|_| drawn[r.below(different) as usize])
}

/// A number of at most `digits` digits.
pub(super) fn pile(r: &mut Random, digits: u32) -> String {
    let words = digits / 19 + 2;
    let value = (0..words).fold(BigUint::ZERO, |n, _| (n << 64) + r.next());
    (value % BigUint::from(10u32).pow(digits)).to_string()
}

fn line(r: &mut Random, how: Shape, out: &mut Vec<u8>) {
    let blank = |r: &mut Random, most: u64, out: &mut Vec<u8>| {
        for _ in 0..r.below(most) {
            out.push(if r.one_in(4) { b'\t' } else { b' ' });
        }
    };
    let digits = how.digits.map(|digits| digits[r.below(8) as usize]);
    let [mut a, mut b] = digits.map(|digits| pile(r, digits));
    if how.cold > 0 && r.one_in(how.cold) {
        let n = a.parse::<BigUint>().unwrap() / 3u32;
        let (lower, upper) = game::pair_big(&n, NonZeroU64::MIN);
        (a, b) = ((lower + r.below(3) / 2).to_string(), upper.to_string());
        if r.one_in(2) {
            std::mem::swap(&mut a, &mut b);
        }
    }
    if how.padded {
        let [first, second] = digits.map(|digits| digits as usize);
        (a, b) = (format!("{a:0>first$}"), format!("{b:0>second$}"));
    }
    if how.blanks {
        blank(r, 3, out);
        if r.one_in(8) {
            out.extend_from_slice(b"\r\n \n");
        }
    }
    out.extend_from_slice(a.as_bytes());
    out.push(how.blank);
    if how.blanks {
        blank(r, 5, out);
    }
    out.extend_from_slice(b.as_bytes());
    if how.blanks {
        blank(r, 3, out);
    }
    out.extend_from_slice(how.end);
}

/// Lines of one shape. It takes longer to draw a line than to parse it, so lines are used several times.
struct Lines {
    shape: Shape,
    usual: Vec<Vec<u8>>,
    long: Vec<Vec<u8>>,
}

impl Lines {
    fn draw(r: &mut Random, shape: Shape) -> Self {
        let mut lines = |number: usize, shape: Shape| {
            let mut lines = vec![Vec::new(); number];
            lines.iter_mut().for_each(|out| line(r, shape, out));
            lines
        };
        let usual = lines(200, shape);
        let digits = [shape.digits[0], [shape.long.1; 8]];
        let long = lines(8, Shape { digits, ..shape });
        Self { shape, usual, long }
    }

    /// Writes some lines.
    fn stretch(&self, r: &mut Random, lines: u64, out: &mut Vec<u8>) {
        let every = self.shape.long.0;
        for i in 0..lines {
            let is_long = every > 0 && i % every == 0;
            let lines = if is_long { &self.long } else { &self.usual };
            out.extend_from_slice(&lines[r.below(lines.len() as u64) as usize]);
        }
    }
}

/// Stretches of lines. A kernel that keeps something from line to line may be wrong only after a certain shape, a certain number of
/// lines, and another shape. So stretches of two shapes alternate, which differ in one property.
pub(super) fn text(r: &mut Random) -> Vec<u8> {
    let mut out = vec![b'\n'];
    let mut shape = Shape::draw(r);
    let mut lines = [(); 2].map(|()| {
        let lines = Lines::draw(r, shape);
        shape.change(r.below(Shape::PROPERTIES), r);
        lines
    });
    let most = [10, 3000, 3000, 3000][r.below(4) as usize];
    for i in 0..1 + r.below(20) as usize {
        if r.one_in(10) {
            lines[i % 2] = Lines::draw(r, shape);
            shape = lines[0].shape;
            shape.change(r.below(Shape::PROPERTIES), r);
        }
        let number = 1 + r.below(most);
        lines[i % 2].stretch(r, number, &mut out);
    }
    out
}

/// Replaces a few bytes, or runs of bytes, by bytes that a kernel could mistake for others.
pub(super) fn corrupt(r: &mut Random, text: &mut Vec<u8>) {
    let most = if r.one_in(2) { 3 } else { 30 };
    for _ in 0..1 + r.below(most) {
        let at = 1 + r.below(text.len() as u64 - 1) as usize;
        let byte = match r.below(12) {
            0 => b' ',
            1 => b'\n',
            2 => b'\r',
            3 => b'\t',
            4 => b'/',
            5 => b':',
            6 => 0,
            7 => 0x80 | b'0',
            8 => b'-',
            9 | 10 => b'0' + r.below(10) as u8,
            _ => r.next() as u8,
        };
        match r.below(6) {
            // Runs of many lengths, also about 64 and 256: these wrap around in a kernel that counts modulo 64 or 256.
            0 => {
                let run = [
                    1, 2, 16, 63, 64, 65, 128, 254, 255, 256, 257, 258, 512, 700, 20_000,
                ];
                let run = run[r.below(run.len() as u64) as usize];
                text.splice(at..at, std::iter::repeat_n(byte, run));
            }
            1 => {
                text.remove(at);
            }
            2 => text.insert(at, byte),
            3 => text.truncate(at + 1),
            _ => text[at] = byte,
        }
        if text.len() < 2 {
            text.push(b'\n');
        }
    }
}
