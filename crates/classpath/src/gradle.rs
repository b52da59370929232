//! Gradle's build files, as far as text can tell: dependencies in Groovy and Kotlin, variables, version catalogues, and
//! the projects that settings include. Nothing of a build is run, so what a build computes is not seen.

use crate::error::Error;
use crate::files;
use crate::maven::Coordinates;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

const BUILD_FILES: [&str; 2] = ["build.gradle", "build.gradle.kts"];
const SETTINGS_FILES: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];

/// The configurations that main classes are compiled against or run with.
const CONFIGURATIONS: [&str; 6] = [
    "implementation",
    "api",
    "compileOnly",
    "compileOnlyApi",
    "runtimeOnly",
    "compile",
];

/// What the build files say of dependencies.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Declared {
    /// Those without a version have it from a platform, or from somewhere that text does not tell.
    pub dependencies: Vec<Coordinates>,
    /// Bills of materials, whose versions count.
    pub platforms: Vec<Coordinates>,
    /// Jars within the project.
    pub jars: Vec<PathBuf>,
}

pub(crate) fn is_build_file(name: &str) -> bool {
    BUILD_FILES.contains(&name) || SETTINGS_FILES.contains(&name)
}

pub(crate) fn is_gradle(directory: &Path) -> bool {
    let mut names = BUILD_FILES.iter().chain(&SETTINGS_FILES);
    names.any(|file| directory.join(file).is_file())
}

/// The root and the projects that its settings include: `include ':a:b', 'c'` or `include("a")`.
pub(crate) fn modules(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut modules = vec![root.to_path_buf()];
    for file in SETTINGS_FILES {
        let text = read(&root.join(file))?;
        let statements = statements(&text);
        // `project(':a').projectDir = file('x')`
        let moved = |name: &str| {
            let of =
                |line: &&String| line.contains("projectDir") && quoted(line).contains(&name.into());
            statements
                .iter()
                .find(of)
                .and_then(|line| quoted(line).pop())
        };
        for line in statements
            .iter()
            .filter(|line| first_word(line) == "include")
        {
            for name in quoted(line) {
                let path =
                    moved(&name).unwrap_or_else(|| name.trim_start_matches(':').replace(':', "/"));
                let module = root.join(path);
                if module.is_dir() && !modules.contains(&module) {
                    modules.push(module);
                }
            }
        }
    }
    Ok(modules)
}

/// The dependencies of these modules.
pub(crate) fn dependencies(root: &Path, modules: &[PathBuf]) -> Result<Declared, Error> {
    let catalogue = Catalogue::parse(&read(&root.join("gradle/libs.versions.toml"))?);
    let mut shared = properties(&read(&root.join("gradle.properties"))?);
    let mut declared = Declared::default();
    for module in modules {
        let mut known = shared.clone();
        known.extend(properties(&read(&module.join("gradle.properties"))?));
        for file in BUILD_FILES {
            let text = read(&module.join(file))?;
            declared.read(&text, module, &mut known, &catalogue);
        }
        // What the root defines is there for all.
        if module == root {
            shared = known;
        }
    }
    Ok(declared)
}

/// The text of a file, or none at all where there is none.
fn read(path: &Path) -> Result<String, Error> {
    let bytes = files::read_optional(path)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

type Variables = HashMap<String, String>;

impl Declared {
    fn read(&mut self, text: &str, module: &Path, known: &mut Variables, catalogue: &Catalogue) {
        for line in statements(text) {
            if let Some((name, value)) = assignment(&line) {
                let value = expand(&value, known);
                known.insert(name, value);
            }
            if CONFIGURATIONS.contains(&first_word(&line)) {
                self.dependency(&line, module, known, catalogue);
            }
        }
    }

    /// One statement such as `implementation 'group:artifact:version'`.
    fn dependency(&mut self, line: &str, module: &Path, known: &Variables, catalogue: &Catalogue) {
        let texts: Vec<String> = quoted(line)
            .iter()
            .map(|text| expand(text, known))
            .collect();
        let calls = |name: &str| line.contains(&format!("{name}("));
        if calls("project") {
            return;
        }
        if calls("files") {
            let jars = texts.iter().map(|text| module.join(text));
            self.jars.extend(jars.filter(|jar| jar.is_file()));
            return;
        }
        if calls("fileTree") {
            let directory = texts.first().map(|text| module.join(text));
            let jars = directory.and_then(|dir| files::with_extension(&dir, "jar").ok());
            self.jars.extend(jars.unwrap_or_default());
            return;
        }
        let mut found: Vec<Coordinates> = texts.iter().filter_map(|text| notation(text)).collect();
        found.extend(by_keys(line, known));
        for word in line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))) {
            if let Some(alias) = word.strip_prefix("libs.") {
                found.extend(catalogue.find(alias));
            }
        }
        match calls("platform") || calls("enforcedPlatform") {
            true => self.platforms.extend(found),
            false => self.dependencies.extend(found),
        }
    }
}

