//! Halves of surrogate pairs in what a client sends: a JavaScript client that cuts a text in the middle of a character escapes the half that is left.
//! Half a character is no text to the parser, which would drop the whole message, and its client would wait for an answer in vain. It becomes U+FFFD.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// What stands for half a character.
const REPLACEMENT: &[u8] = b"\\ufffd";
/// Bytes of `\u` and its four digits.
const ESCAPE: usize = 6;
/// Bytes that are read at once.
const BLOCK: usize = 8 << 10;

/// A reader of JSON whose escapes are all of whole characters.
pub struct Whole<R> {
    inner: R,
    open: Open,
    block: Box<[u8]>,
    ready: Vec<u8>,
    taken: usize,
}

impl<R> Whole<R> {
    /// What `inner` gives, half characters replaced.
    pub fn new(inner: R) -> Self {
        Self { inner, open: Open::default(), block: vec![0; BLOCK].into(), ready: Vec::new(), taken: 0 }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Whole<R> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.taken == this.ready.len() {
            this.ready.clear();
            this.taken = 0;
            let mut block = ReadBuf::new(&mut this.block);
            ready!(Pin::new(&mut this.inner).poll_read(context, &mut block))?;
            if block.filled().is_empty() {
                this.ready.append(&mut this.open.0);
                if this.ready.is_empty() {
                    return Poll::Ready(Ok(()));
                }
            } else {
                this.open.take(block.filled(), &mut this.ready);
            }
        }
        let rest = &this.ready[this.taken..];
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        this.taken += count;
        Poll::Ready(Ok(()))
    }
}

/// An escape, or two, whose end has not come yet.
#[derive(Default)]
struct Open(Vec<u8>);

impl Open {
    /// Adds what may pass to `out` and keeps what cannot be judged yet.
    fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            if self.0.is_empty() && *byte != b'\\' {
                out.push(*byte);
                continue;
            }
            self.0.push(*byte);
            self.judge(out);
        }
    }

    fn judge(&mut self, out: &mut Vec<u8>) {
        let (first, second) = self.0.split_at(self.0.len().min(ESCAPE));
        match (half(first), half(second)) {
            // What may still become an escape, or a pair, is waited for.
            (Half::Begun, _) | (Half::High, Half::Begun) => return,
            (Half::Low, _) => out.extend(REPLACEMENT),
            (Half::High, Half::High) => {
                out.extend(REPLACEMENT);
                self.0.drain(..ESCAPE);
                return;
            }
            (Half::High, Half::None) => {
                out.extend(REPLACEMENT);
                out.extend(second);
            }
            (Half::None, _) | (Half::High, Half::Low) => out.extend(&self.0),
        }
        self.0.clear();
    }
}

/// What the beginning of an escape says.
enum Half {
    /// It may still be an escape of four digits.
    Begun,
    /// The first half of a pair.
    High,
    /// The second one.
    Low,
    /// Something else.
    None,
}

fn half(escape: &[u8]) -> Half {
    let fits = |(at, byte): (usize, &u8)| match at {
        0 => *byte == b'\\',
        1 => *byte == b'u',
        _ => byte.is_ascii_hexdigit(),
    };
    match escape {
        _ if !escape.iter().enumerate().all(fits) => Half::None,
        [_, _, b'd' | b'D', digit, _, _] => match digit {
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B' => Half::High,
            b'c'..=b'f' | b'C'..=b'F' => Half::Low,
            _ => Half::None,
        },
        _ if escape.len() < ESCAPE => Half::Begun,
        _ => Half::None,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    fn read(blocks: &[&[u8]]) -> String {
        let mut open = Open::default();
        let mut out = Vec::new();
        blocks.iter().for_each(|block| open.take(block, &mut out));
        out.append(&mut open.0);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn halves_become_the_replacement_and_all_else_stays() {
        for (sent, heard) in [
            (r#"{"q":"a\ud800b"}"#, r#"{"q":"a\ufffdb"}"#),
            (r#""\udc00\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ud800\ud83D\uDE00\uDBFF""#, r#""\ufffd\ud83D\uDE00\ufffd""#),
            (r#""\ud800\n\ud800\u0041""#, r#""\ufffd\n\ufffd\u0041""#),
            // An escaped backslash opens nothing.
            (r#""\\ud800 \\\ud800""#, r#""\\ud800 \\\ufffd""#),
            (r#""\ud8 \ud8""#, r#""\ud8 \ud8""#),
            (r#""ü 😀 \u00e9""#, r#""ü 😀 \u00e9""#),
            ("\\ud83d", "\\ud83d"),
        ] {
            assert_eq!(read(&[sent.as_bytes()]), heard);
            for cut in 0..sent.len() {
                let (head, tail) = sent.as_bytes().split_at(cut);
                assert_eq!(read(&[head, tail]), heard, "cut at {cut}");
            }
        }
    }

    #[test]
    fn a_reader_gives_all_that_comes_before_its_end() {
        let sent = format!(r#"{{"q":"{}\ud800"}}"#, "x".repeat(3 * BLOCK));
        let mut heard = String::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(Whole::new(sent.as_bytes()).read_to_string(&mut heard)).unwrap();
        assert_eq!(heard, sent.replace("d800", "fffd"));
        heard.clear();
        runtime.block_on(Whole::new(&b"a\\ud8"[..]).read_to_string(&mut heard)).unwrap();
        assert_eq!(heard, "a\\ud8", "what is cut off is the parser's to refuse");
    }
}
