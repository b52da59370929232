//! Knows just the keywords that our schema uses and fails on any other, so that nothing in the schema goes unchecked.

use serde_json::Value;

pub fn validate(schema: &Value, value: &Value, root: &Value, at: &str) -> Result<(), String> {
    let Some(schema) = schema.as_object() else {
        return Err(format!("{at}: schema is not an object"));
    };
    for (keyword, rule) in schema {
        let ok = match keyword.as_str() {
            "$schema" | "title" | "$defs" => true,
            "const" => value == rule,
            "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
            "type" => match rule {
                Value::Array(types) => types.iter().any(|t| has_type(value, t)),
                one => has_type(value, one),
            },
            "minimum" => value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap()),
            "$ref" => {
                let pointer = rule.as_str().unwrap().trim_start_matches('#');
                let target = root.pointer(pointer).expect("reference resolves");
                return validate(target, value, root, at);
            }
            "anyOf" => (rule.as_array().unwrap().iter())
                .any(|option| validate(option, value, root, at).is_ok()),
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(rule, item, root, &format!("{at}/{i}"))?;
                }
                true
            }
            "required" => (rule.as_array().unwrap().iter())
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        validate(rule, inner, root, &format!("{at}/{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                for (name, inner) in value.as_object().into_iter().flatten() {
                    if !known.contains_key(name) {
                        if rule == &Value::Bool(false) {
                            return Err(format!("{at}: unexpected `{name}`"));
                        }
                        validate(rule, inner, root, &format!("{at}/{name}"))?;
                    }
                }
                true
            }
            other => return Err(format!("{at}: the test does not know keyword `{other}`")),
        };
        if !ok {
            return Err(format!("{at}: {value} breaks {keyword}: {rule}"));
        }
    }
    Ok(())
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type is a string") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}