/// `group:artifact:version`, `group:artifact`, both also with a classifier or `@jar` behind.
fn notation(text: &str) -> Option<Coordinates> {
    let text = text.split('@').next().unwrap_or(text);
    let mut parts = text.split(':').map(str::trim);
    let (group, artifact) = (parts.next()?, parts.next()?);
    let plain = |part: &str| !part.is_empty() && !part.contains([' ', '/', '\\']);
    (plain(group) && plain(artifact)).then(|| Coordinates {
        group: group.to_owned(),
        artifact: artifact.to_owned(),
        version: parts
            .next()
            .unwrap_or_default()
            .trim_end_matches("!!")
            .to_owned(),
    })
}

/// `group: 'g', name: 'a', version: '1'`, and the same with `=` in Kotlin.
fn by_keys(line: &str, known: &Variables) -> Option<Coordinates> {
    Some(Coordinates {
        group: value_of(line, "group", known)?,
        artifact: value_of(line, "name", known)?,
        version: value_of(line, "version", known).unwrap_or_default(),
    })
}

/// The text, or the value of the variable, that stands behind a key.
fn value_of(line: &str, key: &str, known: &Variables) -> Option<String> {
    let mut rest = line;
    loop {
        let at = rest.find(key)?;
        let starts = !rest[..at].ends_with(is_name);
        rest = &rest[at + key.len()..];
        let value = rest.trim_start().strip_prefix([':', '=']);
        let Some(value) = value.filter(|_| starts).map(str::trim_start) else {
            continue;
        };
        if value.starts_with(['\'', '"']) {
            let text = quoted(value).into_iter().next()?;
            return Some(expand(&text, known));
        }
        let name: String = value.chars().take_while(|c| is_name(*c)).collect();
        return known.get(&name).cloned();
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `def x = '1'`, `val x = "1"`, `ext.x = '1'`, `extra["x"] = "1"`, `set("x", "1")`, or `x = '1'` in a block.
fn assignment(line: &str) -> Option<(String, String)> {
    let texts = quoted(line);
    if let Some((left, right)) = line.split_once('=') {
        let right = right.trim_start();
        if !right.starts_with(['\'', '"']) || left.contains(['(', '{']) {
            return None;
        }
        let value = quoted(right).into_iter().next()?;
        let name = match quoted(left).pop() {
            Some(key) => key,
            None => {
                // `val x: String = "1"`
                let left = left.split(':').next().unwrap_or(left).trim_end();
                left.rsplit(|c| !is_name(c)).next()?.to_owned()
            }
        };
        return (!name.is_empty()).then_some((name, value));
    }
    match &texts[..] {
        [name, value] if first_word(line) == "set" => Some((name.clone(), value.clone())),
        _ => None,
    }
}

/// The lines of `gradle.properties`.
fn properties(text: &str) -> Variables {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('='));
    pairs
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

/// Replaces `$x`, `${x}` and `${a.b.x}`, the last by the name after the last dot; what is unknown stays.
fn expand(text: &str, known: &Variables) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let (name, length) = match after.strip_prefix('{') {
            Some(inside) => match inside.split_once('}') {
                Some((name, _)) => (name, name.len() + 2),
                None => ("", 0),
            },
            None => {
                let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
                (&after[..end], end)
            }
        };
        let last = name
            .trim()
            .rsplit(['.', '"', '\'', '[', ']'])
            .find(|part| !part.is_empty());
        match known.get(name).or_else(|| known.get(last?)) {
            Some(value) => out.push_str(value),
            None => {
                out.push('$');
                out.push_str(&after[..length]);
            }
        }
        rest = &after[length..];
    }
    out.push_str(rest);
    out
}

