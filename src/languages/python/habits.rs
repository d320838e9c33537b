//! Habits of Python's names and types, and the modules of its standard library, as data.

use crate::languages::habits::{Callbacks, Classes, Foreign, Holding};
use crate::languages::semantics::{Construction, Habits, Overriding, Unions};

/// Fixtures that pytest brings along (<https://docs.pytest.org/en/stable/reference/fixtures.html>), but for `cache` and `request`, which are names of
/// other things as well.
const FIXTURES: &[&str] = &[
    "capfd",
    "capfdbinary",
    "caplog",
    "capsys",
    "capsysbinary",
    "monkeypatch",
    "pytestconfig",
    "pytester",
    "recwarn",
    "testdir",
    "tmp_path",
    "tmp_path_factory",
    "tmpdir",
    "tmpdir_factory",
];

/// What objects, classes, functions and modules have from the language.
#[rustfmt::skip]
const OF_ALL: &[&str] = &[
    "__annotations__", "__base__", "__bases__", "__class__", "__closure__", "__code__", "__defaults__", "__delattr__", "__dict__", "__dir__",
    "__doc__", "__eq__", "__file__", "__format__", "__func__", "__getattribute__", "__globals__", "__hash__", "__init__", "__init_subclass__",
    "__instancecheck__", "__kwdefaults__", "__loader__", "__module__", "__mro__", "__name__", "__ne__", "__new__", "__package__", "__path__",
    "__qualname__", "__reduce__", "__reduce_ex__", "__repr__", "__self__", "__setattr__", "__sizeof__", "__spec__", "__str__", "__subclasscheck__",
    "__subclasses__", "__subclasshook__", "__weakref__", "mro",
];

/// How Python's types are read.
pub(super) static HABITS: Habits = Habits {
    holding: Holding {
        texts: &["str"],
        answers: Some("__getattr__"),
        awaited: Some(("__await__", 2)),
        views: &[("keys", "KeysView", &[0]), ("values", "ValuesView", &[1])],
        transparent: &["Annotated", "ClassVar", "Final", "Mapped", "NotRequired", "Optional", "Required"],
        wrappers: &["Awaitable", "Coroutine", "Future", "Task"],
        elements: &[("", "__getitem__", false), ("", "__iter__", true), ("", "__aiter__", true), ("", "__next__", false), ("", "__anext__", false)],
        lists_apart: true,
        collections: COLLECTIONS,
        ..Holding::NONE
    },
    folders_are_modules: true,
    classes: Classes {
        construction: Construction::Call,
        constructors: &["__init__"],
        called: Some("__call__"),
        maker: Some("__new__"),
        read_by: Some("__get__"),
        linearized: true,
        class_of: Some("__class__"),
        unsaid: &[("typing", "Any"), ("typing_extensions", "Any")],
        records: &[("NamedTuple", true), ("TypedDict", false)],
        topmost: "object",
        of_classes: Some("type"),
        of_all: OF_ALL,
        of_properties: &["deleter", "getter", "setter"],
        untyped: true,
        ..Classes::NONE
    },
    functions: &["Callable"],
    variables_of_types: true,
    callbacks: Callbacks { nameless_typed: true, ..Callbacks::NONE },
    unions: Unions::First,
    foreign: Foreign {
        passing: &["result"],
        same: SAME,
        converting: ENTERED,
        inner: INNER,
        filling: FILLING,
        filled_alike: true,
        joining: JOINING,
        ..Foreign::NONE
    },
    overriding: Overriding::Name,
    plain: PLAIN,
    itself: ITSELF,
    builtins: &[BUILTINS],
    foreign_members: FOREIGN_MEMBERS,
    fixtures: ("pytest", FIXTURES),
    fixture_file: ("conftest.py", super::imports::PLUGINS),
    managers: &["pypi"],
    ..Habits::PLAIN
};

/// Collections and the argument that indexing them gives. Mappings give their values: keys are rarely of a class of the repository.
pub(super) const COLLECTIONS: &[(&str, usize)] = &[
    ("AbstractSet", 0),
    ("AsyncGenerator", 0),
    ("AsyncIterable", 0),
    ("AsyncIterator", 0),
    ("ChainMap", 1),
    ("Collection", 0),
    ("Container", 0),
    ("ContextVar", 0),
    ("DefaultDict", 1),
    ("Deque", 0),
    ("Dict", 1),
    ("FrozenSet", 0),
    ("Generator", 0),
    ("Iterable", 0),
    ("Iterator", 0),
    ("KeysView", 0),
    ("LifoQueue", 0),
    ("List", 0),
    ("Mapping", 1),
    ("MutableMapping", 1),
    ("MutableSequence", 0),
    ("MutableSet", 0),
    ("OrderedDict", 1),
    ("PriorityQueue", 0),
    ("Queue", 0),
    ("Reversible", 0),
    ("Sequence", 0),
    ("Set", 0),
    ("SimpleQueue", 0),
    ("Tuple", 0),
    ("ValuesView", 0),
    ("WeakKeyDictionary", 1),
    ("WeakValueDictionary", 1),
    ("defaultdict", 1),
    ("deque", 0),
    ("dict", 1),
    ("frozenset", 0),
    ("list", 0),
    ("set", 0),
    ("tuple", 0),
];

