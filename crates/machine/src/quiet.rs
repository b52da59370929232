//! Objects that may be made later than a program would make them. A field that is open is filled when it is read, while
//! the method under check is running; that is the same as having filled it before only if making the object neither
//! looks at what that method may have changed nor changes what it can see.

use crate::generics::Type;
use crate::machine::Machine;
use crate::recipes::{Choice, Make, Recipe};
use classpath::access;
use ir::Inst;

/// How deep constructors of superclasses and types of parameters are followed.
const DEPTH: u32 = 8;

impl Machine {
    /// Whether no object that an input of this type may be can tell when it was made.
    pub(crate) fn is_quiet(&mut self, ty: &Type) -> bool {
        if let Some(&known) = self.makers.quiet.get(ty) {
            return known;
        }
        // A type that comes back to itself is decided by the rest of it.
        self.makers.quiet.insert(ty.clone(), true);
        let quiet = self.look_quiet(ty);
        self.makers.quiet.insert(ty.clone(), quiet);
        quiet
    }

    fn look_quiet(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Array(element) => self.is_quiet(element),
            Type::Class { name, .. } => {
                if &**name == "java/lang/String" || crate::inputs::is_box(name) {
                    return true;
                }
                // What cannot be made is told when it is asked for.
                let Ok(choices) = self.choices(ty, false) else {
                    return true;
                };
                choices.choices.iter().all(|choice| match choice {
                    Choice::Value(ty) => self.is_quiet(ty),
                    Choice::Object(recipe) => self.is_quiet_recipe(recipe),
                })
            }
        }
    }

    fn is_quiet_recipe(&mut self, recipe: &Recipe) -> bool {
        let own = self.classpath.role(&recipe.class).is_some();
        let made = match &recipe.make {
            Make::Constructor { descriptor } if own => {
                self.is_quiet_constructor(&recipe.class, descriptor, 0)
            }
            Make::Factory { .. } | Make::Method { .. } => !own,
            _ => true,
        };
        let params = recipe.params.iter();
        let mut all = params.chain(recipe.calls.iter().flat_map(|call| &call.params));
        made && all.all(|param| self.is_quiet(&param.ty))
    }

    /// A constructor that only stores into its own object.
    fn is_quiet_constructor(&mut self, class: &str, descriptor: &str, depth: u32) -> bool {
        if class == "java/lang/Object" {
            return true;
        }
        let Ok(Some(file)) = self.classpath.find(class) else {
            return false;
        };
        let Some(method) = file.method("<init>", descriptor) else {
            return false;
        };
        let (Ok(body), true) = (ir::lower(&file, method), depth < DEPTH) else {
            return false;
        };
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            let quiet = match inst {
                Inst::GetStatic { field, .. } => &*field.name == "$assertionsDisabled",
                Inst::PutStatic { .. }
                | Inst::GetField { .. }
                | Inst::ArrayLoad { .. }
                | Inst::InvokeDynamic { .. } => false,
                Inst::Invoke { method, .. } if &*method.name == "<init>" => {
                    match self.classpath.role(&method.class) {
                        Some(_) => {
                            self.is_quiet_constructor(&method.class, &method.descriptor, depth + 1)
                        }
                        // One of the JDK that takes collections or arrays looks into them.
                        None => {
                            let rest = method.descriptor.replace("Ljava/lang/String;", "");
                            !rest.contains(['L', '['])
                        }
                    }
                }
                Inst::Invoke { method, .. } => {
                    // The library's checks of arguments and its boxes.
                    matches!(
                        (&*method.class, &*method.name),
                        ("java/util/Objects", "requireNonNull") | (_, "valueOf")
                    ) && self.classpath.role(&method.class).is_none()
                }
                _ => true,
            };
            if !quiet {
                return false;
            }
        }
        file.access & access::INTERFACE == 0
    }
}
