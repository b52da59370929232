//! Arguments that a replay puts in: copies of methods that begin by taking recorded values, in their order, for those of
//! their parameters that were replaced by inputs. That is where the search replaces them as well, whoever calls the method
//! and however.

use crate::rewrite::{Pool, Prologue, Snippet};
use classpath::{ClassPath, FieldType, Method, MethodDescriptor, Role, access};

/// A method some of whose arguments are replaced whenever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedArguments {
    /// Internal name of the class that declares it.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    /// Which parameters, the receiver not counted.
    pub params: Vec<bool>,
}

impl ReplacedArguments {
    /// As users name it: `acme.Tool.run`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.class.replace(['/', '$'], "."), self.method)
    }
}

/// The class that hands out the values.
pub(crate) const VALUES: &str = "cortado/Replay";
/// The directory of the copies beside the tests.
pub(crate) const DIRECTORY: &str = "symbolic";
/// Among the copies: the methods. Tells a directory of ours from somebody else's.
pub(crate) const DATA: &str = "cortado/symbolic.txt";
/// What a value takes of the stack.
const STACK: u16 = 2;

/// Whether the class of the method can be copied, or why not.
pub(crate) fn check(classpath: &ClassPath, method: &ReplacedArguments) -> Result<(), String> {
    let why = match classpath.role(&method.class) {
        Some(Role::Application | Role::Dependency | Role::Api) => return Ok(()),
        Some(Role::Stub) => "a stub, which no JVM runs",
        None => "a class of the JDK",
    };
    Err(format!(
        "arguments of {} cannot be put in: it is a method of {why}",
        method.name()
    ))
}

/// Takes the values of one call.
pub(crate) fn prologue(
    replaced: &ReplacedArguments,
    method: &Method,
    pool: &mut Pool,
) -> Option<Prologue> {
    let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
    let mut local = u16::from(method.access & access::STATIC == 0);
    let mut code = Snippet::new(pool);
    for (ty, replaced) in descriptor.params.iter().zip(&replaced.params) {
        if *replaced {
            let (name, result) = match ty {
                FieldType::Boolean => ("nextBoolean", "Z"),
                FieldType::Byte => ("nextByte", "B"),
                FieldType::Char => ("nextChar", "C"),
                FieldType::Short => ("nextShort", "S"),
                FieldType::Int => ("nextInt", "I"),
                FieldType::Long => ("nextLong", "J"),
                FieldType::Float => ("nextFloat", "F"),
                FieldType::Double => ("nextDouble", "D"),
                FieldType::Object(_) | FieldType::Array(_) => ("nextObject", "Ljava/lang/Object;"),
            };
            code.call_static(VALUES, name, &format!("(){result}"));
            if ty.is_reference() {
                code.cast(ty);
            }
            code.store(ty, local);
        }
        local = local.saturating_add(ty.words());
    }
    Some(Prologue {
        code: code.finish(),
        stack: STACK,
    })
}
