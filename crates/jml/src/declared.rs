//! One method that a file declares: found again in the class file, its modifiers read, its cases and its body resolved.

use crate::bodies;
use crate::classes::ClassReader;
use crate::contract::{ParameterSpec, Unsupported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::methods::{self, Frame};
use crate::modifiers::Flags;
use crate::own::{OwnClass, OwnMethod};
use crate::resolve::{Resolver, Site, Surroundings};
use crate::resolved::MethodRef;
use crate::scope::Scope;
use classpath::{ClassFile, FieldType, MethodDescriptor, access};
use source::Span;

impl ClassReader<'_> {
    pub(crate) fn method(
        &mut self,
        index: usize,
        nullable_by_default: bool,
        class_variables: &[(String, FieldType)],
        own: &mut OwnClass,
    ) {
        let declared = &self.input.source.methods()[index];
        let class = self.class;
        let class_scope = Scope {
            world: self.world,
            file: &self.input.scope,
            class: &self.class.name,
            variables: class_variables,
        };
        let variables = class_scope.variables_of(&declared.type_parameters);
        let scope = Scope {
            variables: &variables,
            ..class_scope
        };
        let types = (declared.parameters.iter()).map(|p| scope.resolve_text(&p.ty));
        let types: Vec<Option<FieldType>> = types.collect();
        let text = self.input.unit.methods.get(&index);
        let Some((compiled, descriptor, hidden)) = compiled(class, declared, &types) else {
            let annotated = text.is_some_and(|t| !t.cases.is_empty() || !t.body.is_empty());
            if annotated || self.input.library {
                self.diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    message: "the class file has no such method".to_owned(),
                    place: self.input.place(declared.name_span),
                    help: None,
                });
                // Which method it is meant for is not known.
                own.unsupported.push(Unsupported {
                    what: "a specification of a method that the class file does not have"
                        .to_owned(),
                    place: self.input.place(declared.name_span),
                });
            }
            return;
        };
        let empty = Vec::new();
        let words = text.map_or(&empty, |t| &t.modifiers);
        let flags = Flags::of(words, &declared.modifiers);
        let type_words = (self.input.unit.types.get(&self.index)).map_or(&empty, |t| &t.modifiers);
        let type_flags = Flags::of(type_words, &self.input.source.types()[self.index].modifiers);
        let nullable_by_default = flags.nullable_within(nullable_by_default);
        let is_constructor = declared.name == "<init>";
        let is_static = compiled.access & access::STATIC != 0;
        // A compact constructor's parameters are the record's components.
        let compact =
            (declared.parameters.first()).is_some_and(|p| p.span.start < declared.name_span.start);
        let type_text = self.input.unit.types.get(&self.index);
        let components = type_text.map(|t| &t.components);
        let parameters: Vec<ParameterSpec> = (declared.parameters.iter().enumerate())
            .zip(&descriptor.params[hidden..])
            .map(|((i, parameter), ty)| {
                let own = text.and_then(|t| t.parameters.get(&i));
                let component = compact
                    .then(|| components.and_then(|c| c.get(&i)))
                    .flatten();
                let words = own.or(component).unwrap_or(&empty);
                let flags = Flags::of(words, &parameter.modifiers);
                ParameterSpec {
                    name: parameter.name.as_str().into(),
                    ty: ty.clone(),
                    nullable: ty.is_reference() && flags.may_be_null(nullable_by_default),
                }
            })
            .collect();
        let named: Vec<(String, FieldType)> = (parameters.iter())
            .map(|p| (p.name.to_string(), p.ty.clone()))
            .collect();
        let spans: Vec<Span> = declared.parameters.iter().map(|p| p.span).collect();
        let labels: Vec<String> = (self.input.source.labels().iter())
            .filter(|l| {
                declared.span.start <= l.statement.start && l.statement.end <= declared.span.end
            })
            .map(|l| l.name.clone())
            .collect();
        let around = Surroundings {
            file: self.input.source,
            path: &self.input.path,
            is_static,
            parameters: &named,
            result: descriptor.ret.clone().filter(|_| !is_constructor),
            signature: compiled.signature.clone(),
            labels: &labels,
        };
        let pure = flags.pure || type_flags.pure;
        let result_nullable = flags.may_be_null(nullable_by_default);
        let frame = Frame {
            class: &self.class.name,
            parameters: &parameters,
            parameter_spans: &spans,
            result: around.result.as_ref(),
            result_nullable,
            throws: &compiled.exceptions,
            pure,
            strictly_pure: flags.strictly_pure || type_flags.strictly_pure,
            is_constructor,
            name_span: declared.name_span,
        };
        let mut resolver = Resolver::new(
            scope,
            &around,
            self.diagnostics,
            self.next_bound,
            Site::Requires,
        );
        let (spec_math, code_math) = self.input.math(self.index);
        resolver.math = flags.spec_math.unwrap_or(spec_math);
        let cases = methods::cases(&mut resolver, &frame, text);
        let body = match text {
            Some(text) if !self.input.library => {
                bodies::body(&mut resolver, text, declared.body, compiled)
            }
            _ => Default::default(),
        };
        let unsupported = cases.unsupported;
        let cases_place = text.and_then(|t| t.cases_span).map(|s| self.input.place(s));
        let method = OwnMethod {
            method: MethodRef {
                class: self.class.name.clone(),
                name: compiled.name.clone(),
                descriptor: compiled.descriptor.clone(),
            },
            is_static,
            hidden_parameters: hidden,
            result: around.result.clone(),
            result_nullable,
            cases: cases.written,
            implicit: cases.implicit,
            pure,
            strictly_pure: frame.strictly_pure,
            helper: flags.helper,
            code_math: flags.code_math.unwrap_or(code_math),
            unsupported,
            body,
            also: text.is_some_and(|t| t.also),
            cases_place,
            parameters,
        };
        let key = (compiled.name.clone(), compiled.descriptor.clone());
        match own.methods.get_mut(&key) {
            Some(known) => known.join(method),
            None => {
                own.methods.insert(key, method);
            }
        }
    }
}

