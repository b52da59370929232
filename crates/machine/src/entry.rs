//! Entries: a method whose parameters are all symbolic is called by a small method of the machine's own, one
//! instruction per parameter, so that whatever making an argument asks is asked and answered like anything else.

use crate::class::split_descriptor;
use crate::generics::{Type, Variables};
use crate::halt::{Halt, Step};
use crate::inputs::Role;
use crate::machine::Machine;
use crate::makers::Request;
use crate::natives::{Call, Return};
use crate::state::State;
use crate::value::MethodId;
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

impl Machine {
    /// A state about to call a method with symbolic arguments, and on an object of its class if it is an instance
    /// method. It ends with what the method returns; with the new object for a constructor.
    pub fn start_method(&mut self, class: &str, name: &str, descriptor: &str) -> Step<State> {
        let method = self.lookup(class, name, descriptor)?;
        let linked = self.method(method).clone();
        let (params, _) = split_descriptor(descriptor)
            .ok_or_else(|| Halt::unsupported("malformed descriptor"))?;
        self.method_entry = true;
        let names = self.parameter_names(method, params.len());
        let id = self.load(class)?;
        // An inherited method is declared elsewhere, where the type arguments of the class that runs it have other names.
        let declaring = self.classpath().declaring(class, name, descriptor);
        let mut own_variables = Variables::default();
        if let Some(file) = &self.class(id).file {
            own_variables = self.variables_of(file, &Type::class(class));
        }
        let mut variables = Variables::default();
        let mut generic = None;
        let mut nullable = vec![false; params.len()];
        if let Some(file) = &declaring {
            variables = self.variables_at(&Type::class(class), &file.name);
            if let Some(declared) = file.method(name, descriptor) {
                generic = declared.signature.clone();
                for (i, nullable) in nullable.iter_mut().enumerate() {
                    *nullable = crate::recipes::is_nullable(declared, i);
                }
            }
        }
        let mut types = variables
            .parameters(generic.as_deref(), descriptor)
            .ok_or_else(|| Halt::unsupported("malformed descriptor"))?;
        // What an object is compared with is most often one of its kind.
        if !linked.is_static() && name == "equals" && descriptor == "(Ljava/lang/Object;)Z" {
            types = vec![Type::object_like(class)];
        }
        let signatures = [
            self.class(id)
                .file
                .as_ref()
                .and_then(|f| f.signature.clone()),
            generic,
        ];
        let own = if linked.is_static() { 1 } else { 0 };
        let scopes = [&own_variables, &variables];
        for (signature, variables) in signatures.iter().zip(scopes).skip(own) {
            if let Some(signature) = signature {
                self.assumptions.extend(variables.stand_ins(signature));
            }
        }
        let mut b = Builder::new(&[]);
        let mut args: Vec<Operand> = Vec::new();
        let constructor = name == "<init>";
        let mut made = None;
        if constructor {
            let object = b.register(Kind::Ref);
            b.push(Inst::New {
                dst: object,
                class: class.into(),
            });
            args.push(Operand::Reg(object));
            made = Some((Operand::Reg(object), format!("()L{class};")));
        } else if !linked.is_static() {
            let receiver = self.site(Request {
                name: "this".into(),
                ty: Type::class(class),
                nullable: false,
                range: None,
                fixed: None,
                role: Role::Receiver,
            })?;
            args.push(b.invoke_static(receiver, &[], Some(Kind::Ref)));
        }
        for (i, (name, ty)) in names.into_iter().zip(types).enumerate() {
            // The type may be narrower than what the method takes, as with a type variable.
            let kind = crate::class::kind_of(params[i]);
            let site = self.site(Request {
                name: name.as_str().into(),
                ty,
                nullable: nullable[i],
                range: None,
                fixed: None,
                role: Role::Parameter,
            })?;
            args.push(b.invoke_static(site, &[], kind));
        }
        let ready = self.add_native_site("ready", &"()V".into(), ready)?;
        let ready = self.expose(ready)?;
        b.invoke_static(ready, &[], None);
        let target = MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let kind = match (linked.is_static(), linked.is_private() || constructor) {
            (true, _) => InvokeKind::Static,
            (_, true) => InvokeKind::Special,
            _ => InvokeKind::Virtual,
        };
        let interface = self.class(id).is_interface();
        let result = b.invoke(kind, target, interface, &args, linked.result);
        let returned = linked.result.map(|_| {
            let ty = descriptor.rsplit(')').next().unwrap_or("V");
            (result, format!("(){ty}"))
        });
        let (result, shape) = match made.or(returned) {
            Some((result, shape)) => (Some(result), shape),
            None => (None, "()V".to_owned()),
        };
        let entry = self.add_synthetic("entry", &shape, b.finish(result))?;
        self.start(entry, &[])
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

/// All arguments are there.
fn ready(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    m.entered = true;
    st.entered = true;
    if m.options.passed {
        m.forget_making(st);
    }
    Ok(Return::Void)
}
