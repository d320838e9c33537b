//! Words and punctuation of C text without a grammar: for macro bodies, for masking, for telling C++ from C.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// A number, string or character literal.
    Literal,
    /// A preprocessor line with its continuations, `#` included.
    Directive,
    /// One character of punctuation; `::` is one token.
    Punctuation(u8),
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub(super) fn text<'text>(&self, text: &'text str) -> &'text str {
        text.get(self.start..self.end).unwrap_or("")
    }

    pub(super) fn is(&self, punctuation: u8) -> bool {
        self.kind == TokenKind::Punctuation(punctuation)
    }

    pub(super) fn is_one_of(&self, marks: &[u8]) -> bool {
        matches!(self.kind, TokenKind::Punctuation(byte) if marks.contains(&byte))
    }
}

/// The tokens of `text`; comments are skipped.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, line_start: true };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'text> {
    bytes: &'text [u8],
    at: usize,
    line_start: bool,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next(&mut self) -> Option<Token> {
        self.skip_blank();
        let start = self.at;
        let first = *self.bytes.get(start)?;
        let at_line_start = std::mem::replace(&mut self.line_start, false);
        let kind = match first {
            b'#' if at_line_start => {
                self.directive();
                TokenKind::Directive
            }
            b'"' | b'\'' => {
                self.quoted(first);
                TokenKind::Literal
            }
            b'0'..=b'9' => {
                self.number();
                TokenKind::Literal
            }
            _ if is_word_byte(first) => self.word(start),
            b':' if self.peek(1) == b':' => {
                self.at += 2;
                TokenKind::Punctuation(SCOPE)
            }
            _ => {
                self.at += 1;
                TokenKind::Punctuation(first)
            }
        };
        Some(Token { kind, start, end: self.at.min(self.bytes.len()) })
    }

    fn skip_blank(&mut self) {
        loop {
            match self.peek(0) {
                b'\n' => {
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | b'\x0c' | b'\x0b' => self.at += 1,
                b'\\' if matches!(self.peek(1), b'\n' | b'\r') => self.at += 2,
                b'/' if self.peek(1) == b'/' => self.line_comment(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                _ => return,
            }
        }
    }

    fn line_comment(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn block_comment(&mut self) {
        self.at += 2;
        while self.at < self.bytes.len() && !(self.peek(0) == b'*' && self.peek(1) == b'/') {
            self.at += 1;
        }
        self.at = (self.at + 2).min(self.bytes.len());
    }

    fn directive(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            match (self.peek(0), self.peek(1)) {
                (b'\\', b'\r') if self.peek(2) == b'\n' => self.at += 3,
                (b'\\', _) => self.at += 2,
                (b'/', b'*') => self.block_comment(),
                (b'/', b'/') => self.line_comment(),
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => self.at += 3,
                b'\\' => self.at += 2,
                b'\n' => break,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        break;
                    }
                }
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn number(&mut self) {
        // `1'000` holds digit separators; `0x1p-3` holds a sign.
        while is_word_byte(self.peek(0)) || self.peek(0) == b'.' || (self.peek(0) == b'\'' && self.peek(1).is_ascii_alphanumeric()) {
            self.at += 1;
        }
    }

    fn word(&mut self, start: usize) -> TokenKind {
        while is_word_byte(self.peek(0)) {
            self.at += 1;
        }
        let word = &self.bytes[start..self.at];
        if self.peek(0) == b'"' && word.ends_with(b"R") && matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
            self.raw_string();
            return TokenKind::Literal;
        }
        TokenKind::Word
    }

    fn raw_string(&mut self) {
        let open = self.at + 1;
        let Some(length) = self.bytes[open..].iter().take(18).position(|byte| *byte == b'(') else {
            self.quoted(b'"');
            return;
        };
        let delimiter = &self.bytes[open..open + length];
        self.at = open + length + 1;
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if rest[0] == b')' && rest[1..].starts_with(delimiter) && rest.get(length + 1) == Some(&b'"') {
                self.at += length + 2;
                return;
            }
            self.at += 1;
        }
    }
}

/// Bytes of identifiers. Whatever is not ASCII counts: identifiers may hold any letter.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The token `::`.
pub(super) const SCOPE: u8 = b'\x01';

/// Whether a word is reserved in C or C++, so that it never names a definition.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

/// Sorted by bytes.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "co_await", "co_return", "co_yield", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "defined", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "nullptr", "operator", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short",
    "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while",
];
