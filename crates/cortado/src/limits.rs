//! Defaults for memory, and how the time of a run is shared among its entries.

use std::time::Duration;

/// Enough for most programs, and little enough to leave the user's machine usable.
const USUAL: u64 = 4 << 30;

/// The memory that a run may take if the user says nothing.
pub fn default_memory() -> u64 {
    let system = [total_memory(), control_group()];
    let there = system.into_iter().flatten().min();
    there.map_or(USUAL, |bytes| (bytes / 4 * 3).min(USUAL))
}

fn total_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What a container allows.
fn control_group() -> Option<u64> {
    let files = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    files
        .iter()
        .find_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok())
}

/// The time for the next of `left` entries: an equal share of what is left, so that one hard entry cannot starve the
/// rest, and what easy ones leave over goes to those after them. In whole seconds where possible, for the report.
pub fn share(time_left: Duration, left: usize) -> Duration {
    let share = time_left / u32::try_from(left.max(1)).unwrap_or(u32::MAX);
    match left > 1 && share >= Duration::from_secs(1) {
        true => Duration::from_secs(share.as_secs()),
        false if left > 1 && share >= Duration::from_millis(1) => {
            Duration::from_millis(u64::try_from(share.as_millis()).unwrap_or(u64::MAX))
        }
        false => share,
    }
}

/// How much of the time for an entry is kept for replays, should there be a violation.
pub fn for_replays(time: Duration) -> Duration {
    (time / 4).min(Duration::from_secs(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared() {
        let time = Duration::from_millis(10_500);
        assert_eq!(share(time, 1), time);
        assert_eq!(share(time, 4), Duration::from_secs(2));
        assert_eq!(share(time, 100), Duration::from_millis(105));
    }

    #[test]
    fn memory_is_within_reason() {
        assert!((1..=USUAL).contains(&default_memory()));
    }
}
