//! The precedence of verdicts, and that nothing weaker becomes a stronger claim.

use outcome::*;

fn place(line: u32) -> Place {
    Place::new("A", "m").file("A.java").line(line)
}

fn key(line: u32) -> ObligationKey {
    ObligationKey::new(Kind::Assertion, "x > 0", place(line))
}

fn violation(line: u32) -> Violation {
    Violation::new(Kind::Assertion, "x > 0", place(line))
}

fn statuses(outcome: &Outcome) -> Vec<Status> {
    outcome.obligations().iter().map(|o| o.status).collect()
}

fn refute(outcome: &mut Outcome) {
    outcome.replay(|_, _| {
        (
            Replay::Refuted {
                why: "the program ended normally".to_owned(),
            },
            None,
        )
    });
}

#[test]
fn nothing_found_and_nothing_left_is_safe() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Unreachable);
    findings.obligation(key(2), Status::Unreachable);
    findings.obligation(key(2), Status::Holds);
    let outcome = findings.exhausted();
    assert_eq!(outcome.verdict(), Verdict::Safe);
    assert_eq!(statuses(&outcome), [Status::Unreachable, Status::Holds]);
    assert_eq!(outcome.verdict().exit_status(), 0);
    assert!(outcome.reasons().is_empty());
}

#[test]
fn a_bound_weakens_safe() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Holds);
    findings.bound(BoundHit::new(BoundKind::Loop, "A.m#1", 8).at(place(3)));
    findings.bound(BoundHit::new(BoundKind::Loop, "A.m#1", 8).at(place(3)));
    let outcome = findings.exhausted();
    assert_eq!(outcome.verdict(), Verdict::SafeWithinBounds);
    assert_eq!(outcome.bounds()[0].count, 2);
    assert_eq!(outcome.verdict().exit_status(), 0);
}

#[test]
fn a_reason_taints_every_undecided_obligation() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Holds);
    findings.obligation(key(2), Status::Unreachable);
    findings.bound(BoundHit::new(BoundKind::Loop, "A.m#1", 8));
    let outcome = findings.stopped(Reason::new(ReasonKind::Time, "60 s"));
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(statuses(&outcome), [Status::Unknown, Status::Unknown]);
    assert_eq!(outcome.verdict().exit_status(), 3);
}

#[test]
fn a_local_reason_taints_only_what_it_names() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Holds);
    findings.obligation(key(2), Status::Holds);
    findings.local_reason(Reason::new(ReasonKind::SolverUnknown, "q"), [key(2)]);
    let outcome = findings.exhausted();
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(statuses(&outcome), [Status::Holds, Status::Unknown]);
}

#[test]
fn a_violation_beats_everything_until_it_is_refuted() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Holds);
    findings.violation(violation(2));
    let mut outcome = findings.stopped(Reason::new(ReasonKind::Time, "60 s"));
    assert_eq!(outcome.verdict(), Verdict::Violated);
    assert_eq!(statuses(&outcome), [Status::Unknown, Status::Violated]);
    assert_eq!(outcome.verdict().exit_status(), 1);

    refute(&mut outcome);
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(statuses(&outcome), [Status::Unknown, Status::Unknown]);
    let kinds: Vec<_> = outcome.reasons().iter().map(|r| r.kind).collect();
    assert_eq!(kinds, [ReasonKind::Time, ReasonKind::RefutedReplay]);
}

#[test]
fn a_refuted_violation_is_unknown_even_if_all_else_holds() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Holds);
    findings.violation(violation(2));
    let mut outcome = findings.exhausted();
    refute(&mut outcome);
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(statuses(&outcome), [Status::Holds, Status::Unknown]);
}

#[test]
fn a_wider_obligation_needs_a_standing_violation() {
    let wide = ObligationKey::new(Kind::Exception, "no exception escapes", place(1));
    let mut findings = Findings::new();
    findings.obligation(wide, Status::Violated);
    let mut outcome = findings.clone().exhausted();
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(outcome.reasons()[0].kind, ReasonKind::Internal);

    let npe = "java.lang.NullPointerException";
    findings.violation(Violation::new(Kind::Exception, npe, place(4)));
    outcome = findings.exhausted();
    assert_eq!(statuses(&outcome), [Status::Violated, Status::Violated]);
    refute(&mut outcome);
    assert_eq!(statuses(&outcome), [Status::Unknown, Status::Unknown]);
}

#[test]
fn stopping_at_a_violation_that_falls_is_not_safe() {
    let mut findings = Findings::new();
    findings.obligation(key(1), Status::Unreachable);
    findings.violation(violation(2));
    let mut outcome = findings.stopped_at_violation();
    assert_eq!(outcome.verdict(), Verdict::Violated);
    assert_eq!(statuses(&outcome), [Status::Unknown, Status::Violated]);
    refute(&mut outcome);
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(
        Findings::new().stopped_at_violation().verdict(),
        Verdict::Unknown
    );
}

#[test]
fn reasons_are_grouped_and_the_most_frequent_comes_first() {
    let mut findings = Findings::new();
    for _ in 0..2 {
        findings.reason(Reason::new(ReasonKind::Unsupported, "b"));
    }
    findings.reason(Reason::new(ReasonKind::Unsupported, "a").at(place(2)));
    findings.reason(Reason::new(ReasonKind::SolverUnknown, "c"));
    let shown: Vec<_> = findings
        .exhausted()
        .reasons()
        .into_iter()
        .map(|r| (r.what, r.count))
        .collect();
    let expected = [("b", 2), ("c", 1), ("a", 1)].map(|(what, n)| (what.to_owned(), n));
    assert_eq!(shown, expected);
}

#[test]
fn workers_merge_in_any_order() {
    let mut one = Findings::new();
    one.obligation(key(1), Status::Unreachable);
    one.violation(violation(5));
    one.reason(Reason::new(ReasonKind::Unsupported, "x"));
    let mut two = Findings::new();
    two.obligation(key(1), Status::Holds);
    two.violation(violation(3));
    two.reason(Reason::new(ReasonKind::Unsupported, "x"));
    let (mut a, mut b) = (one.clone(), two.clone());
    a.merge(two);
    b.merge(one);
    assert_eq!(a.exhausted().to_json(), b.exhausted().to_json());
}

#[test]
fn entries_do_not_taint_each_other() {
    let mut good = Findings::new();
    good.obligation(key(1), Status::Holds);
    let mut bad = Findings::new();
    bad.obligation(key(9), Status::Holds);
    let mut outcome = good.exhausted();
    outcome.merge(bad.stopped(Reason::new(ReasonKind::Memory, "1 GB")));
    assert_eq!(outcome.verdict(), Verdict::Unknown);
    assert_eq!(statuses(&outcome), [Status::Holds, Status::Unknown]);
}
