//! Which libraries are looked at, and in which Debian packages they are.

/// A library and what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    pub name: &'static str,
    pub package: &'static str,
    pub jar: &'static str,
    /// Packages and jars on its class path.
    pub needs: &'static [(&'static str, &'static str)],
}

const fn library(name: &'static str, package: &'static str, jar: &'static str) -> Library {
    Library {
        name,
        package,
        jar,
        needs: &[],
    }
}

pub const LIBRARIES: [Library; 10] = [
    library("lang3", "libcommons-lang3-java", "commons-lang3.jar"),
    library(
        "collections4",
        "libcommons-collections4-java",
        "commons-collections4.jar",
    ),
    library("codec", "libcommons-codec-java", "commons-codec.jar"),
    Library {
        name: "text",
        package: "libcommons-text-java",
        jar: "commons-text.jar",
        needs: &[("libcommons-lang3-java", "commons-lang3.jar")],
    },
    library("csv", "libcommons-csv-java", "commons-csv.jar"),
    library("guava", "libguava-java", "guava.jar"),
    library("joda-time", "libjoda-time-java", "joda-time.jar"),
    library("io", "libcommons-io-java", "commons-io.jar"),
    library("gson", "libgoogle-gson-java", "gson.jar"),
    library("jsoup", "libjsoup-java", "jsoup.jar"),
];
