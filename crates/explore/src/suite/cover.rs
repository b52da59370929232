//! A small set of paths that passes all that any of them passes: the greedy choice, which is never worse than the best
//! one by more than a logarithm.

/// Picks from candidates, each with the numbers of what it covers in ascending order and what it costs a reader, until
/// everything is covered or there are `most`. The one that adds most comes first; of equals the cheapest, then the
/// earliest. What the picks that came later made superfluous is left out. The answer is in the order of the candidates.
pub fn choose(candidates: &[(Vec<u32>, usize)], most: usize) -> Vec<usize> {
    let size = candidates
        .iter()
        .filter_map(|(covers, _)| covers.last())
        .max()
        .map_or(0, |last| *last as usize + 1);
    let mut covered = vec![0usize; size];
    let mut chosen: Vec<usize> = Vec::new();
    // What a candidate adds only shrinks, so an old figure is an upper bound.
    let mut gains: Vec<usize> = candidates.iter().map(|(c, _)| c.len()).collect();
    while chosen.len() < most {
        let mut best: Option<(usize, usize)> = None;
        for (i, (covers, cost)) in candidates.iter().enumerate() {
            let worth = |gain: usize, at: usize| match best {
                None => gain > 0,
                Some((best_gain, best_at)) => {
                    gain > best_gain || gain == best_gain && *cost < candidates[best_at].1
                }
            } && at == i;
            if !worth(gains[i], i) {
                continue;
            }
            gains[i] = covers.iter().filter(|c| covered[**c as usize] == 0).count();
            if worth(gains[i], i) {
                best = Some((gains[i], i));
            }
        }
        let Some((_, at)) = best else { break };
        for one in &candidates[at].0 {
            covered[*one as usize] += 1;
        }
        gains[at] = 0;
        chosen.push(at);
    }
    // The first picks are the large ones; later ones may cover all that they do.
    for at in chosen.clone() {
        let covers = &candidates[at].0;
        if covers.iter().all(|one| covered[*one as usize] > 1) {
            for one in covers {
                covered[*one as usize] -= 1;
            }
            chosen.retain(|other| *other != at);
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(candidates: &[(&[u32], usize)], most: usize, expected: &[usize]) {
        let candidates: Vec<(Vec<u32>, usize)> = candidates
            .iter()
            .map(|(covers, cost)| (covers.to_vec(), *cost))
            .collect();
        assert_eq!(choose(&candidates, most), expected);
    }

    #[test]
    fn everything_is_covered_by_few() {
        check(&[], 9, &[]);
        check(&[(&[], 1)], 9, &[]);
        check(&[(&[0], 1), (&[0, 1, 2], 5), (&[2, 3], 1)], 9, &[1, 2]);
        check(&[(&[0, 1], 1), (&[0, 1], 1)], 9, &[0]);
    }

    #[test]
    fn of_equals_the_cheapest_is_taken() {
        check(&[(&[0, 1], 7), (&[0, 1], 3), (&[0, 1], 3)], 9, &[1]);
    }

    #[test]
    fn what_later_picks_make_superfluous_is_left_out() {
        // The middle one adds most at first, and the two others cover it together.
        check(
            &[(&[0, 1, 2, 6], 1), (&[1, 2, 3, 4, 6], 1), (&[3, 4, 5], 1)],
            9,
            &[0, 2],
        );
    }

    #[test]
    fn no_more_than_asked_for() {
        check(&[(&[0], 1), (&[1, 2], 1), (&[3], 1)], 2, &[0, 1]);
        check(&[(&[0], 1)], 0, &[]);
    }
}
