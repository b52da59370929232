//! Histories of objects that are inputs: a constructor or factory, and then a few calls of the object's own methods that
//! change it. They are recipes like any other, tried after the plain ones, the short ones first, so that a search comes
//! to a list with two elements or a stack that is full by calls that anybody could write.

use crate::class::Class;
use crate::generics::Type;
use crate::halt::Step;
use crate::machine::Machine;
use crate::recipes::{CallStep, Choice, Choices, Make, Param, Recipe};
use classpath::{ClassFile, Method, access};
use ir::Inst;
use std::rc::Rc;
use std::sync::Arc;

/// Recipes that histories add for one type, at most.
const MOST: usize = 48;

/// How far calls are followed to see whether a method changes something.
const DEPTH: u32 = 4;

/// How methods of the JDK begin that change what they are called on.
const CHANGES: [&str; 17] = [
    "add", "append", "clear", "compute", "delete", "insert", "merge", "offer", "poll", "pop",
    "push", "put", "remove", "replace", "set", "sort", "reverse",
];

impl Machine {
    /// The ways to make a value of a type, and those with a history.
    pub(crate) fn choices_with_histories(&mut self, ty: &Type, exact: bool) -> Step<Rc<Choices>> {
        let plain = self.choices(ty, exact)?;
        let key = (ty.clone(), exact);
        if let Some(known) = self.makers.with_histories.get(&key) {
            return Ok(known.clone());
        }
        let mut all = (*plain).clone();
        let mut added = Vec::new();
        for choice in &plain.choices {
            if let Choice::Object(recipe) = choice {
                added.extend(self.histories(recipe));
            }
        }
        // Short ones of all constructors come before long ones of the first.
        added.sort_by_key(|recipe| recipe.calls.len());
        added.truncate(MOST);
        all.choices.extend(
            added
                .into_iter()
                .map(|recipe| Choice::Object(Rc::new(recipe))),
        );
        if all.choices.len() > plain.choices.len() {
            let most = self.options.history;
            for text in &mut all.left_out {
                if text.ends_with(" makes them") {
                    text.push_str(&format!(", and up to {most} calls (--history)"));
                }
            }
        }
        let all = Rc::new(all);
        self.makers.with_histories.insert(key, all.clone());
        Ok(all)
    }

    fn histories(&mut self, recipe: &Rc<Recipe>) -> Vec<Recipe> {
        let calls = match recipe.make {
            Make::Constructor { .. } | Make::Factory { .. } if recipe.calls.is_empty() => {
                self.changing_calls(recipe)
            }
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for length in 1..=self.options.history as usize {
            for sequence in sequences(calls.len(), length, MOST) {
                found.push(Recipe {
                    make: recipe.make.clone(),
                    class: recipe.class.clone(),
                    ty: recipe.ty.clone(),
                    params: recipe.params.clone(),
                    calls: sequence.into_iter().map(|at| calls[at].clone()).collect(),
                    open_fields: recipe.open_fields,
                });
            }
        }
        found
    }

    /// Public methods of the object's class, and of its superclasses in the program, that change it.
    fn changing_calls(&mut self, recipe: &Recipe) -> Vec<CallStep> {
        let Ok(id) = self.load(&recipe.class) else {
            return Vec::new();
        };
        let setters: Vec<Rc<str>> = match recipe.open_fields {
            true => {
                let open = self.open_fields_of(id);
                open.iter().filter_map(|f| f.setter.clone()).collect()
            }
            false => Vec::new(),
        };
        let mut calls: Vec<CallStep> = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let class = self.class(id).clone();
            at = class.super_class;
            let Some(file) = class.file.clone().filter(|_| class.application) else {
                continue;
            };
            let ty = match *class.name == *recipe.class {
                true => recipe.ty.clone(),
                false => Type::class(&class.name),
            };
            for method in &file.methods {
                let known = |call: &CallStep| {
                    *call.name == *method.name && call.descriptor == *method.descriptor
                };
                if !is_offered(method)
                    || setters.iter().any(|s| **s == *method.name)
                    || calls.iter().any(known)
                    || !self.changes(&class, &file, method, DEPTH)
                {
                    continue;
                }
                calls.extend(self.history_call(recipe, &ty, &file, method));
            }
        }
        calls
    }

