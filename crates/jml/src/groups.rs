//! Data groups (JML reference manual, 10): every field names a set of locations, to which `in` and `maps … \into` add others.
//! A frame that names the field allows all of them. What a `represents` clause reads must have been added by hand; where it
//! was not, the group is not trusted.

use crate::classes::Input;
use crate::resolve::Resolver;
use crate::resolved::{
    BoundVariable, Expr, ExprKind, FieldOrigin, FieldRef, Location, LocationKind, Type, Via,
};
use crate::scope::World;
use crate::syntax::{self, Argument, ExprKind as Written, TypeClauseKind};
use classpath::{FieldType, Name};
use source::Span;
use std::collections::{BTreeSet, HashMap};

/// A field by the class that declares it and its name.
pub type Key = (Name, Name);

pub fn key(field: &FieldRef) -> Key {
    (field.class.clone(), field.name.clone())
}

/// Something that belongs to a group, of the same object.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// `int f; //@ in g;`
    Field(FieldRef),
    /// `T f; //@ maps f.h \into g;` and so on: something of the object in the field.
    Through(FieldRef, Step),
    /// What nobody can tell, and why.
    Unsupported(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Field(FieldRef),
    AllFields,
    Elements,
}

#[derive(Debug, Default)]
pub struct Groups {
    members: HashMap<Key, Vec<Member>>,
    /// The fields that `represents` clauses of a model field read.
    read: HashMap<Key, BTreeSet<Key>>,
}

impl Groups {
    /// Adds what is written in one type of a file.
    pub fn read(&mut self, input: &Input, index: usize, class: &Name, world: &World) {
        let Some(text) = input.unit.types.get(&index) else {
            return;
        };
        for clause in &text.clauses {
            match &clause.kind {
                TypeClauseKind::Group { maps, into } => {
                    let fields = declared_before(input, index, class, world, clause.span);
                    let mut members = Vec::new();
                    match maps {
                        None => members.extend(fields.into_iter().map(Member::Field)),
                        Some(maps) => members.push(through(maps, &fields, world)),
                    }
                    if members.is_empty() {
                        members.push(Member::Unsupported("a group clause that follows no field"));
                    }
                    self.add(into, members, class, world);
                }
                TypeClauseKind::Represents { target, value, .. } => {
                    let Some(target) = named(target, class, world) else {
                        continue;
                    };
                    let mut names = BTreeSet::new();
                    names_of(value, &mut names);
                    let read = names.iter().filter_map(|name| world.field(class, name));
                    let read = read.map(|(field, _)| field).filter(|f| !f.is_final);
                    self.read
                        .entry(key(&target))
                        .or_default()
                        .extend(read.map(|f| key(&f)));
                }
                _ => {}
            }
        }
        for field in &text.fields {
            if let (Some((own, _)), false) = (
                world.field(class, &field.name.text),
                field.groups.is_empty(),
            ) {
                self.add(&field.groups, vec![Member::Field(own)], class, world);
            }
        }
    }

    fn add(&mut self, into: &[syntax::Expr], members: Vec<Member>, class: &Name, world: &World) {
        for group in into {
            if let Some(group) = named(group, class, world) {
                let known = self.members.entry(key(&group)).or_default();
                known.extend(members.iter().cloned());
            }
        }
    }

    /// Whether somebody says what a model field is.
    pub fn is_represented(&self, field: &FieldRef) -> bool {
        self.read.contains_key(&key(field))
    }

    /// All members of a field's group, those of groups in it included, without the field itself; or why they are not known.
    fn all(&self, field: &FieldRef) -> Result<Vec<Member>, &'static str> {
        let mut found: Vec<Member> = Vec::new();
        let mut seen = BTreeSet::from([key(field)]);
        let mut next = vec![key(field)];
        while let Some(group) = next.pop() {
            for member in self.members.get(&group).into_iter().flatten() {
                match member {
                    Member::Unsupported(why) => return Err(why),
                    Member::Field(own) if own.is_static != field.is_static => {
                        return Err("a group with static fields and others");
                    }
                    Member::Field(own) => {
                        if seen.insert(key(own)) {
                            next.push(key(own));
                            found.push(member.clone());
                        }
                    }
                    Member::Through(..) => found.push(member.clone()),
                }
            }
        }
        let read = seen
            .iter()
            .filter_map(|group| self.read.get(group))
            .flatten();
        match read.into_iter().all(|field| seen.contains(field)) {
            true => Ok(found),
            false => Err(
                "a model field in a frame, with a `represents` that reads what is not in its group",
            ),
        }
    }
}

