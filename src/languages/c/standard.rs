//! What the standard libraries bring: free names, wrappers, collections and their methods.

use crate::languages::semantics::Giving;

/// Smart pointers: their members are those of what they point to.
pub(super) const TRANSPARENT: &[&str] = &["optional", "reference_wrapper", "shared_ptr", "unique_ptr"];

/// Methods of what is seen through that give what it holds.
pub(super) const PASSING: &[&str] = &["get", "lock", "release", "value", "value_or"];

/// What the base of classes whose pointers are shared gives them, with the pointer that it is.
pub(super) const OF_SHARED: &[(&str, &str)] = &[("shared_from_this", "shared_ptr"), ("weak_from_this", "weak_ptr")];

/// Whether a template of the library holds values of its arguments.
pub(super) fn is_holder(name: &str) -> bool {
    let collects = COLLECTIONS.iter().any(|(collection, _)| *collection == name);
    collects || TRANSPARENT.contains(&name) || WRAPPERS.contains(&name) || matches!(name, "pair" | "tuple")
}

/// What stands for pointers to functions.
pub(super) const POINTED_TO: &str = "()";

/// Types that hold a function; their argument begins with what it returns.
pub(super) const FUNCTIONS: &[&str] = &[POINTED_TO, "function", "move_only_function", "packaged_task"];

/// What a dereference or a `co_await` removes; `[]` stands for arrays.
#[rustfmt::skip]
pub(super) const WRAPPERS: &[&str] = &["[]", "atomic", "expected", "future", "optional", "reference_wrapper", "shared_future", "shared_ptr", "unique_ptr", "weak_ptr"];

/// Collections with the index of the argument that their elements have; `[]` stands for arrays.
#[rustfmt::skip]
pub(super) const COLLECTIONS: &[(&str, usize)] = &[
    ("[]", 0), ("array", 0), ("deque", 0), ("forward_list", 0), ("initializer_list", 0), ("list", 0), ("map", 1), ("multimap", 1), ("multiset", 0),
    ("priority_queue", 0), ("queue", 0), ("set", 0), ("span", 0), ("stack", 0), ("unique_ptr", 0), ("unordered_map", 1), ("unordered_multimap", 1), ("unordered_multiset", 0),
    ("unordered_set", 0), ("valarray", 0), ("vector", 0),
];

/// Types of collections that stand for their elements, as iterators do.
#[rustfmt::skip]
pub(super) const ELEMENT_TYPES: &[&str] = &[
    "const_iterator", "const_pointer", "const_reference", "const_reverse_iterator", "element_type", "iterator", "mapped_type", "pointer", "reference",
    "reverse_iterator", "value_type",
];

/// Functions of the library that give a type of its own whatever they are given; see [`crate::languages::habits::Foreign::known_members`].
pub(super) const KNOWN_MEMBERS: &[(&str, &str, &str)] = &[("to_string", "std", "string"), ("to_wstring", "std", "wstring")];

/// Methods of collections that give what points into them, sorted.
#[rustfmt::skip]
pub(super) const ITERATORS: &[&str] = &[
    "begin", "cbegin", "cend", "crbegin", "crend", "end", "erase", "find", "lower_bound", "rbegin", "rend", "upper_bound",
];

/// Functions of the library that give what methods of their names do of what they are given.
pub(super) const POINTING: &[&str] = &["begin", "cbegin", "crbegin", "data", "rbegin"];

/// Functions and methods of the library that return what they are given.
pub(super) const SAME: &[&str] = &["as_const", "cref", "forward", "move", "ref"];

/// Methods of the library that return the wrapped value or an element; iterators stand for what they point to.
#[rustfmt::skip]
pub(super) const INNER: &[&str] = &[
    "at", "back", "begin", "cbegin", "cend", "crbegin", "crend", "data", "emplace_back", "end", "erase", "find", "front", "get", "load", "lock",
    "lower_bound", "rbegin", "release", "rend", "top", "upper_bound", "value", "value_or",
];

