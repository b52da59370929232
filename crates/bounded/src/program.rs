//! The classes of a program as this crate sees them: which ones objects can be of, which method a call runs, where a field
//! is declared. Objects of the program's own classes can exist before a method runs, in any state that the
//! specifications allow; of the library's classes only strings and arrays can, any other is opaque.

use crate::boxes;
use crate::constants::{self, Constant, Fixed, Initialised, ObjectId};
use crate::dynamic::Sites;
use crate::lists;
use crate::marks::{Key, Marks};
use crate::plain::give_plain_bodies;
use crate::universe;
use classpath::{ClassFile, ClassPath, Name, PoolEntry, access};
use ir::Methods;
use jml::Specifications;
use jml::contract::{Contract, Invariant};
use jml::resolved::{BinaryOp, Expr, ExprKind, FieldOrigin, Literal};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

pub struct Program {
    pub classpath: Arc<ClassPath>,
    pub specifications: Arc<Specifications>,
    pub methods: Methods,
    /// The program's classes that can have objects, in order.
    concrete: Vec<Name>,
    /// Those of them that are abstract: some class extends them, nobody knows which.
    open: BTreeSet<Name>,
    /// Whether lists of the JDK have a meaning: nobody extends their class.
    lists: bool,
    /// Classes of which a static invariant or a static constraint is said.
    with_static_claims: BTreeSet<Name>,
    /// The descriptors of the program's static fields, ghosts included.
    pub static_types: Vec<Name>,
    /// What lambdas and method references of the program are, and what strings are put together of.
    lambdas: BTreeSet<Name>,
    /// Where statements of JML are in code.
    pub marks: Marks,
    /// Methods that have such statements in their bodies, with the first thing in a body that has no meaning.
    with_statements: BTreeMap<Key, Option<String>>,
    contracts: Mutex<HashMap<[Name; 3], Option<Arc<Contract>>>>,
    /// Classes after their initialisers.
    initialised: Mutex<BTreeMap<Name, Arc<Initialised>>>,
    /// Fields, and whether they may hold arrays of types below their own.
    pub(crate) array_fields: Mutex<HashMap<[Name; 3], bool>>,
    pub(crate) sites: Mutex<Sites>,
}

/// A method that a call can run, with the classes of receivers for which it does.
#[derive(Debug, Clone)]
pub struct Target {
    pub class: Arc<ClassFile>,
    pub method: usize,
    pub receivers: Vec<Name>,
}

/// The types of what the `invokedynamic` instructions of a class make.
fn made_by_lambdas(class: &ClassFile) -> BTreeSet<Name> {
    let entries = (1..=u16::MAX).map_while(|index| class.pool.get(index));
    let made = entries.filter_map(|entry| match entry {
        PoolEntry::InvokeDynamic(site) => {
            let (_, result) = site.descriptor.rsplit_once(')')?;
            Some(result.strip_prefix('L')?.strip_suffix(';')?.into())
        }
        _ => None,
    });
    made.collect()
}

impl Program {
    /// Interfaces of the program that are of a type of the program, and that lambdas are.
    pub fn lambdas_below(&self, ty: &str) -> Vec<Name> {
        let all = self.lambdas.iter();
        let own = all.filter(|made| self.is_own(made) && self.is_own(ty));
        own.filter(|made| self.is_subclass(made, ty))
            .cloned()
            .collect()
    }

