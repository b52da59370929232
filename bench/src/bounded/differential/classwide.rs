//! What is said of whole classes besides invariants and constraints of objects: what new objects are, what static fields
//! keep to; and constructors, which make objects that are something other than nothing.

use super::formula::{Formula, Scope};
use super::program::Program;
use super::shape::{Field, Ty};
use crate::generator::random::Random;

/// Types of a parameter that nobody reads, which tell the constructors of a class apart.
pub const TAGS: [&str; 4] = ["byte", "short", "char", "long"];

impl Program {
    pub fn static_field(&self, field: &Field) -> Formula {
        let outer = self.class();
        Formula {
            jml: format!("{outer}.{}", field.name),
            now: format!("{outer}.{}", field.name),
            pre: format!("{outer}.old_{}", field.name),
        }
    }

    pub fn add_statics(&self, scope: &mut Scope) {
        for field in &self.shape.statics {
            scope.add(self.static_field(field), &field.ty);
        }
    }

    /// Constructors without parameters, which those of sub-classes run first.
    pub fn set_up(&mut self, random: &mut Random) {
        let share = if self.is_constructor { 60 } else { 25 };
        for class in &self.shape.classes {
            if !random.chance(share) {
                continue;
            }
            let fields = self.shape.fields(class.name);
            let mut statements = Vec::new();
            for _ in 0..1 + random.below(2) {
                let field = match fields.is_empty() {
                    true => break,
                    false => &fields[random.below(fields.len())],
                };
                let name = field.name;
                statements.push(match &field.ty {
                    // Which method runs is up to the class of the object.
                    Ty::Int if random.chance(40) && self.shape.root(class.name) == "Node" => {
                        "this.set(1);".to_owned()
                    }
                    Ty::Int => format!("this.{name} = {};", random.choose(&["1", "2", "-1"])),
                    Ty::Bool => format!("this.{name} = true;"),
                    Ty::Ref(of) if self.shape.is_subclass(class.name, of) => {
                        format!("this.{name} = this;")
                    }
                    Ty::List => format!("this.{name} = new ArrayList<Node>();"),
                    _ => continue,
                });
            }
            if random.chance(25) && self.shape.statics.iter().any(|field| field.name == "g") {
                statements.push(format!("{}.g++;", self.class()));
            }
            self.setups.push((class.name, statements.join(" ")));
        }
    }

    /// Promises about new objects, which constructors of sub-classes keep as well.
    pub fn say_of_new(&mut self, random: &mut Random) {
        let Some(host) = self.host.filter(|_| self.is_constructor) else {
            return;
        };
        for class in [host, self.shape.root(host)] {
            if random.chance(30) {
                let mut scope = self.of_object(class);
                self.add_statics(&mut scope);
                let said = scope.condition(random, 2);
                self.initially.push((class, said));
            }
        }
    }

    pub fn say_of_statics(&mut self, random: &mut Random) {
        if self.shape.statics.is_empty() {
            return;
        }
        let mut scope = self.of_object("Node");
        scope.refs.clear();
        self.add_statics(&mut scope);
        let invariant = (random.chance(50)).then(|| scope.condition(random, 2));
        let mut constraint = None;
        if random.chance(35) {
            scope.after = true;
            // One that says something of methods which change nothing would be wrong of most.
            let mut same = Formula::same("true");
            for field in &self.shape.statics {
                let value = self.static_field(field);
                same = same.binary("&&", &value.binary("==", &value.old()));
            }
            constraint = Some(same.binary("||", &scope.condition(random, 2)));
        }
        self.static_invariants.extend(invariant);
        self.static_constraints.extend(constraint);
    }
}
