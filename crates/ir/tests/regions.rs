//! Regions of methods that `javac` compiled: where the sides of a branch meet, told by source lines.

mod support;

use ir::{BlockId, Meet, Regions, lower};
use support::compile;

/// For each branch, in order: its line, and for each plan the line where the sides meet, or `return`.
fn regions(name: &str, source: &str) -> Vec<String> {
    let class = compile(name, source);
    let method = class.methods.iter().find(|m| &*m.name == "m").expect("m");
    let body = lower(&class, method).expect("it can be lowered");
    let line = |pc: u32| {
        let lines = &method.code.as_ref().expect("code").lines;
        let entry = lines.iter().rev().find(|entry| entry.start_pc <= pc);
        entry.map_or(0, |entry| entry.line)
    };
    let blocks: Vec<BlockId> = body.block_ids().collect();
    let at: Vec<(u32, u32)> = body
        .blocks
        .iter()
        .map(|b| (b.first_pc(), b.terminator_pc))
        .collect();
    let regions = Regions::new(body);
    let mut found = Vec::new();
    for block in blocks {
        let plans = regions.of(block);
        if plans.is_empty() {
            continue;
        }
        let meets: Vec<String> = plans
            .iter()
            .map(|plan| match plan.meet {
                Meet::Return => "return".to_owned(),
                Meet::Block(b) => line(at[b.0 as usize].0).to_string(),
            })
            .collect();
        found.push(format!(
            "{}: {}",
            line(at[block.0 as usize].1),
            meets.join(", ")
        ));
    }
    found
}

#[test]
fn an_if_meets_behind_it() {
    let found = regions(
        "A",
        "class A { static int m(int x, int y) {
            if (x > 0) {
                y = 1;
            } else {
                y = 2;
            }
            return y;
        } }",
    );
    assert_eq!(found, ["2: 7"]);
}

#[test]
fn a_condition_in_a_loop_meets_before_what_uses_it() {
    let found = regions(
        "B",
        "class B { static void assume(boolean b) {} static void m(int[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = 3 * i;
                assume(a[i] >= 0
                    && a[i] <= 9);
            }
        } }",
    );
    assert_eq!(found, ["2: 7", "4: 4", "4: 4"]);
}

#[test]
fn a_return_in_a_loop_meets_at_the_return_or_at_the_next_iteration() {
    let found = regions(
        "C",
        "class C { static int m(int[] a, int k) {
            int n = 0;
            for (int i = 0; i < 4; i++) {
                if (a[i] == k)
                    return i;
                if (a[i] > 7)
                    n++;
            }
            return n;
        } }",
    );
    assert_eq!(found, ["3: return", "4: return", "6: 3"]);
}