/// What entering gives that is typed by what it gives, not by what it is.
const ENTERED: &[(&str, &str)] = &[
    ("__aenter__", "AbstractAsyncContextManager"),
    ("__aenter__", "AsyncContextManager"),
    ("__enter__", "AbstractContextManager"),
    ("__enter__", "ContextManager"),
];

/// Methods of foreign types that give back what they are called on.
const SAME: &[&str] = &[
    "__add__",
    "__aenter__",
    "__aiter__",
    "__and__",
    "__enter__",
    "__iadd__",
    "__iand__",
    "__invert__",
    "__ior__",
    "__isub__",
    "__iter__",
    "__ixor__",
    "__mul__",
    "__neg__",
    "__or__",
    "__pos__",
    "__reversed__",
    "__sub__",
    "__xor__",
    "copy",
    "difference",
    "intersection",
    "symmetric_difference",
    "union",
    "values",
];

/// Methods of classes of packages that give a value of the class which they are called on.
const ITSELF: &[(&str, &[&str])] = &[
    ("pydantic", &["construct", "copy", "model_construct", "model_copy", "model_validate", "model_validate_json", "parse_obj", "parse_raw"]),
    ("typing", &["_make", "_replace"]),
    ("typing_extensions", &["_make", "_replace"]),
];

/// Types whose values are of no other one but those behind them.
const PLAIN: &[(&str, &[&str])] = &[
    ("bool", &["complex", "float", "int"]),
    ("bytes", &[]),
    ("complex", &[]),
    ("float", &["complex"]),
    ("int", &["complex", "float"]),
    ("str", &[]),
];

/// Methods that put one element into a collection.
const FILLING: &[&str] = &["add", "append", "appendleft"];

/// Methods that give what both of two collections hold.
const JOINING: &[&str] = &["__add__", "__iadd__", "__ior__", "__or__"];

/// Methods of foreign types that give one element.
const INNER: &[&str] =
    &["__anext__", "__getitem__", "__next__", "asend", "get", "get_nowait", "pop", "popitem", "popleft", "result", "send", "setdefault"];

/// Names that every module sees.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError",
    "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError",
    "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup",
    "FileExistsError", "FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning",
    "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
    "ModuleNotFoundError", "NameError", "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "ProcessLookupError", "PythonFinalizationError", "RecursionError", "ReferenceError",
    "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError",
    "SystemExit", "TabError", "TimeoutError", "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError",
    "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError", "Warning", "WindowsError", "ZeroDivisionError", "__annotations__",
    "__builtins__", "__class__", "__debug__", "__doc__", "__file__", "__import__", "__loader__", "__name__", "__package__", "__path__",
    "__spec__", "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr",
    "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit",
    "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance",
    "issubclass", "iter", "len", "license", "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow",
    "print", "property", "quit", "range", "repr", "reveal_type", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str",
    "sum", "super", "tuple", "type", "unicode", "vars", "zip",
];

