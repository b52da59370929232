//! Events that a program cannot raise, because nothing in it calls such a method. A user wants to hear of them: a name may
//! be right and still not be what the program uses.

use crate::matching::{Matcher, PropertyId};
use crate::model::{CallKind, EventId, When};
use classpath::ClassPath;
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
}
