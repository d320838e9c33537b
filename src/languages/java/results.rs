//! What methods, functions and constants of the platform give, by the type that they are named of, as data.

use crate::languages::habits::Made::{self, In, Plain, Same};

const BIG_DECIMAL: &[&str] = &["BigDecimal"];
const BIG_NUMBERS: &[&str] = &["BigDecimal", "BigInteger"];
const BUFFERS: &[&str] = &["StringBuffer", "StringBuilder"];
const BUILDERS: &[&str] = &["StringBuffer", "StringBuilder", "StringJoiner"];
const CLASS: &[&str] = &["Class"];
const CLOCKED: &[&str] = &["Duration", "LocalDateTime", "LocalTime", "OffsetDateTime", "ZonedDateTime"];
const DAYS: &[&str] = &["LocalDate", "LocalDateTime", "OffsetDateTime", "Period", "ZonedDateTime"];
const DATED: &[&str] = &["LocalDateTime", "OffsetDateTime", "ZonedDateTime"];
const FILE: &[&str] = &["File"];
const INSTANTS: &[&str] = &["Instant", "LocalDate", "LocalDateTime", "LocalTime", "OffsetDateTime", "ZonedDateTime"];
const MOMENTS: &[&str] = &["Duration", "Instant"];
const NUMBERED: &[&str] = &["DoubleStream", "IntStream", "LongStream"];
const PATH: &[&str] = &["Path"];
const PATTERN: &[&str] = &["Pattern"];
const SPANS: &[&str] = &["Duration", "Period"];
const STREAMS: &[&str] = &["DoubleStream", "IntStream", "LongStream", "Stream"];
const TEXTS: &[&str] = &["CharSequence", "String", "StringBuilder"];
const THROWABLE: &[&str] = &["Error", "Exception", "RuntimeException", "Throwable"];
const TIMES: &[&str] = &["Duration", "Instant", "LocalDate", "LocalDateTime", "LocalTime", "OffsetDateTime", "Period", "ZonedDateTime"];
const TIMED: &[&str] = &["Duration", "Instant", "LocalDateTime", "LocalTime", "OffsetDateTime", "ZonedDateTime"];
const UNITS: &[&str] = &["Duration", "TimeUnit"];
const URI: &[&str] = &["URI"];
const URL: &[&str] = &["URL"];