/// What is there under names, `libs.versions.toml`.
#[derive(Debug, Default)]
struct Catalogue {
    libraries: HashMap<String, Coordinates>,
    bundles: HashMap<String, Vec<String>>,
}

impl Catalogue {
    fn parse(text: &str) -> Catalogue {
        let mut catalogue = Catalogue::default();
        let mut versions = Variables::new();
        let mut libraries: Vec<(String, String)> = Vec::new();
        let mut section = String::new();
        for line in statements(text) {
            if let Some(name) = line
                .strip_prefix('[')
                .and_then(|line| line.strip_suffix(']'))
            {
                section = name.trim().to_owned();
                continue;
            }
            let Some((name, value)) = line.split_once('=') else {
                continue;
            };
            let name = accessor(name.trim().trim_matches('"'));
            match section.as_str() {
                "versions" => {
                    if let Some(version) = quoted(value).into_iter().next() {
                        versions.insert(name, version);
                    }
                }
                "libraries" => libraries.push((name, value.trim().to_owned())),
                "bundles" => {
                    let members = quoted(value)
                        .iter()
                        .map(|member| accessor(member))
                        .collect();
                    catalogue.bundles.insert(name, members);
                }
                _ => {}
            }
        }
        for (name, value) in libraries {
            if let Some(found) = library(&value, &versions) {
                catalogue.libraries.insert(name, found);
            }
        }
        catalogue
    }

    /// What `libs.ALIAS` stands for.
    fn find(&self, alias: &str) -> Vec<Coordinates> {
        let alias = alias.trim_end_matches(".get");
        let names = match alias.strip_prefix("bundles.") {
            Some(bundle) => self.bundles.get(bundle).cloned().unwrap_or_default(),
            None => vec![alias.to_owned()],
        };
        let found = names.iter().filter_map(|name| self.libraries.get(name));
        found.cloned().collect()
    }
}

/// `"g:a:v"`, `{ module = "g:a", version.ref = "x" }` or `{ group = "g", name = "a", version = "1" }`.
fn library(value: &str, versions: &Variables) -> Option<Coordinates> {
    if value.starts_with(['"', '\'']) {
        return notation(&quoted(value).pop()?);
    }
    let none = Variables::new();
    let mut found = match value_of(value, "module", &none) {
        Some(module) => notation(&module)?,
        None => by_keys(value, &none)?,
    };
    let after_version = value.split_once("version").map_or("", |(_, rest)| rest);
    if let Some(text) = quoted(after_version).into_iter().next() {
        let before = after_version.split(['"', '\'']).next().unwrap_or_default();
        found.version = match before.contains("ref") {
            true => versions.get(&accessor(&text)).cloned().unwrap_or_default(),
            false => text,
        };
    }
    Some(found)
}

/// A name as build files write it: `a-b_c` is `a.b.c`.
fn accessor(name: &str) -> String {
    name.replace(['-', '_'], ".")
}

fn first_word(line: &str) -> &str {
    line.split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("")
}

/// Lines without comments; what stands in parentheses or brackets over several lines is one.
fn statements(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut line = String::new();
    let mut quote: Option<char> = None;
    let mut depth = 0usize;
    let mut characters = text.chars().peekable();
    let mut end = |line: &mut String| {
        let whole = std::mem::take(line);
        // `dependencies { implementation("x") }` on one line.
        let mut parts = vec![whole.trim()];
        if let Some((head, body)) = whole.split_once('{')
            && !head.contains(['=', '\'', '"'])
        {
            parts = vec![body.trim().trim_end_matches('}').trim()];
        }
        found.extend(
            parts
                .into_iter()
                .filter(|p| !p.is_empty())
                .map(str::to_owned),
        );
    };
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), _) => {
                line.push(c);
                if c == open || c == '\n' {
                    quote = None;
                }
            }
            (None, '\'' | '"') => {
                quote = Some(c);
                line.push(c);
            }
            (None, '/') if characters.peek() == Some(&'/') => {
                while characters.peek().is_some_and(|c| *c != '\n') {
                    characters.next();
                }
            }
            (None, '/') if characters.peek() == Some(&'*') => {
                let mut before = ' ';
                for c in characters.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            // In a catalogue.
            (None, '#') => {
                while characters.peek().is_some_and(|c| *c != '\n') {
                    characters.next();
                }
            }
            (None, '(' | '[') => {
                depth += 1;
                line.push(c);
            }
            (None, ')' | ']') => {
                depth = depth.saturating_sub(1);
                line.push(c);
            }
            (None, '\n') if depth > 0 => line.push(' '),
            (None, '\n' | ';') => end(&mut line),
            (None, _) => line.push(c),
        }
    }
    end(&mut line);
    found
}

