//! Writes the violation witness: what the outcome knows, in the competition's words.

use super::property::Property;
use crate::failure::Failure;
use classpath::ClassPath;
use outcome::{Input, Origin, Outcome, Place, Violation};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use witness::{Assumption, Step, ViolationWitness};

pub fn write(
    file: &Path,
    outcome: &Outcome,
    property: &Property,
    classpath: &ClassPath,
) -> Result<(), Failure> {
    let Some(violation) = outcome.violations().iter().find(|v| v.stands()) else {
        return Ok(());
    };
    let program = classpath
        .find(&property.class.replace('.', "/"))?
        .and_then(|class| classpath.source_file(&class));
    let program_hash = match &program {
        Some(path) => {
            let bytes = std::fs::read(path)
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
            witness::sha256(&bytes)
        }
        None => String::new(),
    };
    let witness = ViolationWitness {
        producer: format!("Cortado {}", env!("CARGO_PKG_VERSION")),
        specification: property.text.clone(),
        program_file: program.map_or_else(String::new, |path| path.display().to_string()),
        program_hash,
        creation_time: timestamp(SystemTime::now()),
        steps: steps(violation, classpath),
        violation: step(Some(&violation.place)),
    };
    if let Some(directory) = file.parent() {
        // What goes wrong here goes wrong below, with a message.
        let _ = std::fs::create_dir_all(directory);
    }
    std::fs::write(file, witness.to_graphml())
        .map_err(|error| Failure::usage(format!("--witness {}: {error}", file.display())))
}

fn steps(violation: &Violation, classpath: &ClassPath) -> Vec<Step> {
    let given = |input: &&Input| matches!(input.origin, Origin::Call(_));
    let inputs = violation.inputs.iter().filter(given);
    let steps = inputs.map(|input| {
        let place = input.place();
        Step {
            assumption: Some(Assumption {
                call: input.name.trim_end_matches("()").to_owned(),
                value: input.value.clone(),
                scope: place.map_or_else(String::new, |place| scope(place, classpath)),
            }),
            ..step(place)
        }
    });
    steps.collect()
}

fn step(place: Option<&Place>) -> Step {
    Step {
        file: place.and_then(|place| place.file.clone()),
        line: place.and_then(|place| place.line),
        assumption: None,
    }
}

/// `java::LMain;.main([Ljava/lang/String;)V`. Of overloads, the one that the line is in.
fn scope(place: &Place, classpath: &ClassPath) -> String {
    let name = place.class.replace('.', "/");
    let class = classpath.find(&name).ok().flatten();
    let methods = class.iter().flat_map(|class| &class.methods);
    let mut named = methods.filter(|m| *m.name == *place.method);
    let covers = |m: &&classpath::Method| {
        let lines = m.code.iter().flat_map(|code| &code.lines);
        place
            .line
            .is_none_or(|line| lines.into_iter().any(|l| l.line == line))
    };
    let descriptor = named.clone().find(covers).or_else(|| named.next());
    let descriptor = descriptor.map_or("", |m| &m.descriptor);
    format!("java::L{name};.{}{descriptor}", place.method)
}

/// ISO 8601 in UTC. Days since 1970 become a date of the Gregorian calendar by counting years from 1 March 0000.
fn timestamp(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = (march_month + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_right() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
