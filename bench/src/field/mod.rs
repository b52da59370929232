//! Methods of real libraries: jars that Debian packages, a seeded sample of public methods of each, and what `cortado
//! check --method` says of them with a short limit. It shows what somebody meets who tries the tool on code that nobody
//! wrote for it.

mod compare;
mod libraries;
mod record;
mod run;
mod sample;
mod table;

pub use compare::compare;
pub use libraries::{LIBRARIES, Library};
pub use record::{Found, Record, read, write};
pub use run::{Runner, run_all};
pub use sample::{Subject, sample};
pub use table::{aims, render};
