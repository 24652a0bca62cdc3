//! Which of the descriptions that a page names is meant.

use url::Url;

use super::url_text;
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};
use crate::base::inflection::short_list;

/// A description that a page names, with its full address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedDescription {
    pub(super) name: Option<String>,
    pub(super) url: Url,
}

impl NamedDescription {
    fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| url_text(&self.url))
    }

    fn is_called(&self, wanted: &str, are_equal: impl Fn(&str, &str) -> bool) -> bool {
        are_equal(&self.label(), wanted) || are_equal(self.url.as_str(), wanted)
    }
}

/// The descriptions that may be meant.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Candidates {
    /// The user selected it by name.
    Selected(NamedDescription),
    /// Any candidate that turns out to be a description.
    Any(Vec<NamedDescription>),
}

/// Selects a description by name, or returns the only one. Several descriptions without names may be an artifact of the
/// script scanner, so their content has to be checked.
///
/// # Errors
///
/// `description-ambiguous` if a name is required, or does not exist.
pub(super) fn choose(page: &Url, named: Vec<NamedDescription>, wanted: Option<&str>) -> Result<Candidates> {
    let has_names = named.iter().any(|one| one.name.is_some());
    match wanted {
        Some(wanted) => {
            let exact = named.iter().find(|one| one.is_called(wanted, |a, b| a == b));
            let found = exact.or_else(|| named.iter().find(|one| one.is_called(wanted, is_same_but_for_case)));
            match found {
                Some(found) => Ok(Candidates::Selected(found.clone())),
                None if named.len() < 2 && !has_names => Ok(Candidates::Any(named)),
                None => Err(ambiguous(page, &format!("names no description `{wanted}`"), &named)),
            }
        }
        None if has_names && named.len() > 1 => Err(ambiguous(page, "names several descriptions", &named)),
        None => Ok(Candidates::Any(named)),
    }
}

/// Maximum number of names that are listed.
const MAX_SHOWN: usize = 100;

/// Returns the diagnostic for a missing or unknown name.
pub(super) fn ambiguous(page: &Url, problem: &str, named: &[NamedDescription]) -> Box<Diagnostic> {
    let names: Vec<_> = named.iter().map(|one| format!("`{}`", one.label())).collect();
    let names = short_list(&names, MAX_SHOWN);
    let message = format!("the page at {} {problem}", url_text(page));
    let diagnostic = Diagnostic::error(Code::DescriptionAmbiguous, message).at(url_text(page), Location::Whole);
    Box::new(diagnostic.help(format!("choose one with `--description NAME`: {names}")))
}

fn is_same_but_for_case(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Candidates, NamedDescription, choose};

    fn descriptions(names: &[Option<&str>]) -> Vec<NamedDescription> {
        let url = |index| format!("http://h/{index}.json").parse().unwrap();
        names
            .iter()
            .enumerate()
            .map(|(index, name)| NamedDescription { name: name.map(str::to_owned), url: url(index) })
            .collect()
    }

    fn choose_index(names: &[Option<&str>], wanted: Option<&str>) -> Result<usize, String> {
        match choose(&"http://h/docs".parse().unwrap(), descriptions(names), wanted) {
            Ok(Candidates::Selected(one)) => Ok(descriptions(names).iter().position(|other| *other == one).unwrap()),
            Ok(Candidates::Any(any)) => Ok(100 + any.len()),
            Err(failure) => Err(failure.help.unwrap()),
        }
    }

    #[test]
    fn a_name_chooses() {
        assert_eq!(choose_index(&[Some("a"), Some("A"), Some("B")], Some("A")), Ok(1));
        assert_eq!(choose_index(&[Some("a"), Some("B")], Some("b")), Ok(1));
        assert_eq!(choose_index(&[None, None], Some("http://h/1.json")), Ok(1));
        let help = "choose one with `--description NAME`: `a`, `http://h/1.json`";
        assert_eq!(choose_index(&[Some("a"), None], Some("c")), Err(help.into()));
        assert_eq!(choose_index(&[Some("a"), None], None), Err(help.into()));
    }

    #[test]
    fn one_or_unnamed_ones_need_no_name() {
        assert_eq!(choose_index(&[], Some("x")), Ok(100));
        assert_eq!(choose_index(&[None], Some("x")), Ok(101));
        assert_eq!(choose_index(&[Some("a")], None), Ok(101));
        assert_eq!(choose_index(&[None, None], None), Ok(102));
    }
}