fn quoted(line: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['\'', '"']) {
        let quote = &rest[start..=start];
        let after = &rest[start + 1..];
        let Some(end) = after.find(quote) else { break };
        texts.push(after[..end].to_string());
        rest = &after[end + 1..];
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str, catalogue: &str) -> Declared {
        let mut declared = Declared::default();
        let mut known = properties("# comment\nguava = 31\n");
        let catalogue = Catalogue::parse(catalogue);
        declared.read(text, Path::new("m"), &mut known, &catalogue);
        declared
    }

    fn dependencies(text: &str) -> Vec<String> {
        let found = declared(text, "").dependencies;
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn dependencies_in_groovy() {
        let text = "def v = '1'\next { other = '2' }\next.third = \"$other.0\"\ndependencies {\n  implementation 'a.b:c:1' // one\n  /* api 'x:y:z' */\n  api(\"d:e:${v}\")\n  testImplementation 'f:g:3'\n  runtimeOnly group: 'h', name: 'i', version: other\n  compileOnly \"j:k:$third\", 'l:m:${guava}'\n  implementation(\n    'n:o:4'\n  )\n  implementation project(':p')\n}\n";
        assert_eq!(
            dependencies(text),
            ["a.b:c:1", "d:e:1", "h:i:2", "j:k:2.0", "l:m:31", "n:o:4"]
        );
        assert_eq!(
            dependencies("dependencies { implementation 'a:b:1' }"),
            ["a:b:1"]
        );
    }

    #[test]
    fn dependencies_in_kotlin() {
        let text = "val v: String = \"1\"\nextra[\"w\"] = \"2\"\ndependencies {\n  implementation(\"a:b:$v\")\n  api(group = \"c\", name = \"d\", version = \"3\")\n  implementation(\"e:f:${rootProject.extra[\"w\"]}\")\n  implementation(platform(\"g:bom:5\"))\n  implementation(\"g:h\")\n}\n";
        let found = dependencies(text);
        assert_eq!(found[..2], ["a:b:1", "c:d:3"]);
        assert_eq!(found.last().map(String::as_str), Some("g:h"));
        let platforms = declared(text, "").platforms;
        assert_eq!(platforms[0].to_string(), "g:bom:5");
    }

    #[test]
    fn version_catalogues() {
        let catalogue = "[versions]\nguava = \"31.1\" # the last\nrich = { strictly = \"2\" }\n[libraries]\nguava = { module = \"com.google.guava:guava\", version.ref = \"guava\" }\ncommons-lang3 = \"org.apache.commons:commons-lang3:3.12\"\none_two = { group = \"g\", name = \"a\", version = { ref = \"rich\" } }\nmanaged = { module = \"m:n\" }\n[bundles]\nboth = [\n  \"guava\",\n  \"commons-lang3\",\n]\n[plugins]\nx = { id = \"y\", version = \"1\" }\n";
        let of = |line: &str| -> Vec<String> {
            let found = declared(line, catalogue).dependencies;
            found.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            of("implementation(libs.guava)"),
            ["com.google.guava:guava:31.1"]
        );
        assert_eq!(
            of("implementation libs.commons.lang3"),
            ["org.apache.commons:commons-lang3:3.12"]
        );
        assert_eq!(of("api(libs.one.two)"), ["g:a:2"]);
        assert_eq!(of("api(libs.managed)"), ["m:n"]);
        assert_eq!(of("api(libs.bundles.both)").len(), 2);
        assert_eq!(of("api(libs.absent)"), Vec::<String>::new());
        assert_eq!(of("testImplementation(libs.guava)"), Vec::<String>::new());
    }

    #[test]
    fn nothing_a_file_says_is_taken_for_granted() {
        for text in [
            "",
            "implementation '",
            "implementation(",
            "/*",
            "${",
            "implementation \"${\"",
            "x =",
        ] {
            assert_eq!(dependencies(text), Vec::<String>::new(), "{text}");
            Catalogue::parse(text);
        }
    }
}
