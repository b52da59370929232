//! Where checking starts: at what the user named, or else at the class with a `main`, or else at every public method.

use crate::failure::Failure;
use crate::implementations;
use crate::names::{self, Overloads, dotted};
use classpath::{ClassFile, ClassPath, Method, Name};
use explore::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

pub const PUBLIC: u16 = 0x0001;
pub const PRIVATE: u16 = 0x0002;
pub const STATIC: u16 = 0x0008;
pub const NATIVE: u16 = 0x0100;
const INTERFACE: u16 = 0x0200;
pub const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;

/// How many methods are named of those that are left out.
const NAMED: usize = 5;

const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");

/// What the user asked for.
pub struct Wish<'a> {
    pub main: Option<&'a str>,
    /// A `main` that is named need not be public.
    pub hidden: bool,
    pub methods: &'a [String],
    /// All public methods of these.
    pub classes: &'a [String],
    pub args: &'a [String],
    pub targets: &'a [PathBuf],
}

/// The entries, at least one, and what was left out on purpose, in words.
#[derive(Debug, Default)]
pub struct Chosen {
    pub entries: Vec<Entry>,
    pub left_out: Vec<String>,
    /// Methods that are left out because no object has exactly their class: by that class, and what it is.
    of_abstract: BTreeMap<(String, &'static str), Vec<String>>,
}

impl Chosen {
    fn only(entry: Entry) -> Chosen {
        Chosen {
            entries: vec![entry],
            ..Chosen::default()
        }
    }

    /// Says what was left out because of its class, in a line for each class.
    fn tell_abstract(mut self) -> Chosen {
        for ((class, what), mut methods) in std::mem::take(&mut self.of_abstract) {
            methods.dedup();
            let named = methods.iter().take(NAMED).map(String::as_str);
            let named: Vec<&str> = named.collect();
            let more = match methods.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            self.left_out.push(format!(
                "not checked: {}{more} of {class}, which is {what} and has no subclass among the targets",
                named.join(", "),
            ));
        }
        self
    }

