//! The programs, where Debian has them, and which properties there are to check: those of 000's Table 2 whose objects the
//! program uses, and one of ours over the program's own methods.

/// A program with its driver.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    pub name: &'static str,
    /// Debian's package, and the jar in it.
    pub package: &'static str,
    pub jar: &'static str,
    /// The driver in `bench/regular/drivers`.
    pub main: &'static str,
    /// Classes of the library that no program can use without files, and ours in their place.
    pub redirections: &'static [(&'static str, &'static str)],
    /// Properties of the library, each with the method of the driver `Injected` that raises an event of it.
    pub properties: &'static [(&'static str, &'static str)],
}

const READER: (&str, &str) = ("reader", "close(Ljava/io/Reader;)");
const READER_STREAM: (&str, &str) = ("reader-stream", "close(Ljava/io/InputStream;)");
const WRITER: (&str, &str) = ("writer", "close(Ljava/io/Writer;)");
const ENUMERATION: (&str, &str) = ("enumeration", "take(Ljava/util/Enumeration;)");
const ITERATOR: (&str, &str) = ("iterator", "take(Ljava/util/Iterator;)");
const COLLECTION_ITERATOR: (&str, &str) = ("collection-iterator", "update(Ljava/util/Collection;)");

pub const PROGRAMS: [Program; 4] = [
    Program {
        name: "jlex",
        package: "jlex",
        jar: "JLex.jar",
        main: "JLexSpec",
        redirections: &[
            ("java/io/FileReader", "InFile"),
            ("java/io/FileWriter", "OutFile"),
        ],
        properties: &[READER, WRITER, ENUMERATION],
    },
    Program {
        name: "nanoxml",
        package: "libnanoxml2-java",
        jar: "nanoxml.jar",
        main: "NanoXml",
        redirections: &[],
        properties: &[READER, READER_STREAM, ENUMERATION],
    },
    Program {
        name: "htmlparser",
        package: "libhtmlparser-java",
        jar: "libhtmlparser.jar",
        main: "HtmlParser",
        // The format of cookies: the library reads its time zones from a file.
        redirections: &[("java/text/SimpleDateFormat", "NoDates")],
        properties: &[READER, READER_STREAM],
    },
    Program {
        name: "commons-cli",
        package: "libcommons-cli-java",
        jar: "commons-cli.jar",
        main: "CommonsCli",
        redirections: &[],
        properties: &[ITERATOR, COLLECTION_ITERATOR],
    },
];
