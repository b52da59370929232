//! Finds the places of JML statements in code: compiles the sources that have some once more, with a mark for each
//! statement, and learns from the compiler which of them it never comes to.

use crate::failure::Failure;
use bounded::marks::{Key, Marked, Marks};
use classpath::{ClassFile, ClassPath, Error};
use jml::Specifications;
use jml::contract::{BodyStatement, LoopSpec};
use jml::marks::{self, Inserted};
use source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How often the compiler may complain of marks before they are given up.
const ROUNDS: usize = 32;

/// A file with statements, by their numbers.
struct File<'f> {
    source: &'f SourceFile,
    /// Where the text with marks is compiled from.
    path: String,
    statements: Vec<(u32, Arc<BodyStatement>)>,
    inserted: Vec<Inserted>,
}

pub fn read(
    classpath: &ClassPath,
    specifications: &Specifications,
    sources: &[(PathBuf, SourceFile)],
) -> Result<Marks, Failure> {
    let mut marks = Marks::default();
    let mut files: BTreeMap<usize, File> = BTreeMap::new();
    for method in specifications.methods() {
        let said = specifications.body(&method.class, &method.name, &method.descriptor);
        let contract = specifications.contract(&method.class, &method.name, &method.descriptor);
        let key: Key = [method.class, method.name, method.descriptor];
        let of_loops = said.loops.iter().flat_map(LoopSpec::statements);
        for statement in said.statements.iter().cloned().chain(of_loops) {
            let number = marks.statements.len() as u32;
            let statement = Arc::new(statement);
            marks.statements.push(Marked {
                method: key.clone(),
                hidden_parameters: contract.as_ref().map_or(0, |c| c.hidden_parameters),
                statement: statement.clone(),
            });
            let at = sources
                .iter()
                .position(|(path, _)| **path == *statement.place.file);
            let at = at.filter(|at| !has_lost_code(&sources[*at].1));
            let Some(at) = at else {
                let why = "JML statements in a text that cannot be compiled again";
                refuse(&mut marks, number, why);
                continue;
            };
            let name = Path::new(&sources[at].0).file_name().unwrap_or_default();
            let file = files.entry(at).or_insert_with(|| File {
                source: &sources[at].1,
                path: format!("{at}/{}", name.to_string_lossy()),
                statements: Vec::new(),
                inserted: Vec::new(),
            });
            file.statements.push((number, statement));
        }
    }
    if files.is_empty() {
        return Ok(marks);
    }
    let mut files: Vec<File> = files.into_values().collect();
    match compile(classpath, &mut files, &mut marks) {
        Ok(directory) => classes(classpath, &directory, &mut marks)?,
        Err(why) => {
            for mark in 0..marks.statements.len() as u32 {
                refuse(&mut marks, mark, &why);
            }
        }
    }
    Ok(marks)
}

/// Whether a character was lost in reading that may be one of a name or a string. In comments it does no harm.
fn has_lost_code(source: &SourceFile) -> bool {
    let mut lost = source.text().match_indices('\u{fffd}');
    lost.any(|(at, _)| {
        let mut comments = source.comments().iter();
        !comments.any(|comment| comment.start <= at && at < comment.end)
    })
}

/// No place was found for a statement. Its method is unknown then, so that its other statements are not needed; all of them
/// are returned.
fn refuse(marks: &mut Marks, mark: u32, why: &str) -> Vec<u32> {
    let method = marks.statements[mark as usize].method.clone();
    let all = (0..).zip(&marks.statements);
    let same = all.filter(|(_, one)| one.method == method);
    let found = same.map(|(at, _)| at).collect();
    marks.refused.insert(method, why.to_owned());
    found
}

/// Compiles the texts with marks; drops those that control never comes to.
fn compile(
    classpath: &ClassPath,
    files: &mut [File],
    marks: &mut Marks,
) -> Result<PathBuf, String> {
    let mut dropped: BTreeSet<u32> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let mut texts = vec![(marks::SOURCE.0.to_owned(), marks::SOURCE.1.to_owned())];
        for file in files.iter_mut() {
            let kept = file
                .statements
                .iter()
                .filter(|(at, _)| !dropped.contains(at));
            let kept: Vec<(u32, &BodyStatement)> = kept.map(|(at, s)| (*at, &**s)).collect();
            let mut marked = marks::insert(file.source, &kept);
            if !marked.refused.is_empty() {
                for (mark, why) in marked.refused {
                    dropped.extend(refuse(marks, mark, why));
                }
                let kept: Vec<(u32, &BodyStatement)> = kept
                    .into_iter()
                    .filter(|(at, _)| !dropped.contains(at))
                    .collect();
                marked = marks::insert(file.source, &kept);
            }
            file.inserted = marked.inserted;
            texts.push((file.path.clone(), marked.text));
        }
        let message = match classpath.compile_variant(&texts) {
            Ok(Some(directory)) => return Ok(directory),
            Ok(None) => return Err("JML statements within a body, for want of a compiler".into()),
            Err(Error::Javac { message }) => message,
            Err(error) => return Err(format!("JML statements within a body: {error}")),
        };
        let complaints = complaints(&message);
        let mut found = false;
        for complaint in &complaints {
            for (mark, is_dead) in complaint.marks(files) {
                found |= dropped.insert(mark);
                if !is_dead {
                    let why = format!("the place of a JML statement: {}", complaint.what);
                    dropped.extend(refuse(marks, mark, &why));
                }
            }
        }
        if !found {
            // A mark may have broken what follows it.
            let mut blamed = complaints.iter();
            if let Some((mark, complaint)) = blamed.find_map(|c| Some((c.before(files)?, c))) {
                let why = format!("the place of a JML statement: {}", complaint.what);
                dropped.extend(refuse(marks, mark, &why));
                continue;
            }
            let what = complaints.first().map(|c| c.what.clone());
            let what = what.unwrap_or_else(|| "the compiler failed".into());
            return Err(format!("the places of JML statements: {what}"));
        }
    }
    Err("the places of JML statements: the compiler refuses too many of them".into())
}

