//! Objects that are there because the class of the method has been initialised (JLS 12.4.1), whether the method speaks of
//! their static final fields or not: whoever says something about all objects of a class means these, too.

use crate::constants::{Constant, ObjectId};
use crate::program::Program;
use classpath::{Field, Name, access};
use std::collections::BTreeSet;

/// What static final fields lead to, as far as objects of some types are concerned.
#[derive(Debug, Default)]
pub struct Standing {
    /// The objects that are known.
    pub objects: BTreeSet<ObjectId>,
    /// A field of which nothing is known, and that may lead to more.
    pub unlisted: Option<String>,
}

/// The objects of these types, or objects that lead to some, in static final fields of a class and its super classes.
pub fn of_class(program: &Program, class: &str, types: &BTreeSet<String>) -> Standing {
    let mut standing = Standing::default();
    if types.is_empty() {
        return standing;
    }
    let chain = program.classpath.super_chain(class).unwrap_or_default();
    for class in chain.iter().filter(|class| program.is_own(&class.name)) {
        let both = access::STATIC | access::FINAL;
        for field in class.fields.iter().filter(|f| f.access & both == both) {
            if !field.descriptor.starts_with(['L', '[']) {
                continue;
            }
            match program.static_constant(&class.name, &field.name) {
                Constant::Object(object) if leads(program, &object, types) => {
                    standing.objects.insert(object);
                }
                Constant::Unknown if may_lead(program, field, types, &mut BTreeSet::new()) => {
                    let name = class.name.replace('/', ".");
                    (standing.unlisted).get_or_insert(format!("{name}.{}", field.name));
                }
                _ => {}
            }
        }
    }
    standing
}

fn is_of(program: &Program, class: &str, types: &BTreeSet<String>) -> bool {
    types.iter().any(|ty| program.is_subclass(class, ty))
}

/// Whether an object is of one of the types, or holds one for good.
fn leads(program: &Program, object: &ObjectId, types: &BTreeSet<String>) -> bool {
    let (mut seen, mut work) = (BTreeSet::new(), vec![object.clone()]);
    while let Some(object) = work.pop() {
        let Some(fixed) = program.fixed(&object) else {
            continue;
        };
        if is_of(program, &fixed.class, types) {
            return true;
        }
        if !seen.insert(object) {
            continue;
        }
        let values = fixed.fields.values().chain(fixed.elements.iter().flatten());
        work.extend(values.filter_map(|value| match value {
            Constant::Object(object) => Some(object.clone()),
            _ => None,
        }));
    }
    false
}

/// Whether a field whose value is not known may hold an object of one of the types, or one that leads there. Of classes of
/// the library only those do that say what they hold, or nothing at all.
fn may_lead(
    program: &Program,
    field: &Field,
    types: &BTreeSet<String>,
    seen: &mut BTreeSet<Name>,
) -> bool {
    let element = field.descriptor.trim_start_matches('[');
    let Some(class) = element.strip_prefix('L').and_then(|c| c.strip_suffix(';')) else {
        return types.contains(&*field.descriptor);
    };
    if types.contains(&*field.descriptor)
        || is_of(program, class, types)
        || types.iter().any(|ty| program.is_subclass(ty, class))
    {
        return true;
    }
    if !program.is_own(class) {
        return field.signature.is_some();
    }
    let mut held = program.concrete_below(class);
    held.push(class.into());
    held.into_iter().any(|class| {
        if !seen.insert(class.clone()) {
            return false;
        }
        let chain = program.classpath.super_chain(&class).unwrap_or_default();
        let own = chain.iter().filter(|class| program.is_own(&class.name));
        let mut fields = own.flat_map(|class| &class.fields);
        fields.any(|f| f.access & access::STATIC == 0 && may_lead(program, f, types, seen))
    })
}