/// The fields of the declaration that a group clause follows.
fn declared_before(
    input: &Input,
    index: usize,
    class: &Name,
    world: &World,
    clause: Span,
) -> Vec<FieldRef> {
    let ty = &input.source.types()[index];
    let before = |span: Span| span.end <= clause.start;
    let fields = (input.source.fields().iter()).filter(|f| f.class == ty.name && before(f.span));
    let java = fields.map(|f| {
        let names = f.declarators.iter().map(|d| d.name.clone()).collect();
        (f.span.end, names)
    });
    let text = input.unit.types.get(&index);
    let own = text.into_iter().flat_map(|text| &text.fields);
    let jml = own
        .filter(|f| before(f.span))
        .map(|f| (f.span.end, vec![f.name.text.clone()]));
    let last: Option<(usize, Vec<String>)> = java.chain(jml).max_by_key(|(end, _)| *end);
    let Some((end, names)) = last else {
        return Vec::new();
    };
    // A method in between: then it follows no field.
    let methods = input.source.methods().iter();
    if methods
        .into_iter()
        .any(|m| m.class == ty.name && end <= m.span.start && before(m.span))
    {
        return Vec::new();
    }
    let found = names.iter().filter_map(|name| world.field(class, name));
    found.map(|(field, _)| field).collect()
}

/// The field that `g`, `this.g` or `super.g` names.
fn named(expr: &syntax::Expr, class: &Name, world: &World) -> Option<FieldRef> {
    let name = match &expr.kind {
        Written::Name(name) => name,
        Written::Select(of, word) if matches!(of.kind, Written::This | Written::Super) => {
            &word.text
        }
        _ => return None,
    };
    world.field(class, name).map(|(field, _)| field)
}

/// What `maps` names, one step behind a field of the declaration before it.
fn through(maps: &syntax::Expr, fields: &[FieldRef], world: &World) -> Member {
    const OTHER: &str = "a `maps` clause of another form";
    let (of, step) = match &maps.kind {
        Written::AllFields(of) => (of, Some(Step::AllFields)),
        Written::Range {
            array,
            low: None,
            high: None,
        } => (array, Some(Step::Elements)),
        Written::Select(of, _) => (of, None),
        _ => return Member::Unsupported(OTHER),
    };
    let name = match &of.kind {
        Written::Name(name) => name,
        Written::Select(this, word) if this.kind == Written::This => &word.text,
        _ => return Member::Unsupported(OTHER),
    };
    let Some(field) = fields
        .iter()
        .find(|f| *f.name == **name && f.origin != FieldOrigin::Model)
    else {
        return Member::Unsupported(OTHER);
    };
    let step = match (step, &maps.kind, &field.ty) {
        (Some(Step::Elements), _, Type::Java(FieldType::Array(_))) => Some(Step::Elements),
        (Some(Step::AllFields), _, _) => Some(Step::AllFields),
        (None, Written::Select(_, word), Type::Java(FieldType::Object(class))) => {
            let found = world.field(class, &word.text);
            found
                .filter(|(f, _)| !f.is_static)
                .map(|(f, _)| Step::Field(f))
        }
        _ => None,
    };
    match step {
        Some(step) => Member::Through(field.clone(), step),
        None => Member::Unsupported(OTHER),
    }
}

/// The names in an expression that can be fields of its object.
fn names_of(expr: &syntax::Expr, into: &mut BTreeSet<String>) {
    match &expr.kind {
        Written::Name(name) => {
            into.insert(name.clone());
        }
        Written::Select(of, word) if of.kind == Written::This => {
            into.insert(word.text.clone());
        }
        Written::Select(of, _) | Written::AllFields(of) => names_of(of, into),
        Written::Call {
            target, arguments, ..
        } => target
            .iter()
            .map(|t| &**t)
            .chain(arguments)
            .for_each(|e| names_of(e, into)),
        Written::Index(a, b) | Written::Binary(_, a, b) => {
            names_of(a, into);
            names_of(b, into);
        }
        Written::Unary(_, e)
        | Written::Parenthesized(e)
        | Written::Cast(_, e)
        | Written::InstanceOf(e, _) => names_of(e, into),
        Written::New(of) => of.iter().for_each(|e| names_of(e, into)),
        Written::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| names_of(e, into)),
        Written::Function { arguments, .. } => {
            for argument in arguments {
                if let Argument::Expr(e) = argument {
                    names_of(e, into);
                }
            }
        }
        Written::Quantifier(quantifier) => {
            let mut inside = BTreeSet::new();
            let range = quantifier.range.iter();
            range
                .chain([&quantifier.body])
                .for_each(|e| names_of(e, &mut inside));
            for variable in &quantifier.variables {
                inside.remove(&variable.name.text);
            }
            into.append(&mut inside);
        }
        Written::Range { array, low, high } => {
            names_of(array, into);
            low.iter().chain(high).for_each(|e| names_of(e, into));
        }
        Written::Number(_)
        | Written::Character(_)
        | Written::String(_)
        | Written::Boolean(_)
        | Written::Null
        | Written::This
        | Written::Super
        | Written::ClassLiteral(_)
        | Written::Informal
        | Written::Keyword(_) => {}
    }
}

