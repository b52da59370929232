//! One program in Java, compiled once, into which tests put annotations: these are comments, so the class files stay the
//! same.

#![allow(dead_code)]

use classpath::{ClassPath, ClassPathBuilder};
use jml::contract::{Contract, Place};
use jml::{Diagnostic, Specifications};
use source::SourceFile;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// Annotations go where `/*1*/` and so on are.
pub const LIST: &str = r#"package p;
import java.util.*;
import static java.lang.Math.abs;
/*type*/
public class List<T extends Comparable<T>> extends Base implements Shape {
    static final int MAX = 10;
    static int count;
    /*field*/ private Node head;
    int size; int[] data; Object[] items; long total; double real; Integer boxed; String name;
    boolean flag; char letter; byte small; T element; Node[] nodes;
    /*members*/
    static class Node { Node next, prev, left, right; int key; Object value; boolean isLeaf() { return true; } }
    class Inner { int depth; /*inner*/ int inner() { return depth + size; } }
    /*method*/
    public /*modifier*/ Object method(int x, long y, /*parameter*/ Node n, int[] a, String s, T item)
            throws java.io.IOException {
        int local = x;
        /*before*/
        var inferred = 1L;
        /*loop*/
        outer: for (int i = 0; i < 10; i++) {
            /*inside*/
            int deep = i;
            while (true) { if (deep > 3) break; deep++; /*end*/ }
        }
        return n;
    }
    /*static*/ static int twice(int q) { return 2 * q; }
    static long twice(long q) { return 2 * q; }
    static int boxes(Integer q) { return q; }
    /*void*/ void nothing(int x) { }
    /*constructor*/ List(int size) { super(); this.size = size; }
    public int area() { return size; }
    private int secret() { return 1; }
    int sum(int... all) { return 0; }
    /*compare*/ public int compareTo(List other) { return 0; }
}
/*base*/
abstract class Base {
    protected int inherited; Base parent;
    /*base_area*/ public int area() { return 0; }
    int hidden() { return 2; }
}
/*shape*/
interface Shape extends Comparable2<List> { int SIDES = 4; /*shape_area*/ int area(); }
interface Comparable2<C> { /*compare2*/ int compareTo(C other); }
enum Color { RED, GREEN; /*enum*/ Color(){ } int rank() { return 1; } }
"#;

pub struct Program {
    pub classpath: Arc<ClassPath>,
    _directory: tempfile::TempDir,
}

pub static PROGRAM: LazyLock<Program> = LazyLock::new(|| compile("List.java", LIST));

pub fn compile(name: &str, text: &str) -> Program {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join(name), text).expect("written");
    let builder = ClassPathBuilder::new().target(directory.path());
    let classpath = builder.build().expect("it compiles");
    Program {
        classpath: Arc::new(classpath),
        _directory: directory,
    }
}

/// Puts annotations into the program: `[("method", "//@ requires x > 0;")]`.
pub fn text(annotations: &[(&str, &str)]) -> String {
    let mut text = LIST.to_owned();
    for (place, annotation) in annotations {
        let mark = format!("/*{place}*/");
        assert!(text.contains(&mark), "{place}");
        let annotation = match annotation.starts_with("//") {
            true => format!("{annotation}\n"),
            false => (*annotation).to_owned(),
        };
        text = text.replace(&mark, &annotation);
    }
    text
}

pub fn read(annotations: &[(&str, &str)]) -> (Specifications, Vec<Diagnostic>, SourceFile) {
    let source = SourceFile::parse(text(annotations));
    let files = [(PathBuf::from("List.java"), source.clone())];
    let (specifications, diagnostics) = Specifications::read(&files, &[], &PROGRAM.classpath);
    (specifications, diagnostics, source)
}

pub const METHOD: (&str, &str, &str) = (
    "p/List",
    "method",
    "(IJLp/List$Node;[ILjava/lang/String;Ljava/lang/Comparable;)Ljava/lang/Object;",
);

pub fn contract(specifications: &Specifications) -> Contract {
    let (class, name, descriptor) = METHOD;
    (specifications.contract(class, name, descriptor)).expect("the method exists")
}

/// `text: severity: message (help)`, with the text that the diagnostic is about.
pub fn told(diagnostics: &[Diagnostic], source: &SourceFile) -> Vec<String> {
    (diagnostics.iter())
        .map(|d| {
            let severity = format!("{:?}", d.severity).to_lowercase();
            let help = d.help.as_ref().map(|help| format!(" ({help})"));
            format!(
                "`{}` {severity}: {}{}",
                source.slice(d.place.span),
                d.message,
                help.unwrap_or_default()
            )
        })
        .collect()
}

pub fn at(place: &Place, source: &SourceFile) -> String {
    source.one_line(place.span)
}