/// Functions of the library that return one of what they are given first: a value, or an iterator, which stands for what it points to.
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("addressof", "std", Giving::Argument),
    ("adjacent_find", "std", Giving::Argument),
    ("clamp", "std", Giving::Argument),
    ("exchange", "std", Giving::Argument),
    ("find", "std", Giving::Argument),
    ("find_end", "std", Giving::Argument),
    ("find_first_of", "std", Giving::Argument),
    ("find_if", "std", Giving::Argument),
    ("find_if_not", "std", Giving::Argument),
    ("is_sorted_until", "std", Giving::Argument),
    ("lower_bound", "std", Giving::Argument),
    ("make_move_iterator", "std", Giving::Argument),
    ("make_reverse_iterator", "std", Giving::Argument),
    ("max", "std", Giving::Argument),
    ("max_element", "std", Giving::Argument),
    ("min", "std", Giving::Argument),
    ("min_element", "std", Giving::Argument),
    ("next", "std", Giving::Argument),
    ("partition", "std", Giving::Argument),
    ("partition_point", "std", Giving::Argument),
    ("prev", "std", Giving::Argument),
    ("remove", "std", Giving::Argument),
    ("remove_if", "std", Giving::Argument),
    ("rotate", "std", Giving::Argument),
    ("search", "std", Giving::Argument),
    ("stable_partition", "std", Giving::Argument),
    ("unique", "std", Giving::Argument),
    ("upper_bound", "std", Giving::Argument),
];