const CIRCULAR: &str = "a group that contains itself through another";

impl Resolver<'_, '_> {
    /// All that a field stands for in a frame.
    pub fn group(&mut self, receiver: Option<Expr>, field: FieldRef, span: Span) -> LocationKind {
        self.group_within(receiver, field, span, &mut Vec::new())
    }

    /// The same, within the groups that lead there.
    fn group_within(
        &mut self,
        receiver: Option<Expr>,
        field: FieldRef,
        span: Span,
        around: &mut Vec<Key>,
    ) -> LocationKind {
        if around.contains(&key(&field)) {
            return self.unsupported_location(CIRCULAR, span);
        }
        let members = match self.scope.world.groups.all(&field) {
            Ok(members) => members,
            Err(why) => return self.unsupported_location(why, span),
        };
        // Where the group of an object has that of another one in it, `maps next.g \into g`, it has that of every object
        // that is reached so.
        let (again, members): (Vec<Member>, Vec<Member>) = members.into_iter().partition(
            |member| matches!(member, Member::Through(_, Step::Field(of)) if key(of) == key(&field)),
        );
        let links = again.into_iter().filter_map(|member| match member {
            Member::Through(link, _) => Some(link),
            _ => None,
        });
        let links: Vec<FieldRef> = links.collect();
        if links.is_empty() {
            return self.members_of(receiver, field, members, span, around);
        }
        let Some(from) = receiver.filter(|_| links.iter().all(|link| !link.is_static)) else {
            return self.unsupported_location(CIRCULAR, span);
        };
        let id = self.fresh_bound();
        let ty = Type::Java(FieldType::Object(field.class.clone()));
        let object = Expr {
            kind: ExprKind::Bound(id),
            ty: ty.clone(),
            span,
        };
        let guard = Expr {
            kind: ExprKind::Reaches {
                from: Box::new(from),
                to: Box::new(object.clone()),
                via: Via::Fields(links),
            },
            ty: Type::Java(FieldType::Boolean),
            span,
        };
        let kind = self.members_of(Some(object), field, members, span, around);
        LocationKind::Each {
            variables: vec![BoundVariable {
                id,
                name: "o".into(),
                ty,
                nullable: false,
            }],
            guard,
            of: Box::new(Location { kind, span }),
        }
    }

    fn members_of(
        &mut self,
        receiver: Option<Expr>,
        field: FieldRef,
        members: Vec<Member>,
        span: Span,
        around: &mut Vec<Key>,
    ) -> LocationKind {
        let own = key(&field);
        let located = |field: FieldRef| LocationKind::Field {
            receiver: receiver.clone(),
            field,
        };
        let mut all = Vec::new();
        if field.origin != FieldOrigin::Model {
            all.push(located(field));
        }
        for member in members {
            match member {
                Member::Field(field) if field.origin == FieldOrigin::Model => {}
                Member::Field(field) => all.push(located(field)),
                Member::Through(field, step) => {
                    let ty = field.ty.clone();
                    let kind = ExprKind::Field {
                        receiver: receiver.clone().filter(|_| !field.is_static).map(Box::new),
                        field,
                    };
                    let object = Expr { kind, ty, span };
                    all.push(match step {
                        Step::AllFields => LocationKind::AllFields(object),
                        Step::Elements => LocationKind::Range {
                            array: object,
                            low: None,
                            high: None,
                        },
                        Step::Field(field) => {
                            around.push(own.clone());
                            let kind = self.group_within(Some(object), field, span, around);
                            around.pop();
                            kind
                        }
                    });
                }
                Member::Unsupported(why) => return self.unsupported_location(why, span),
            }
        }
        match all.len() {
            1 => all.remove(0),
            _ => {
                let all = all.into_iter().map(|kind| Location { kind, span });
                LocationKind::Union(all.collect())
            }
        }
    }
}
