//! Programs under the watch of their properties: what copies of the program's classes ([`crate::copies`]) contain so that
//! they report the calls which may be events, and the Java classes that run the monitors beside them. What counts as an event here is what counts as one
//! on a path of the search (`explore`'s `regular`): a call instruction of the program, outside of any call that is an
//! event itself.

pub(crate) mod around;
mod data;
#[cfg(test)]
mod tests;

pub(crate) use data::Data;

use property::{Matcher, When};

macro_rules! source {
    ($name:literal) => {
        (
            concat!("cortado/property/", $name, ".java"),
            include_str!(concat!("../../java/cortado/property/", $name, ".java")),
        )
    };
}

/// Path and text of the classes that run the monitors.
pub(crate) const RUNTIME_SOURCES: &[(&str, &str)] = &[
    source!("Hooks"),
    source!("Model"),
    source!("Monitors"),
    source!("PropertyViolated"),
    source!("Types"),
    source!("Watch"),
];

/// Thrown where the violation was expected, and otherwise.
pub(crate) const VIOLATED: &str = "cortado.property.PropertyViolated";
pub(crate) const ELSEWHERE: &str = "cortado.property.PropertyViolated$Elsewhere";
/// What a test calls.
pub(crate) const WATCH: &str = "cortado.property.Watch";
/// The directory of the monitored classes beside the tests.
pub(crate) const DIRECTORY: &str = "monitored";
/// Among the monitored classes; tells a directory of ours from somebody else's.
pub(crate) const DATA: &str = "cortado/property/properties.txt";

/// Whether a JVM can raise the events of the properties.
pub(crate) fn replayable(matcher: &Matcher) -> Result<(), String> {
    for property in matcher.properties() {
        for event in property
            .events
            .iter()
            .filter(|event| event.when == When::Before)
        {
            let constructs =
                |call: &property::Call| call.signature.target == property::Target::Constructor;
            let mut calls = event.calls.iter();
            if calls.any(|call| constructs(call) && call.receiver.is_some()) {
                return Err(format!(
                    "event {} of {} binds an object before it is constructed",
                    event.name, property.name
                ));
            }
        }
    }
    Ok(())
}
