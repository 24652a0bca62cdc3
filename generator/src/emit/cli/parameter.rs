//! The parameters of an operation on the command line: what their help says.

use crate::emit::tokens::literal;
use crate::ident::without_underscore;
use crate::ir::CommandParameter;

/// Emits the descriptions of the parameters of an operation.
pub(super) fn parameters(parameters: &[CommandParameter]) -> String {
    let rows = parameters.iter().map(|parameter| {
        let fields = fields(parameter);
        let fields: String = fields.iter().map(|(name, value)| format!("\n                {name}: {value},")).collect();
        format!("\n            cli::Parameter {{{fields}\n                ..cli::Parameter::PLAIN\n            }},")
    });
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { rows + "\n        " }
}

/// Returns the fields of a parameter that differ from the defaults.
fn fields(parameter: &CommandParameter) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("name", literal(without_underscore(&parameter.name))),
        ("wire", literal(&parameter.wire)),
        ("location", literal(parameter.place.as_str())),
    ];
    if parameter.is_required {
        fields.push(("required", "true".to_owned()));
    }
    if !parameter.about.is_empty() {
        fields.push(("about", literal(&parameter.about)));
    }
    if parameter.value != "TEXT" {
        fields.push(("value", literal(parameter.value)));
    }
    if parameter.is_list {
        fields.push(("many", "true".to_owned()));
    }
    if let Some(default) = &parameter.default {
        fields.push(("default", format!("Some({})", literal(default))));
    }
    if !parameter.known.is_empty() {
        let rows = parameter.known.iter().map(|known| {
            let name = known.name.as_deref().map(dashed).unwrap_or_default();
            let (wire, meaning) = (literal(&known.wire), literal(&known.meaning));
            format!("\n                    cli::Known({wire}, {}, {meaning}),", literal(&name))
        });
        fields.push(("known", format!("&[{}\n                ]", rows.collect::<String>())));
    }
    fields
}

/// The name of a variant as a word of the command line: `UserStory` is `user-story`.
fn dashed(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}