/// Names of C, its library, POSIX and the common compilers, sorted by bytes.
#[rustfmt::skip]
pub(super) const C_NAMES: &[&str] = &[
    POINTED_TO, "AF_INET", "AF_INET6", "AF_UNIX", "AF_UNSPEC", "AI_PASSIVE", "BUFSIZ", "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "CLOCK_MONOTONIC", "CLOCK_REALTIME",
    "DBL_EPSILON", "DBL_MAX", "DBL_MIN", "DIR", "EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAGAIN", "EALREADY", "EBADF", "EBUSY", "ECANCELED",
    "ECHILD", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EDOM", "EEXIST", "EFAULT", "EFBIG", "EHOSTUNREACH", "EILSEQ", "EINPROGRESS", "EINTR",
    "EINVAL", "EIO", "EISCONN", "EISDIR", "ELOOP", "EMFILE", "EMSGSIZE", "ENAMETOOLONG", "ENETUNREACH", "ENFILE", "ENOBUFS", "ENODEV", "ENOENT",
    "ENOEXEC", "ENOMEM", "ENOSPC", "ENOSYS", "ENOTCONN", "ENOTDIR", "ENOTEMPTY", "ENOTSOCK", "ENOTSUP", "ENXIO", "EOF", "EOPNOTSUPP", "EOVERFLOW",
    "EPERM", "EPIPE", "EPROTO", "ERANGE", "EROFS", "ESPIPE", "ESRCH", "ETIMEDOUT", "EWOULDBLOCK", "EXIT_FAILURE", "EXIT_SUCCESS", "FD_CLOEXEC",
    "FD_CLR", "FD_ISSET", "FD_SET", "FD_ZERO", "FILE", "FLT_EPSILON", "FLT_MAX", "FLT_MIN", "F_GETFD", "F_GETFL", "F_OK", "F_SETFD", "F_SETFL",
    "HUGE_VAL", "INADDR_ANY", "INET6_ADDRSTRLEN", "INFINITY", "INT16_MAX", "INT16_MIN", "INT32_C", "INT32_MAX", "INT32_MIN", "INT64_C", "INT64_MAX",
    "INT64_MIN", "INT8_MAX", "INT8_MIN", "INTPTR_MAX", "INT_MAX", "INT_MIN", "IPPROTO_IPV6", "IPPROTO_TCP", "IPPROTO_UDP", "LC_ALL", "LC_COLLATE",
    "LC_NUMERIC", "LLONG_MAX", "LLONG_MIN", "LOCK_EX", "LOCK_NB", "LOCK_SH", "LOCK_UN", "LOG_DEBUG", "LOG_ERR", "LOG_INFO", "LOG_NOTICE", "LOG_PID",
    "LOG_WARNING", "LONG_MAX", "LONG_MIN", "MADV_DONTNEED", "MAP_ANON", "MAP_ANONYMOUS", "MAP_FAILED", "MAP_PRIVATE", "MAP_SHARED", "MSG_DONTWAIT",
    "MSG_NOSIGNAL", "MSG_PEEK", "M_PI", "NAN", "NDEBUG", "NULL", "O_APPEND", "O_CLOEXEC", "O_CREAT", "O_DIRECTORY", "O_EXCL", "O_NONBLOCK",
    "O_RDONLY", "O_RDWR", "O_TRUNC", "O_WRONLY", "PATH_MAX", "POLLERR", "POLLHUP", "POLLIN", "POLLOUT", "PRIX64", "PRId32", "PRId64", "PRIdMAX",
    "PRIi64", "PRIu16", "PRIu32", "PRIu64", "PRIu8", "PRIuMAX", "PRIuPTR", "PRIx32", "PRIx64", "PRIxPTR", "PROT_EXEC", "PROT_NONE", "PROT_READ",
    "PROT_WRITE", "PTHREAD_COND_INITIALIZER", "PTHREAD_MUTEX_INITIALIZER", "PTRDIFF_MAX", "RAND_MAX", "RUSAGE_CHILDREN", "RUSAGE_SELF", "R_OK",
    "SA_NODEFER", "SA_ONSTACK", "SA_RESETHAND", "SA_RESTART", "SA_SIGINFO", "SCNd64", "SCNu64", "SEEK_CUR", "SEEK_END", "SEEK_SET", "SHRT_MAX",
    "SHRT_MIN", "SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCONT", "SIGFPE", "SIGHUP", "SIGILL", "SIGINT", "SIGKILL", "SIGPIPE", "SIGPROF",
    "SIGQUIT", "SIGSEGV", "SIGSTOP", "SIGTERM", "SIGTRAP", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIG_BLOCK", "SIG_DFL", "SIG_IGN", "SIG_SETMASK",
    "SIG_UNBLOCK", "SIZE_MAX", "SOCK_DGRAM", "SOCK_STREAM", "SOL_SOCKET", "SO_ERROR", "SO_KEEPALIVE", "SO_RCVBUF", "SO_RCVTIMEO", "SO_REUSEADDR",
    "SO_REUSEPORT", "SO_SNDBUF", "SO_SNDTIMEO", "SSIZE_MAX", "STDERR_FILENO", "STDIN_FILENO", "STDOUT_FILENO", "S_IRUSR", "S_ISDIR", "S_ISLNK",
    "S_ISREG", "S_IWUSR", "TCP_NODELAY", "UCHAR_MAX", "UINT16_MAX", "UINT32_C", "UINT32_MAX", "UINT64_C", "UINT64_MAX", "UINT8_MAX", "UINTPTR_MAX",
    "UINT_MAX", "ULLONG_MAX", "ULONG_MAX", "USHRT_MAX", "WEXITSTATUS", "WIFEXITED", "WIFSIGNALED", "WIN32", "WNOHANG", "WTERMSIG", "W_OK", "X_OK",
    "_GNU_SOURCE", "_MSC_VER", "_POSIX_C_SOURCE", "_Static_assert", "_WIN32", "_WIN64", "_XOPEN_SOURCE", "__APPLE__", "__ARM_NEON",
    "__ATOMIC_ACQUIRE", "__ATOMIC_RELAXED", "__ATOMIC_RELEASE", "__ATOMIC_SEQ_CST", "__AVX2__", "__BYTE_ORDER__", "__COUNTER__", "__CYGWIN__",
    "__DATE__", "__FILE__", "__FUNCTION__", "__FreeBSD__", "__GNUC_MINOR__", "__GNUC__", "__LINE__", "__MINGW32__", "__NetBSD__",
    "__ORDER_BIG_ENDIAN__", "__ORDER_LITTLE_ENDIAN__", "__OpenBSD__", "__PRETTY_FUNCTION__", "__SIZEOF_INT128__", "__SIZEOF_POINTER__", "__SSE2__",
    "__STDC_VERSION__", "__STDC__", "__TIME__", "__VA_ARGS__", "__VA_OPT__", "__aarch64__", "__arm__", "__atomic_add_fetch",
    "__atomic_compare_exchange_n", "__atomic_exchange_n", "__atomic_fetch_add", "__atomic_load_n", "__atomic_store_n", "__atomic_sub_fetch",
    "__attribute__", "__builtin_add_overflow", "__builtin_alloca", "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64", "__builtin_clz",
    "__builtin_clzl", "__builtin_clzll", "__builtin_constant_p", "__builtin_ctz", "__builtin_ctzl", "__builtin_ctzll", "__builtin_expect",
    "__builtin_frame_address", "__builtin_memcpy", "__builtin_memset", "__builtin_mul_overflow", "__builtin_offsetof", "__builtin_popcount",
    "__builtin_popcountl", "__builtin_popcountll", "__builtin_prefetch", "__builtin_return_address", "__builtin_sub_overflow", "__builtin_trap",
    "__builtin_types_compatible_p", "__builtin_unreachable", "__clang__", "__clang_major__", "__cplusplus", "__func__", "__has_attribute",
    "__has_builtin", "__has_cpp_attribute", "__has_feature", "__has_include", "__i386__", "__linux__", "__sun", "__sync_add_and_fetch",
    "__sync_bool_compare_and_swap", "__sync_fetch_and_add", "__sync_sub_and_fetch", "__sync_synchronize", "__unix__", "__x86_64__", "_exit",
    "abort", "abs", "accept", "access", "acos", "addrinfo", "alarm", "aligned_alloc", "asctime", "asin", "asprintf", "assert", "atan", "atan2",
    "atexit", "atof", "atoi", "atol", "atoll", "atomic_fetch_add", "atomic_init", "atomic_load", "atomic_store", "bind", "blkcnt_t", "blksize_t",
    "bool", "bsearch", "caddr_t", "calloc", "cc_t", "ceil", "char", "chdir", "chmod", "chown", "clearerr", "clock", "clock_gettime", "clock_t",
    "clockid_t", "close", "closedir", "cmsghdr", "connect", "cos", "cosh", "ctime", "daddr_t", "defined", "dev_t", "difftime", "dirent", "div",
    "div_t", "double", "dprintf", "dup", "dup2", "errno", "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "exit", "exp",
    "fabs", "false", "fchmod", "fclose", "fcntl", "fd_mask", "fd_set", "fdatasync", "fdopen", "feof", "ferror", "fflush", "fgetc", "fgetpos",
    "fgets", "fileno", "float", "flock", "floor", "fmax", "fmin", "fmod", "fopen", "fork", "fpos_t", "fprintf", "fputc", "fputs", "fread", "free",
    "freeaddrinfo", "freopen", "frexp", "fsblkcnt_t", "fscanf", "fseek", "fseeko", "fsetpos", "fsfilcnt_t", "fsid_t", "fstat", "fsync", "ftell",
    "ftello", "ftruncate", "fwrite", "gai_strerror", "getaddrinfo", "getc", "getchar", "getcwd", "getegid", "getenv", "geteuid", "getgid",
    "getgrgid", "getgrnam", "gethostbyname", "gethostname", "getline", "getnameinfo", "getopt", "getopt_long", "getpagesize", "getpeername",
    "getpid", "getppid", "getpwnam", "getpwuid", "getrlimit", "getrusage", "gets", "getsockname", "getsockopt", "gettimeofday", "getuid", "gid_t",
    "glob_t", "gmtime", "gmtime_r", "hostent", "htonl", "htons", "id_t", "idtype_t", "in6_addr", "in_addr", "in_addr_t", "in_port_t", "inet_addr",
    "inet_ntoa", "inet_ntop", "inet_pton", "ino_t", "int", "int16_t", "int32_t", "int64_t", "int8_t", "int_fast16_t", "int_fast32_t",
    "int_fast64_t", "int_fast8_t", "int_least16_t", "int_least32_t", "int_least64_t", "int_least8_t", "intmax_t", "intptr_t", "ioctl", "iovec",
    "isalnum", "isalpha", "isascii", "isatty", "isblank", "iscntrl", "isdigit", "isfinite", "isgraph", "isinf", "islower", "isnan", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "itimerspec", "itimerval", "jmp_buf", "key_t", "kill", "labs", "ldexp", "ldiv_t", "link", "listen",
    "llabs", "lldiv_t", "locale_t", "localeconv", "localtime", "localtime_r", "loff_t", "log", "log10", "log2", "long", "longjmp", "lseek", "lstat",
    "madvise", "malloc", "malloc_usable_size", "max_align_t", "mbstate_t", "memchr", "memcmp", "memcpy", "memmem", "memmove", "memset", "mkdir",
    "mkdtemp", "mkfifo", "mkstemp", "mktime", "mlock", "mmap", "mode_t", "modf", "mprotect", "mqd_t", "msghdr", "msync", "munmap", "nanosleep",
    "nfds_t", "nlink_t", "ntohl", "ntohs", "off_t", "offsetof", "open", "opendir", "openlog", "pause", "pclose", "perror", "pid_t", "pipe", "poll",
    "pollfd", "popen", "posix_fadvise", "posix_memalign", "pow", "prctl", "pread", "printf", "pselect", "pthread_attr_destroy", "pthread_attr_init",
    "pthread_attr_setstacksize", "pthread_attr_t", "pthread_barrier_t", "pthread_cancel", "pthread_cond_broadcast", "pthread_cond_destroy",
    "pthread_cond_init", "pthread_cond_signal", "pthread_cond_t", "pthread_cond_timedwait", "pthread_cond_wait", "pthread_condattr_t",
    "pthread_create", "pthread_detach", "pthread_equal", "pthread_exit", "pthread_getspecific", "pthread_join", "pthread_key_create",
    "pthread_key_t", "pthread_kill", "pthread_mutex_destroy", "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_t",
    "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutexattr_t", "pthread_once", "pthread_once_t", "pthread_rwlock_rdlock",
    "pthread_rwlock_t", "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_rwlockattr_t", "pthread_self", "pthread_setcancelstate",
    "pthread_setcanceltype", "pthread_setspecific", "pthread_sigmask", "pthread_spinlock_t", "pthread_t", "ptrdiff_t", "putc", "putchar", "putenv",
    "puts", "pwrite", "qsort", "quad_t", "raise", "rand", "random", "read", "readdir", "readlink", "readv", "realloc", "realpath", "recv",
    "recvfrom", "recvmsg", "regcomp", "regex_t", "regexec", "regfree", "register_t", "regmatch_t", "regoff_t", "remove", "rename", "rewind", "rint",
    "rlim_t", "rlimit", "rmdir", "round", "rusage", "sa_family_t", "scanf", "sched_yield", "select", "sem_t", "send", "sendfile", "sendmsg",
    "sendto", "setbuf", "setenv", "setgid", "setitimer", "setjmp", "setlocale", "setlogmask", "setpgid", "setrlimit", "setsid", "setsockopt",
    "settimeofday", "setuid", "setvbuf", "short", "shutdown", "sigaction", "sigaddset", "sigdelset", "sigemptyset", "sigfillset", "siginfo_t",
    "sigismember", "sigjmp_buf", "siglongjmp", "signal", "signed", "sigprocmask", "sigset_t", "sigsetjmp", "sin", "sinh", "size_t", "sleep",
    "snprintf", "sockaddr", "sockaddr_in", "sockaddr_in6", "sockaddr_storage", "sockaddr_un", "socket", "socketpair", "socklen_t", "speed_t",
    "sprintf", "sqrt", "srand", "srandom", "sscanf", "ssize_t", "stack_t", "stat", "static_assert", "statvfs", "stderr", "stdin", "stdout",
    "stpcpy", "strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror",
    "strerror_r", "strftime", "strlcat", "strlcpy", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk",
    "strptime", "strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtoimax", "strtok", "strtok_r", "strtol", "strtold",
    "strtoll", "strtoul", "strtoull", "strtoumax", "strxfrm", "suseconds_t", "symlink", "sync", "sysconf", "syslog", "system", "tan", "tanh",
    "tcflag_t", "tcgetattr", "tcsetattr", "tempnam", "termios", "time", "time_t", "timer_t", "timespec", "timeval", "tm", "tmpfile", "tmpnam",
    "tolower", "toupper", "true", "trunc", "truncate", "ttyname", "typeof", "tzset", "u_char", "u_int", "u_int16_t", "u_int32_t", "u_int64_t",
    "u_int8_t", "u_long", "u_quad_t", "u_short", "ucontext_t", "uid_t", "uint", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uint_fast16_t",
    "uint_fast32_t", "uint_fast64_t", "uint_fast8_t", "uint_least16_t", "uint_least32_t", "uint_least64_t", "uint_least8_t", "uintmax_t",
    "uintptr_t", "ulong", "umask", "uname", "ungetc", "unlink", "unsetenv", "unsigned", "useconds_t", "ushort", "usleep", "utimbuf", "utime",
    "utimes", "utsname", "va_arg", "va_copy", "va_end", "va_list", "va_start", "vasprintf", "vfprintf", "void", "vprintf", "vscanf", "vsnprintf",
    "vsprintf", "vsscanf", "wait", "wait3", "waitpid", "wchar_t", "wcscmp", "wcscpy", "wcslen", "wctype_t", "winsize", "wint_t", "write", "writev",
];

