//! Tests of methods with very many paths: those become one, and still every side of every branch inside gets a test.

use std::path::PathBuf;
use std::process::Command;

const GRADE: &str = "\
public class Grade {
    /** Each answer is right, wrong, brilliant or left out. */
    public static int points(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) {
        int[] all = {a, b, c, d, e, f, g, h, i, j, k, l};
        int points = 0;
        for (int answer : all) {
            if (answer == 1) points += 3;
            else if (answer == 2) points -= 1;
            else if (answer > 100) points += 10;
        }
        if (points < 0) return 0;
        if (points == 36) return 100;
        if (points > 119) return 1000;
        return points;
    }
}
";

#[test]
fn every_side_inside_of_a_region_gets_a_test() {
    let dir: PathBuf =
        std::env::temp_dir().join(format!("cortado-inside-regions-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let source = dir.join("Grade.java");
    std::fs::write(&source, GRADE).expect("a source file");
    let run = Command::new(env!("CARGO_BIN_EXE_cortado"))
        .arg("tests")
        .arg(&source)
        .args(["--merge", "full", "--output"])
        .arg(dir.join("suite"))
        .output()
        .expect("cortado runs");
    let out = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{out}");
    let all = "branches: 14 of the 14 that were reached, of 14 in all";
    assert!(out.contains(all), "{out}");
    assert!(out.contains("all pass"), "{out}");
    std::fs::remove_dir_all(&dir).expect("the directory was made");
}
