//! Lists in bodies and in contracts. What they hold before is known to the oracle like the elements of arrays.

use super::body::Body;
use super::formula::{Formula, Scope};
use super::shape::Ty;
use crate::generator::random::Random;

impl Formula {
    /// A question to a list.
    fn ask(&self, name: &str, argument: Option<&Formula>) -> Formula {
        let text = |f: fn(&Formula) -> &String| argument.map(f).cloned().unwrap_or_default();
        Formula {
            jml: format!("{}.{name}({})", self.jml, text(|a| &a.jml)),
            now: format!("{}.{name}({})", self.now, text(|a| &a.now)),
            pre: format!("R.old({}).{name}({})", self.pre, text(|a| &a.pre)),
        }
    }
}

impl Scope<'_> {
    pub fn list(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        if !self.lists.is_empty() && random.chance(60) {
            return Some(self.lists[random.below(self.lists.len())].clone());
        }
        self.through(random, |ty| *ty == Ty::List, depth)
            .map(|(value, _)| value)
    }

    pub fn element_of_list(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        let list = self.list(random, depth)?;
        let index = self.int(random, depth.min(1));
        Some(list.ask("get", Some(&index)))
    }

    pub fn int_of_list(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        let down = depth.saturating_sub(1);
        let list = self.list(random, down)?;
        let found = match (random.below(3), self.object(random, down)) {
            (0, Some((object, "Node"))) => {
                list.ask(random.choose(&["indexOf", "lastIndexOf"]), Some(&object))
            }
            _ => list.ask("size", None),
        };
        Some(self.old(random, found))
    }

    pub fn of_list(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        let down = depth.saturating_sub(1);
        let list = self.list(random, down)?;
        let null = Formula::same("null");
        Some(match (random.below(5), self.object(random, down)) {
            (0, _) => self.old(random, list.ask("isEmpty", None)),
            (1, Some((object, "Node"))) => self.old(random, list.ask("contains", Some(&object))),
            (1, _) => self.old(random, list.ask("contains", Some(&null))),
            (2, _) => list.binary(random.choose(&["==", "!="]), &null),
            (3, _) => {
                let other = self.list(random, down)?;
                list.binary(random.choose(&["==", "!="]), &other)
            }
            _ => {
                let before = self.old(random, list.ask("size", None));
                list.ask("size", None)
                    .binary(random.choose(&["==", ">=", "<", "!="]), &before)
            }
        })
    }
}

impl Body<'_> {
    pub fn list(&self, random: &mut Random, depth: u32) -> String {
        let found = match random.below(8) {
            0 => Some("null".to_owned()),
            1 => Some("new ArrayList<Node>()".to_owned()),
            _ => self.some_list(random, depth),
        };
        found.unwrap_or_else(|| "new ArrayList<Node>()".to_owned())
    }

    /// One that need not be new.
    pub fn some_list(&self, random: &mut Random, depth: u32) -> Option<String> {
        let is_list = |ty: &Ty| *ty == Ty::List;
        match random.chance(50) {
            true => (self.local(random, is_list))
                .or_else(|| self.through(random, depth.min(1), is_list)),
            false => (self.through(random, depth.min(1), is_list))
                .or_else(|| self.local(random, is_list)),
        }
    }

    pub fn list_element(&self, random: &mut Random, depth: u32) -> Option<String> {
        let list = self.some_list(random, depth)?;
        Some(format!("{list}.get({})", self.int(random, 0)))
    }

    pub fn int_of_list(&self, random: &mut Random, depth: u32) -> Option<String> {
        let list = self.some_list(random, depth)?;
        Some(match random.below(3) {
            0 => format!("{list}.indexOf({})", self.node(random)),
            _ => format!("{list}.size()"),
        })
    }

    pub fn condition_of_list(&self, random: &mut Random, depth: u32) -> Option<String> {
        let list = self.some_list(random, depth)?;
        Some(match random.below(3) {
            0 => format!("{list}.isEmpty()"),
            1 => format!("{list}.contains({})", self.node(random)),
            _ => format!("({list} == {})", self.some_list(random, depth)?),
        })
    }

    /// A node, of a type that chooses no method of another.
    fn node(&self, random: &mut Random) -> String {
        format!("(Node) {}", self.reference(random, "Node", 1))
    }

    pub fn change_list(&mut self, random: &mut Random) {
        let Some(list) = self.some_list(random, 1) else {
            return;
        };
        let node = self.node(random);
        let index = self.int(random, 1);
        let text = match random.below(9) {
            0 | 1 => format!("{list}.add({node});"),
            2 => format!("{list}.add({index}, {node});"),
            3 => format!("{list}.remove({index});"),
            4 => format!("{list}.remove({node});"),
            5 => format!("{list}.set({index}, {node});"),
            6 => format!("{list}.clear();"),
            7 => match self.some_list(random, 1) {
                Some(other) => format!("{list}.addAll({other});"),
                None => return,
            },
            _ => {
                let name = self.fresh_local("l");
                let text = format!("List<Node> {name} = new ArrayList<Node>({list});");
                self.line(text);
                self.locals.push((name, Ty::List));
                return;
            }
        };
        self.line(text);
    }

    /// A loop over the elements, with or without an iterator of its own.
    pub fn iterate(&mut self, random: &mut Random, depth: u32) {
        let Some(list) = self.some_list(random, 1).filter(|_| self.nested == 0) else {
            return self.branch(random, depth);
        };
        let id = self.loops;
        self.loops += 1;
        self.line(format!("/*loop {id}*/"));
        let name = self.fresh_local("e");
        let removes = random.chance(40);
        let iterator = self.fresh_local("it");
        match removes {
            false => self.line(format!("for (Node {name} : {list}) {{")),
            true => self.line(format!(
                "for (Iterator<Node> {iterator} = {list}.iterator(); {iterator}.hasNext();) {{"
            )),
        }
        self.indent += 1;
        self.line(format!("/*tick {id}*/"));
        if removes {
            self.line(format!("Node {name} = {iterator}.next();"));
        }
        self.indent -= 1;
        let known = self.locals.len();
        self.locals.push((name, Ty::Ref("Node")));
        self.nested += 1;
        let statements = 1 + random.below(2);
        self.block(random, depth, statements);
        if removes && random.chance(60) {
            let condition = self.condition(random, 1);
            self.line(format!("  if ({condition}) {iterator}.remove();"));
        }
        self.nested -= 1;
        self.locals.truncate(known);
        self.line("}");
    }
}
