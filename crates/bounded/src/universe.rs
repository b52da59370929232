//! The objects that can exist within the scope, as numbers (thesis, section 3.2): 0 is null, and every class has a range,
//! first the objects that can exist before the method, then those that it can make. Objects of sub-classes have ranges of
//! their own, so a type is a list of ranges.

use crate::boxes;
use crate::constants::{Constant, Fixed, ObjectId};
use crate::generics::{self, Generic};
use crate::graph::MapInfo;
use crate::lists;
use crate::program::Program;
use crate::values::element_kind;
use classpath::{Name, access};
use ir::ElementKind;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const OBJECT: &str = "java/lang/Object";

/// The class of strings.
pub const TEXT: &str = "java/lang/String";

/// Stands for all classes of arrays where classes of receivers are listed.
pub const ARRAYS: &str = "[";

/// What objects are that have an order.
pub const COMPARABLE: &str = "java/lang/Comparable";

/// The class of the library whose objects stand for all that have an order.
pub const ORDERED: &str = "java/lang/Integer";

/// Whether objects of a class are builders of strings.
pub fn is_builder(class: &str) -> bool {
    matches!(class, "java/lang/StringBuilder" | "java/lang/StringBuffer")
}

/// Whether objects of a class have characters instead of the fields that the JDK gives them.
pub fn has_characters(class: &str) -> bool {
    class == TEXT || is_builder(class) || class == "java/lang/AbstractStringBuilder"
}

/// How much there is of everything.
#[derive(Debug, Clone, PartialEq)]
pub struct Scope {
    /// Objects of each class before the method runs.
    pub objects: u32,
    /// The same for some classes, by simple or full name; `int[]` for arrays.
    pub classes: BTreeMap<String, u32>,
    /// The length of arrays.
    pub length: u32,
    pub int_bits: u32,
}

impl Scope {
    pub fn new(objects: u32) -> Scope {
        Scope {
            objects,
            classes: BTreeMap::new(),
            length: objects,
            int_bits: 32,
        }
    }

    /// Objects of a class before the method runs, if that is said of the class.
    fn said_of(&self, class: &str) -> Option<u32> {
        let dotted = source_name(class);
        let simple = dotted.rsplit(['.', '$']).next().unwrap_or(&dotted);
        let chosen = self.classes.get(&dotted);
        chosen.or_else(|| self.classes.get(simple)).copied()
    }

    /// Objects of a class before the method runs.
    pub fn of(&self, class: &str) -> u32 {
        self.said_of(class).unwrap_or(self.objects)
    }
}

/// `acme.Node`, `int[]`.
pub fn source_name(class: &str) -> String {
    if let Some(element) = class.strip_prefix('[') {
        let element = match element.as_bytes().first() {
            Some(b'L') => element[1..].trim_end_matches(';'),
            Some(b'[') => element,
            Some(b'Z') => return "boolean[]".into(),
            Some(b'B') => return "byte[]".into(),
            Some(b'C') => return "char[]".into(),
            Some(b'S') => return "short[]".into(),
            Some(b'I') => return "int[]".into(),
            Some(b'J') => return "long[]".into(),
            Some(b'F') => return "float[]".into(),
            Some(b'D') => return "double[]".into(),
            _ => element,
        };
        return source_name(element) + "[]";
    }
    class.replace('/', ".")
}

/// The objects of one class.
#[derive(Debug, Clone)]
pub struct ObjectClass {
    /// An internal name or an array's descriptor.
    pub name: Name,
    /// The first number; numbers of objects that exist before come first.
    pub first: u32,
    pub before: u32,
    pub made: u32,
    /// Of the library, with a state that nobody looks into; made by nobody. Of strings the characters are known.
    pub opaque: bool,
    /// Objects that are there in every state: the string constants, or what static final fields lead to.
    pub constants: bool,
    /// Arrays that only their class sees, and nothing that a method is given.
    pub hidden: bool,
    /// Arrays that nothing declares: those of types above hold them, where something may ([`crate::arrays`]).
    pub special: bool,
}

impl ObjectClass {
    pub fn numbers(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.before + self.made
    }

    pub fn numbers_before(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.before
    }

    pub fn is_array(&self) -> bool {
        self.name.starts_with('[')
    }