/// Whether a name is one of the library of C or of the platform.
pub(super) fn is_of_platform(name: &str) -> bool {
    C_NAMES.binary_search(&name).is_ok()
}

/// Names of the C++ library besides its collections and wrappers that programs write bare after `using namespace std;`, sorted by bytes.
#[rustfmt::skip]
const OF_STD: &[&str] = &[
    "cerr", "cin", "clog", "cout", "endl", "exception", "find", "find_if", "fstream", "function", "get", "getline", "greater", "hash", "ifstream",
    "invalid_argument", "ios", "istream", "istringstream", "iterator", "less", "lock_guard", "logic_error", "lower_bound", "make_pair", "make_shared",
    "make_tuple", "make_unique", "max", "min", "move", "mutex", "numeric_limits", "ofstream", "ostream", "ostringstream", "out_of_range", "pair",
    "runtime_error", "sort", "stoi", "streambuf", "string", "string_view", "stringstream", "swap", "thread", "to_string", "tuple", "unique_lock",
    "upper_bound", "wstring",
];

/// What C++ adds, sorted by bytes. Its library stands below `std`, which is free.
pub(super) const CPP_NAMES: &[&str] =
    &["[]", "auto", "char16_t", "char32_t", "char8_t", "final", "nullptr_t", "override", "shared_from_this", "std", "typeid", "weak_from_this"];

