//! No kernel reads a byte outside of its text: the tests put the text next to guard pages, which can't be read.
//!
//! A read of a guard page ends the test with SIGSEGV. (A sanitizer would not find a read of the zeros after a mapping.) Each
//! text is tried directly before a guard page, and directly after one. Every kernel must give the same results as the scalar
//! parser. The bytes around the text vary.
#![allow(unsafe_code)]

use super::*;

/// Pages that can be read and written, between two guard pages.
struct Guarded {
    start: *mut u8,
    len: usize,
}

const PAGE: usize = 4096;

impl Guarded {
    fn new(pages: usize) -> Self {
        let len = pages * PAGE;
        // SAFETY: the system chooses the address of the new mapping, so no other memory changes.
        let all = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len + 2 * PAGE,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        assert_ne!(all, libc::MAP_FAILED);
        // SAFETY: the mapping has at least two pages, so the end of its first page is within it.
        let start = unsafe { all.cast::<u8>().add(PAGE) };
        // SAFETY: these are the pages of the mapping between its first and its last one; nothing else uses them.
        let set = unsafe { libc::mprotect(start.cast(), len, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(set, 0);
        Self { start, len }
    }

    /// Writes `text` at offset `at`, and `around` everywhere else.
    fn put(&mut self, text: &[u8], at: usize, around: u8) -> &[u8] {
        assert!(at + text.len() <= self.len);
        // SAFETY: `len` bytes from `start` are readable, writable, and only used here.
        let all = unsafe { std::slice::from_raw_parts_mut(self.start, self.len) };
        all.fill(around);
        all[at..at + text.len()].copy_from_slice(text);
        &all[at..at + text.len()]
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: this is the whole mapping, and nothing refers to it after the drop.
        unsafe { libc::munmap(self.start.sub(PAGE).cast(), self.len + 2 * PAGE) };
    }
}

/// Lines of one format, as in a chunk: with a newline before the first line.
fn lines(random: &mut Random, least: usize) -> Vec<u8> {
    let digits = [1, 3, 6, 7, 8, 9, 12, 18, 20, 25][random.below(10) as usize];
    let end = if random.below(5) == 0 { "\r\n" } else { "\n" };
    let gap = if random.below(6) == 0 { " \t " } else { " " };
    let mut text = vec![b'\n'];
    while text.len() < least {
        for last in [false, true] {
            for _ in 0..1 + random.below(digits) {
                text.push(b'0' + random.below(10) as u8);
            }
            text.extend_from_slice(if last { end } else { gap }.as_bytes());
        }
    }
    text
}

struct Try {
    /// The readers are kept for all texts, because a kernel adapts to the lines that it has read.
    readers: Readers,
    pages: Guarded,
    tries: u64,
}

impl Try {
    fn new() -> Self {
        Self {
            readers: readers::<IsCold>(),
            pages: Guarded::new(3),
            tries: 0,
        }
    }

    /// Tries `text` at an offset in the pages.
    fn at(&mut self, text: &[u8], offset: usize, around: u8, go_on: bool) {
        // A chunk begins with the newline of the line before it, or with its first line.
        for at in [1, 0] {
            if at == 0 && offset != 0 && offset + text.len() != self.pages.len {
                continue;
            }
            let at = at.min(text.len());
            let text = if at == 0 {
                text.get(1..).unwrap_or(b"")
            } else {
                text
            };
            let offset = if at == 0 && offset != 0 {
                offset + 1
            } else {
                offset
            };
            let offset = offset.min(self.pages.len - text.len());
            let expected = see(
                &mut *kernel_reader::<IsCold, _>(Backend::Scalar),
                text,
                at,
                go_on,
            );
            let guarded = self.pages.put(text, offset, around);
            for (backend, reader) in &mut self.readers {
                let seen = see(&mut **reader, guarded, at, go_on);
                assert_eq!(
                    seen,
                    expected,
                    "{backend}, {} bytes at {offset}, around {around}: {}",
                    text.len(),
                    text.escape_ascii()
                );
                self.tries += 1;
            }
        }
    }

    /// Tries `text` directly before a guard page, and directly after one.
    fn both(&mut self, text: &[u8], random: &mut Random) {
        let around = b"0\n 9\0\xff"[random.below(6) as usize];
        let end = self.pages.len - text.len();
        for offset in [end, 0] {
            self.at(text, offset, around, random.one_in(2));
        }
    }
}

fn corrupt(text: &mut [u8], random: &mut Random) {
    if text.len() > 1 {
        let at = 1 + random.below(text.len() as u64 - 1) as usize;
        text[at] = b"x \n\r\t\0-\xff90"[random.below(10) as usize];
    }
}

/// Every length from 0 to 256 bytes. Directly before a guard page, this gives every offset of the start modulo 64; directly
/// after one, every offset of the end.
#[test]
fn short_texts_at_the_guard() {
    let mut all = Try::new();
    let mut random = Random(1);
    for round in 0..10 {
        let whole = lines(&mut random, 257);
        for len in 0..=256 {
            // Cut anywhere: the last line may have no end.
            let mut text = whole[..len].to_vec();
            if round % 2 == 1 {
                corrupt(&mut text, &mut random);
            }
            all.both(&text, &mut random);
        }
    }
    println!("{} tries", all.tries);
}

/// Blocks of 64 bytes in which every second byte is a separator; one block also has a separator as its last byte. No block of
/// valid lines has more separators. Each kernel is new.
#[test]
fn crowded_blocks_at_the_guard() {
    for blocks in (24..=70).step_by(3) {
        for crowded in blocks.max(9) - 8..blocks - 1 {
            let mut text = b"\n111 1\n".to_vec();
            while text.len() < 64 * crowded + 63 {
                text.extend_from_slice(b"1 1\n");
            }
            text.truncate(64 * crowded + 63);
            text.push(b' ');
            while text.len() + 8 < 64 * blocks {
                text.extend_from_slice(b"1 1\n");
            }
            text.resize(64 * blocks - 3, b'1');
            text.extend_from_slice(b" 1\n");
            let mut all = Try::new();
            all.at(&text, all.pages.len - text.len(), 0, false);
        }
    }
}

/// The same among long lines: half of the crowded block is in one tile, half in the next.
#[test]
fn crowded_blocks_among_long_lines_at_the_guard() {
    let long = "123456789012345 123456789012345\n";
    let longer = "1234567890123456789012345678901 1234567890123456789012345678901\n";
    for longest in (0..=56).step_by(4) {
        let before = [longer.repeat(longest), long.repeat(56 - longest)].concat();
        let crowded = "1 1\n".repeat(15);
        for behind in (54..90).step_by(4) {
            let others = "1234567 1234567\n".repeat(behind);
            for last in [" ", "\n"] {
                let text = ["\n", &before, &crowded, "1 ", last, &others, long].concat();
                assert!(text.len().is_multiple_of(64));
                let mut all = Try::new();
                all.at(text.as_bytes(), all.pages.len - text.len(), 0, false);
            }
        }
    }
}

/// Long piles, and a line of short ones at the end. In one of these texts a tile ends with the short line.
#[test]
fn short_piles_behind_long_ones_at_the_guard() {
    let mut all = Try::new();
    let mut random = Random(5);
    for (last, line) in [
        (&b"7 4\n"[..], &b"123456789012345678 987654321098765\n"[..]),
        (b"123456789 5\n", b"12345678901 23456789012\n"),
    ] {
        for lines in 192..256 {
            let text = [b"\n", &line.repeat(lines)[..], last].concat();
            all.both(&text, &mut random);
        }
    }
    println!("{} tries", all.tries);
}

/// Texts about as long as the tiles of the vector kernels.
#[test]
#[ignore = "slow"]
fn longer_texts_at_the_guard() {
    let mut all = Try::new();
    let mut random = Random(3);
    for len in (1200..1400)
        .step_by(5)
        .chain((1400..3200).step_by(41))
        .chain([4095, 4096, 4097, 8191, 8192, 8193, 12288])
    {
        for round in 0..6 {
            let mut text = lines(&mut random, len);
            text.truncate(len);
            if round % 3 == 1 {
                corrupt(&mut text, &mut random);
            }
            if round % 3 == 2 {
                // Whole lines, up to the guard page.
                let newline = text.iter().rposition(|&c| c == b'\n').unwrap_or(0);
                text.truncate(newline + 1);
            }
            all.both(&text, &mut random);
        }
    }
    println!("{} tries", all.tries);
}

/// A read one byte beyond the text ends the process, so the tests above can fail.
#[test]
fn a_read_beyond_the_text_ends_the_process() {
    let pages = Guarded::new(1);
    // SAFETY: the child does nothing but one read and `_exit`.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: only the child's action changes, and `SIG_DFL` is a valid one. It ends the child without a message of the
        // runtime.
        unsafe { libc::signal(libc::SIGSEGV, libc::SIG_DFL) };
        // SAFETY: this is unsound on purpose: it reads the first byte of the guard page, which ends the child.
        let byte = unsafe { pages.start.add(pages.len).read_volatile() };
        // SAFETY: `_exit` has no conditions. It ends the child.
        unsafe { libc::_exit(i32::from(byte) & 1) };
    }
    let mut status = 0;
    // SAFETY: `status` is valid for writes.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSEGV);
}