    pub fn new(
        classpath: Arc<ClassPath>,
        specifications: Arc<Specifications>,
    ) -> Result<Program, classpath::Error> {
        let mut concrete = Vec::new();
        let mut open = Vec::new();
        let mut static_types = Vec::new();
        let mut lambdas = BTreeSet::new();
        let mut with_static_claims = BTreeSet::new();
        for name in classpath.application_classes()? {
            let Some(class) = classpath.find(&name)? else {
                continue;
            };
            if class.access & (access::ABSTRACT | access::INTERFACE) == 0 {
                concrete.push(class.name.clone());
            } else if class.access & (access::ANNOTATION | access::SYNTHETIC) == 0 {
                open.push(class.name.clone());
            }
            lambdas.extend(made_by_lambdas(&class));
            let statics = class.fields.iter();
            let statics = statics.filter(|field| field.access & access::STATIC != 0);
            static_types.extend(statics.map(|field| field.descriptor.clone()));
            let spec = specifications.class(&name);
            let mut said = spec.invariants.iter().chain(&spec.constraints);
            if said.any(|said| said.is_static) {
                with_static_claims.insert(name.clone());
            }
            for ghost in spec.ghost_fields {
                if let (true, Some(descriptor)) = (ghost.field.is_static, ghost.field.descriptor())
                {
                    static_types.push(descriptor.into());
                }
            }
        }
        // Where nobody extends a class there may be one that does so without overriding anything.
        let is_below = |name: &Name, class: &Name| classpath.is_subclass(name, class);
        let mut extended = BTreeSet::new();
        for class in &open {
            for name in &concrete {
                if is_below(name, class)? {
                    extended.insert(class.clone());
                    break;
                }
            }
        }
        open.retain(|class| !extended.contains(class));
        concrete.extend(open.iter().cloned());
        concrete.sort();
        concrete.dedup();
        let lists = classpath.find(lists::LIST)?.is_some();
        let extends = |name: &Name| classpath.is_subclass(name, lists::LIST).unwrap_or(true);
        let lists = lists && !concrete.iter().any(extends);
        let mut with_statements = BTreeMap::new();
        for method in specifications.methods() {
            let said = specifications.body(&method.class, &method.name, &method.descriptor);
            let unsupported = said.unsupported.first().map(|first| first.what.clone());
            let is_said = !said.statements.is_empty() || !said.loops.is_empty();
            if is_said || unsupported.is_some() {
                let key = [method.class, method.name, method.descriptor];
                with_statements.insert(key, unsupported);
            }
        }
        let methods = Methods::new();
        give_plain_bodies(&classpath, &methods)?;
        Ok(Program {
            classpath,
            specifications,
            methods,
            concrete,
            open: open.into_iter().collect(),
            lists,
            with_static_claims,
            static_types,
            lambdas,
            marks: Marks::default(),
            with_statements,
            contracts: Mutex::default(),
            initialised: Mutex::default(),
            array_fields: Mutex::default(),
            sites: Mutex::default(),
        })
    }

    /// Lets statements of JML have their places in code. Without, methods that have some are unknown.
    pub fn with_marks(self, marks: Marks) -> Program {
        Program { marks, ..self }
    }

    /// The class whose code has marks for the statements of JML in a method, none if there are no statements; or why
    /// their places are not known.
    pub fn marked(
        &self,
        class: &Arc<ClassFile>,
        method: usize,
    ) -> Result<Option<Arc<ClassFile>>, String> {
        let key = Marks::key(class, method);
        match self.with_statements.get(&key) {
            None => return Ok(None),
            Some(Some(what)) => return Err(what.clone()),
            Some(None) => {}
        }
        match (self.marks.refused.get(&key), self.marks.class(class)) {
            (Some(why), _) => Err(why.clone()),
            (None, Some(marked)) => Ok(Some(marked.clone())),
            (None, None) => Err("JML statements within a body".into()),
        }
    }

    /// Whether every `a` is a `b`; a class that is missing is nothing but itself.
    pub fn is_subclass(&self, a: &str, b: &str) -> bool {
        self.classpath.is_subclass(a, b).unwrap_or(a == b)
    }

    /// The program's classes whose objects are of this type.
    pub fn concrete_below(&self, class: &str) -> Vec<Name> {
        let below = |name: &&Name| self.is_subclass(name, class);
        self.concrete.iter().filter(below).cloned().collect()
    }

    pub(crate) fn with_static_claims(&self) -> &BTreeSet<Name> {
        &self.with_static_claims
    }

    /// Whether lists of the JDK have a meaning here.
    pub fn has_lists(&self) -> bool {
        self.lists
    }

    /// Whether what a method is given through this type of the library is a list, or of one of the program's classes.
    pub fn gives_lists(&self, class: &str) -> bool {
        self.lists && lists::is_list_type(class) && !self.is_own(class)
    }

    /// Whether objects are of a class below this one that nobody knows.
    pub fn is_open(&self, class: &str) -> bool {
        self.open.contains(class)
    }

    pub fn is_own(&self, class: &str) -> bool {
        self.classpath.is_application(class)
    }

