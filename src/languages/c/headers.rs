//! Headers that every system brings along, and what names tell of others.

use crate::languages::habits::{Bearing, leading_word};

/// Shorter names of headers stand in many a word by chance.
const LEAST_INSIDE: usize = 4;

/// Fewer letters at the beginning are alike by chance, whatever else speaks for a header.
const LEAST_ALIKE: usize = 2;

/// The library whose header this is: `libc`, `libstdc++`; `None` for all others.
pub(super) fn library(written: &str) -> Option<&'static str> {
    if C_HEADERS.binary_search(&written).is_ok() {
        Some("libc")
    } else if is_cpp_header(written) || written == "cxxabi.h" || written.starts_with("bits/") || written.starts_with("ext/") {
        Some("libstdc++")
    } else if written.starts_with("linux/") || written.starts_with("asm/") {
        Some("linux-headers")
    } else {
        None
    }
}

/// How much a header says of a name, as names of a library do where there are no namespaces: `curl_easy_init` of `<curl/curl.h>`, `PyErr_Clear` of
/// `<Python.h>`, `SSL_new` of `<openssl/ssl.h>`.
pub(super) fn bearing(written: &str, name: &str) -> Bearing {
    let written = written.trim_matches(['"', '<', '>']);
    // The names of these are known one by one.
    if library(written).is_some() {
        return Bearing::None;
    }
    let parts = written.split('/').map(|part| part.split('.').next().unwrap_or(part).replace('-', "_"));
    parts.map(|part| bearing_of(&part, name)).max().unwrap_or(Bearing::None)
}

