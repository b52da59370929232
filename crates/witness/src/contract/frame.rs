//! `assignable` as Java: before the call, the locations are collected that may change; after it, whatever has changed must
//! be among them.

use super::clause::{Java, Result, dotted, quoted};
use jml::resolved::{Expr, ExprKind, FieldRef, Location, LocationKind};

impl Java<'_> {
    /// Statements that collect the locations; none if everything may change.
    pub(super) fn frame(&mut self, locations: &[Location]) -> Result<Vec<String>> {
        self.help("assignable");
        self.help("allowing");
        let mut lines = Vec::new();
        for location in locations {
            let text = self.allow(location)?;
            if !text.is_empty() {
                lines.push(format!("allowing(() -> {{ {text} }});"));
            }
        }
        Ok(lines)
    }

    fn allow(&mut self, location: &Location) -> Result<String> {
        Ok(match &location.kind {
            LocationKind::Nothing
            | LocationKind::StrictlyNothing
            | LocationKind::Local(_)
            | LocationKind::FreshLocations => String::new(),
            LocationKind::Field { receiver, field } => {
                let object = match receiver {
                    Some(receiver) => self.expr(receiver)?,
                    None => {
                        let class = dotted(&field.class);
                        self.statics.insert(class.clone());
                        format!("Class.forName({})", quoted(&class))
                    }
                };
                format!("allow({object}, {});", name(field))
            }
            LocationKind::Element { array, index } => {
                let (array, index) = (self.expr(array)?, self.expr(index)?);
                format!("allow({array}, {index}, {index});")
            }
            LocationKind::Range { array, low, high } => {
                let array = self.expr(array)?;
                let low = self.end(low.as_ref(), "0")?;
                let high = self.end(high.as_ref(), "Integer.MAX_VALUE")?;
                format!("allow({array}, {low}, {high});")
            }
            LocationKind::AllFields(object) => format!("allow({}, \"*\");", self.expr(object)?),
            LocationKind::AllStatic(class) => {
                let class = dotted(class);
                self.statics.insert(class.clone());
                format!("allow(Class.forName({}), \"*\");", quoted(&class))
            }
            LocationKind::EachOf { objects, field } => {
                let ExprKind::Reachable { from, class, via } = &objects.kind else {
                    return Err("a set of objects that is computed".into());
                };
                let reach = self.reach(from, via)?;
                let object = self.fresh("o");
                let is = self.is_member(&object, class.as_ref())?;
                let field = field.as_ref().map_or("\"*\"".to_owned(), name);
                format!(
                    "for (Object {object} : {reach}) {{ if ({is}) {{ allow({object}, {field}); }} }}"
                )
            }
            LocationKind::Value(expr) => match &expr.kind {
                ExprKind::Locations(inner) => self.allow(inner)?,
                _ => return Err("a location set that is computed".into()),
            },
            LocationKind::Union(list) => {
                let mut texts = Vec::new();
                for one in list {
                    texts.push(self.allow(one)?);
                }
                texts.join(" ")
            }
            LocationKind::Conditional { condition, yes, no } => {
                let condition = self.expr(condition)?;
                let (yes, no) = (self.allow(yes)?, self.allow(no)?);
                format!("if ({condition}) {{ {yes} }} else {{ {no} }}")
            }
            LocationKind::Each {
                variables,
                guard,
                of,
            } => self.each(variables, guard, &mut |this| this.allow(of))?,
            LocationKind::Everything => return Err("everything may change".into()),
            LocationKind::Intersection(_) | LocationKind::Difference(..) => {
                return Err("sets of locations without others".into());
            }
            LocationKind::Unsupported(what) => return Err(what.clone()),
        })
    }

    fn end(&mut self, end: Option<&Expr>, default: &str) -> Result<String> {
        match end {
            Some(end) => self.expr(end),
            None => Ok(default.into()),
        }
    }
}

fn name(field: &FieldRef) -> String {
    quoted(&format!("{}.{}", dotted(&field.class), field.name))
}
