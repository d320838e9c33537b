//! Headers that every system brings along, and what names tell of others.

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

/// Whether a name bears that of a header, as names of a library do where there are no namespaces: `curl_easy_init` of `<curl/curl.h>`, `PyErr_Clear` of
/// `<Python.h>`, `SSL_new` of `<openssl/ssl.h>`.
pub(super) fn bears_its_name(written: &str, name: &str) -> bool {
    let written = written.trim_matches(['"', '<', '>']);
    // The names of these are known one by one.
    if library(written).is_some() {
        return false;
    }
    let begins = |whole: &str, head: &str| whole.get(..head.len()).is_some_and(|it| it.eq_ignore_ascii_case(head));
    // Constants of many a system begin with `OPEN_` or `STD_`.
    let is_constant = !name.contains(|c: char| c.is_ascii_lowercase());
    let word = leading_word(name);
    written.split('/').map(|part| part.split('.').next().unwrap_or(part)).any(|part| {
        let is_short_for =
            !is_constant && word.len() >= 2 && begins(part, word) && (word.len() >= 3 || !name.starts_with(|c: char| c.is_lowercase()));
        is_short_for || part.eq_ignore_ascii_case(word) || (part.len() >= 3 && begins(name, part))
    })
}

/// `curl` of `curl_easy_init`, `Py` of `PyErr_Clear`, `CURLOPT` of `CURLOPT_URL`.
fn leading_word(name: &str) -> &str {
    let letters = name.as_bytes();
    let turns = |at: &usize| !letters[*at].is_ascii_alphanumeric() || (letters[at - 1].is_ascii_lowercase() && letters[*at].is_ascii_uppercase());
    let end = (1..letters.len()).find(turns).unwrap_or(letters.len());
    name.get(..end).unwrap_or_default()
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
        for (header, name) in [
            ("<curl/curl.h>", "curl_easy_init"),
            ("<curl/curl.h>", "CURLOPT_URL"),
            ("<Python.h>", "PyErr_Clear"),
            ("<openssl/ssl.h>", "SSL_new"),
            ("\"uv.h\"", "uv_run"),
            ("<Security/Security.h>", "SecItemAdd"),
            ("<xmlparse.h>", "XML_Parse"),
        ] {
            assert!(bears_its_name(header, name), "{header} {name}");
        }
        for (header, name) in [
            ("<openssl/err.h>", "OPEN_EXISTING"),
            ("<bsd/stdlib.h>", "STD_ERROR_HANDLE"),
            ("<string.h>", "str_of_mine"),
            ("<Python.h>", "p"),
            ("<zlib.h>", "deflate"),
            ("<curl/curl.h>", ""),
        ] {
            assert!(!bears_its_name(header, name), "{header} {name}");
        }
    }
}