/// Members of smart pointers, optional values and what points into a map, which are not told apart from what they hold.
pub(super) const WRAPPER_MEMBERS: &[&str] = &[
    "emplace",
    "expired",
    "first",
    "get",
    "has_value",
    "lock",
    "owner_before",
    "release",
    "reset",
    "second",
    "unique",
    "use_count",
    "value",
    "value_or",
];

/// Libraries that programs call by macros and bare names more than by any others and that trees seldom hold: how their headers begin, the package, how
/// their names do.
const LIBRARIES: &[(&str, &str, &[&str])] = &[
    ("benchmark/", "benchmark", &["BENCHMARK", "benchmark"]),
    (
        "catch",
        "catch2",
        &["BENCHMARK", "CAPTURE", "CHECK", "Catch", "GENERATE", "INFO", "REQUIRE", "SCENARIO", "SECTION", "TEMPLATE_TEST_CASE", "TEST_CASE"],
    ),
    ("doctest", "doctest", &["CAPTURE", "CHECK", "INFO", "REQUIRE", "SUBCASE", "TEST_CASE", "TEST_SUITE", "doctest"]),
    ("gflags/", "gflags", &["DECLARE_", "DEFINE_", "FLAGS_", "gflags"]),
    ("gmock/", "googletest", GOOGLE_TEST),
    ("gtest/", "googletest", GOOGLE_TEST),
    ("jni.h", "jni", JNI),
];

