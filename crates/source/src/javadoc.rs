//! What documentation comments say of methods: the exceptions that they name.

use crate::SourceFile;
use crate::collect::Method;

impl SourceFile {
    /// The documentation comment of a method, with what delimits it.
    pub fn documentation(&self, method: &Method) -> Option<&str> {
        let mut before = method.span.start;
        for comment in self.comments().iter().rev() {
            if comment.end > before {
                continue;
            }
            let between = self.text().get(comment.end..before)?;
            if !between.trim().is_empty() {
                return None;
            }
            let text = self.slice(*comment);
            if text.starts_with("/**") && text.len() > "/**/".len() {
                return Some(text);
            }
            before = comment.start;
        }
        None
    }

    /// The classes that the documentation of a method names after `@throws` and `@exception`, as written.
    pub fn documented_exceptions(&self, method: &Method) -> Vec<&str> {
        let comment = self.documentation(method).unwrap_or_default();
        let lines = comment.split('\n');
        let mut found = Vec::new();
        let mut awaited = false;
        for line in lines {
            // A block tag stands at the beginning of its line.
            let line = line
                .trim_start()
                .trim_start_matches(['/', '*'])
                .trim_start();
            let after = ["@throws", "@exception"].iter().find_map(|tag| {
                let rest = line.strip_prefix(tag)?;
                (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
            });
            let rest = match after {
                Some(rest) => rest,
                None if awaited => line,
                None => continue,
            };
            let name = rest.trim_start();
            let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
            let end = name.find(|c| !in_name(c)).unwrap_or(name.len());
            let name = name[..end].trim_end_matches('.');
            // The name may stand on the next line.
            awaited = name.is_empty() && rest.trim().is_empty() && after.is_some();
            if !name.is_empty() {
                found.push(name);
            }
        }
        found
    }

    /// Whether a class name written in this file, in documentation for example, means the class with this full name
    /// (`java.util.Map.Entry`): by its full name, an import, its package, or because it is declared here.
    pub fn names_class(&self, written: &str, full: &str) -> bool {
        if written == full {
            return true;
        }
        let Some(outer) = full.strip_suffix(written).and_then(|o| o.strip_suffix('.')) else {
            return false;
        };
        let first = written.split('.').next().unwrap_or(written);
        let imports = || self.imports().iter().filter(|import| !import.is_static);
        let single = imports()
            .find(|import| !import.on_demand && import.path.rsplit('.').next() == Some(first));
        if let Some(single) = single {
            return single.path == format!("{outer}.{first}");
        }
        let package = self.package().unwrap_or_default();
        let own = self.types().iter().filter_map(|ty| ty.name.as_deref());
        let own = own.map(|name| match package.is_empty() {
            true => name.replace('$', "."),
            false => format!("{package}.{}", name.replace('$', ".")),
        });
        outer == package
            || outer == "java.lang"
            || own.into_iter().any(|own| own == outer)
            || imports().any(|import| import.on_demand && import.path == outer)
    }
}