/// Something that the compiler does not like.
struct Complaint {
    path: String,
    line: u32,
    column: Option<usize>,
    what: String,
}

/// `path:line: error: what`, the line, and a `^` under the column.
fn complaints(message: &str) -> Vec<Complaint> {
    let lines: Vec<&str> = message.lines().collect();
    let mut found = Vec::new();
    for (at, text) in lines.iter().enumerate() {
        let Some((place, what)) = text.split_once(": error: ") else {
            continue;
        };
        let Some((path, line)) = place.rsplit_once(':') else {
            continue;
        };
        let Ok(line) = line.parse() else {
            continue;
        };
        let caret = lines.get(at + 2).filter(|text| text.trim() == "^");
        found.push(Complaint {
            path: path.replace('\\', "/"),
            line,
            column: caret.and_then(|text| text.chars().position(|c| c == '^')),
            what: what.to_owned(),
        });
    }
    found
}

impl Complaint {
    fn file<'f>(&self, files: &'f [File]) -> Option<&'f File<'f>> {
        let mut files = files.iter();
        files.find(|file| self.path.ends_with(&format!("/{}", file.path)))
    }

    /// The last mark before it.
    fn before(&self, files: &[File]) -> Option<u32> {
        let inserted = self.file(files)?.inserted.iter();
        let column = self.column.unwrap_or(0);
        let before = inserted.filter(|mark| (mark.line, mark.columns.0) <= (self.line, column));
        before.map(|mark| mark.mark).next_back()
    }

    /// The marks that it is about, and whether that is because control never comes to them.
    fn marks(&self, files: &[File]) -> Vec<(u32, bool)> {
        let is_dead = self.what == "unreachable statement";
        let Some(file) = self.file(files) else {
            return Vec::new();
        };
        let here = |mark: &&Inserted| {
            let (from, to) = mark.columns;
            mark.line == self.line && self.column.is_some_and(|c| from <= c && c <= to)
        };
        let Some(first) = file.inserted.iter().find(here) else {
            return Vec::new();
        };
        // Those that follow at the same place are not come to either.
        let same = file.inserted.iter().filter(|mark| {
            mark.mark == first.mark
                || is_dead && mark.offset == first.offset && mark.columns.0 > first.columns.0
        });
        same.map(|mark| (mark.mark, is_dead)).collect()
    }
}

/// Reads the classes with marks; they must be the program's own but for the marks.
fn classes(classpath: &ClassPath, directory: &Path, marks: &mut Marks) -> Result<(), Failure> {
    let names: BTreeSet<_> = (marks.statements.iter())
        .map(|marked| marked.method[0].clone())
        .collect();
    for name in names {
        let own = classpath.find(&name)?;
        let bytes = std::fs::read(directory.join(format!("{name}.class")));
        let marked = bytes.ok().and_then(|bytes| ClassFile::parse(&bytes).ok());
        if let (Some(own), Some(marked)) = (own, marked)
            && is_same(&own, &marked)
        {
            marks.classes.insert(name, Arc::new(marked));
            continue;
        }
        let why = "JML statements in a source that its class file is not made of";
        for mark in 0..marks.statements.len() {
            if marks.statements[mark].method[0] == name {
                refuse(marks, mark as u32, why);
            }
        }
    }
    Ok(())
}

fn is_same(own: &ClassFile, marked: &ClassFile) -> bool {
    let methods = |class: &ClassFile| -> Vec<_> {
        let methods = class.methods.iter();
        methods
            .map(|m| (m.name.clone(), m.descriptor.clone(), m.access))
            .collect()
    };
    let fields = |class: &ClassFile| -> Vec<_> {
        let fields = class.fields.iter();
        fields
            .map(|f| (f.name.clone(), f.descriptor.clone(), f.access))
            .collect()
    };
    own.name == marked.name && methods(own) == methods(marked) && fields(own) == fields(marked)
}
