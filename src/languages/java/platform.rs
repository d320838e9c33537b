//! Public types of the packages of the Java platform that programs import whole, by package. Which of several `import p.*;` brings a name is told by
//! nothing else. Facts of the Java SE 17 platform, module `java.base`.

/// Packages, each with its types; both sorted.
#[rustfmt::skip]
const PACKAGES: &[(&str, &[&str])] = &[
    ("java.io", &[
        "BufferedInputStream", "BufferedOutputStream", "BufferedReader", "BufferedWriter", "ByteArrayInputStream", "ByteArrayOutputStream",
        "CharArrayReader", "CharArrayWriter", "CharConversionException", "Closeable", "Console", "DataInput", "DataInputStream", "DataOutput",
        "DataOutputStream", "EOFException", "Externalizable", "File", "FileDescriptor", "FileFilter", "FileInputStream", "FileNotFoundException",
        "FileOutputStream", "FilePermission", "FileReader", "FileWriter", "FilenameFilter", "FilterInputStream", "FilterOutputStream", "FilterReader",
        "FilterWriter", "Flushable", "IOError", "IOException", "InputStream", "InputStreamReader", "InterruptedIOException", "InvalidClassException",
        "InvalidObjectException", "LineNumberInputStream", "LineNumberReader", "NotActiveException", "NotSerializableException", "ObjectInput",
        "ObjectInputFilter", "ObjectInputStream", "ObjectInputValidation", "ObjectOutput", "ObjectOutputStream", "ObjectStreamClass",
        "ObjectStreamConstants", "ObjectStreamException", "ObjectStreamField", "OptionalDataException", "OutputStream", "OutputStreamWriter",
        "PipedInputStream", "PipedOutputStream", "PipedReader", "PipedWriter", "PrintStream", "PrintWriter", "PushbackInputStream", "PushbackReader",
        "RandomAccessFile", "Reader", "SequenceInputStream", "Serial", "Serializable", "SerializablePermission", "StreamCorruptedException",
        "StreamTokenizer", "StringBufferInputStream", "StringReader", "StringWriter", "SyncFailedException", "UTFDataFormatException",
        "UncheckedIOException", "UnsupportedEncodingException", "WriteAbortedException", "Writer",
    ]),
    ("java.math", &[
        "BigDecimal", "BigInteger", "MathContext", "RoundingMode",
    ]),
    ("java.net", &[
        "Authenticator", "BindException", "CacheRequest", "CacheResponse", "ConnectException", "ContentHandler", "ContentHandlerFactory",
        "CookieHandler", "CookieManager", "CookiePolicy", "CookieStore", "DatagramPacket", "DatagramSocket", "DatagramSocketImpl",
        "DatagramSocketImplFactory", "FileNameMap", "HttpCookie", "HttpRetryException", "HttpURLConnection", "IDN", "Inet4Address", "Inet6Address",
        "InetAddress", "InetSocketAddress", "InterfaceAddress", "JarURLConnection", "MalformedURLException", "MulticastSocket", "NetPermission",
        "NetworkInterface", "NoRouteToHostException", "PasswordAuthentication", "PortUnreachableException", "ProtocolException", "ProtocolFamily",
        "Proxy", "ProxySelector", "ResponseCache", "SecureCacheResponse", "ServerSocket", "Socket", "SocketAddress", "SocketException", "SocketImpl",
        "SocketImplFactory", "SocketOption", "SocketOptions", "SocketPermission", "SocketTimeoutException", "StandardProtocolFamily",
        "StandardSocketOptions", "URI", "URISyntaxException", "URL", "URLClassLoader", "URLConnection", "URLDecoder", "URLEncoder", "URLPermission",
        "URLStreamHandler", "URLStreamHandlerFactory", "UnixDomainSocketAddress", "UnknownHostException", "UnknownServiceException",
    ]),
    ("java.nio", &[
        "Buffer", "BufferOverflowException", "BufferUnderflowException", "ByteBuffer", "ByteOrder", "CharBuffer", "DoubleBuffer", "FloatBuffer",
        "IntBuffer", "InvalidMarkException", "LongBuffer", "MappedByteBuffer", "ReadOnlyBufferException", "ShortBuffer",
    ]),
    ("java.nio.channels", &[
        "AcceptPendingException", "AlreadyBoundException", "AlreadyConnectedException", "AsynchronousByteChannel", "AsynchronousChannel",
        "AsynchronousChannelGroup", "AsynchronousCloseException", "AsynchronousFileChannel", "AsynchronousServerSocketChannel",
        "AsynchronousSocketChannel", "ByteChannel", "CancelledKeyException", "Channel", "Channels", "ClosedByInterruptException",
        "ClosedChannelException", "ClosedSelectorException", "CompletionHandler", "ConnectionPendingException", "DatagramChannel", "FileChannel",
        "FileLock", "FileLockInterruptionException", "GatheringByteChannel", "IllegalBlockingModeException", "IllegalChannelGroupException",
        "IllegalSelectorException", "InterruptedByTimeoutException", "InterruptibleChannel", "MembershipKey", "MulticastChannel", "NetworkChannel",
        "NoConnectionPendingException", "NonReadableChannelException", "NonWritableChannelException", "NotYetBoundException",
        "NotYetConnectedException", "OverlappingFileLockException", "Pipe", "ReadPendingException", "ReadableByteChannel", "ScatteringByteChannel",
        "SeekableByteChannel", "SelectableChannel", "SelectionKey", "Selector", "ServerSocketChannel", "ShutdownChannelGroupException",
        "SocketChannel", "UnresolvedAddressException", "UnsupportedAddressTypeException", "WritableByteChannel", "WritePendingException",
    ]),
    ("java.nio.charset", &[
        "CharacterCodingException", "Charset", "CharsetDecoder", "CharsetEncoder", "CoderMalfunctionError", "CoderResult", "CodingErrorAction",
        "IllegalCharsetNameException", "MalformedInputException", "StandardCharsets", "UnmappableCharacterException", "UnsupportedCharsetException",
    ]),
    ("java.nio.file", &[
        "AccessDeniedException", "AccessMode", "AtomicMoveNotSupportedException", "ClosedDirectoryStreamException", "ClosedFileSystemException",
        "ClosedWatchServiceException", "CopyOption", "DirectoryIteratorException", "DirectoryNotEmptyException", "DirectoryStream",
        "FileAlreadyExistsException", "FileStore", "FileSystem", "FileSystemAlreadyExistsException", "FileSystemException", "FileSystemLoopException",
        "FileSystemNotFoundException", "FileSystems", "FileVisitOption", "FileVisitResult", "FileVisitor", "Files", "InvalidPathException",
        "LinkOption", "LinkPermission", "NoSuchFileException", "NotDirectoryException", "NotLinkException", "OpenOption", "Path", "PathMatcher",
        "Paths", "ProviderMismatchException", "ProviderNotFoundException", "ReadOnlyFileSystemException", "SecureDirectoryStream",
        "SimpleFileVisitor", "StandardCopyOption", "StandardOpenOption", "StandardWatchEventKinds", "WatchEvent", "WatchKey", "WatchService",
        "Watchable",
    ]),
    ("java.nio.file.attribute", &[
        "AclEntry", "AclEntryFlag", "AclEntryPermission", "AclEntryType", "AclFileAttributeView", "AttributeView", "BasicFileAttributeView",
        "BasicFileAttributes", "DosFileAttributeView", "DosFileAttributes", "FileAttribute", "FileAttributeView", "FileOwnerAttributeView",
        "FileStoreAttributeView", "FileTime", "GroupPrincipal", "PosixFileAttributeView", "PosixFileAttributes", "PosixFilePermission",
        "PosixFilePermissions", "UserDefinedFileAttributeView", "UserPrincipal", "UserPrincipalLookupService", "UserPrincipalNotFoundException",
    ]),
    ("java.text", &[
        "Annotation", "AttributedCharacterIterator", "AttributedString", "Bidi", "BreakIterator", "CharacterIterator", "ChoiceFormat",
        "CollationElementIterator", "CollationKey", "Collator", "CompactNumberFormat", "DateFormat", "DateFormatSymbols", "DecimalFormat",
        "DecimalFormatSymbols", "FieldPosition", "Format", "MessageFormat", "Normalizer", "NumberFormat", "ParseException", "ParsePosition",
        "RuleBasedCollator", "SimpleDateFormat", "StringCharacterIterator",
    ]),
    ("java.time", &[
        "Clock", "DateTimeException", "DayOfWeek", "Duration", "Instant", "InstantSource", "LocalDate", "LocalDateTime", "LocalTime", "Month",
        "MonthDay", "OffsetDateTime", "OffsetTime", "Period", "Year", "YearMonth", "ZoneId", "ZoneOffset", "ZonedDateTime",
    ]),
    ("java.time.format", &[
        "DateTimeFormatter", "DateTimeFormatterBuilder", "DateTimeParseException", "DecimalStyle", "FormatStyle", "ResolverStyle", "SignStyle",
        "TextStyle",
    ]),
    ("java.time.temporal", &[
        "ChronoField", "ChronoUnit", "IsoFields", "JulianFields", "Temporal", "TemporalAccessor", "TemporalAdjuster", "TemporalAdjusters",
        "TemporalAmount", "TemporalField", "TemporalQueries", "TemporalQuery", "TemporalUnit", "UnsupportedTemporalTypeException", "ValueRange",
        "WeekFields",
    ]),
    ("java.util", &[
        "AbstractCollection", "AbstractList", "AbstractMap", "AbstractQueue", "AbstractSequentialList", "AbstractSet", "ArrayDeque", "ArrayList",
        "Arrays", "Base64", "BitSet", "Calendar", "Collection", "Collections", "Comparator", "ConcurrentModificationException", "Currency", "Date",
        "Deque", "Dictionary", "DoubleSummaryStatistics", "DuplicateFormatFlagsException", "EmptyStackException", "EnumMap", "EnumSet", "Enumeration",
        "EventListener", "EventListenerProxy", "EventObject", "FormatFlagsConversionMismatchException", "Formattable", "FormattableFlags",
        "Formatter", "FormatterClosedException", "GregorianCalendar", "HashMap", "HashSet", "Hashtable", "HexFormat", "IdentityHashMap",
        "IllegalFormatCodePointException", "IllegalFormatConversionException", "IllegalFormatException", "IllegalFormatFlagsException",
        "IllegalFormatPrecisionException", "IllegalFormatWidthException", "IllformedLocaleException", "InputMismatchException",
        "IntSummaryStatistics", "InvalidPropertiesFormatException", "Iterator", "LinkedHashMap", "LinkedHashSet", "LinkedList", "List",
        "ListIterator", "ListResourceBundle", "Locale", "LongSummaryStatistics", "Map", "MissingFormatArgumentException",
        "MissingFormatWidthException", "MissingResourceException", "NavigableMap", "NavigableSet", "NoSuchElementException", "Objects", "Observable",
        "Observer", "Optional", "OptionalDouble", "OptionalInt", "OptionalLong", "PrimitiveIterator", "PriorityQueue", "Properties",
        "PropertyPermission", "PropertyResourceBundle", "Queue", "Random", "RandomAccess", "ResourceBundle", "Scanner", "ServiceConfigurationError",
        "ServiceLoader", "Set", "SimpleTimeZone", "SortedMap", "SortedSet", "Spliterator", "Spliterators", "SplittableRandom", "Stack",
        "StringJoiner", "StringTokenizer", "TimeZone", "Timer", "TimerTask", "TooManyListenersException", "TreeMap", "TreeSet", "UUID",
        "UnknownFormatConversionException", "UnknownFormatFlagsException", "Vector", "WeakHashMap",
    ]),
    ("java.util.concurrent", &[
        "AbstractExecutorService", "ArrayBlockingQueue", "BlockingDeque", "BlockingQueue", "BrokenBarrierException", "Callable",
        "CancellationException", "CompletableFuture", "CompletionException", "CompletionService", "CompletionStage", "ConcurrentHashMap",
        "ConcurrentLinkedDeque", "ConcurrentLinkedQueue", "ConcurrentMap", "ConcurrentNavigableMap", "ConcurrentSkipListMap", "ConcurrentSkipListSet",
        "CopyOnWriteArrayList", "CopyOnWriteArraySet", "CountDownLatch", "CountedCompleter", "CyclicBarrier", "DelayQueue", "Delayed", "Exchanger",
        "ExecutionException", "Executor", "ExecutorCompletionService", "ExecutorService", "Executors", "Flow", "ForkJoinPool", "ForkJoinTask",
        "ForkJoinWorkerThread", "Future", "FutureTask", "LinkedBlockingDeque", "LinkedBlockingQueue", "LinkedTransferQueue", "Phaser",
        "PriorityBlockingQueue", "RecursiveAction", "RecursiveTask", "RejectedExecutionException", "RejectedExecutionHandler", "RunnableFuture",
        "RunnableScheduledFuture", "ScheduledExecutorService", "ScheduledFuture", "ScheduledThreadPoolExecutor", "Semaphore", "SubmissionPublisher",
        "SynchronousQueue", "ThreadFactory", "ThreadLocalRandom", "ThreadPoolExecutor", "TimeUnit", "TimeoutException", "TransferQueue",
    ]),
    ("java.util.concurrent.atomic", &[
        "AtomicBoolean", "AtomicInteger", "AtomicIntegerArray", "AtomicIntegerFieldUpdater", "AtomicLong", "AtomicLongArray",
        "AtomicLongFieldUpdater", "AtomicMarkableReference", "AtomicReference", "AtomicReferenceArray", "AtomicReferenceFieldUpdater",
        "AtomicStampedReference", "DoubleAccumulator", "DoubleAdder", "LongAccumulator", "LongAdder",
    ]),
    ("java.util.concurrent.locks", &[
        "AbstractOwnableSynchronizer", "AbstractQueuedLongSynchronizer", "AbstractQueuedSynchronizer", "Condition", "Lock", "LockSupport",
        "ReadWriteLock", "ReentrantLock", "ReentrantReadWriteLock", "StampedLock",
    ]),
    ("java.util.function", &[
        "BiConsumer", "BiFunction", "BiPredicate", "BinaryOperator", "BooleanSupplier", "Consumer", "DoubleBinaryOperator", "DoubleConsumer",
        "DoubleFunction", "DoublePredicate", "DoubleSupplier", "DoubleToIntFunction", "DoubleToLongFunction", "DoubleUnaryOperator", "Function",
        "IntBinaryOperator", "IntConsumer", "IntFunction", "IntPredicate", "IntSupplier", "IntToDoubleFunction", "IntToLongFunction",
        "IntUnaryOperator", "LongBinaryOperator", "LongConsumer", "LongFunction", "LongPredicate", "LongSupplier", "LongToDoubleFunction",
        "LongToIntFunction", "LongUnaryOperator", "ObjDoubleConsumer", "ObjIntConsumer", "ObjLongConsumer", "Predicate", "Supplier",
        "ToDoubleBiFunction", "ToDoubleFunction", "ToIntBiFunction", "ToIntFunction", "ToLongBiFunction", "ToLongFunction", "UnaryOperator",
    ]),
    ("java.util.regex", &[
        "MatchResult", "Matcher", "Pattern", "PatternSyntaxException",
    ]),
    ("java.util.stream", &[
        "BaseStream", "Collector", "Collectors", "DoubleStream", "IntStream", "LongStream", "Stream", "StreamSupport",
    ]),
    ("java.util.zip", &[
        "Adler32", "CRC32", "CRC32C", "CheckedInputStream", "CheckedOutputStream", "Checksum", "DataFormatException", "Deflater",
        "DeflaterInputStream", "DeflaterOutputStream", "GZIPInputStream", "GZIPOutputStream", "Inflater", "InflaterInputStream",
        "InflaterOutputStream", "ZipEntry", "ZipError", "ZipException", "ZipFile", "ZipInputStream", "ZipOutputStream",
    ]),
];

/// What a package of the platform is called that has a type of this name: its first two segments.
pub(super) fn package_of(package: &str, ty: &str) -> Option<&'static str> {
    let at = PACKAGES.binary_search_by_key(&package, |it| it.0).ok()?;
    let (package, types) = PACKAGES[at];
    types.binary_search(&ty).ok()?;
    package.match_indices('.').nth(1).map_or(Some(package), |(end, _)| package.get(..end))
}

/// Whether `import module.*` may bring a name: of a type its members, of a package its types, as far as they are not all listed here.
pub(super) fn may_bring(module: &str, name: &str) -> bool {
    let of_type = module.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase));
    of_type || (name.starts_with(char::is_uppercase) && PACKAGES.binary_search_by_key(&module, |it| it.0).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_by_package_and_name() {
        assert!(PACKAGES.is_sorted() && PACKAGES.iter().all(|(_, types)| types.is_sorted()));
        assert_eq!(package_of("java.util", "List"), Some("java.util"));
        assert_eq!(package_of("java.util.function", "Function"), Some("java.util"));
        assert_eq!(package_of("java.io", "List"), None);
        assert_eq!(package_of("org.junit", "Test"), None);
    }
}