/// `(member, types, what)`, sorted by member; see [`crate::languages::habits::Foreign::results`].
#[rustfmt::skip]
pub(super) const RESULTS: &[(&str, &[&str], Made)] = &[
    ("abs", BIG_NUMBERS, Same),
    ("abs", SPANS, Same),
    ("add", BIG_NUMBERS, Same),
    ("add", BUILDERS, Same),
    ("append", BUFFERS, Same),
    ("asDoubleStream", NUMBERED, Plain("DoubleStream")),
    ("asLongStream", NUMBERED, Plain("LongStream")),
    ("atStartOfDay", &["LocalDate"], Plain("LocalDateTime")),
    ("atZone", &["Instant", "LocalDateTime"], Plain("ZonedDateTime")),
    ("average", NUMBERED, Plain("OptionalDouble")),
    ("boxed", &["DoubleStream"], In("Stream", &Plain("Double"))),
    ("boxed", &["IntStream"], In("Stream", &Plain("Integer"))),
    ("boxed", &["LongStream"], In("Stream", &Plain("Long"))),
    ("chars", TEXTS, Plain("IntStream")),
    ("codePoints", TEXTS, Plain("IntStream")),
    ("count", STREAMS, Plain("long")),
    ("deleteCharAt", BUFFERS, Same),
    ("divide", BIG_NUMBERS, Same),
    ("findAny", &["DoubleStream"], Plain("OptionalDouble")),
    ("findAny", &["IntStream"], Plain("OptionalInt")),
    ("findAny", &["LongStream"], Plain("OptionalLong")),
    ("findFirst", &["DoubleStream"], Plain("OptionalDouble")),
    ("findFirst", &["IntStream"], Plain("OptionalInt")),
    ("findFirst", &["LongStream"], Plain("OptionalLong")),
    ("getAbsoluteFile", FILE, Same),
    ("getCanonicalFile", FILE, Same),
    ("getCause", THROWABLE, Plain("Throwable")),
    ("getClassLoader", CLASS, Plain("ClassLoader")),
    ("getFileName", PATH, Same),
    ("getParent", PATH, Same),
    ("getParentFile", FILE, Same),
    ("getResource", &["Class", "ClassLoader"], Plain("URL")),
    ("getResourceAsStream", &["Class", "ClassLoader"], Plain("InputStream")),
    ("getRoot", PATH, Same),
    ("getSuppressed", THROWABLE, In("array", &Plain("Throwable"))),
    ("group", &["Matcher", "MatchResult"], Plain("String")),
    ("insert", BUFFERS, Same),
    ("listFiles", FILE, In("array", &Plain("File"))),
    ("map", &["DoubleStream", "IntStream", "LongStream"], Same),
    ("mapToDouble", STREAMS, Plain("DoubleStream")),
    ("mapToInt", STREAMS, Plain("IntStream")),
    ("mapToLong", STREAMS, Plain("LongStream")),
    ("matcher", PATTERN, Plain("Matcher")),
    ("max", BIG_NUMBERS, Same),
    ("max", &["DoubleStream"], Plain("OptionalDouble")),
    ("max", &["IntStream"], Plain("OptionalInt")),
    ("max", &["LongStream"], Plain("OptionalLong")),
    ("min", BIG_NUMBERS, Same),
    ("min", &["DoubleStream"], Plain("OptionalDouble")),
    ("min", &["IntStream"], Plain("OptionalInt")),
    ("min", &["LongStream"], Plain("OptionalLong")),
    ("minus", TIMES, Same),
    ("minusDays", DAYS, Same),
    ("minusDays", &["Duration"], Same),
    ("minusHours", CLOCKED, Same),
    ("minusMillis", MOMENTS, Same),
    ("minusMinutes", CLOCKED, Same),
    ("minusMonths", DAYS, Same),
    ("minusNanos", TIMED, Same),
    ("minusSeconds", TIMED, Same),
    ("minusWeeks", DAYS, Same),
    ("minusYears", DAYS, Same),
    ("mod", &["BigInteger"], Same),
    ("movePointLeft", BIG_DECIMAL, Same),
    ("movePointRight", BIG_DECIMAL, Same),
    ("multipliedBy", SPANS, Same),
    ("multiply", BIG_NUMBERS, Same),
    ("negate", BIG_NUMBERS, Same),
    ("negated", SPANS, Same),
    ("normalize", PATH, Same),
    ("normalize", URI, Same),
    ("openStream", URL, Plain("InputStream")),
    ("pattern", PATTERN, Plain("String")),
    ("plus", TIMES, Same),
    ("plusDays", DAYS, Same),
    ("plusDays", &["Duration"], Same),
    ("plusHours", CLOCKED, Same),
    ("plusMillis", MOMENTS, Same),
    ("plusMinutes", CLOCKED, Same),
    ("plusMonths", DAYS, Same),
    ("plusNanos", TIMED, Same),
    ("plusSeconds", TIMED, Same),
    ("plusWeeks", DAYS, Same),
    ("plusYears", DAYS, Same),
    ("pow", BIG_NUMBERS, Same),
    ("readLine", &["BufferedReader"], Plain("String")),
    ("relativize", PATH, Same),
    ("relativize", URI, Same),
    ("remainder", BIG_NUMBERS, Same),
    ("resolve", PATH, Same),
    ("resolve", URI, Same),
    ("resolveSibling", PATH, Same),
    ("reverse", BUFFERS, Same),
    ("scale", BIG_DECIMAL, Plain("int")),
    ("setScale", BIG_DECIMAL, Same),
    ("stripTrailingZeros", BIG_DECIMAL, Same),
    ("subSequence", TEXTS, Plain("CharSequence")),
    ("subpath", PATH, Same),
    ("subtract", BIG_NUMBERS, Same),
    ("sum", &["DoubleStream"], Plain("double")),
    ("sum", &["IntStream"], Plain("int")),
    ("sum", &["LongStream"], Plain("long")),
    ("toAbsolutePath", PATH, Same),
    ("toArray", &["DoubleStream"], In("array", &Plain("double"))),
    ("toArray", &["IntStream"], In("array", &Plain("int"))),
    ("toArray", &["LongStream"], In("array", &Plain("long"))),
    ("toBigInteger", BIG_DECIMAL, Plain("BigInteger")),
    ("toDays", UNITS, Plain("long")),
    ("toFile", PATH, Plain("File")),
    ("toHours", UNITS, Plain("long")),
    ("toInstant", &["Date", "OffsetDateTime", "ZonedDateTime"], Plain("Instant")),
    ("toLocalDate", DATED, Plain("LocalDate")),
    ("toLocalDateTime", &["OffsetDateTime", "Timestamp", "ZonedDateTime"], Plain("LocalDateTime")),
    ("toLocalTime", DATED, Plain("LocalTime")),
    ("toMillis", UNITS, Plain("long")),
    ("toMinutes", UNITS, Plain("long")),
    ("toNanos", UNITS, Plain("long")),
    ("toPath", FILE, Plain("Path")),
    ("toRealPath", PATH, Same),
    ("toSeconds", UNITS, Plain("long")),
    ("toURI", &["File", "URL"], Plain("URI")),
    ("toURL", URI, Plain("URL")),
    ("toUri", PATH, Plain("URI")),
    ("truncatedTo", INSTANTS, Same),
    ("withNano", INSTANTS, Same),
];

