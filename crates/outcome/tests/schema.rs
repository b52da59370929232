//! The JSON written, the JSON Schema shipped and the documentation agree.

mod validator;

use outcome::*;
use serde_json::Value;
use std::collections::BTreeMap;
use validator::validate;

fn check(outcome: &Outcome) -> Value {
    let schema: Value = serde_json::from_str(JSON_SCHEMA).expect("the schema is JSON");
    let written: Value = serde_json::from_str(&outcome.to_json()).expect("what we write is JSON");
    if let Err(error) = validate(&schema, &written, &schema, "") {
        panic!("{error}\n{}", outcome.to_json());
    }
    written
}

/// A list of one node that is its own next.
fn node() -> InputValue {
    InputValue::Object(Box::new(ObjectValue {
        time: 0,
        class: "Node".to_owned(),
        source: None,
        made: Made::New {
            types: Vec::new(),
            arguments: Vec::new(),
            visibility: Visibility::Public,
            inner: false,
        },
        calls: vec![MethodCall {
            method: "set".to_owned(),
            types: vec!["int".to_owned()],
            arguments: vec![InputValue::Int(1)],
        }],
        fields: vec![FieldValue {
            time: 1,
            name: "next".to_owned(),
            class: "Node".to_owned(),
            ty: "Node".to_owned(),
            visibility: Visibility::Public,
            setter: None,
            value: InputValue::Same {
                time: 0,
                name: "b".to_owned(),
            },
        }],
        failed: false,
    }))
}

fn full_outcome() -> Outcome {
    let place = Place::new("BinarySearch", "middle")
        .file("examples/BinarySearch.java")
        .span(9, 5, 9, 22);
    let mut findings = Findings::new();
    let mut violation = Violation::new(Kind::Assertion, "mid >= lo", place.clone());
    violation.entry = Some("BinarySearch.middle(int, int)".to_owned());
    violation.thrown = Some(Thrown::new("java.lang.AssertionError", None));
    violation.inputs = vec![
        Input::parameter("lo", "int", InputValue::Int(1_073_741_824)),
        Input::parameter("d", "double", InputValue::Double(0x7ff8_0000_0000_0001)),
        Input::call(
            "Any.aString()",
            "java.lang.String",
            InputValue::String(JavaString::from_units(vec![0xd800])),
            Some(place.clone()),
        ),
        Input::parameter(
            "a",
            "long[]",
            InputValue::Array(vec![InputValue::Long(i64::MIN)]),
        ),
    ];
    violation.inputs.push(Input::parameter("b", "Node", node()));
    violation.trace = vec![TraceStep::new(place.clone(), "0 <= lo").value("lo", 1_073_741_824)];
    findings.violation(violation.clone());
    violation.place.line = Some(12);
    findings.violation(violation.clone());
    violation.place.line = Some(13);
    findings.violation(violation);
    findings.reason(Reason::new(ReasonKind::Unsupported, "native method x").at(place.clone()));
    findings.bound(BoundHit::new(BoundKind::Loop, "BinarySearch.find#1", 8).at(place.clone()));
    findings.note(Note::new("rejects its argument").at(place.clone()));
    findings.loop_seen(LoopInfo {
        name: "BinarySearch.find#1".to_owned(),
        place: Some(place.clone()),
        iterations: 8,
        limit: Some(8),
    });
    let mut branch = BranchInfo::new(place, false);
    branch.merged = 2;
    branch.apart = vec![Apart {
        why: "a side has a loop".to_owned(),
        count: 1,
    }];
    findings.merging([branch.clone(), branch]);
    findings.stats.first_violation_iteration = Some(2);
    findings.stats.count("snapshots", 12);
    let part = BTreeMap::from([
        ("method".to_owned(), Stat::Text("A.m()".to_owned())),
        ("edges".to_owned(), Stat::Count(3)),
        ("terms".to_owned(), Stat::Count(40)),
        ("encoding_us".to_owned(), Stat::Count(5)),
        ("solving_us".to_owned(), Stat::Count(6)),
        ("answer".to_owned(), Stat::Text("holds".to_owned())),
    ]);
    (findings.stats.extra).insert("parts".to_owned(), Stat::List(vec![part]));
    let mut outcome = findings.exhausted();
    outcome.replay(|index, _| match index {
        0 => (
            Replay::Confirmed {
                jdk: "17".to_owned(),
            },
            Some("cortado-out/BinarySearchCortadoTest.java".into()),
        ),
        1 => (
            Replay::Refuted {
                why: "ended normally".to_owned(),
            },
            None,
        ),
        _ => (Replay::pending(), None),
    });
    outcome
}

#[test]
fn what_is_written_fits_the_schema() {
    let written = check(&full_outcome());
    assert_eq!(written["schema"], SCHEMA_VERSION);
    assert_eq!(written["verdict"], "violated");
    let violation = &written["violations"][0];
    assert_eq!(violation["replayed"], "confirmed");
    assert_eq!(violation["where"]["line"], 9);
    assert_eq!(violation["inputs"][0]["value"], 1_073_741_824);
    assert_eq!(written["violations"][1]["why"], "ended normally");
    assert_eq!(written["stats"]["snapshots"], 12);
    assert_eq!(written["merging"][0]["merged"], 4);
    assert_eq!(written["merging"][0]["apart"][0]["count"], 2);
    let several = [
        ("A.m()", full_outcome()),
        ("A.n()", Findings::new().exhausted()),
    ];
    let several = several.map(|(name, outcome)| (name.to_owned(), outcome));
    let gave_up = Findings::new().stopped(Reason::new(ReasonKind::Time, "stopped"));
    let all = several.into_iter().chain([("A.o()".to_owned(), gave_up)]);
    let written = check(&Outcome::of_methods(all));
    assert_eq!(written["verdict"], "violated");
    assert_eq!(written["methods"][0]["verdict"], "violated");
    assert_eq!(written["methods"][1]["verdict"], "safe");
    assert_eq!(written["methods"][2]["reason"]["kind"], "time");
    let one = Outcome::of_methods([("A.m()".to_owned(), full_outcome())]);
    assert_eq!(one, full_outcome());
    check(&Findings::new().exhausted());
    check(&Findings::new().stopped_at_violation());
}

#[test]
fn equal_outcomes_are_equal_bytes() {
    assert_eq!(full_outcome().to_json(), full_outcome().to_json());
}

#[test]
fn every_field_of_the_schema_is_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json-schema.md");
    let manual = std::fs::read_to_string(path).expect("docs/json-schema.md exists");
    let schema: Value = serde_json::from_str(JSON_SCHEMA).expect("the schema is JSON");
    let mut missing = Vec::new();
    documented(&schema, &manual, &mut missing);
    assert!(missing.is_empty(), "docs/json-schema.md lacks {missing:?}");
}

fn documented(schema: &Value, manual: &str, missing: &mut Vec<String>) {
    let mut need = |word: &str| {
        if !manual.contains(&format!("`{word}`")) {
            missing.push(word.to_owned());
        }
    };
    match schema {
        Value::Object(map) => {
            for name in map
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                need(name.0);
            }
            for word in map
                .get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                need(word.as_str().expect("our enumerations are of strings"));
            }
            for inner in map.values() {
                documented(inner, manual, missing);
            }
        }
        Value::Array(all) => {
            for inner in all {
                documented(inner, manual, missing);
            }
        }
        _ => {}
    }
}
