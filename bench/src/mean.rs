//! The mean by which the benchmarks compare: the geometric one.

/// None of no numbers. What is smaller counts as `least`: nothing takes no time at all, and the logarithm needs that.
pub(crate) fn geometric(numbers: impl Iterator<Item = f64>, least: f64) -> Option<f64> {
    let logarithms: Vec<f64> = numbers.map(|n| n.max(least).ln()).collect();
    match logarithms.len() {
        0 => None,
        count => Some((logarithms.iter().sum::<f64>() / count as f64).exp()),
    }
}
