//! Texts in which a line the grammar cannot read comes again and again. A parser keeps several readings of each such line and unrolls all of them at the
//! end of the text, which takes the square of the length in memory and reports no progress meanwhile: such a text is found before it is parsed whole.

use std::cell::Cell;
use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::{LogType, Parser};

use super::extract::read;

/// Marks that are looked at together: runs of letters and digits count as one, white space as none.
const WINDOW: usize = 128;
/// Most different pairs of neighbouring marks in a window of which nothing is new. Windows of code hold 20 to 60, tables 2 to 10.
const MAX_PAIRS: u32 = 16;
/// Most bytes of such a window: prose has few marks, far apart.
const MAX_WINDOW_BYTES: usize = 1024;
/// Fewest bytes of a stretch that can cost more than a few hundred MiB.
const MIN_STRETCH: usize = 2048;
/// Most stretches of a text that are tried: the longest ones, which cost most.
const MAX_PROBED: usize = 4;
/// Bytes before a stretch that a probe begins with: what is open there decides how it is read.
const CONTEXT: usize = 512;
/// Bytes that a probe keeps of a stretch, and a second one to see what more of it adds.
const KEPT: [usize; 2] = [512, 1024];
/// Bytes behind the kept ones whose first return says where a stretch goes on as it would have.
const SEAM: usize = 16;
/// Further readings at the end of a text that half a KiB more of a stretch may add. Stretches that run away add 100 to 4,000; a real file in the wrong
/// language has some 80 in all, however long it is.
const MAX_ADDED: usize = 48;

/// The longest stretch of `text` that would run away, if there is one.
pub(super) fn find(parser: &mut Parser, text: &str) -> Option<Range<usize>> {
    let mut stretches = stretches(text);
    stretches.sort_by_key(|it| Reverse(it.len()));
    stretches.truncate(MAX_PROBED);
    stretches.into_iter().find(|stretch| {
        let [few, more] = KEPT.map(|kept| excerpt(text, stretch, kept));
        // To be told of readings costs many times what reading does, and what parses has one.
        let all = if is_broken(parser, &more) { readings(parser, &more) } else { 0 };
        all > MAX_ADDED && all > readings(parser, &few) + MAX_ADDED
    })
}

/// Whether the grammar cannot read all of a text.
fn is_broken(parser: &mut Parser, text: &str) -> bool {
    let tree = read(parser, text, text.len());
    parser.reset();
    tree.ok().is_none_or(|tree| tree.root_node().has_error())
}

/// Stretches of a text in which few marks come again and again, at least [`MIN_STRETCH`] bytes long, on character boundaries.
fn stretches(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if text.len() < MIN_STRETCH {
        return found;
    }
    let mut pairs = [0u64; 16];
    let (mut marks, mut start, mut last) = (0, 0, 0u8);
    for (at, byte) in text.bytes().enumerate() {
        let mark = match byte {
            b'_' | 128.. => b'a',
            _ if byte.is_ascii_alphanumeric() => b'a',
            _ if byte.is_ascii_whitespace() => continue,
            _ => byte,
        };
        if mark == b'a' && last == b'a' {
            continue;
        }
        if marks > 0 {
            let pair = (usize::from(last) * 37 + usize::from(mark)) % (pairs.len() * 64);
            pairs[pair / 64] |= 1 << (pair % 64);
        }
        last = mark;
        marks += 1;
        if marks == WINDOW {
            let end = text.ceil_char_boundary(at + 1);
            if end - start <= MAX_WINDOW_BYTES && pairs.iter().map(|it| it.count_ones()).sum::<u32>() <= MAX_PAIRS {
                match found.last_mut().filter(|it| it.end == start) {
                    Some(stretch) => stretch.end = end,
                    None => found.push(start..end),
                }
            }
            (marks, start, pairs) = (0, end, [0; 16]);
        }
    }
    found.retain(|it| it.len() >= MIN_STRETCH);
    found
}

/// What stands before a stretch and `kept` bytes of it: its head, and its tail from where what follows the head comes again.
fn excerpt(text: &str, stretch: &Range<usize>, kept: usize) -> String {
    let before = text.floor_char_boundary(stretch.start.saturating_sub(CONTEXT));
    let head = text.ceil_char_boundary(stretch.start + kept / 2);
    let tail = text.ceil_char_boundary(stretch.end - kept / 2);
    let seam = text.get(head..text.ceil_char_boundary(head + SEAM)).unwrap_or_default();
    let end = text.get(tail..stretch.end).unwrap_or_default();
    let from = end.find(seam).or_else(|| end.find('\n')).unwrap_or_default();
    [text.get(before..head), end.get(from..)].into_iter().flatten().collect()
}

/// How many readings of a text the parser weighs against each other at its end.
fn readings(parser: &mut Parser, text: &str) -> usize {
    let weighed = Rc::new(Cell::new(0usize));
    let (count, at_end) = (Rc::clone(&weighed), Cell::new(false));
    parser.set_logger(Some(Box::new(move |kind, message| {
        if kind == LogType::Parse {
            let weighs = message.starts_with("select_");
            at_end.set(message.starts_with("accept") || message.starts_with("recover_eof") || at_end.get() && weighs);
            if weighs && at_end.get() {
                count.set(count.get() + 1);
            }
        }
    })));
    // What is asked for is what was told on the way.
    let _ = read(parser, text, text.len());
    parser.set_logger(None);
    parser.reset();
    weighed.get()
}
