//! Maps a file into memory.
//!
//! All of `Map::bytes` can be read, even if the file is shortened meanwhile: see [`MapWatch`].
#![allow(unsafe_code)]

use super::ReadMode;
use crate::platform::{MapWatch, is_on_network, release_pages};
use std::fs::File;
use std::io;
use std::ops::Range;

pub(super) struct Map {
    /// Watches the mapping. This field is dropped before the mapping.
    pub(super) watch: MapWatch,
    map: memmap2::Mmap,
    pub(super) base: u64,
}

/// A file of at most this number of bytes is read, not mapped: one system call takes less time than a mapping and its page
/// faults.
const SMALL_BYTES: u64 = 64 << 10;

impl Map {
    /// Maps a range of the bytes of `file`. `None` if it is better to read them, or if they can't be mapped (no address space,
    /// a special file system).
    pub(super) fn open(file: &File, read_mode: ReadMode, bytes: Range<u64>) -> Option<Self> {
        let maps = match read_mode {
            ReadMode::Read => false,
            _ if bytes.end - bytes.start <= SMALL_BYTES => false,
            ReadMode::Mmap => true,
            ReadMode::Auto => !is_on_network(file),
        };
        maps.then(|| Map::new(file, bytes)).and_then(io::Result::ok)
    }

    fn new(file: &File, Range { start, end }: Range<u64>) -> io::Result<Self> {
        let len = usize::try_from(end - start).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut options = memmap2::MmapOptions::new();
        options.offset(start).len(len);
        // SAFETY: the mapping is private to this struct and only ever read. Another process can still change the file: the
        // parsers read each byte as a plain number and check what they compute from it, so they stay memory safe whatever they
        // read; `watch` handles a file that gets shorter; and `Source::check_unchanged` makes such a run fail.
        let map = unsafe { options.map(file) }?;
        Ok(Self {
            watch: MapWatch::new(&map)?,
            map,
            base: start,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Returns the pages of part `part` of `parts` to the system. They can still be read, but more slowly.
    pub(super) fn release(&self, part: usize, parts: usize) {
        let len = self.map.len();
        let at = |part: usize| len.min(len.div_ceil(parts) * part);
        release_pages(&self.map, at(part)..at(part + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_pages_can_still_be_read() {
        let text: Vec<u8> = (0..1_000_003u32)
            .map(|i| (i.wrapping_mul(i) >> 8) as u8)
            .collect();
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, &text).unwrap();
        for parts in [1, 2, 3, 7, 2_000_000] {
            let map = Map::new(&file, 0..text.len() as u64).unwrap();
            for part in (0..parts.min(100)).chain([parts / 2, parts - 1]) {
                map.release(part, parts);
            }
            assert!(map.bytes() == text && !map.watch.is_damaged());
        }
    }

    /// Released pages are not resident.
    #[cfg(target_os = "linux")]
    #[test]
    fn all_parts_together_release_the_whole_mapping() {
        let len = 3_000_001;
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, &vec![1; len]).unwrap();
        let map = Map::new(&file, 0..len as u64).unwrap();
        let resident = || {
            let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
            let start = format!("{:x}-", map.bytes().as_ptr().addr());
            let of_it = maps.lines().skip_while(|line| !line.starts_with(&start));
            let rss = of_it.filter_map(|line| line.strip_prefix("Rss:")).next();
            let kib = rss.unwrap().trim().strip_suffix(" kB").unwrap();
            kib.parse::<usize>().unwrap()
        };
        let sum = || map.bytes().iter().map(|&b| usize::from(b)).sum::<usize>();
        assert_eq!(sum(), len);
        assert!(resident() >= len >> 10);
        (0..3).for_each(|part| map.release(part, 3));
        assert_eq!(resident(), 0);
        assert_eq!(sum(), len);
    }
}