    /// The class that declares a field, looked for as the JVM does (JVMS 5.4.3.2).
    pub fn field(&self, class: &str, name: &str, descriptor: &str) -> Option<(Name, u16)> {
        let declared = |class: &ClassFile| {
            let mut fields = class.fields.iter();
            fields
                .find(|f| &*f.name == name && &*f.descriptor == descriptor)
                .map(|f| f.access)
        };
        for holder in self.classpath.super_chain(class).ok()? {
            if let Some(access) = declared(&holder) {
                return Some((holder.name.clone(), access));
            }
        }
        for interface in self.classpath.all_interfaces(class).ok()? {
            let holder = self.classpath.find(&interface).ok()??;
            if let Some(access) = declared(&holder) {
                return Some((holder.name.clone(), access));
            }
        }
        None
    }

    /// The method that a receiver of this very class runs (JVMS 5.4.6): super classes first, then interfaces, where one
    /// that is below another wins.
    pub fn select(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(Arc<ClassFile>, usize)> {
        let within = |class: &Arc<ClassFile>| {
            let mut methods = class.methods.iter();
            methods.position(|m| &*m.name == name && &*m.descriptor == descriptor)
        };
        for holder in self.classpath.super_chain(class).ok()? {
            if let Some(at) = within(&holder) {
                return Some((holder, at));
            }
        }
        let mut best: Option<(Arc<ClassFile>, usize)> = None;
        for interface in self.classpath.all_interfaces(class).ok()? {
            let holder = self.classpath.find(&interface).ok()??;
            let Some(at) = within(&holder) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|(known, method)| {
                known.methods[*method].code.is_none() || self.is_subclass(&holder.name, &known.name)
            });
            if better {
                best = Some((holder, at));
            }
        }
        best
    }

    /// What a call through a receiver of this type can run, by the class of the receiver.
    /// Of the library's classes only those in `made` count.
    pub fn targets(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        made: &BTreeSet<Name>,
    ) -> Vec<Target> {
        let mut receivers = self.concrete_below(class);
        let below = made.iter().filter(|known| self.is_subclass(known, class));
        receivers.extend(below.cloned());
        let is_known = class == "java/lang/Object" || boxes::of_class(class).is_some();
        if is_known && !made.contains(class) {
            receivers.push(class.into());
        }
        if class == universe::COMPARABLE && !made.contains(universe::ORDERED) {
            receivers.push(universe::ORDERED.into());
        }
        if self.gives_lists(class) && !made.contains(lists::LIST) {
            receivers.push(lists::LIST.into());
        }
        let mut targets: Vec<Target> = Vec::new();
        let mut known: HashMap<(Name, usize), usize> = HashMap::new();
        for receiver in receivers {
            let Some((holder, method)) = self.select(&receiver, name, descriptor) else {
                continue;
            };
            let at = *known
                .entry((holder.name.clone(), method))
                .or_insert_with(|| {
                    targets.push(Target {
                        class: holder.clone(),
                        method,
                        receivers: Vec::new(),
                    });
                    targets.len() - 1
                });
            // Arrays run the methods of objects.
            if &*receiver == "java/lang/Object" {
                targets[at].receivers.push(universe::ARRAYS.into());
            }
            targets[at].receivers.push(receiver);
        }
        targets
    }

