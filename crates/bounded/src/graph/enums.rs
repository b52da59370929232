//! Methods of enums that the JDK writes with reflection: what they do is said by the constants.

use super::build::{Builder, Site};
use super::{Atom, End, MapInfo, NodeId, Question, Statement, Test, Value, Var};
use crate::constants::{Constant, ObjectId};
use crate::encode::TextMethod;
use classpath::Name;
use ir::{BinaryOp, Condition, Kind};

const ENUM: &str = "java/lang/Enum";

/// Where an enum constant keeps its place among the others.
pub(crate) fn ordinal() -> MapInfo {
    MapInfo::Field {
        class: ENUM.into(),
        name: "ordinal".into(),
        descriptor: "I".into(),
    }
}

impl Builder<'_> {
    /// What `compareTo` of an enum returns: the difference of the ordinals.
    pub(super) fn compared(
        &mut self,
        node: NodeId,
        of: &Name,
        constant: Atom,
        other: Atom,
        result: Option<Var>,
        site: &Site,
    ) -> NodeId {
        let node = self.not_null(node, other, site);
        let same = Test {
            what: Question::Instance {
                object: other,
                class: of.clone(),
            },
            holds: true,
        };
        let end = End::Unsupported("a comparison of constants of two enums".into());
        self.ends(node, Statement::Guard(same.clone().negated()), end, site);
        let mut node = self.then(node, Statement::Guard(same), site);
        let map = self.map(ordinal());
        let mut ordinals = Vec::new();
        for object in [constant, other] {
            let var = self.temporary("ordinal", Kind::Int);
            let value = Value::Field { map, object };
            node = self.then(node, Statement::Assign { var, value }, site);
            ordinals.push(Atom::Var(var));
        }
        let Some(var) = result else {
            return node;
        };
        let value = Value::Binary {
            op: BinaryOp::Sub,
            kind: Kind::Int,
            a: ordinals[0],
            b: ordinals[1],
        };
        self.then(node, Statement::Assign { var, value }, site)
    }

    /// What `valueOf` of an enum returns: the constant of this name, if there is one.
    pub(super) fn constant_of(
        &mut self,
        node: NodeId,
        constants: &[ObjectId],
        text: Atom,
        result: Option<Var>,
        site: &Site,
    ) -> NodeId {
        let mut node = self.not_null(node, text, site);
        let after = self.node();
        let key = (Name::from(ENUM), Name::from("name"));
        for object in constants {
            let fixed = self.program.fixed(object);
            let name = fixed.and_then(|fixed| fixed.fields.get(&key).cloned());
            let Some(Constant::Text(name)) = name else {
                self.unsupported(node, "a constant without a name".into(), site);
                return after;
            };
            let argument = Some(Atom::Text(self.text(&name)));
            let same = self.temporary("same", Kind::Int);
            let value = Value::OfText {
                method: TextMethod::Equals,
                text,
                argument,
            };
            node = self.then(node, Statement::Assign { var: same, value }, site);
            let test = Test {
                what: Question::Compare {
                    condition: Condition::Eq,
                    kind: Kind::Int,
                    a: Atom::Var(same),
                    b: Atom::Int(1),
                },
                holds: true,
            };
            let found = self.then(node, Statement::Guard(test.clone()), site);
            let value = Value::Atom(self.fixed(object.clone()));
            let taken = match result {
                Some(var) => Statement::Assign { var, value },
                None => Statement::Skip,
            };
            let origin = self.origin(site);
            self.edge(found, after, taken, origin);
            node = self.then(node, Statement::Guard(test.negated()), site);
        }
        let exception = "java/lang/IllegalArgumentException";
        self.throw_implicitly(node, Statement::Skip, exception, site);
        after
    }
}
