//! What the classes of a program say about the events that it can raise. A user wants to hear of events that nothing in
//! it calls for: a name may be right and still not be what the program uses. Methods that it refers to without calling
//! them are called by somebody else, which is no event.

use crate::matching::{Matcher, PropertyId};
use crate::model::{CallKind, EventId, When};
use classpath::{ClassPath, Constant, HandleKind, MemberRef};
use std::collections::BTreeSet;

impl Matcher {
    /// The events that no call in the application's classes can be, in order. The end of the program is none of them.
    pub fn uncalled(
        &self,
        classpath: &ClassPath,
    ) -> Result<Vec<(PropertyId, EventId)>, classpath::Error> {
        let mut missing = BTreeSet::new();
        for id in self.property_ids() {
            let property = self.property(id);
            let calls = property
                .event_ids()
                .filter(|e| property.event(*e).when != When::End);
            missing.extend(calls.map(|event| (id, event)));
        }
        for name in classpath.application_classes()? {
            let Some(class) = classpath.find(&name)? else {
                continue;
            };
            for member in class.pool.methods() {
                // The reference does not say how it is called.
                let kinds = match &*member.name == "<init>" {
                    true => &[CallKind::Constructor][..],
                    false => &[CallKind::Instance, CallKind::Static],
                };
                for kind in kinds {
                    let (owner, name) = (&member.class, &member.name);
                    for candidate in self.may(owner, name, &member.descriptor, *kind) {
                        missing.remove(&(candidate.property, candidate.event));
                    }
                }
            }
            if missing.is_empty() {
                break;
            }
        }
        Ok(missing.into_iter().collect())
    }

    /// Method references in the application's classes to methods whose calls may be events, such as `iterator::next`;
    /// sorted.
    pub fn references(&self, classpath: &ClassPath) -> Result<Vec<MemberRef>, classpath::Error> {
        let mut found = BTreeSet::new();
        for name in classpath.application_classes()? {
            let Some(class) = classpath.find(&name)? else {
                continue;
            };
            let arguments = class.bootstrap_methods.iter().flat_map(|b| &b.arguments);
            for argument in arguments {
                let Constant::MethodHandle(handle) = argument else {
                    continue;
                };
                let member = &handle.member;
                // The body of a lambda is code of the program, and the calls in it are events.
                let lambda = member.class == class.name && member.name.starts_with("lambda$");
                let kind = match handle.kind {
                    HandleKind::InvokeStatic => CallKind::Static,
                    HandleKind::NewInvokeSpecial => CallKind::Constructor,
                    HandleKind::InvokeVirtual
                    | HandleKind::InvokeInterface
                    | HandleKind::InvokeSpecial => CallKind::Instance,
                    _ => continue,
                };
                let (owner, name) = (&member.class, &member.name);
                if !lambda && !self.may(owner, name, &member.descriptor, kind).is_empty() {
                    found.insert(member.clone());
                }
            }
        }
        Ok(found.into_iter().collect())
    }
}