/// The method of the class file that a declaration became, with its descriptor and the number of parameters that the
/// compiler added before the declared ones.
fn compiled<'c>(
    class: &'c ClassFile,
    declared: &source::Method,
    types: &[Option<FieldType>],
) -> Option<(&'c classpath::Method, MethodDescriptor, usize)> {
    let count = types.len();
    let mut fitting = Vec::new();
    for method in &class.methods {
        let synthetic = method.access & access::SYNTHETIC != 0;
        if *method.name != *declared.name || synthetic {
            continue;
        }
        let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
            continue;
        };
        let hidden = match descriptor.params.len().checked_sub(count) {
            Some(0) => 0,
            Some(hidden) if declared.name == "<init>" && hidden <= 2 => hidden,
            _ => continue,
        };
        let known = descriptor.params[hidden..].iter().zip(types);
        // A type that is not found does not rule a method out.
        let fits = known
            .clone()
            .all(|(a, b)| b.as_ref().is_none_or(|b| a == b));
        if fits {
            fitting.push((method, descriptor, hidden));
        }
    }
    // An inner class's constructor with one parameter less than another fits both; the fewest added win.
    let fewest = fitting.iter().map(|(_, _, hidden)| *hidden).min()?;
    let mut best = fitting.into_iter().filter(|(_, _, h)| *h == fewest);
    let only = best.next()?;
    best.next().is_none().then_some(only)
}

impl OwnMethod {
    /// The same method, specified in another file as well.
    fn join(&mut self, other: OwnMethod) {
        self.cases.extend(other.cases);
        self.unsupported.extend(other.unsupported);
        self.pure |= other.pure;
        self.strictly_pure |= other.strictly_pure;
        self.helper |= other.helper;
        self.body.loops.extend(other.body.loops);
        self.body.statements.extend(other.body.statements);
        self.body.unsupported.extend(other.body.unsupported);
    }
}
