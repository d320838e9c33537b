//! Compressed frames. A thread keeps its contexts: making one costs more than compressing a small value.

use std::cell::RefCell;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

/// Bytes of room that a thread keeps for its next frame.
const MAX_ROOM: usize = 4 << 20;

thread_local! {
    static COMPRESSORS: RefCell<Vec<(i32, Compressor<'static>)>> = const { RefCell::new(Vec::new()) };
    /// What a frame is made in: how long it gets is known only afterwards.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// One frame of `bytes`. The frame depends on bytes and level alone, not on what the thread compressed before.
///
/// # Errors
/// When memory for a context cannot be had.
pub fn compress(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    COMPRESSORS.with_borrow_mut(|compressors| {
        let index = if let Some(index) = compressors.iter().position(|(of, _)| *of == level) {
            index
        } else {
            compressors.push((level, Compressor::new(level)?));
            compressors.len() - 1
        };
        ROOM.with_borrow_mut(|room| {
            room.clear();
            room.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
            compressors[index].1.compress_to_buffer(bytes, room)?;
            let frame = room.as_slice().to_vec();
            if room.capacity() > MAX_ROOM {
                *room = Vec::new();
            }
            Ok(frame)
        })
    })
}

/// The bytes of a frame, unless they are more than `most`.
///
/// # Errors
/// When it is no whole frame, or holds too much.
pub fn decompress(frame: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let size = Decompressor::upper_bound(frame).unwrap_or(most).min(most);
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            None => decompressor.insert(Decompressor::new()?),
        };
        decompressor.decompress(frame, size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_does_not_depend_on_what_was_compressed_before() {
        let texts: Vec<String> = (0..40u32)
            .map(|size| (0..size * 300).map(|index| ((u64::from(index) * u64::from(index) * u64::from(size + 7)) % 23).to_string()).collect())
            .collect();
        for level in [1, 3] {
            for text in texts.iter().chain(texts.iter().rev()) {
                let frame = compress(text.as_bytes(), level).unwrap();
                assert_eq!(frame, zstd::bulk::compress(text.as_bytes(), level).unwrap());
                assert_eq!(decompress(&frame, 1 << 20).unwrap(), text.as_bytes());
            }
        }
        assert!(decompress(&compress(&[0; 1000], 1).unwrap(), 999).is_err());
        assert!(decompress(b"no frame", 1000).is_err());
    }
}