/// How the names begin that the interface between Java and C declares.
const JNI: &[&str] = &[
    "JNI",
    "JavaVM",
    "jarray",
    "jboolean",
    "jbyte",
    "jchar",
    "jclass",
    "jdouble",
    "jfieldID",
    "jfloat",
    "jint",
    "jlong",
    "jmethodID",
    "jobject",
    "jshort",
    "jsize",
    "jstring",
    "jthrowable",
    "jvalue",
    "jweak",
];

/// How the names of googletest begin.
const GOOGLE_TEST: &[&str] = &[
    "ACTION",
    "ADD_FAILURE",
    "ASSERT_",
    "EXPECT_",
    "FAIL",
    "FRIEND_TEST",
    "GTEST_",
    "INSTANTIATE_",
    "MATCHER",
    "MOCK_",
    "ON_CALL",
    "REGISTER_TYPED_TEST",
    "RUN_ALL_TESTS",
    "SCOPED_TRACE",
    "SUCCEED",
    "TEST",
    "TYPED_TEST",
    "testing",
];

/// What is brought by a module that a file takes in whole: `using namespace std;` brings what the library is known to have, headers of
/// libraries what these are known to have.
pub(super) fn brought_by(module: &str, name: &str) -> Option<&'static str> {
    let is_collection = || COLLECTIONS.iter().any(|it| it.0 == name);
    let header = module.trim_matches(['"', '<', '>']);
    if let Some((_, package, _)) =
        LIBRARIES.iter().find(|(folder, _, names)| header.starts_with(folder) && names.iter().any(|it| name.starts_with(it)))
    {
        return Some(package);
    }
    let is_known = || OF_STD.binary_search(&name).is_ok() || WRAPPERS.contains(&name) || TRANSPARENT.contains(&name);
    (module == "::std" && (is_collection() || is_known())).then_some("")
}
