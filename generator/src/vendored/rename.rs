//! Giving something another name, which it keeps from then on.

use super::{Choice, Outcome, Vendored, make_with};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic};
use crate::ident;
use crate::names::places;
use crate::output::Tree;
use crate::pipeline::Emission;

/// The crate with another name in it.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// Its files.
    pub tree: Tree,
    /// The name before.
    pub before: String,
    /// The name now.
    pub after: String,
}

/// Makes the crate again with another name for what stands at a JSON pointer of its description.
///
/// # Errors
///
/// `configuration-invalid` where nothing with a name stands there, or it cannot have this name.
pub fn rename(vendored: &Vendored, config: &Config, choice: &Choice, pointer: &str, name: &str) -> Outcome<Renamed> {
    let source = vendored.description()?;
    let old = make_with(&source, &vendored.memory(), config, choice)?.emission;
    let is_operation = old.api.operations.iter().any(|operation| old.api.stored_at(&operation.origin) == pointer);
    let wanted = if is_operation { name.rsplit('.').next().unwrap_or(name) } else { name };
    let (places, before) = called(&old, pointer, wanted)?;
    if places.iter().any(|place| place.ends_with("#configured")) {
        let message = format!("the configuration calls it `{before}`");
        return Err(wrong(message, "change its entry in `[names]`, and generate"));
    }
    if places.iter().any(|place| place.starts_with("#group")) && !wanted.is_ascii() {
        let message = format!("`{wanted}` cannot be the name of a group, which is that of a file too");
        return Err(wrong(message, "use ASCII letters"));
    }
    let of_type = before.starts_with(char::is_uppercase);
    crate::config::check_identifier(wanted, of_type).map_err(|reason| {
        let fitting = if of_type { ident::type_name(wanted) } else { ident::value_name(wanted) };
        wrong(format!("`{wanted}` cannot be a name here: {reason}"), &format!("write it like `{fitting}`"))
    })?;
    if before == wanted {
        return Err(wrong(format!("`{before}` has this name already"), "there is nothing to do"));
    }
    let mut memory = vendored.memory();
    places.iter().for_each(|place| memory.choose(place, wanted));
    let made = make_with(&source, &memory, config, choice)?;
    if places.iter().any(|place| made.emission.given.given(place) != Some(wanted)) {
        let message = format!("`{before}` cannot be called `{wanted}`: something else has this name");
        return Err(wrong(message, "choose another name, or rename the other thing first"));
    }
    let tree = made.tree(vendored.ledger.description.clone(), config, choice)?;
    Ok(Renamed { tree, before, after: wanted.to_owned() })
}

/// The places of what stands at a pointer and is written like the new name, and its name. A field and its type stand at the
/// same pointer.
fn called(old: &Emission, pointer: &str, wanted: &str) -> Outcome<(Vec<String>, String)> {
    let named =
        places(&old.api, pointer).into_iter().filter_map(|place| Some((old.given.given(&place)?.to_owned(), place)));
    let named: Vec<(String, String)> = named.collect();
    let of_type = |name: &str| name.starts_with(char::is_uppercase);
    let alike: Vec<&(String, String)> = named.iter().filter(|(name, _)| of_type(name) == of_type(wanted)).collect();
    let (first, chosen) = match (alike.first(), named.first()) {
        (Some(first), _) => (&first.0, alike),
        (None, Some(first)) => (&first.0, vec![first]),
        (None, None) => {
            let message = format!("nothing that has a name stands at `{pointer}`");
            let help = "write where it stands in the description that the crate holds, such as /components/schemas/story, \
                        /paths/~1story/get/parameters/0 or /components/schemas/story/properties/state/enum/0";
            return Err(wrong(message, help));
        }
    };
    Ok((chosen.iter().map(|(_, place)| place.clone()).collect(), first.clone()))
}

fn wrong(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}
