//! Entries: a method whose parameters are all symbolic is called by a small method of the machine's own, one
//! instruction per parameter, so that whatever making an argument asks is asked and answered like anything else.

use crate::class::split_descriptor;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives::{Call, Return};
use crate::state::State;
use crate::synthetic::Builder;
use crate::value::{MethodId, Slot};
use classpath::MemberRef;
use ir::{Inst, InvokeKind, Kind, Operand};

/// A parameter of the entry, by the method that makes its argument.
#[derive(Clone)]
pub(crate) struct Parameter {
    name: String,
    descriptor: String,
}

impl Machine {
    /// A state about to call a method with symbolic arguments, and on an object from its no-argument constructor if
    /// it is an instance method.
    pub fn start_method(&mut self, class: &str, name: &str, descriptor: &str) -> Step<State> {
        let method = self.lookup(class, name, descriptor)?;
        let linked = self.method(method).clone();
        let (params, _) = split_descriptor(descriptor)
            .ok_or_else(|| Halt::unsupported("malformed descriptor"))?;
        let names = self.parameter_names(method, params.len());
        let mut b = Builder::new(&[]);
        let mut args: Vec<Operand> = Vec::new();
        if !linked.is_static() {
            self.check_receiver(class)?;
            let receiver = b.register(Kind::Ref);
            b.push(Inst::New {
                dst: receiver,
                class: class.into(),
            });
            let constructor = MemberRef {
                class: class.into(),
                name: "<init>".into(),
                descriptor: "()V".into(),
            };
            b.invoke(
                InvokeKind::Special,
                constructor,
                false,
                &[Operand::Reg(receiver)],
                None,
            );
            args.push(Operand::Reg(receiver));
        }
        for (name, descriptor) in names.into_iter().zip(params) {
            let maker_type = format!("(){descriptor}").into();
            let maker = self.add_native_site("argument", &maker_type, argument)?;
            self.parameters.insert(
                maker,
                Parameter {
                    name,
                    descriptor: descriptor.to_owned(),
                },
            );
            let maker = self.expose(maker)?;
            args.push(b.invoke_static(maker, &[], crate::class::kind_of(descriptor)));
        }
        let target = MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let kind = match (linked.is_static(), linked.is_private() || name == "<init>") {
            (true, _) => InvokeKind::Static,
            (_, true) => InvokeKind::Special,
            _ => InvokeKind::Virtual,
        };
        let interface = self.class(linked.class).is_interface();
        b.invoke(kind, target, interface, &args, linked.result);
        let entry = self.add_synthetic("entry", "()V", b.finish(None))?;
        self.start(entry, &[])
    }

    /// A receiver comes from the class's own constructor without parameters; anything else would be an object that no
    /// program can have.
    fn check_receiver(&mut self, class: &str) -> Step<()> {
        let id = self.load(class)?;
        let signature = self.signature(&"<init>".into(), &"()V".into());
        let linked = self.class(id);
        let why = if linked.is_interface() || linked.is_abstract() {
            "it is abstract"
        } else if linked.access & classpath::access::ENUM != 0 {
            "it is an enum"
        } else if !linked.methods_by_signature.contains_key(&signature) {
            "it has no constructor without parameters"
        } else {
            return Ok(());
        };
        let name = linked.java_name();
        Err(Halt::unsupported(format!(
            "a receiver of type {name}: {why}"
        )))
    }

    /// The names of a method's parameters as the class file knows them, `arg0` and so on otherwise.
    pub fn parameter_names(&self, method: MethodId, count: usize) -> Vec<String> {
        let linked = self.method(method);
        let declared = match linked.source {
            crate::class::MethodSource::File(index) => self
                .class(linked.class)
                .file
                .as_ref()
                .map(|f| f.methods[usize::from(index)].parameter_names.clone()),
            crate::class::MethodSource::Synthetic(_) => None,
        };
        let code = self.class_file_code(method);
        let mut slot = u16::from(!linked.is_static());
        let mut names = Vec::with_capacity(count);
        for i in 0..count {
            let local =
                code.and_then(|c| c.locals.iter().find(|l| l.index == slot && l.start_pc == 0));
            let name = match declared
                .as_ref()
                .and_then(|d| d.get(i))
                .and_then(|n| n.as_deref())
            {
                Some(name) => name.to_owned(),
                None => local.map_or_else(|| format!("arg{i}"), |l| l.name.to_string()),
            };
            names.push(name);
            let kind = linked.params.get(i + usize::from(!linked.is_static()));
            slot += if matches!(kind, Some(Kind::Long | Kind::Double)) {
                2
            } else {
                1
            };
        }
        names
    }
}

fn argument(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(parameter) = m.parameters.get(&call.method).cloned() else {
        return Ok(Return::Value(Slot::ZERO));
    };
    m.symbolic_parameter(st, &parameter.name, &parameter.descriptor)
        .map(Return::Value)
}
