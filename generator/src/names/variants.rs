//! Names of the alternatives of a union.
//!
//! | rule, the first that applies | example | variant |
//! |---|---|---|
//! | the value of the tag, or its only value | `type: dual_stack` | `DualStack` |
//! | the name of its schema, or its title, without words that all others have | `ChatUserMessage`, `ChatToolMessage` | `User`, `Tool` |
//! | without the name of the union | `TextContent` in `Content` | `Text` |
//! | a member that only it has | `required: [path]` | `Path` |
//! | its kind | `type: string` | `Text` |
//! | its members or its position, if nothing else distinguishes it | | `ColorAndOpacity`, `Second` |
//!
//! If several alternatives want a name, the one without another name gets it, or else none.

use super::compound::words_of;
use super::scope::NameRequest;
use super::values::{UNLISTED, yielding};
use crate::ident::{ordinal, spelled, symbols, type_name};
use crate::model::{Candidate, Union, Variant};

/// Names that no variant gets.
pub(super) const UNAVAILABLE: [&str; 2] = [UNLISTED, "Self"];

/// Returns a request for each variant of a union of this name.
pub(super) fn variant_requests(
    union: &Union,
    owner: &str,
    places: impl Fn(&Variant) -> Vec<String>,
) -> Vec<NameRequest> {
    let family = Family::new(union, owner);
    let requests = union.variants.iter().enumerate().map(|(index, variant)| {
        let mut names = names_of(variant, &family);
        let is_only = names.len() == 1;
        let first = variant.candidates.first().map(Candidate::text);
        names.extend(first.into_iter().flat_map(|text| [symbols(text), spelled(text)]).map(|text| type_name(&text)));
        let fallbacks = variant.candidates.iter().filter(|candidate| matches!(candidate, Candidate::Fallback(_)));
        names.extend(fallbacks.map(|candidate| type_name(candidate.text())));
        names.extend(names.first().map(|name| yielding(name)));
        names.push(position(index));
        let natural = names.remove(0);
        NameRequest::new(places(variant), natural).or(names).exact_if(is_only)
    });
    requests.collect()
}

/// Returns the name for a position, which is recorded, because it would change with the other alternatives.
pub(super) fn position(index: usize) -> String {
    ordinal(index).map_or_else(|| format!("Alternative{}", index + 1), type_name)
}

/// Returns the names that an alternative wants, best first.
fn names_of(variant: &Variant, family: &Family) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for candidate in &variant.candidates {
        let whole = type_name(candidate.text());
        match candidate {
            Candidate::Own(_) => {}
            Candidate::Fallback(_) => continue,
            Candidate::Shared(_) => names.push(family.shortened(&words_of(&whole))),
        }
        names.push(whole);
    }
    names.dedup();
    names
}

/// The words that say nothing of a single alternative.
struct Family {
    /// The words of the union's name.
    owner: Vec<String>,
    /// The number of words that the names of all schemas share at the start and at the end.
    start: usize,
    end: usize,
}

impl Family {
    fn new(union: &Union, owner: &str) -> Self {
        let schema = |variant: &Variant| {
            let shared = variant.candidates.iter().find(|candidate| matches!(candidate, Candidate::Shared(_)));
            shared.map(|schema| words_of(&type_name(schema.text())))
        };
        let schemas: Vec<Vec<String>> = union.variants.iter().filter_map(schema).collect();
        let shortest = schemas.iter().min_by_key(|name| name.len()).filter(|_| schemas.len() > 1);
        let shortest = shortest.map(Vec::as_slice).unwrap_or_default();
        let most = shortest.len().saturating_sub(1);
        let starts = |at: &usize| schemas.iter().all(|name| name.get(*at) == shortest.get(*at));
        let ends = |at: &usize| schemas.iter().all(|name| name.iter().rev().nth(*at) == shortest.iter().rev().nth(*at));
        let start = (0..most).take_while(starts).count();
        let end = (0..most - start).take_while(ends).count();
        Self { owner: words_of(owner), start, end }
    }

    /// Returns the name of a schema without what says nothing of it, if anything is left.
    fn shortened(&self, name: &[String]) -> String {
        let is_left = |rest: &&[String]| !rest.is_empty();
        let own = name.get(self.start..name.len().saturating_sub(self.end)).filter(is_left).unwrap_or(name);
        let own = own.strip_prefix(self.owner.as_slice()).filter(is_left).unwrap_or(own);
        own.strip_suffix(self.owner.as_slice()).filter(is_left).unwrap_or(own).concat()
    }
}

#[cfg(test)]
mod tests {
    use super::{UNAVAILABLE, variant_requests};
    use crate::model::{Candidate, Docs, Payload, Union, Variant};
    use crate::names::scope::{allocate, set};
    use crate::pointer::Pointer;

    /// Returns the names of the variants of a union. `&` is in front of the name of a schema, and `,` is between others.
    fn names(owner: &str, alternatives: &str) -> String {
        let candidates = |text: &str| match text.strip_prefix('&') {
            Some(schema) => vec![Candidate::Shared(schema.to_owned())],
            None => text.split(',').map(|text| Candidate::Own(text.to_owned())).collect(),
        };
        let variant = |text: &str| Variant {
            origin: Pointer::root(),
            hint: String::new(),
            candidates: candidates(text),
            payload: Payload::Unit,
            docs: Docs::default(),
        };
        let union = Union { variants: alternatives.split(' ').map(variant).collect(), tag: None };
        allocate(&variant_requests(&union, owner, |_| Vec::new()), &set(&UNAVAILABLE)).names.join(" ")
    }

    #[test]
    fn variants_have_the_names_of_the_table() {
        let rows = [
            ("ChatMessage", "&ChatUserMessage &ChatSystemMessage", "User System"),
            ("Content", "&TextContent &Blob", "Text Blob"),
            ("Animal", "&Pet &PetExtended", "Pet PetExtended"),
            ("Foo", "&FooBar &Bar", "FooBar Bar"),
            ("RelatedParty", "&RelatedPartyAccount &Person", "Account Person"),
            ("Task", "ai_agent_ask ai_agent_extract", "AiAgentAsk AiAgentExtract"),
            ("Any", "text object object", "Text Second Third"),
            ("Any", "second object object", "Second Object Third"),
            ("Any", "path,object object", "Path Object"),
            ("Any", "unlisted ASC asc", "UnlistedValue AscUpper Asc"),
            ("Any", "-Infinity Infinity", "MinusInfinity Infinity"),
        ];
        for (owner, alternatives, expected) in rows {
            assert_eq!(names(owner, alternatives), expected, "{owner}: {alternatives}");
        }
    }
}
