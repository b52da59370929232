//! Methods whose arguments become symbolic at each call, as Symbolic PathFinder's `symbolic.method` asks for. The call
//! goes to a method of the machine's own first, which makes the arguments and goes on to the method's own bytecode.

use crate::class::split_descriptor;
use crate::halt::{Halt, Step};
use crate::inputs::Role;
use crate::machine::{Machine, SymbolicMethod};
use crate::makers::Request;
use crate::natives::{Call, Return};
use crate::state::State;
use crate::value::MethodId;
use ir::synthetic::Builder;

impl Machine {
    pub(crate) fn is_symbolic_method(&self, class: &str, method: &classpath::Method) -> bool {
        let mut all = self.options.symbolic.iter();
        all.any(|s| s.is(class, &method.name, &method.descriptor))
    }

    /// Whether the arguments of a method that the JVM calls are replaced.
    pub fn is_symbolic_entry(&self, method: MethodId) -> bool {
        let mut all = self.options.symbolic.iter();
        all.any(|s| self.is_linked(s, method))
    }

    fn is_linked(&self, symbolic: &SymbolicMethod, method: MethodId) -> bool {
        let method = self.method(method);
        let class = &self.class(method.class).name;
        symbolic.is(class, &method.name, &method.descriptor)
    }

    /// Which of the methods whose arguments are replaced have been called, by their number in the options.
    pub fn called_symbolic(&self) -> impl Iterator<Item = usize> {
        let numbered = self.options.symbolic.iter().enumerate();
        numbered
            .filter(|(_, s)| self.makers.calls.keys().any(|m| self.is_linked(s, *m)))
            .map(|(at, _)| at)
    }

    /// `static R with(…)`: like the method, with the receiver as first parameter, and with symbolic values in the place
    /// of some arguments.
    pub(crate) fn with_symbolic_arguments(&mut self, target: MethodId) -> Step<MethodId> {
        if let Some(&known) = self.makers.calls.get(&target) {
            return Ok(known);
        }
        let method = self.method(target).clone();
        let class = self.class(method.class).clone();
        let mut all = self.options.symbolic.iter();
        let wanted = all.find(|s| self.is_linked(s, target));
        let marks = wanted.map(|s| s.params.clone()).unwrap_or_default();
        let malformed = || Halt::unsupported("malformed descriptor");
        let (params, result) = split_descriptor(&method.descriptor).ok_or_else(malformed)?;
        let file = class.file.clone().ok_or_else(malformed)?;
        let variables = self.variables_of(&file, &crate::generics::Type::class(&class.name));
        let declared = file.method(&method.name, &method.descriptor);
        let signature = declared.and_then(|m| m.signature.clone());
        let types = variables
            .parameters(signature.as_deref(), &method.descriptor)
            .ok_or_else(malformed)?;
        if let Some(signature) = &signature {
            self.assumptions.extend(variables.stand_ins(signature));
        }
        let names = self.parameter_names(target, params.len());
        let mut b = Builder::new(&method.params);
        let receiver = usize::from(!method.is_static());
        let mut args: Vec<ir::Operand> = (0..receiver).map(|i| b.param(i)).collect();
        for (i, (name, ty)) in names.into_iter().zip(types).enumerate() {
            if !marks.get(i).copied().unwrap_or(false) {
                args.push(b.param(receiver + i));
                continue;
            }
            let kind = crate::class::kind_of(params[i]);
            let site = self.site(Request {
                name: name.as_str().into(),
                ty,
                nullable: declared.is_some_and(|m| crate::recipes::is_nullable(m, i)),
                range: None,
                fixed: None,
                role: Role::Call,
            })?;
            args.push(b.invoke_static(site, &[], kind));
        }
        let this = if receiver == 1 {
            "Ljava/lang/Object;"
        } else {
            ""
        };
        let descriptor = format!("({this}{}){result}", params.concat());
        let enter = self.add_native_site("enter", &descriptor.as_str().into(), enter)?;
        self.makers.entering.insert(enter, target);
        let enter = self.expose(enter)?;
        let value = b.invoke_static(enter, &args, method.result);
        let body = b.finish(method.result.map(|_| value));
        let made = self.add_synthetic("with", &descriptor, body)?;
        self.makers.calls.insert(target, made);
        Ok(made)
    }
}

pub(crate) fn call(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let with = m.with_symbolic_arguments(call.method)?;
    Ok(Return::Call(with, call.args.to_vec()))
}

fn enter(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    match m.makers.entering.get(&call.method) {
        Some(target) => Ok(Return::Enter(*target, call.args.to_vec())),
        None => Ok(Return::Void),
    }
}
