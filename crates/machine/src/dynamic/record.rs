//! `toString`, `hashCode` and `equals` of records (`ObjectMethods`), as straight-line register code.

use crate::class::{kind_of, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::value::MethodId;
use classpath::{BootstrapMethod, Constant, DynamicRef, MemberRef};
use ir::dynamic::{record_equals, record_hash};
use ir::synthetic::Builder;
use ir::{Kind, Operand};

impl Machine {
    pub(super) fn link_object_method(
        &mut self,
        site: &DynamicRef,
        bootstrap: &BootstrapMethod,
    ) -> Step<MethodId> {
        let [
            Constant::Class(record),
            Constant::String(names),
            getters @ ..,
        ] = bootstrap.arguments.as_slice()
        else {
            return Err(Halt::unsupported("malformed record method"));
        };
        let names = String::from_utf16_lossy(names);
        let names: Vec<&str> = names.split(';').filter(|n| !n.is_empty()).collect();
        let mut fields = Vec::new();
        for getter in getters {
            let Constant::MethodHandle(handle) = getter else {
                return Err(Halt::unsupported("malformed record method"));
            };
            fields.push(handle.member.clone());
        }
        let (params, _) = split_descriptor(&site.descriptor)
            .ok_or_else(|| Halt::unsupported("malformed record"))?;
        let kinds: Vec<Kind> = params.iter().filter_map(|p| kind_of(p)).collect();
        let mut b = Builder::new(&kinds);
        let body = match &*site.name {
            "toString" => {
                let class = self.load(record)?;
                let simple = self.simple_name(class);
                let types: Vec<&str> = fields.iter().map(|f| &*f.descriptor).collect();
                let text = self.record_text(&simple, &names, &types)?;
                let text = self.expose(text)?;
                let args = self.read(&mut b, 0, &fields);
                let result = b.invoke_static(text, &args, Some(Kind::Ref));
                b.finish(Some(result))
            }
            "hashCode" => record_hash(&fields),
            "equals" => record_equals(record, &fields),
            name => return Err(Halt::unsupported(format!("record method {name}"))),
        };
        self.add_synthetic(&site.name, &site.descriptor, body)
    }

    fn read(&self, b: &mut Builder, object: usize, fields: &[MemberRef]) -> Vec<Operand> {
        let object = b.param(object);
        fields
            .iter()
            .map(|f| {
                b.get_field(
                    object,
                    f.clone(),
                    kind_of(&f.descriptor).unwrap_or(Kind::Ref),
                )
            })
            .collect()
    }

    /// What `Class.getSimpleName` gives for a class with a class file.
    pub fn simple_name(&self, class: crate::value::ClassId) -> String {
        let class = self.class(class);
        let inner = class
            .file
            .as_ref()
            .and_then(|f| f.inner_classes.iter().find(|i| i.inner == class.name));
        match inner {
            Some(inner) => inner.inner_name.as_deref().unwrap_or("").to_owned(),
            None => class
                .name
                .rsplit('/')
                .next()
                .unwrap_or(&class.name)
                .to_owned(),
        }
    }
}
