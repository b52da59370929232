//! Makes a program about which something wrong is said smaller, one statement after the other.

use super::program::Program;

/// How many variants are tried at most.
const TRIES: usize = 150;

/// The smallest program found that is still wrong.
pub fn shrink(
    program: &Program,
    mut is_wrong: impl FnMut(&Program) -> Result<bool, String>,
) -> Result<Program, String> {
    let mut best = program.clone();
    let mut tries = 0;
    loop {
        let before = best.size();
        let mut number = 0;
        while number < best.size() {
            let mut smaller = false;
            // Without the statement, or else with the inside of one of its arms in its place.
            for keep in [None, Some(0), Some(1), Some(2)] {
                let Some(candidate) = best.without(number, keep) else {
                    continue;
                };
                if tries == TRIES {
                    return Ok(best);
                }
                tries += 1;
                if is_wrong(&candidate)? {
                    best = candidate;
                    smaller = true;
                    break;
                }
            }
            number += usize::from(!smaller);
        }
        if best.size() == before {
            return Ok(best);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::statements::generate;
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let program = generate(3);
        let all_gone = shrink(&program, |_| Ok(true)).expect("no errors");
        assert_eq!(all_gone.size(), 0);
        let kept = shrink(&program, |_| Ok(false)).expect("no errors");
        assert_eq!(kept.source(), program.source());
    }
}