/// `(type, package, functions and constants)`, sorted; see [`crate::languages::habits::Foreign::factories`].
#[rustfmt::skip]
pub(super) const FACTORIES: &[(&str, &str, &[&str])] = &[
    ("BigDecimal", "java.math", &["ONE", "TEN", "ZERO", "valueOf"]),
    ("BigInteger", "java.math", &["ONE", "TEN", "TWO", "ZERO", "probablePrime", "valueOf"]),
    ("Charset", "java.nio", &["defaultCharset", "forName"]),
    ("Clock", "java.time", &["fixed", "offset", "system", "systemDefaultZone", "systemUTC", "tick"]),
    ("DateTimeFormatter", "java.time", &["ISO_DATE", "ISO_DATE_TIME", "ISO_INSTANT", "ISO_LOCAL_DATE", "ISO_LOCAL_DATE_TIME", "ISO_OFFSET_DATE_TIME", "ofPattern"]),
    ("DayOfWeek", "java.time", &["from", "of"]),
    ("DoubleStream", "java.util", &["concat", "empty", "generate", "iterate", "of"]),
    ("Duration", "java.time", &["ZERO", "between", "from", "of", "ofDays", "ofHours", "ofMillis", "ofMinutes", "ofNanos", "ofSeconds", "parse"]),
    ("Instant", "java.time", &["EPOCH", "MAX", "MIN", "from", "now", "ofEpochMilli", "ofEpochSecond", "parse"]),
    ("IntStream", "java.util", &["concat", "empty", "generate", "iterate", "of", "range", "rangeClosed"]),
    ("LocalDate", "java.time", &["EPOCH", "MAX", "MIN", "from", "now", "of", "ofEpochDay", "ofInstant", "ofYearDay", "parse"]),
    ("LocalDateTime", "java.time", &["MAX", "MIN", "from", "now", "of", "ofEpochSecond", "ofInstant", "parse"]),
    ("LocalTime", "java.time", &["MAX", "MIDNIGHT", "MIN", "NOON", "from", "now", "of", "ofInstant", "ofNanoOfDay", "ofSecondOfDay", "parse"]),
    ("Locale", "java.util", &["CANADA", "CHINA", "ENGLISH", "FRANCE", "FRENCH", "GERMAN", "GERMANY", "ITALY", "JAPAN", "KOREA", "ROOT", "UK", "US", "forLanguageTag", "getDefault"]),
    ("LongStream", "java.util", &["concat", "empty", "generate", "iterate", "of", "range", "rangeClosed"]),
    ("MonthDay", "java.time", &["from", "now", "of", "parse"]),
    ("OffsetDateTime", "java.time", &["MAX", "MIN", "from", "now", "of", "ofInstant", "parse"]),
    ("Optional", "java.util", &["empty"]),
    ("OptionalDouble", "java.util", &["empty", "of"]),
    ("OptionalInt", "java.util", &["empty", "of"]),
    ("OptionalLong", "java.util", &["empty", "of"]),
    ("Path", "java.nio", &["of"]),
    ("Pattern", "java.util", &["compile"]),
    ("Period", "java.time", &["ZERO", "between", "from", "of", "ofDays", "ofMonths", "ofWeeks", "ofYears", "parse"]),
    ("Stream", "java.util", &["empty"]),
    ("Thread", "", &["currentThread"]),
    ("URI", "java.net", &["create"]),
    ("UUID", "java.util", &["fromString", "nameUUIDFromBytes", "randomUUID"]),
    ("Year", "java.time", &["from", "now", "of", "parse"]),
    ("YearMonth", "java.time", &["from", "now", "of", "parse"]),
    ("ZoneId", "java.time", &["from", "of", "systemDefault"]),
    ("ZoneOffset", "java.time", &["MAX", "MIN", "UTC", "from", "of", "ofHours", "ofHoursMinutes", "ofTotalSeconds"]),
    ("ZonedDateTime", "java.time", &["from", "now", "of", "ofInstant", "ofLocal", "parse"]),
];

#[cfg(test)]
mod tests {
    use super::{FACTORIES, RESULTS};

    #[test]
    fn rows_are_sorted_and_name_no_type_twice_for_one_member() {
        assert!(RESULTS.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        for (member, types, _) in RESULTS {
            for ty in *types {
                let rows = RESULTS.iter().filter(|(other, others, _)| other == member && others.contains(ty));
                assert_eq!(rows.count(), 1, "{member} of {ty}");
            }
        }
        assert!(FACTORIES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(FACTORIES.iter().all(|(.., names)| names.windows(2).all(|pair| pair[0] < pair[1])));
    }
}