    fn add(&mut self, entry: Entry) {
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// Of several overloads, those with code; a single one must have some.
    fn add_overloads(&mut self, classpath: &ClassPath, found: &Overloads) -> Result<(), Failure> {
        let entries = found.methods.iter().map(|(declaring, at)| {
            let method = &declaring.methods[*at];
            if method.code.is_none() {
                return Err(implementations::instead(classpath, declaring, method)?);
            }
            method_entry(&found.class, method)
        });
        let (fit, unfit): (Vec<_>, Vec<_>) = entries.partition(Result::is_ok);
        let alone = fit.is_empty();
        fit.into_iter().flatten().for_each(|entry| self.add(entry));
        for failure in unfit.into_iter().filter_map(Result::err) {
            match failure {
                Failure::Usage(what) if !alone => {
                    self.left_out.push(format!("not checked: {what}"))
                }
                failure => return Err(failure),
            }
        }
        Ok(())
    }

    /// The public methods of a class that was named, those included that it inherits from other classes of the program.
    fn add_class(&mut self, classpath: &ClassPath, class: &Arc<ClassFile>) -> Result<(), Failure> {
        let with_objects = implementations::with_objects(classpath)?;
        let mut any = false;
        for declaring in names::places(classpath, class) {
            if !classpath.is_application(&declaring.name) {
                continue;
            }
            let own = declaring.name == class.name;
            let offered = declaring.methods.iter().filter(|m| {
                is_offered(&declaring, m) && (own || names::is_passed_on(&declaring, m))
            });
            for method in offered {
                let runs = classpath.declaring(&class.name, &method.name, &method.descriptor);
                if runs.is_some_and(|runs| runs.name == declaring.name) {
                    self.offer(class, method, &with_objects)?;
                    any = true;
                }
            }
        }
        if !any {
            return Err(Failure::usage(format!(
                "--class {0}: {0} has no public method with code; --method names another one",
                dotted(&class.name)
            )));
        }
        Ok(())
    }

    /// A public method, unless no object could run it.
    fn offer(
        &mut self,
        class: &ClassFile,
        method: &Method,
        with_objects: &BTreeSet<Name>,
    ) -> Result<(), Failure> {
        let needs_subclass = class.access & (ABSTRACT | INTERFACE) != 0;
        let runs = method.access & STATIC != 0 || with_objects.contains(&class.name);
        if needs_subclass && !runs {
            let what = match class.access & INTERFACE {
                0 => "abstract",
                _ => "an interface",
            };
            let of_class = self.of_abstract.entry((dotted(&class.name), what));
            of_class.or_default().push(method.name.to_string());
            return Ok(());
        }
        self.add(method_entry(class, method)?);
        Ok(())
    }
}

pub fn choose(classpath: &ClassPath, wish: &Wish) -> Result<Chosen, Failure> {
    let chosen = named(classpath, wish)?.tell_abstract();
    if chosen.entries.is_empty() {
        return Err(Failure::usage(format!(
            "nothing to check; {}",
            chosen.left_out.join("; ")
        )));
    }
    let is_main = |entry: &Entry| matches!(entry, Entry::Main { .. });
    if !wish.args.is_empty() && !chosen.entries.iter().any(is_main) {
        let first = &wish.args[0];
        return Err(Failure::usage(format!(
            "`{first}` after -- is for a main, and the entry is none"
        )));
    }
    Ok(chosen)
}

fn named(classpath: &ClassPath, wish: &Wish) -> Result<Chosen, Failure> {
    if let Some(written) = wish.main {
        let class = names::class(classpath, written)?;
        let hidden = || {
            let main = class.method(MAIN.0, MAIN.1);
            wish.hidden && main.is_some_and(|m| m.access & STATIC != 0 && m.code.is_some())
        };
        if !has_main(&class) && !hidden() {
            return Err(Failure::usage(format!(
                "{} has no public static void main(String[])",
                dotted(&class.name)
            )));
        }
        return Ok(Chosen::only(main_entry(&class, wish)));
    }
    let mut chosen = Chosen::default();
    for text in wish.methods {
        chosen.add_overloads(classpath, &names::overloads(classpath, text)?)?;
    }
    for name in wish.classes {
        let class = names::class(classpath, name)?;
        chosen.add_class(classpath, &class)?;
    }
    if !wish.methods.is_empty() || !wish.classes.is_empty() {
        return Ok(chosen);
    }
    let mut classes = Vec::new();
    for name in classpath.named_classes()? {
        // A target may hold a class that the JDK or a stub has too; that one is what would run.
        classes.extend(classpath.find(&name)?);
    }
    let mains: Vec<&Arc<ClassFile>> = classes.iter().filter(|class| has_main(class)).collect();
    match mains[..] {
        [] => every_public_method(classpath, &classes),
        [one] => Ok(Chosen::only(main_entry(one, wish))),
        _ => match preferred(classpath, &mains, wish.targets) {
            Some(class) => Ok(Chosen::only(main_entry(class, wish))),
            None => {
                let mut text = "several classes have a main; choose one with --main, or start at the methods of a class with --class:".to_owned();
                for class in mains {
                    text.push_str(&format!("\n  --main {}", dotted(&class.name)));
                }
                Err(Failure::Usage(text))
            }
        },
    }
}

fn has_main(class: &ClassFile) -> bool {
    let main = class.method(MAIN.0, MAIN.1);
    main.is_some_and(|m| m.access & (PUBLIC | STATIC) == PUBLIC | STATIC && m.code.is_some())
}

fn main_entry(class: &ClassFile, wish: &Wish) -> Entry {
    Entry::Main {
        class: class.name.to_string(),
        args: wish.args.to_vec(),
    }
}

/// Of several mains the one that a jar's manifest names, or that a single source file is named after.
fn preferred<'a>(
    classpath: &ClassPath,
    mains: &[&'a Arc<ClassFile>],
    targets: &[PathBuf],
) -> Option<&'a Arc<ClassFile>> {
    let [target] = targets else { return None };
    let wanted = match target.extension()?.to_str()? {
        "java" => {
            let stem = target.file_stem()?.to_str()?;
            let is_top = |class: &&&Arc<ClassFile>| class.name.rsplit('/').next() == Some(stem);
            return mains.iter().find(is_top).copied();
        }
        "jar" | "war" | "ear" | "zip" => {
            let manifest = classpath.resource("META-INF/MANIFEST.MF").ok()??;
            main_class(&String::from_utf8_lossy(&manifest))?
        }
        _ => return None,
    };
    (mains.iter())
        .find(|class| dotted(&class.name) == wanted)
        .copied()
}

/// The `Main-Class` of a manifest, whose long lines go on after a line end and a space.
fn main_class(manifest: &str) -> Option<String> {
    let joined = manifest.replace("\r\n", "\n").replace("\n ", "");
    let line = joined
        .lines()
        .find_map(|line| line.strip_prefix("Main-Class:"));
    line.map(|name| name.trim().replace('/', "."))
}

fn method_entry(class: &ClassFile, method: &Method) -> Result<Entry, Failure> {
    let written = names::written_of(&class.name, method);
    if method.name.starts_with('<') {
        return Err(Failure::usage(format!(
            "{written} is a constructor or an initialiser; name a method that calls it"
        )));
    }
    Ok(Entry::Method {
        class: class.name.to_string(),
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
    })
}

fn every_public_method(
    classpath: &ClassPath,
    classes: &[Arc<ClassFile>],
) -> Result<Chosen, Failure> {
    let with_objects = implementations::with_objects(classpath)?;
    let mut chosen = Chosen::default();
    for class in classes.iter().filter(|class| is_public(class)) {
        for method in class.methods.iter().filter(|m| is_offered(class, m)) {
            chosen.offer(class, method, &with_objects)?;
        }
    }
    if !chosen.entries.is_empty() || !chosen.of_abstract.is_empty() {
        return Ok(chosen);
    }
    let mut text = "nothing to check: no main and no public method in the targets".to_owned();
    let first = classes.iter().find_map(|class| {
        let named = |m: &&Method| m.code.is_some() && !m.name.starts_with('<');
        let method = class.methods.iter().find(named)?;
        Some(names::written(class, method))
    });
    if let Some(method) = first {
        text.push_str(&format!("; name a method, as in --method '{method}'"));
    }
    Err(Failure::Usage(text))
}

/// A class at the top level, or a public one within such, and so on; neither local nor synthetic.
fn is_public(class: &ClassFile) -> bool {
    if class.enclosing_method.is_some() || class.access & SYNTHETIC != 0 {
        return false;
    }
    let mut nested = (class.inner_classes.iter()).find(|inner| inner.inner == class.name);
    // The attribute names all classes around this one (JVMS 4.7.6); each line of it goes one further out.
    for _ in 0..class.inner_classes.len() {
        let Some(inner) = nested else { break };
        let Some(outer) = inner.outer.as_ref().filter(|_| inner.access & PUBLIC != 0) else {
            return false;
        };
        nested = class.inner_classes.iter().find(|at| at.inner == *outer);
    }
    true
}

/// Public methods that somebody wrote: not those that every enum has.
fn is_offered(class: &ClassFile, method: &Method) -> bool {
    let of_every_enum = class.access & ENUM != 0 && matches!(&*method.name, "values" | "valueOf");
    method.access & PUBLIC != 0
        && method.access & SYNTHETIC == 0
        && method.code.is_some()
        && !method.name.starts_with('<')
        && !of_every_enum
}

/// How an entry is called in progress and in verbose output.
pub fn describe(classpath: &ClassPath, entry: &Entry) -> String {
    match entry {
        Entry::Main { class, .. } => format!("{}.main", dotted(class)),
        Entry::Method {
            class,
            name,
            descriptor,
        } => {
            let declaring = classpath.declaring(class, name, descriptor);
            let method = (declaring.as_ref()).and_then(|found| found.method(name, descriptor));
            match method {
                Some(method) => names::written_of(class, method),
                None => format!("{}.{name}", dotted(class)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_class_of_a_manifest() {
        let manifest = "Manifest-Version: 1.0\r\nMain-Class: com.acme.very.lo\r\n ng.Tool\r\n\r\n";
        assert_eq!(
            main_class(manifest).as_deref(),
            Some("com.acme.very.long.Tool")
        );
        assert_eq!(main_class("Manifest-Version: 1.0\n"), None);
    }
}
