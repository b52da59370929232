//! Types as values: `\typeof`, `\type` and what is asked of them. Of an object of the library only its declared type is known.

use super::{Meaning, Meant, Polarity, Result, class_file_name, name_of};
use crate::encode::Heap;
use crate::universe::ObjectClass;
use classpath::{FieldType, Name};
use jml::resolved::{Expr, ExprKind, Type};
use logic::{Sort, Term};

impl<H: Heap> Meaning<'_, H> {
    /// `a <: b` where both are types of something.
    pub(super) fn subtype(&mut self, a: &Expr, b: &Expr) -> Result<Meant> {
        match (&a.kind, &b.kind) {
            (ExprKind::TypeOf(object), ExprKind::TypeLiteral(Some(ty))) => {
                let meant = self.eval(object, Polarity::Both)?;
                let exists = self.not_null(meant.value);
                let value = self.is_instance(meant.value, &name_of(ty))?;
                let defined = self.heap.pool().and(meant.defined, exists);
                Ok(Meant { value, defined })
            }
            (ExprKind::TypeLiteral(Some(a)), ExprKind::TypeLiteral(Some(b))) => {
                let holds = self.program.is_subclass(&name_of(a), &name_of(b));
                let value = self.heap.pool().bool(holds);
                Ok(self.sure(value))
            }
            (ExprKind::TypeOf(object), ExprKind::TypeOf(other)) => {
                let (object, other) = (self.typed(object)?, self.typed(other)?);
                let mut value = self.heap.pool().ff();
                for class in self.known_classes(other.value)? {
                    let here = self
                        .heap
                        .of_classes(other.value, std::slice::from_ref(&class));
                    let below = self.is_instance(object.value, &class)?;
                    let both = self.heap.pool().and(here, below);
                    value = self.heap.pool().or(value, both);
                }
                let defined = self.heap.pool().and(object.defined, other.defined);
                Ok(Meant { value, defined })
            }
            (ExprKind::TypeOf(object), ExprKind::ElementType(array)) => {
                let ExprKind::TypeOf(array) = &array.kind else {
                    return Err("a comparison of types".into());
                };
                let (object, array) = (self.typed(object)?, self.typed(array)?);
                let (mut value, mut is_array) = (self.heap.pool().ff(), self.heap.pool().ff());
                for class in self.known_classes(array.value)? {
                    let Some(element) = class.strip_prefix('[') else {
                        continue;
                    };
                    let here = (self.heap).of_classes(array.value, std::slice::from_ref(&class));
                    is_array = self.heap.pool().or(is_array, here);
                    let element = match element.strip_prefix('L') {
                        Some(name) => name.trim_end_matches(';'),
                        None if element.starts_with('[') => element,
                        None => continue,
                    };
                    let below = self.is_instance(object.value, element)?;
                    let both = self.heap.pool().and(here, below);
                    value = self.heap.pool().or(value, both);
                }
                let defined = self.heap.pool().and(object.defined, array.defined);
                let defined = self.heap.pool().and(defined, is_array);
                Ok(Meant { value, defined })
            }
            _ => Err("a comparison of types".into()),
        }
    }

    /// Whether two types are the same, where both are written.
    pub(super) fn same_type(&mut self, a: &Expr, b: &Expr) -> Result<Option<Meant>> {
        Ok(Some(match (&a.kind, &b.kind) {
            (ExprKind::ElementType(array), ExprKind::TypeLiteral(Some(ty)))
            | (ExprKind::TypeLiteral(Some(ty)), ExprKind::ElementType(array)) => {
                let ExprKind::TypeOf(array) = &array.kind else {
                    return Ok(None);
                };
                if !is_array(array) {
                    return Ok(None);
                }
                self.is_very_array(array, &FieldType::Array(Box::new(ty.clone())))?
            }
            (ExprKind::TypeOf(object), ExprKind::TypeLiteral(Some(ty @ FieldType::Array(_))))
            | (ExprKind::TypeLiteral(Some(ty @ FieldType::Array(_))), ExprKind::TypeOf(object))
                if is_array(object) =>
            {
                self.is_very_array(object, ty)?
            }
            (ExprKind::TypeOf(object), ExprKind::TypeLiteral(Some(ty)))
            | (ExprKind::TypeLiteral(Some(ty)), ExprKind::TypeOf(object)) => {
                let object = self.typed(object)?;
                self.no_array(object.value)?;
                let mut wanted = vec![Name::from(name_of(ty))];
                if !self.program.is_own(&wanted[0]) {
                    self.known_classes(object.value)?;
                }
                let known = self.heap.universe().classes.iter();
                let known: Vec<&Name> = known.map(|class| &class.name).collect();
                let program = self.program;
                wanted.retain(|name| known.contains(&name) && !program.is_open(name));
                let value = self.heap.of_classes(object.value, &wanted);
                Meant { value, ..object }
            }
            (ExprKind::TypeOf(a), ExprKind::TypeOf(b)) => {
                // What is not known of one is at least none of the program's classes.
                let is_told = self.is_of_own_class(a) || self.is_of_own_class(b);
                let (a, b) = (self.typed(a)?, self.typed(b)?);
                let mut value = self.heap.pool().ff();
                self.no_array(a.value)?;
                self.no_array(b.value)?;
                if !is_told {
                    self.known_classes(a.value)?;
                    self.known_classes(b.value)?;
                }
                let program = self.program;
                let known = self.heap.universe().classes.iter();
                let known = known.map(|class| class.name.clone());
                let known: Vec<Name> = known.filter(|class| !program.is_open(class)).collect();
                for class in known {
                    let class = [class];
                    let first = self.heap.of_classes(a.value, &class);
                    let second = self.heap.of_classes(b.value, &class);
                    let both = self.heap.pool().and(first, second);
                    value = self.heap.pool().or(value, both);
                }
                let defined = self.heap.pool().and(a.defined, b.defined);
                Meant { value, defined }
            }
            _ => return Ok(None),
        }))
    }

    /// Whether an array is of this very type. The scope has an array for each type that is spoken of; those of more special
    /// types are beyond it.
    fn is_very_array(&mut self, array: &Expr, ty: &FieldType) -> Result<Meant> {
        let array = self.typed(array)?;
        let name = Name::from(name_of(ty));
        let known = (self.heap.universe().classes.iter()).any(|class| class.name == name);
        let wanted: Vec<Name> = known.then_some(name).into_iter().collect();
        let value = self.heap.of_classes(array.value, &wanted);
        let known = self.heap.universe().special();
        let program = self.program;
        let special = |class: &ObjectClass| {
            let is_known = known.iter().any(|ty| program.is_subclass(ty, &class.name));
            class.is_array() && class.name.ends_with(';') && !is_known
        };
        let special = self.heap.in_classes(array.value, &special);
        let pool = self.heap.pool();
        let more = pool.fresh_symbol("special", Sort::Bool);
        let special = pool.and(special, more);
        let reached = pool.and(self.reached, array.defined);
        let beyond = self.heap.pool().and(reached, special);
        if self.heap.pool().as_bool(beyond) != Some(false) {
            self.heap
                .leave_out(beyond, "arrays of more special types".into())?;
        }
        Ok(Meant { value, ..array })
    }

    /// An object whose type is asked for; null has none.
    fn typed(&mut self, object: &Expr) -> Result<Meant> {
        let meant = self.eval(object, Polarity::Both)?;
        let exists = self.not_null(meant.value);
        let defined = self.heap.pool().and(meant.defined, exists);
        Ok(Meant { defined, ..meant })
    }

    /// An array of references may be of a more special type than the scope has.
    fn no_array(&mut self, object: Term) -> Result<()> {
        let special = |class: &ObjectClass| class.is_array() && class.name.ends_with(';');
        let special = self.heap.in_classes(object, &special);
        match self.heap.pool().as_bool(special) {
            Some(false) => Ok(()),
            _ => Err("the very type of an array of objects".into()),
        }
    }

    /// Whether the class of an object is one of the program's, and known.
    fn is_of_own_class(&self, object: &Expr) -> bool {
        class_file_name(&object.ty).is_some_and(|class| {
            let below = self.program.concrete_below(&class);
            self.program.is_own(&class) && !below.iter().any(|class| self.program.is_open(class))
        })
    }

    /// The classes that an object can be of, if none of them is unknown.
    fn known_classes(&mut self, object: Term) -> Result<Vec<Name>> {
        let unknown = self
            .heap
            .in_classes(object, &|class| class.opaque && !class.is_text());
        if self.heap.pool().as_bool(unknown) != Some(false) {
            return Err("the class of an object of the library".into());
        }
        let program = self.program;
        let open = (self.heap).in_classes(object, &|class| program.is_open(&class.name));
        if self.heap.pool().as_bool(open) != Some(false) {
            return Err("the class of an object of a class that nobody extends".into());
        }
        let classes = self.heap.universe().classes.iter();
        Ok(classes.map(|class| class.name.clone()).collect())
    }
}

fn is_array(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Java(FieldType::Array(_)))
}