    /// What somebody wrote about a method, the library's authors or the user.
    pub fn contract(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Contract>> {
        let mut known = match self.contracts.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        let key = [class, name, descriptor].map(Name::from);
        let found = known.entry(key).or_insert_with(|| {
            let contract = self.specifications.contract(class, name, descriptor)?;
            contract.is_specified.then(|| Arc::new(contract))
        });
        found.clone()
    }

    /// The type of a ghost field, if it is one that Java has.
    pub fn ghost_descriptor(&self, class: &str, name: &str) -> Option<Name> {
        let ghosts = self.specifications.class(class).ghost_fields;
        let ghost = (ghosts.iter()).find(|g| &*g.field.class == class && &*g.field.name == name)?;
        Some(ghost.field.descriptor()?.into())
    }

    /// The value that the class file gives a static field, or one that is the same in every object.
    pub fn written_constant(&self, class: &str, field: &str) -> Option<Constant> {
        let class = self.classpath.find(class).ok().flatten()?;
        let field = class.fields.iter().find(|f| &*f.name == field)?;
        let value = field.constant_value.as_ref();
        let value = value.or(field.instance_constant.as_ref());
        Some(match value? {
            classpath::Constant::Int(value) => Constant::Int(*value),
            classpath::Constant::Long(value) => Constant::Long(*value),
            classpath::Constant::Float(bits) => Constant::Float(*bits),
            classpath::Constant::Double(bits) => Constant::Double(*bits),
            classpath::Constant::String(text) => Constant::Text(text.clone()),
            _ => return None,
        })
    }

    /// What a static final field holds whenever a method runs.
    pub fn static_constant(&self, class: &str, field: &str) -> Constant {
        match self.written_constant(class, field) {
            Some(value) => value,
            None if self.is_followed(class) || class == constants::SYSTEM => {
                self.initialised(class).get(field)
            }
            None => Constant::Unknown,
        }
    }

    /// Whether the initialiser of a class is looked at: of the library's only where it is the same everywhere.
    pub(crate) fn is_followed(&self, class: &str) -> bool {
        self.is_own(class) || class == "java/lang/Boolean"
    }

    fn initialised(&self, class: &str) -> Arc<Initialised> {
        let mut known = match self.initialised.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        let class = Name::from(class);
        if &*class == constants::SYSTEM {
            known
                .entry(class.clone())
                .or_insert_with(|| Arc::new(constants::system()));
        } else if !known.contains_key(&class) {
            constants::initialise(self, &mut known, &class);
        }
        known.get(&class).cloned().unwrap_or_default()
    }

    /// An object that a class initialiser makes.
    pub fn fixed(&self, object: &ObjectId) -> Option<Fixed> {
        if let Some(of_class) = constants::of_class(object) {
            return Some(of_class);
        }
        let class = self.initialised(&object.by);
        class.objects.get(object.at as usize).cloned()
    }

    /// The enum that objects of a class are constants of.
    pub fn enum_of(&self, class: &str) -> Option<Name> {
        if class.starts_with('[') || !self.is_own(class) {
            return None;
        }
        let chain = self.classpath.super_chain(class).ok()?;
        let below = chain.iter().position(|c| &*c.name == "java/lang/Enum")?;
        Some(chain.get(below.checked_sub(1)?)?.name.clone())
    }

    /// The constants of an enum, in their order; none if they are not known.
    pub fn enum_constants(&self, class: &str) -> Option<Vec<ObjectId>> {
        let file = self.classpath.find(class).ok().flatten()?;
        let constants = (file.fields.iter()).filter(|field| field.access & access::ENUM != 0);
        let object = |field: &classpath::Field| match self.static_constant(class, &field.name) {
            Constant::Object(object) => Some(object),
            _ => None,
        };
        constants.map(object).collect()
    }

    /// The invariants of a class, but for those that say no more than that a field is not null which nobody can change and
    /// of which that is known already, or cannot be.
    pub fn invariants(&self, class: &str) -> Vec<Invariant> {
        let mut all = self.specifications.class(class).invariants;
        all.retain(|invariant| !self.is_settled(class, &invariant.clause.expr));
        all
    }

    /// The same for a constructor, which has its object's fields to answer for.
    pub fn invariants_of_new(&self, class: &str) -> Vec<Invariant> {
        let mut all = self.specifications.class(class).invariants;
        all.retain(|said| !said.is_static || !self.is_settled(class, &said.clause.expr));
        all
    }

    fn is_settled(&self, class: &str, said: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::NotEqual, value, null) = &said.kind else {
            return false;
        };
        let (ExprKind::Field { receiver, field }, ExprKind::Literal(Literal::Null)) =
            (&value.kind, &null.kind)
        else {
            return false;
        };
        if !field.is_final || field.origin != FieldOrigin::Java {
            return false;
        }
        match receiver.as_deref().map(|receiver| &receiver.kind) {
            None => self.static_constant(&field.class, &field.name) != Constant::Null,
            Some(ExprKind::This) => {
                // All objects of an enum are known.
                let Some(constants) = self.enum_of(class).and_then(|of| self.enum_constants(&of))
                else {
                    return false;
                };
                let key = (field.class.clone(), field.name.clone());
                constants.iter().all(|object| {
                    let fixed = self.fixed(object);
                    let value = fixed.and_then(|fixed| fixed.fields.get(&key).cloned());
                    value.is_some_and(|value| value != Constant::Null)
                })
            }
            Some(_) => false,
        }
    }
}