/// Members that strings, collections, files, paths, dates and their like carry.
#[rustfmt::skip]
const FOREIGN_MEMBERS: &[&str] = &[
    "absolute", "add", "addFilter", "addHandler", "add_done_callback", "add_note", "anchor", "append", "appendleft", "args", "as_integer_ratio",
    "as_posix", "as_uri", "astimezone", "bit_count", "bit_length", "buffer", "callHandlers", "cancel", "cancelled", "capitalize", "casefold",
    "center", "chmod", "clear", "close", "closed", "combine", "conjugate", "copy", "count", "critical", "ctime", "cwd", "daemon", "date", "day",
    "days", "debug", "decode", "denominator", "detach", "difference", "difference_update", "discard", "done", "drive", "dst", "elements", "empty",
    "encode", "encoding", "end", "endpos", "endswith", "error", "errors", "exception", "exists", "expand", "expandtabs", "expanduser", "extend",
    "extendleft", "fatal", "fileno", "filter", "find", "findCaller", "findall", "finditer", "flags", "flush", "fold", "format", "format_map",
    "from_bytes", "fromhex", "fromisocalendar", "fromisoformat", "fromkeys", "fromordinal", "fromtimestamp", "full", "fullmatch", "get", "getChild",
    "getEffectiveLevel", "getName", "get_nowait", "getbuffer", "getvalue", "gi_code", "gi_frame", "gi_running", "gi_suspended", "gi_yieldfrom",
    "glob", "group", "groupdict", "groupindex", "groups", "handle", "hardlink_to", "hasHandlers", "hex", "home", "hour", "ident", "imag", "index",
    "info", "insert", "intersection", "intersection_update", "isDaemon", "isEnabledFor", "isSet", "is_absolute", "is_alive", "is_block_device",
    "is_char_device", "is_dir", "is_fifo", "is_file", "is_integer", "is_mount", "is_relative_to", "is_reserved", "is_set", "is_socket", "is_symlink",
    "isalnum", "isalpha", "isascii", "isatty", "isdecimal", "isdigit", "isdisjoint", "isidentifier", "islower", "isnumeric", "isocalendar",
    "isoformat", "isoweekday", "isprintable", "isspace", "issubset", "issuperset", "istitle", "isupper", "items", "iterdir", "join", "joinpath",
    "keys", "lastgroup", "lastindex", "lchmod", "line_buffering", "link_to", "ljust", "log", "lower", "lstat", "lstrip", "makeRecord", "maketrans",
    "manager", "match", "max", "maxlen", "microsecond", "microseconds", "min", "minute", "mkdir", "month", "most_common", "move_to_end", "name",
    "native_id", "newlines", "now", "numerator", "open", "owner", "parent", "parents", "partition", "parts", "pattern", "pop", "popitem", "popleft",
    "pos", "put", "put_nowait", "qsize", "re", "read", "read1", "read_bytes", "read_text", "readable", "readinto", "readinto1", "readline",
    "readlines", "readlink", "real", "reconfigure", "regs", "relative_to", "remove", "removeFilter", "removeHandler", "remove_done_callback",
    "removeprefix", "removesuffix", "rename", "replace", "resolution", "resolve", "result", "reverse", "rfind", "rglob", "rindex", "rjust", "rmdir",
    "root", "rotate", "rpartition", "rsplit", "rstrip", "run", "samefile", "scanner", "search", "second", "seconds", "seek", "seekable", "send",
    "set", "setDaemon", "setLevel", "setName", "set_exception", "set_result", "setdefault", "sort", "span", "split", "splitlines", "start",
    "startswith", "stat", "stem", "strftime", "string", "strip", "strptime", "sub", "subn", "subtract", "suffix", "suffixes", "swapcase",
    "symlink_to", "symmetric_difference", "symmetric_difference_update", "task_done", "tell", "throw", "time", "timestamp", "timetuple", "timetz",
    "title", "to_bytes", "today", "toordinal", "total", "total_seconds", "touch", "translate", "truncate", "tzinfo", "tzname", "union", "unlink",
    "update", "upper", "utcfromtimestamp", "utcnow", "utcoffset", "utctimetuple", "values", "wait", "warn", "warning", "weekday", "with_name",
    "with_stem", "with_suffix", "with_traceback", "writable", "write", "write_bytes", "write_text", "write_through", "writelines", "year", "zfill",
];

/// Top-level modules of the standard library, sorted, those of past versions included.
#[rustfmt::skip]
pub(super) const STANDARD_LIBRARY: &[&str] = &[
    "__future__", "__main__", "_ast", "_collections_abc", "_io", "_socket", "_ssl", "_thread", "_typeshed", "_weakref", "_winapi", "abc", "aifc",
    "annotationlib", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore", "atexit", "audioop", "base64", "bdb",
    "binascii", "bisect", "builtins", "bz2", "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop",
    "collections", "colorsys", "compileall", "compression", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg",
    "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "email",
    "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput", "fnmatch", "fractions", "ftplib", "functools",
    "gc", "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http",
    "idlelib", "imaplib", "imghdr", "imp", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "lib2to3", "linecache",
    "locale", "logging", "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder", "msilib", "msvcrt",
    "multiprocessing", "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev",
    "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile",
    "pstats", "pty", "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline", "reprlib",
    "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtpd",
    "smtplib", "sndhdr", "socket", "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics",
    "string", "stringprep", "struct", "subprocess", "sunau", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib",
    "tempfile", "termios", "textwrap", "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib", "trace", "traceback",
    "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata", "unittest", "urllib", "uu", "uuid", "venv", "warnings",
    "wave", "weakref", "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib",
    "zoneinfo",
];