    fn history_call(
        &mut self,
        recipe: &Recipe,
        ty: &Type,
        file: &Arc<ClassFile>,
        method: &Method,
    ) -> Option<CallStep> {
        let variables = self.variables_of(file, ty);
        let types = variables.parameters(method.signature.as_deref(), &method.descriptor)?;
        let id = self
            .lookup(&file.name, &method.name, &method.descriptor)
            .ok()?;
        let names = self.parameter_names(id, types.len());
        let mut params = Vec::new();
        for (i, (name, ty)) in names.into_iter().zip(types).enumerate() {
            // Another object of the class would need a history of its own.
            if ty.internal() == *recipe.class || !self.can_make(&ty) {
                return None;
            }
            params.push(Param {
                name: name.as_str().into(),
                nullable: crate::recipes::is_nullable(method, i),
                ty,
                range: None,
                fixed: None,
            });
        }
        Some(CallStep {
            name: (&*method.name).into(),
            descriptor: method.descriptor.to_string(),
            params,
        })
    }

    fn can_make(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Array(element) => self.can_make(element),
            Type::Class { name, .. } if crate::inputs::is_box(name) => true,
            Type::Class { name, .. } if &**name == "java/lang/String" => true,
            _ => self.choices(ty, false).is_ok(),
        }
    }

    /// Whether a method seems to change its object: it stores something, or calls what does. A guess does no harm here;
    /// a history that changes nothing leads to states that are known already.
    pub fn changes(
        &mut self,
        class: &Rc<Class>,
        file: &Arc<ClassFile>,
        method: &Method,
        depth: u32,
    ) -> bool {
        let Ok(body) = ir::lower(file, method) else {
            return false;
        };
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        // A text that the method puts together is its own.
        let builds = insts().any(|inst| match inst {
            Inst::New { class, .. } => is_builder(class),
            _ => false,
        });
        for inst in insts() {
            match inst {
                Inst::Invoke { method, .. } if builds && is_builder(&method.class) => {}
                Inst::PutField { .. } | Inst::ArrayStore { .. } => return true,
                Inst::Invoke { method: called, .. } if &*called.name != "<init>" => {
                    let own = (*called.class == *class.name).then(|| file.clone());
                    let other = own.or_else(|| {
                        let found = self.classpath().find(&called.class).ok().flatten();
                        found.filter(|_| self.classpath().is_application(&called.class))
                    });
                    let Some(other) = other else {
                        if CHANGES.iter().any(|name| called.name.starts_with(name)) {
                            return true;
                        }
                        continue;
                    };
                    let target = other.method(&called.name, &called.descriptor);
                    if depth > 0
                        && let Some(target) = target.filter(|m| m.code.is_some())
                        && !std::ptr::eq(target, method)
                        && let Ok(id) = self.load(&other.name)
                    {
                        let class = self.class(id).clone();
                        if self.changes(&class, &other, target, depth - 1) {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }
}

fn is_builder(class: &str) -> bool {
    matches!(
        class,
        "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/util/StringJoiner"
    )
}

fn is_offered(method: &Method) -> bool {
    method.access & (access::PUBLIC | access::STATIC | access::SYNTHETIC) == access::PUBLIC
        && method.code.is_some()
        && !method.name.starts_with('<')
        && !matches!(
            &*method.name,
            "equals" | "hashCode" | "toString" | "finalize"
        )
}

/// Sequences of so many of `count` things: first the same one again and again, then all others in order.
fn sequences(count: usize, length: usize, most: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = (0..count).map(|at| vec![at; length]).collect();
    let mut current = vec![0; length];
    while found.len() < most && count > 0 {
        if current.windows(2).any(|pair| pair[0] != pair[1]) {
            found.push(current.clone());
        }
        let Some(at) = (0..length).rev().find(|&at| current[at] + 1 < count) else {
            break;
        };
        current[at] += 1;
        current[at + 1..].fill(0);
    }
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_come_first_and_nothing_comes_twice() {
        assert_eq!(sequences(0, 2, 9), Vec::<Vec<usize>>::new());
        assert_eq!(sequences(2, 1, 9), [[0], [1]]);
        assert_eq!(sequences(2, 2, 9), [[0, 0], [1, 1], [0, 1], [1, 0]]);
        assert_eq!(sequences(3, 2, 5).len(), 5);
        let all = sequences(3, 3, 99);
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!((all.len(), distinct.len()), (27, 27));
    }
}