/// The same of a part of a header's path.
fn bearing_of(part: &str, name: &str) -> Bearing {
    let begins = |whole: &str, head: &str| whole.get(..head.len()).is_some_and(|it| it.eq_ignore_ascii_case(head));
    let word = leading_word(name);
    if part.len() < 2 || word.len() < 2 {
        return Bearing::None;
    }
    let stands_apart = begins(name, part) && name.get(part.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
    if stands_apart || part.eq_ignore_ascii_case(word) {
        return Bearing::Whole;
    }
    let ends =
        |whole: &str, tail: &str| whole.len().checked_sub(tail.len()).and_then(|at| whole.get(at..)).is_some_and(|it| it.eq_ignore_ascii_case(tail));
    if part.len() >= LEAST_INSIDE && (begins(name, part) || ends(word, part)) {
        return Bearing::Part;
    }
    // Nothing is short that a word does not end.
    let is_short = begins(part, word) && word.len() < name.len() && (word.len() > 2 || !name.starts_with(|c: char| c.is_lowercase()));
    let is_first_of_many = begins(part, word) && part.as_bytes().get(word.len()) == Some(&b'_');
    if is_short || is_first_of_many {
        return Bearing::Short;
    }
    let alike = part.bytes().zip(word.bytes()).take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count();
    // Constants of any system begin with few letters and an underscore.
    let is_apart = name.as_bytes().get(word.len()) == Some(&b'_') && name.contains(|c: char| c.is_ascii_lowercase());
    if is_apart && alike >= LEAST_ALIKE { Bearing::Alike } else { Bearing::None }
}

/// Whether C++ alone has this header: its standard headers carry no extension.
pub(super) fn is_cpp_header(written: &str) -> bool {
    CPP_HEADERS.binary_search(&written).is_ok()
}

/// Headers of the C library and of POSIX systems, sorted by bytes.
#[rustfmt::skip]
const C_HEADERS: &[&str] = &[
    "aio.h", "alloca.h", "argz.h", "arpa/inet.h", "assert.h", "byteswap.h", "complex.h", "cpio.h", "crypt.h", "ctype.h", "dirent.h", "dlfcn.h",
    "elf.h", "endian.h", "envz.h", "err.h", "errno.h", "error.h", "execinfo.h", "fcntl.h", "features.h", "fenv.h", "float.h", "fmtmsg.h", "fnmatch.h",
    "fts.h", "ftw.h", "getopt.h", "glob.h", "gnu/libc-version.h", "grp.h", "iconv.h", "ifaddrs.h", "inttypes.h", "iso646.h", "langinfo.h", "libgen.h",
    "libintl.h", "limits.h", "link.h", "locale.h", "malloc.h", "math.h", "memory.h", "mntent.h", "monetary.h", "mqueue.h", "ndbm.h", "net/ethernet.h",
    "net/if.h", "netdb.h", "netinet/in.h", "netinet/in_systm.h", "netinet/ip.h", "netinet/tcp.h", "nl_types.h", "obstack.h", "paths.h", "poll.h",
    "pthread.h", "pty.h", "pwd.h", "regex.h", "resolv.h", "sched.h", "search.h", "semaphore.h", "setjmp.h", "shadow.h", "signal.h", "spawn.h",
    "stdalign.h", "stdarg.h", "stdatomic.h", "stdbit.h", "stdbool.h", "stdckdint.h", "stddef.h", "stdint.h", "stdio.h", "stdio_ext.h", "stdlib.h",
    "stdnoreturn.h", "string.h", "strings.h", "stropts.h", "sys/auxv.h", "sys/cdefs.h", "sys/epoll.h", "sys/errno.h", "sys/event.h", "sys/eventfd.h",
    "sys/fcntl.h", "sys/file.h", "sys/inotify.h", "sys/ioctl.h", "sys/ipc.h", "sys/mman.h", "sys/mount.h", "sys/msg.h", "sys/param.h", "sys/poll.h",
    "sys/prctl.h", "sys/procfs.h", "sys/queue.h", "sys/random.h", "sys/resource.h", "sys/select.h", "sys/sem.h", "sys/sendfile.h", "sys/shm.h",
    "sys/signal.h", "sys/signalfd.h", "sys/socket.h", "sys/stat.h", "sys/statfs.h", "sys/statvfs.h", "sys/syscall.h", "sys/sysctl.h", "sys/sysinfo.h",
    "sys/termios.h", "sys/time.h", "sys/timerfd.h", "sys/times.h", "sys/ttydefaults.h", "sys/types.h", "sys/uio.h", "sys/un.h", "sys/user.h",
    "sys/utsname.h", "sys/vfs.h", "sys/wait.h", "sys/xattr.h", "sysexits.h", "syslog.h", "tar.h", "termio.h", "termios.h", "tgmath.h", "threads.h",
    "time.h", "trace.h", "uchar.h", "ucontext.h", "ulimit.h", "unistd.h", "utime.h", "utmp.h", "utmpx.h", "values.h", "wchar.h", "wctype.h",
    "wordexp.h", "xlocale.h",
];

/// Headers of the C++ library, sorted by bytes.
#[rustfmt::skip]
const CPP_HEADERS: &[&str] = &[
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cassert", "ccomplex", "cctype", "cerrno", "cfenv", "cfloat", "charconv",
    "chrono", "cinttypes", "ciso646", "climits", "clocale", "cmath", "codecvt", "compare", "complex", "concepts", "condition_variable", "coroutine",
    "csetjmp", "csignal", "cstdalign", "cstdarg", "cstdbool", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctgmath", "ctime", "cuchar",
    "cwchar", "cwctype", "deque", "exception", "execution", "expected", "experimental/filesystem", "experimental/optional",
    "experimental/string_view", "filesystem", "flat_map", "flat_set", "format", "forward_list", "fstream", "functional", "future", "generator",
    "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "latch", "limits", "list", "locale", "map", "mdspan", "memory",
    "memory_resource", "mutex", "new", "numbers", "numeric", "optional", "ostream", "print", "queue", "random", "ranges", "ratio", "regex",
    "scoped_allocator", "semaphore", "set", "shared_mutex", "source_location", "span", "spanstream", "sstream", "stack", "stacktrace", "stdexcept",
    "stdfloat", "stop_token", "streambuf", "string", "string_view", "strstream", "syncstream", "system_error", "thread", "tuple", "type_traits",
    "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector", "version",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_the_library_whose_name_it_bears() {
        for (header, name, says) in [
            ("<curl/curl.h>", "curl_easy_init", Bearing::Whole),
            ("<curl/curl.h>", "CURLOPT_URL", Bearing::Part),
            ("<Python.h>", "PyErr_Clear", Bearing::Short),
            ("<openssl/ssl.h>", "SSL_new", Bearing::Whole),
            ("\"uv.h\"", "uv_run", Bearing::Whole),
            ("<Security/Security.h>", "SecItemAdd", Bearing::Short),
            ("<xmlparse.h>", "XML_Parse", Bearing::Short),
            ("<systemd/sd-bus.h>", "sd_bus_call", Bearing::Whole),
            ("<systemd/sd-login.h>", "sd_pid_get_unit", Bearing::Short),
            ("<event2/bufferevent.h>", "bufferevent", Bearing::Whole),
            ("<event2/buffer.h>", "EVBUFFER_LENGTH", Bearing::Part),
            ("<ucred.h>", "getpeerucred", Bearing::Part),
            ("<event.h>", "EV_READ", Bearing::Short),
            ("<event.h>", "evtimer_add", Bearing::Alike),
            ("<tchar.h>", "TCP_KEEPCNT", Bearing::None),
            ("<openssl/err.h>", "OPEN_EXISTING", Bearing::Short),
            ("<string.h>", "str_of_mine", Bearing::None),
            ("<Python.h>", "p", Bearing::None),
            ("<zlib.h>", "deflate", Bearing::None),
            ("<curl/curl.h>", "", Bearing::None),
            ("<mach/mach.h>", "MAKEWORD", Bearing::None),
            ("<sys/sysctl.h>", "GetSystemInfo", Bearing::None),
            ("<io.h>", "ioctlsocket", Bearing::None),
            ("<ncurses.h>", "EVBUFFER_LENGTH", Bearing::None),
            ("<process.h>", "protoent", Bearing::None),
        ] {
            assert_eq!(bearing(header, name), says, "{header} {name}");
        }
    }
}
