//! Compares what the JVM did with what was predicted: the same exception, from the same place.

use crate::copies::Copies;
use crate::monitor;
use outcome::{Kind, Place, Replay, Violation};

/// How the trace of a violation names the place where the cause of what was thrown was thrown itself.
const CAUSE_THROWN: &str = "the cause was thrown here";

/// What the launcher wrote down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Normal,
    /// The program ended the JVM.
    Exit,
    Uncompilable(String),
    /// What was thrown, then its causes.
    Thrown(Vec<Throwable>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Throwable {
    pub(crate) class: String,
    pub(crate) message: Option<String>,
    frames: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Frame {
    /// Of the program rather than of the JDK.
    app: bool,
    class: String,
    method: String,
    line: Option<u32>,
}

impl Answer {
    /// Reads the launcher's file; none if it is incomplete.
    pub(crate) fn parse(text: &str) -> Option<Answer> {
        let mut lines = text.lines();
        let first = lines.next()?;
        let mut thrown: Vec<Throwable> = Vec::new();
        let mut errors = None;
        loop {
            let line = lines.next()?;
            let mut words = line.split(' ');
            match words.next()? {
                "end" => break,
                "strayed" | "early" | "exceeded" | "unused" => {}
                "text" => errors = Some(decode(words.next()?)?),
                "class" => thrown.push(Throwable {
                    class: decode(words.next()?)?,
                    ..Throwable::default()
                }),
                "message" => thrown.last_mut()?.message = Some(decode(words.next()?)?),
                "frame" => {
                    let frame = Frame {
                        app: words.next()? == "app",
                        class: decode(words.next()?)?,
                        method: decode(words.next()?)?,
                        line: words.next()?.parse().ok(),
                    };
                    thrown.last_mut()?.frames.push(frame);
                }
                _ => return None,
            }
        }
        match first {
            "normal" => Some(Answer::Normal),
            "exit" => Some(Answer::Exit),
            "uncompilable" => Some(Answer::Uncompilable(errors.unwrap_or_default())),
            "thrown" if !thrown.is_empty() => Some(Answer::Thrown(thrown)),
            _ => None,
        }
    }
}

fn decode(word: &str) -> Option<String> {
    let hex = word.strip_prefix('x')?;
    let byte = |i| u8::from_str_radix(hex.get(i..i + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
    Some(String::from_utf8_lossy(&bytes?).into_owned())
}

/// What the answer means for the violation. `test_class` marks where the program ends and the test begins.
pub(crate) fn judge(violation: &Violation, answer: &Answer, test_class: &str, jdk: &str) -> Replay {
    let refuted = |why: String| Replay::Refuted { why };
    let confirmed = Replay::Confirmed {
        jdk: jdk.to_owned(),
    };
    let expected = violation
        .thrown
        .as_ref()
        .map(|thrown| thrown.class.as_str());
    let expected = expected.unwrap_or("java.lang.AssertionError");
    let chain = match answer {
        Answer::Normal => {
            return refuted(format!(
                "expected {expected}, but the program ended normally"
            ));
        }
        Answer::Exit => {
            return refuted(format!(
                "expected {expected}, but the program ended the JVM"
            ));
        }
        Answer::Uncompilable(errors) => {
            let why = format!("the generated test does not compile: {errors}");
            return Replay::NotReplayed { why };
        }
        Answer::Thrown(chain) => chain,
    };
    let Some(top) = chain.first() else {
        return refuted(format!("expected {expected}, but nothing was thrown"));
    };
    // A static initialiser's exception arrives wrapped (JLS 12.4.2); the prediction may name either.
    let wrapped = top.class == "java.lang.ExceptionInInitializerError";
    let thrown = match chain.get(1) {
        Some(cause) if wrapped && top.class != expected => cause,
        _ => top,
    };
    if thrown.class == "java.lang.OutOfMemoryError" && thrown.class != expected {
        let why = "the JVM of the replay has too little memory".to_owned();
        return Replay::NotReplayed { why };
    }
    if thrown.class != expected {
        return refuted(format!(
            "expected {expected}, but {} was thrown{}",
            describe(top),
            at(top)
        ));
    }
    if is_by_size(expected) {
        return confirmed;
    }
    let traces = if wrapped {
        &chain[..]
    } else {
        std::slice::from_ref(thrown)
    };
    let mut program: Vec<&Frame> = Vec::new();
    for trace in traces {
        let frames = trace.frames.iter();
        program.extend(frames.take_while(|frame| frame.class != test_class));
    }
    // An exception may be made in one place and thrown in another, and its trace then shows the first. That is told by
    // a trace that is empty or comes from a static initialiser which was not the place to throw.
    let made_earlier = violation.kind != Kind::Assertion
        && violation.place.method != "<clinit>"
        && !wrapped
        && (program.is_empty() || program.iter().any(|frame| frame.method == "<clinit>"));
    // An assertion's error is made where it fails, so only the innermost frame of the program will do. Other exceptions
    // may come out of a factory or be thrown again further out.
    let found = match violation.kind {
        Kind::Assertion => (program.iter())
            .find(|frame| frame.app && !is_harness(&frame.class))
            .is_some_and(|frame| is_at(frame, &violation.place)),
        _ => program.iter().any(|frame| is_at(frame, &violation.place)),
    };
    // A trace that the program has cut down tells no more than some caller.
    let retraced = violation.thrown.as_ref().is_some_and(|t| t.retraced)
        && (violation.trace.iter())
            .any(|step| program.iter().any(|frame| is_at(frame, &step.place)));
    if made_earlier || found || retraced || entry_initialiser_fails(violation, chain, test_class) {
        return confirmed;
    }
    let place = &violation.place;
    let line = place
        .line
        .map_or_else(String::new, |line| format!(":{line}"));
    let wanted = format!("{}.{}{line}", place.class, place.method);
    refuted(format!(
        "expected {expected} from {wanted}, but it was thrown{}",
        at(thrown)
    ))
}

/// Where the stack or the heap runs out depends on the JVM's frames and collector.
pub(crate) fn is_by_size(class: &str) -> bool {
    matches!(
        class,
        "java.lang.StackOverflowError" | "java.lang.OutOfMemoryError"
    )
}

/// Whether the initialiser of the entry's class throws what was predicted. Nothing of the program is on the stack when
/// the test's own call triggers it (JLS 12.4.1), so the error is thrown at the test, and its place in the violation is no
/// more than the entry. What tells is the cause: its class, and where it was thrown.
fn entry_initialiser_fails(violation: &Violation, chain: &[Throwable], test_class: &str) -> bool {
    let (Some(thrown), [top, cause, ..]) = (&violation.thrown, chain) else {
        return false;
    };
    let outside = (top.frames.iter())
        .take_while(|frame| frame.class != test_class)
        .all(|frame| !frame.app);
    let predicted = thrown.cause.as_ref();
    let same = predicted.is_some_and(|predicted| predicted.class == cause.class);
    top.class == "java.lang.ExceptionInInitializerError"
        && thrown.class == top.class
        && outside
        && same
        && violation.trace.iter().any(|step| {
            let mut frames = cause.frames.iter();
            step.what == CAUSE_THROWN && frames.any(|frame| is_at(frame, &step.place))
        })
}

/// What the answer means for the violation of a property, which the monitors beside the program have to find.
pub(crate) fn judge_property(
    violation: &Violation,
    answer: &Answer,
    copies: &Copies,
    jdk: &str,
) -> Replay {
    let place = &violation.place;
    let line = place
        .line
        .map_or_else(String::new, |line| format!(":{line}"));
    let expected = format!(
        "expected property {} to be violated at {}.{}{line}",
        violation.what, place.class, place.method
    );
    let instead = match answer {
        Answer::Normal => "the program ended normally".to_owned(),
        Answer::Exit => "the program ended the JVM".to_owned(),
        Answer::Uncompilable(errors) => {
            let why = format!("the generated test does not compile: {errors}");
            return Replay::NotReplayed { why };
        }
        Answer::Thrown(chain) => {
            let Some(top) = chain.first() else {
                return Replay::Refuted { why: expected };
            };
            let is = |class: &str| chain.iter().any(|thrown| thrown.class == class);
            if top.class == monitor::VIOLATED {
                return Replay::Confirmed {
                    jdk: jdk.to_owned(),
                };
            }
            if top.class == "java.lang.OutOfMemoryError" {
                let why = "the JVM of the replay has too little memory".to_owned();
                return Replay::NotReplayed { why };
            }
            if is("java.lang.VerifyError") || is("java.lang.ClassFormatError") {
                let why = format!("a monitored class is not accepted: {}", describe(top));
                return Replay::NotReplayed { why };
            }
            match top.class == monitor::ELSEWHERE {
                true => format!("it was violated{}", at(top)),
                false => format!("{} was thrown{}", describe(top), at(top)),
            }
        }
    };
    match copies.left_alone() {
        [] => Replay::Refuted {
            why: format!("{expected}, but {instead}"),
        },
        left => Replay::NotReplayed {
            why: left.join("; "),
        },
    }
}

/// Classes of `api/`, whose checks are made on behalf of their callers.
fn is_harness(class: &str) -> bool {
    const PACKAGES: &[&str] = &[
        "cortado.",
        "org.sosy_lab.sv_benchmarks.",
        "org.cprover.",
        "gov.nasa.jpf.symbc.",
    ];
    PACKAGES.iter().any(|package| class.starts_with(package))
}

fn is_at(frame: &Frame, place: &Place) -> bool {
    let line = match (frame.line, place.line) {
        (Some(line), Some(first)) => first <= line && line <= place.end_line.unwrap_or(first),
        _ => true,
    };
    frame.class == place.class && frame.method == place.method && line
}

pub(crate) fn describe(throwable: &Throwable) -> String {
    match &throwable.message {
        Some(message) => format!("{} ({message})", throwable.class),
        None => throwable.class.clone(),
    }
}

/// The topmost place in the program, for messages.
fn at(throwable: &Throwable) -> String {
    let frame = throwable.frames.iter().find(|frame| frame.app);
    frame.map_or_else(String::new, |frame| {
        let line = frame
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        format!(" at {}.{}{line}", frame.class, frame.method)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outcome::Thrown;

    const NPE: &str = "java.lang.NullPointerException";

    fn frame(app: bool, class: &str, method: &str, line: u32) -> Frame {
        Frame {
            app,
            class: class.to_owned(),
            method: method.to_owned(),
            line: Some(line),
        }
    }

    fn thrown(class: &str, frames: Vec<Frame>) -> Throwable {
        Throwable {
            class: class.to_owned(),
            message: None,
            frames,
        }
    }

    fn verdict(class: &str, chain: Vec<Throwable>) -> Replay {
        let mut violation = Violation::new(Kind::Exception, class, Place::new("A", "m").line(5));
        violation.thrown = Some(Thrown::new(class, None));
        judge(&violation, &Answer::Thrown(chain), "ATest", "17")
    }

    fn is_confirmed(replay: &Replay) -> bool {
        matches!(replay, Replay::Confirmed { .. })
    }

    #[test]
    fn type_and_place_must_agree() {
        let trace = |line| {
            vec![
                frame(false, "java.util.Objects", "requireNonNull", 208),
                frame(true, "A", "m", line),
                frame(true, "ATest", "mFails", 9),
            ]
        };
        assert!(is_confirmed(&verdict(NPE, vec![thrown(NPE, trace(5))])));
        assert_eq!(
            verdict(NPE, vec![thrown(NPE, trace(6))]),
            Replay::Refuted {
                why: format!("expected {NPE} from A.m:5, but it was thrown at A.m:6")
            }
        );
        let other = verdict(NPE, vec![thrown("java.lang.Error", trace(5))]);
        assert!(matches!(other, Replay::Refuted { .. }));
        // A frame of the test itself is not the program.
        let outside = vec![frame(true, "ATest", "m", 5), frame(true, "A", "m", 5)];
        let early = frame(true, "A", "other", 1);
        let chain = vec![thrown(NPE, [vec![early], outside].concat())];
        assert!(!is_confirmed(&verdict(NPE, chain)));
    }

    #[test]
    fn a_trace_that_the_program_replaced_tells_a_caller() {
        let mut violation = Violation::new(Kind::Exception, NPE, Place::new("Check", "that"));
        violation.place.line = Some(5);
        violation.thrown = Some(Thrown::new(NPE, None));
        let caller = Place::new("A", "m").line(7);
        let step = outcome::TraceStep::new(caller, "called from here");
        violation.trace.push(step);
        let with = |violation: &Violation, line: u32| {
            let frames = vec![frame(true, "A", "m", line), frame(true, "ATest", "t", 1)];
            let answer = Answer::Thrown(vec![thrown(NPE, frames)]);
            judge(violation, &answer, "ATest", "17")
        };
        assert!(!is_confirmed(&with(&violation, 7)));
        if let Some(thrown) = &mut violation.thrown {
            thrown.retraced = true;
        }
        assert!(is_confirmed(&with(&violation, 7)));
        assert!(!is_confirmed(&with(&violation, 8)));
    }

    #[test]
    fn an_assertion_fails_in_the_innermost_frame() {
        let error = "java.lang.AssertionError";
        let mut violation = Violation::new(Kind::Assertion, "x", Place::new("A", "m").line(5));
        violation.thrown = Some(Thrown::new(error, None));
        let with = |inner: Frame| {
            let frames = vec![
                inner,
                frame(true, "A", "m", 5),
                frame(true, "ATest", "t", 1),
            ];
            judge(
                &violation,
                &Answer::Thrown(vec![thrown(error, frames)]),
                "ATest",
                "17",
            )
        };
        assert!(is_confirmed(&with(frame(true, "cortado.Any", "check", 3))));
        assert!(is_confirmed(&with(frame(
            false,
            "java.util.List",
            "forEach",
            3
        ))));
        assert!(!is_confirmed(&with(frame(true, "A", "helper", 9))));
    }

    #[test]
    fn some_are_accepted_by_type() {
        let overflow = "java.lang.StackOverflowError";
        let elsewhere = vec![frame(true, "A", "deep", 1)];
        assert!(is_confirmed(&verdict(
            overflow,
            vec![thrown(overflow, elsewhere)]
        )));
        assert!(is_confirmed(&verdict(NPE, vec![thrown(NPE, vec![])])));
        let made_earlier = vec![
            frame(true, "A", "<clinit>", 2),
            frame(true, "ATest", "t", 2),
        ];
        assert!(is_confirmed(&verdict(NPE, vec![thrown(NPE, made_earlier)])));
    }

    #[test]
    fn static_initialisers_wrap() {
        let outer = "java.lang.ExceptionInInitializerError";
        let chain = || {
            vec![
                thrown(outer, vec![frame(true, "ATest", "t", 2)]),
                thrown(NPE, vec![frame(true, "A", "m", 5)]),
            ]
        };
        assert!(is_confirmed(&verdict(NPE, chain())));
        assert!(is_confirmed(&verdict(
            "java.lang.Error",
            vec![thrown("java.lang.Error", vec![])]
        )));
        assert!(!is_confirmed(&verdict("java.lang.Error", chain())));
    }

    #[test]
    fn the_entry_s_own_initialiser_fails_at_the_test() {
        let outer = "java.lang.ExceptionInInitializerError";
        let mut violation = Violation::new(Kind::Exception, outer, Place::new("A", "main").line(9));
        let mut error = Thrown::new(outer, None);
        error.cause = Some(Box::new(Thrown::new(NPE, None)));
        violation.thrown = Some(error);
        violation.trace.push(outcome::TraceStep::new(
            Place::new("A", "<clinit>").line(3),
            CAUSE_THROWN,
        ));
        let with = |at: Frame, cause: &str, line: u32| {
            let chain = vec![
                thrown(outer, vec![at]),
                thrown(cause, vec![frame(true, "A", "<clinit>", line)]),
            ];
            judge(&violation, &Answer::Thrown(chain), "ATest", "17")
        };
        let test = || frame(true, "ATest", "main", 10);
        assert!(is_confirmed(&with(test(), NPE, 3)));
        // Another cause, another place, or an initialiser that the program triggers elsewhere.
        assert!(!is_confirmed(&with(test(), "java.lang.Error", 3)));
        assert!(!is_confirmed(&with(test(), NPE, 4)));
        assert!(!is_confirmed(&with(frame(true, "B", "other", 1), NPE, 3)));
    }

    #[test]
    fn answers_are_read_back_and_broken_ones_are_not() {
        let text =
            "thrown\nclass x41\nmessage xc3a9\nframe app x41 x6d 5\nframe jdk x42 x6d -2\nend\n";
        let Some(Answer::Thrown(chain)) = Answer::parse(text) else {
            panic!("a good answer");
        };
        assert_eq!(chain[0].message.as_deref(), Some("é"));
        assert_eq!(chain[0].frames[1].line, None);
        assert_eq!(Answer::parse("normal\nend\n"), Some(Answer::Normal));
        for end in 0..text.len() - 4 {
            assert_eq!(Answer::parse(&text[..end]), None);
        }
        assert_eq!(Answer::parse("thrown\nclass xé\nend\n"), None);
        assert_eq!(Answer::parse("thrown\nclass x4\nend\n"), None);
    }
}
