//! `toString`, `hashCode` and `equals` of records (`ObjectMethods`), as straight-line register code.

use crate::class::{kind_of, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::synthetic::{Builder, WRAPPERS};
use crate::value::MethodId;
use classpath::{BootstrapMethod, Constant, DynamicRef, MemberRef};
use ir::{BinaryOp, Condition, Inst, Kind, Operand};

fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

fn wrapper(descriptor: &str) -> Option<&'static str> {
    WRAPPERS
        .iter()
        .find(|(_, p, _)| descriptor.as_bytes() == [*p])
        .map(|(name, _, _)| *name)
}

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
            "hashCode" => {
                let args = self.read(&mut b, 0, &fields);
                let mut result = Operand::Int(0);
                for (field, value) in fields.iter().zip(args) {
                    let hash = match wrapper(&field.descriptor) {
                        Some(class) => {
                            member(class, "hashCode", &format!("({})I", field.descriptor))
                        }
                        None => member("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
                    };
                    let hash = b.invoke_static(hash, &[value], Some(Kind::Int));
                    for (op, operand) in [(BinaryOp::Mul, Operand::Int(31)), (BinaryOp::Add, hash)]
                    {
                        let dst = b.register(Kind::Int);
                        b.push(Inst::Binary {
                            op,
                            kind: Kind::Int,
                            dst,
                            a: result,
                            b: operand,
                        });
                        result = Operand::Reg(dst);
                    }
                }
                b.finish(Some(result))
            }
            "equals" => {
                let other = b.param(1);
                let same_class = b.instance_of(other, record);
                b.require(Condition::Ne, same_class, Operand::Int(0));
                for field in &fields {
                    let this = self.read(&mut b, 0, std::slice::from_ref(field))[0];
                    let that = self.read(&mut b, 1, std::slice::from_ref(field))[0];
                    match (&*field.descriptor, wrapper(&field.descriptor)) {
                        ("Z" | "B" | "C" | "S" | "I", _) => b.require(Condition::Eq, this, that),
                        (ty, Some(class)) => {
                            let compare = member(class, "compare", &format!("({ty}{ty})I"));
                            let order = b.invoke_static(compare, &[this, that], Some(Kind::Int));
                            b.require(Condition::Eq, order, Operand::Int(0));
                        }
                        (_, None) => {
                            let equals = member(
                                "java/util/Objects",
                                "equals",
                                "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                            );
                            let equal = b.invoke_static(equals, &[this, that], Some(Kind::Int));
                            b.require(Condition::Ne, equal, Operand::Int(0));
                        }
                    }
                }
                b.finish_check()
            }
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
