//! Finds the largest size of a program at which `none` still ends in time.

use super::Run;

/// How far over the limit the next step must be expected to be to be left out.
const HOPELESS: f64 = 3.0;

/// Runs the sizes of the ladder one after the other until one does not complete; all the runs made. A size is not tried if
/// it is sure to be too much: judged by how the number of paths has grown, three times the limit.
pub fn climb(
    ladder: &[u64],
    limit: f64,
    mut run: impl FnMut(u64) -> Result<Run, String>,
) -> Result<Vec<Run>, String> {
    let mut runs: Vec<Run> = Vec::new();
    for size in ladder {
        if let [.., before, last] = &runs[..]
            && last.seconds * last.paths as f64 / before.paths.max(1) as f64 > HOPELESS * limit
        {
            break;
        }
        let next = run(*size)?;
        let complete = next.is_complete();
        runs.push(next);
        if !complete {
            break;
        }
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merging::record::tests::a_run;
    use crate::merging::{Ending, Level};

    #[test]
    fn the_first_that_is_late_is_the_last() {
        let slow = |size: u64| {
            let mut run = a_run("p", size, Level::None, 4.0 * size as f64, 3 * size);
            if run.seconds > 10.0 {
                run.ending = Ending::Limit;
            }
            Ok(run)
        };
        let runs = climb(&[1, 2, 3, 4, 5], 10.0, slow).expect("runs");
        assert_eq!(runs.len(), 3);
    }

    #[test]
    fn what_is_hopeless_is_not_tried() {
        let steep = |size: u64| {
            let paths = 100u64.pow(u32::try_from(size).expect("small"));
            Ok(a_run(
                "p",
                size,
                Level::None,
                paths as f64 / 10_000.0,
                paths,
            ))
        };
        let runs = climb(&[1, 2, 3, 4, 5], 10.0, steep).expect("runs");
        assert_eq!(runs.len(), 2);
    }
}