    /// Whether it is one of these, which may have all arrays among them.
    pub fn is_among(&self, classes: &[Name]) -> bool {
        let is_it = |name: &Name| *name == self.name || &**name == ARRAYS && self.is_array();
        classes.iter().any(is_it)
    }

    /// Of boxes: whether some of them come from `valueOf`.
    pub fn may_be_cached(&self) -> bool {
        self.made > 0 || self.constants
    }

    pub fn is_text(&self) -> bool {
        &*self.name == TEXT
    }

    /// Whether its objects have characters that are known: strings, and builders of strings that were not there before.
    pub fn has_text(&self) -> bool {
        self.is_text() || !self.opaque && is_builder(&self.name)
    }

    /// Whether its objects are lists whose elements are known.
    pub fn is_list(&self) -> bool {
        !self.opaque && lists::is_list(&self.name)
    }

    /// Whether its objects have a value in a map.
    pub fn has(&self, program: &Program, info: &MapInfo) -> bool {
        match info {
            MapInfo::Field { class, .. } => {
                !self.opaque
                    && !self.is_array()
                    && !has_characters(&self.name)
                    && program.is_subclass(&self.name, class)
            }
            MapInfo::Length => self.is_array() || self.has_text() || self.is_list(),
            MapInfo::Elements(ElementKind::Char) if self.has_text() => true,
            MapInfo::Elements(ElementKind::Ref) if self.is_list() => true,
            MapInfo::Elements(kind) => self.is_array() && element_kind(&self.name[1..]) == *kind,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Universe {
    pub classes: Vec<ObjectClass>,
    /// Of references, in bits.
    pub width: u32,
    /// One more than the largest number.
    pub end: u32,
    /// The string constants.
    pub texts: Vec<Arc<[u16]>>,
    /// The objects that static final fields lead to, by number.
    pub fixed: BTreeMap<u32, (ObjectId, Fixed)>,
    /// The types of what lists hold that are there before.
    pub elements: Vec<Name>,
    /// The types that objects have as type arguments, as far as anything is known of them.
    pub arguments: Vec<Generic>,
    /// Whether objects of one class of the library stand for all that have an order.
    pub orders: bool,
    /// How much longer a list may become than an array.
    pub room: u32,
    /// Why the objects of some class are not known.
    pub refused: Option<String>,
    /// A static final field that may hold objects that are there, too, and that nothing lists.
    pub unlisted: Option<String>,
}

/// The types that a method and its specification speak of.
#[derive(Debug, Default)]
pub struct Types {
    /// Types of values that exist before: internal names and array descriptors.
    pub declared: BTreeSet<Name>,
    /// Types of arrays that nothing declares and that may be there nevertheless.
    pub special: BTreeSet<Name>,
    /// Classes that objects are made of, and how many on a path.
    pub made: BTreeMap<Name, u32>,
    /// String constants.
    pub texts: BTreeSet<Arc<[u16]>>,
    /// Objects of static final fields.
    pub fixed: BTreeSet<ObjectId>,
    /// Whether the names of enum constants are read.
    pub names: bool,
    /// The types that signatures give the elements of lists; one of them may be any object.
    pub elements: BTreeSet<Name>,
    /// Types that the program's classes have as type arguments.
    pub arguments: BTreeSet<Generic>,
    /// Types with arguments that variables have.
    pub parametrised: BTreeSet<Generic>,
    /// How many elements a path puts into lists.
    pub grows: u32,
    /// A static final field that may hold objects over which a quantifier ranges, and of which nothing is known.
    pub unlisted: Option<String>,
}

impl Types {
    /// Adds the type of a variable or field, given by its descriptor.
    pub fn declare(&mut self, descriptor: &str) {
        match descriptor.as_bytes().first() {
            Some(b'L') => {
                let name = descriptor[1..].trim_end_matches(';');
                self.declared.insert(name.into());
            }
            Some(b'[') if self.declared.insert(descriptor.into()) => {
                self.declare(&descriptor[1..]);
            }
            _ => {}
        }
    }
}

impl Types {
    /// Lets what has an order be of each type that the scope has of those.
    pub fn declare_ordered(&mut self, program: &Program) {
        if self.declared.contains(COMPARABLE) {
            let own = program.concrete_below(COMPARABLE);
            let types = own
                .iter()
                .map(|class| generics::compared_with(program, class));
            self.arguments.extend(types);
            let library = Generic::plain(&format!("L{ORDERED};"));
            self.arguments.insert(library);
        }
    }

    /// Adds the type of a variable of which no signature says more.
    pub fn declare_source(&mut self, descriptor: &str) {
        self.declare(descriptor);
        let element = descriptor.trim_start_matches('[');
        if lists::class_of(element).is_some_and(lists::is_list_type) {
            self.elements.insert(OBJECT.into());
        }
    }

    /// Adds the type of a variable or field with what its signature says about the elements of lists.
    pub fn declare_generic(&mut self, program: &Program, ty: &Generic) {
        self.declare(&ty.descriptor);
        ty.collect_arguments(program, &mut self.arguments);
        if ty.class().is_some_and(|class| program.is_own(class)) && ty.has_arguments() {
            self.parametrised.insert(ty.clone());
        }
        let is_list = lists::class_of(&ty.descriptor).is_some_and(|c| program.gives_lists(c));
        match &ty.of {
            Some(element) => {
                if is_list {
                    self.elements.extend(element.class().map(Name::from));
                }
                self.declare_generic(program, element);
            }
            None if is_list => {
                self.elements.insert(OBJECT.into());
            }
            None => {}
        }
    }
}

impl Universe {
    pub fn new(program: &Program, types: &Types, scope: &Scope) -> Universe {
        let mut before: BTreeMap<Name, bool> = BTreeMap::new();
        let mut declared = types.declared.clone();
        let gives_lists = declared.iter().any(|class| program.gives_lists(class));
        let mut elements = types.elements.clone();
        // A list that comes from where anything may be can hold anything.
        let is_vague = lists::VAGUE.iter().any(|ty| declared.contains(*ty));
        if gives_lists && (elements.is_empty() || is_vague) {
            elements.insert(OBJECT.into());
        }
        if elements.contains(OBJECT) {
            elements = BTreeSet::from([OBJECT.into()]);
            declared.insert(OBJECT.into());
        }
        for declared in &declared {
            if declared.starts_with('[') || &**declared == OBJECT {
                before.insert(declared.clone(), false);
            } else if program.gives_lists(declared) {
                let below = program.concrete_below(declared);
                before.extend(below.into_iter().map(|class| (class, false)));
                before.insert(lists::LIST.into(), false);
            } else if program.is_own(declared) {
                let below = program.concrete_below(declared);
                before.extend(below.into_iter().map(|class| (class, false)));
            } else {
                let below = program.concrete_below(declared);
                before.extend(below.into_iter().map(|class| (class, false)));
                let known = match &**declared {
                    COMPARABLE => ORDERED.into(),
                    _ => declared.clone(),
                };
                let opaque = boxes::of_class(&known).is_none();
                before.insert(known, opaque);
            }
        }
        let mut refused = None;
        let mut fixed = types.fixed.clone();
        let mut texts = types.texts.clone();
        let mentioned: Vec<Name> = (types.fixed.iter())
            .filter_map(|object| Some(program.fixed(object)?.class))
            .collect();
        let enums: BTreeSet<Name> = (before.keys().chain(&mentioned))
            .filter_map(|class| program.enum_of(class))
            .collect();
        for name in enums {
            match program.enum_constants(&name) {
                Some(constants) => fixed.extend(constants),
                None => {
                    let what = format!("the constants of {}", name.replace('/', "."));
                    refused.get_or_insert(what);
                }
            }
        }
        // The constants of an enum are all its objects.
        before.retain(|class, _| program.enum_of(class).is_none());
        let fixed = closure(program, fixed, types.names, &mut texts);
        let mut classes = Vec::new();
        let mut next = 1;
        let mut add = |name: &Name, before: u32, made: u32, opaque: bool| {
            if before + made > 0 {
                classes.push(ObjectClass {
                    name: name.clone(),
                    first: next,
                    before,
                    made,
                    opaque,
                    constants: false,
                    hidden: false,
                    special: false,
                });
                next += before + made;
            }
        };
        for (name, opaque) in &before {
            let made = types.made.get(name).copied().unwrap_or(0);
            if &**name == "java/lang/Object" {
                // It may also be of a class of the library that nobody names; one will do to come across it.
                add(name, 1, 0, true);
            }
            match opaque {
                false => {
                    // Objects with other arguments are other objects: there is one for each type.
                    let types = types.parametrised.iter().filter(|ty| {
                        let class = ty.class();
                        class.is_some_and(|class| program.is_subclass(name, class))
                    });
                    let said = scope.said_of(name);
                    let count = said.unwrap_or_else(|| scope.objects.max(types.count() as u32));
                    add(name, count, made, false);
                }
                true => {
                    add(name, scope.of(name), 0, true);
                    add(name, 0, made, false);
                }
            }
        }
        for (name, made) in &types.made {
            if !before.contains_key(name) && !types.special.contains(name) {
                add(name, 0, *made, false);
            }
        }
        for name in types.special.iter().filter(|ty| !before.contains_key(*ty)) {
            let made = types.made.get(name).copied().unwrap_or(0);
            // One will do to come across it.
            add(name, scope.of(name).min(1), made, false);
        }
        for class in &mut classes {
            class.special =
                types.special.contains(&class.name) && !before.contains_key(&class.name);
        }
        let texts: Vec<Arc<[u16]>> = texts.into_iter().collect();
        if !texts.is_empty() {
            classes.push(ObjectClass {
                name: TEXT.into(),
                first: next,
                before: texts.len() as u32,
                made: 0,
                opaque: true,
                constants: true,
                hidden: false,
                special: false,
            });
            next += texts.len() as u32;
        }
        let mut numbered = BTreeMap::new();
        for ((name, hidden), objects) in fixed {
            let is_known = program.is_own(&name) || name.starts_with('[');
            classes.push(ObjectClass {
                opaque: !is_known
                    && &*name != "java/lang/Object"
                    && boxes::of_class(&name).is_none(),
                name,
                first: next,
                before: objects.len() as u32,
                made: 0,
                constants: true,
                hidden,
                special: false,
            });
            for object in objects {
                numbered.insert(next, object);
                next += 1;
            }
        }
        Universe {
            classes,
            // The number after the last one must fit, too: it says that all of a range exist.
            width: 32 - next.leading_zeros(),
            end: next,
            texts,
            fixed: numbered,
            elements: elements.into_iter().collect(),
            arguments: types.arguments.iter().cloned().collect(),
            orders: types.declared.contains(COMPARABLE),
            room: types.grows.min(scope.length.max(2)),
            refused,
            unlisted: types.unlisted.clone(),
        }
    }

    /// Whether there are boxes that `valueOf` may have returned.
    pub fn has_made_boxes(&self) -> bool {
        let mut classes = self.classes.iter();
        classes.any(|class| boxes::of_class(&class.name).is_some() && class.may_be_cached())
    }

    /// Whether there are lists before the method.
    pub fn gives_lists(&self) -> bool {
        let mut classes = self.classes.iter();
        classes.any(|class| class.is_list() && class.before > 0)
    }

    /// The number of an object of a static final field.
    pub fn number_of(&self, object: &ObjectId) -> Option<u32> {
        let mut all = self.fixed.iter();
        let (number, _) = all.find(|(_, (known, _))| known == object)?;
        Some(*number)
    }

    /// An object of a static final field.
    pub fn fixed_at(&self, number: u32) -> Option<&Fixed> {
        self.fixed.get(&number).map(|(_, fixed)| fixed)
    }

    /// The length of the longest array of a kind among those objects.
    pub fn longest_array(&self, kind: ElementKind) -> u32 {
        let fixed = self.fixed.values().map(|(_, fixed)| fixed);
        let of_kind = |fixed: &&Fixed| {
            let element = fixed.class.strip_prefix('[');
            element.is_some_and(|element| element_kind(element) == kind)
        };
        let lengths = fixed.filter(of_kind).map(|fixed| fixed.length);
        lengths.max().unwrap_or(0)
    }

    /// Whether objects of a class may or may not be of a type. An opaque one is of its class or of one below that is not
    /// among the others, so only interfaces that both may have in common leave this open.
    pub fn is_undecided(program: &Program, class: &ObjectClass, ty: &str) -> bool {
        let is = |name: &str, flag: u16| {
            let found = program.classpath.find(name).ok().flatten();
            found.is_some_and(|file| file.access & flag != 0)
        };
        class.opaque
            && !class.constants
            && !ty.starts_with('[')
            && !program.is_own(ty)
            && !program.is_subclass(&class.name, ty)
            && !program.is_subclass(ty, &class.name)
            && (is(&class.name, access::INTERFACE) && !is(ty, access::FINAL)
                || is(ty, access::INTERFACE) && !is(&class.name, access::FINAL))
    }

    /// Whether a place may hold arrays of types that nothing declares.
    pub fn holds_special(&self, program: &Program, place: &MapInfo) -> bool {
        match place {
            MapInfo::Field {
                class,
                name,
                descriptor,
            } if descriptor.starts_with('[') => {
                self.classes.iter().any(|class| class.special)
                    && program.holds_arrays_below(class, name, descriptor)
            }
            _ => false,
        }
    }

    /// The types of arrays that nothing declares.
    pub fn special(&self) -> BTreeSet<Name> {
        let special = self.classes.iter().filter(|class| class.special);
        special.map(|class| class.name.clone()).collect()
    }

    /// The object that a string constant is.
    pub fn text(&self, text: &[u16]) -> Option<u32> {
        let at = self.texts.iter().position(|known| **known == *text)?;
        let class = self.classes.iter().find(|c| c.constants && c.is_text())?;
        Some(class.first + at as u32)
    }

    /// The length of the longest string, where arrays have at most `length` elements.
    pub fn longest(&self, length: u32) -> u32 {
        let texts = self.texts.iter().map(|text| text.len() as u32);
        texts.max().unwrap_or(0).max(length)
    }

    /// The string constant that an object is.
    pub fn text_of(&self, object: u32) -> Option<&[u16]> {
        let class = self.class_of(object);
        let class = class.filter(|class| class.constants && class.is_text())?;
        let text = self.texts.get((object - class.first) as usize)?;
        Some(text)
    }

    /// The class of an object.
    pub fn class_of(&self, object: u32) -> Option<&ObjectClass> {
        let at = self.classes.partition_point(|class| class.first <= object);
        let class = self.classes.get(at.checked_sub(1)?)?;
        class.numbers().contains(&object).then_some(class)
    }

    /// The classes whose objects have this type, given as in class files: a name or an array's descriptor.
    pub fn below<'a>(
        &'a self,
        program: &'a Program,
        ty: &'a str,
    ) -> impl Iterator<Item = &'a ObjectClass> {
        (self.classes.iter()).filter(move |class| program.is_subclass(&class.name, ty))
    }
}

/// Objects by class, arrays that only their class sees apart.
type Grouped = BTreeMap<(Name, bool), Vec<(ObjectId, Fixed)>>;

/// Objects of static final fields and all that they lead to for good, with the strings among that.
fn closure(
    program: &Program,
    objects: BTreeSet<ObjectId>,
    names: bool,
    texts: &mut BTreeSet<Arc<[u16]>>,
) -> Grouped {
    let mut found: BTreeMap<ObjectId, Fixed> = BTreeMap::new();
    let mut work: Vec<ObjectId> = objects.into_iter().collect();
    while let Some(object) = work.pop() {
        if found.contains_key(&object) {
            continue;
        }
        let Some(fixed) = program.fixed(&object) else {
            continue;
        };
        // Nobody looks into objects of the library.
        let fields = fixed
            .fields
            .iter()
            .filter(|((class, name), _)| match &**class {
                "java/lang/Enum" => names && &**name == "name",
                class => program.is_own(class),
            });
        let elements = fixed.elements.iter().flatten();
        for value in fields.map(|(_, value)| value).chain(elements) {
            match value {
                Constant::Object(object) => work.push(object.clone()),
                Constant::Text(text) => {
                    texts.insert(text.clone());
                }
                _ => {}
            }
        }
        found.insert(object, fixed);
    }
    let mut grouped = Grouped::new();
    for (object, fixed) in found {
        let key = (fixed.class.clone(), fixed.elements.is_some());
        grouped.entry(key).or_default().push((object, fixed));
    }
    grouped
}
