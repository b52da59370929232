//! The order of violations.

use outcome::*;

fn object(visibility: Visibility, fields: Vec<FieldValue>) -> InputValue {
    InputValue::Object(Box::new(ObjectValue {
        time: 0,
        class: "A".to_owned(),
        source: Some("A".to_owned()),
        made: Made::New {
            types: Vec::new(),
            arguments: Vec::new(),
            visibility,
            inner: false,
        },
        calls: Vec::new(),
        fields,
        failed: false,
    }))
}

fn violation(line: u32, value: InputValue) -> Violation {
    let mut violation = Violation::new(Kind::Exception, "E", Place::new("A", "m").line(line));
    violation.inputs.push(Input::parameter("a", "A", value));
    violation
}

/// The line numbers of the violations in the order of the report.
fn lines(outcome: &Outcome) -> Vec<Option<u32>> {
    outcome.violations().iter().map(|v| v.place.line).collect()
}

#[test]
fn what_anybody_can_cause_comes_first() {
    let field = |visibility| FieldValue {
        time: 1,
        name: "f".to_owned(),
        class: "A".to_owned(),
        ty: "int".to_owned(),
        visibility,
        setter: None,
        value: InputValue::Int(1),
    };
    let open = object(Visibility::Public, vec![field(Visibility::Public)]);
    let private = object(Visibility::Public, vec![field(Visibility::Private)]);
    let mut initialiser = violation(1, InputValue::Int(0));
    let place = Place::new("B", "<clinit>").line(7);
    initialiser
        .trace
        .push(TraceStep::new(place, "the cause was thrown here"));
    let mut memory = violation(2, InputValue::Int(0));
    memory.thrown = Some(Thrown::new("java.lang.OutOfMemoryError", None));
    let mut findings = Findings::new();
    for one in [
        initialiser,
        memory,
        violation(
            3,
            InputValue::Array(vec![object(Visibility::Package, Vec::new())]),
        ),
        violation(4, private),
        violation(6, open),
        violation(5, InputValue::Int(0)),
    ] {
        findings.violation(one);
    }
    let mut outcome = findings.exhausted();
    let expected = [5, 6, 2, 3, 4, 1].map(Some);
    assert_eq!(lines(&outcome), expected);
    // Another entry's violations find their places among these.
    let mut other = Findings::new();
    other.violation(violation(9, InputValue::Int(0)));
    outcome.merge(other.exhausted());
    assert_eq!(lines(&outcome), [5, 6, 9, 2, 3, 4, 1].map(Some));
}
