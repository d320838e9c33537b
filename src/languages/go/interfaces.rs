//! Interfaces of Go and of its standard library that others embed, with the methods they ask for (<https://pkg.go.dev/std>).

/// Package (empty for the language itself), name, names of the methods; sorted.
pub const INTERFACES: &[(&str, &str, &[&str])] = &[
    ("", "error", &["Error"]),
    ("container/heap", "Interface", &["Len", "Less", "Pop", "Push", "Swap"]),
    ("context", "Context", &["Deadline", "Done", "Err", "Value"]),
    ("encoding", "BinaryMarshaler", &["MarshalBinary"]),
    ("encoding", "BinaryUnmarshaler", &["UnmarshalBinary"]),
    ("encoding", "TextMarshaler", &["MarshalText"]),
    ("encoding", "TextUnmarshaler", &["UnmarshalText"]),
    ("encoding/json", "Marshaler", &["MarshalJSON"]),
    ("encoding/json", "Unmarshaler", &["UnmarshalJSON"]),
    ("flag", "Getter", &["Get", "Set", "String"]),
    ("flag", "Value", &["Set", "String"]),
    ("fmt", "Formatter", &["Format"]),
    ("fmt", "GoStringer", &["GoString"]),
    ("fmt", "Stringer", &["String"]),
    ("hash", "Hash", &["BlockSize", "Reset", "Size", "Sum", "Write"]),
    ("io", "ByteReader", &["ReadByte"]),
    ("io", "ByteWriter", &["WriteByte"]),
    ("io", "Closer", &["Close"]),
    ("io", "ReadCloser", &["Close", "Read"]),
    ("io", "ReadSeeker", &["Read", "Seek"]),
    ("io", "ReadWriteCloser", &["Close", "Read", "Write"]),
    ("io", "ReadWriter", &["Read", "Write"]),
    ("io", "Reader", &["Read"]),
    ("io", "ReaderAt", &["ReadAt"]),
    ("io", "ReaderFrom", &["ReadFrom"]),
    ("io", "Seeker", &["Seek"]),
    ("io", "StringWriter", &["WriteString"]),
    ("io", "WriteCloser", &["Close", "Write"]),
    ("io", "Writer", &["Write"]),
    ("io", "WriterTo", &["WriteTo"]),
    ("io/fs", "FS", &["Open"]),
    ("io/fs", "File", &["Close", "Read", "Stat"]),
    ("net", "Addr", &["Network", "String"]),
    ("net", "Conn", &["Close", "LocalAddr", "Read", "RemoteAddr", "SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Write"]),
    ("net", "Error", &["Error", "Temporary", "Timeout"]),
    ("net", "Listener", &["Accept", "Addr", "Close"]),
    ("net/http", "Flusher", &["Flush"]),
    ("net/http", "Handler", &["ServeHTTP"]),
    ("net/http", "Hijacker", &["Hijack"]),
    ("net/http", "ResponseWriter", &["Header", "Write", "WriteHeader"]),
    ("net/http", "RoundTripper", &["RoundTrip"]),
    ("sort", "Interface", &["Len", "Less", "Swap"]),
    ("sync", "Locker", &["Lock", "Unlock"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(INTERFACES.is_sorted_by(|one, other| (one.0, one.1) < (other.0, other.1)));
        assert!(INTERFACES.iter().all(|it| it.2.is_sorted()));
    }
}
