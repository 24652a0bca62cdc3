//! Configured pagination: looks up the configured names in the operation, and reports mismatches.

use super::view::{OperationView, PageBody, PageShape, is_integer, is_plain_string};
use crate::api::model::{FieldPath, PageStrategy, Pagination, ParameterLocation, Termination, Type, TypeId};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::config::{At, Config, Paging, PagingStyle, Placed};

/// A mismatch, and its location in the configuration.
pub(super) struct Problem {
    message: String,
    help: String,
    at: At,
}

impl Problem {
    pub(super) fn diagnostic(self, config: &Config) -> Diagnostic {
        config.locate(Diagnostic::warning(Code::PaginationInvalid, self.message), self.at).help(self.help)
    }
}

type Outcome<T> = Result<T, Problem>;

/// Resolves the configured pagination. Returns `None` if the configuration disables it.
pub(super) fn configured(view: &OperationView<'_>, entry: &Paging, name: &str) -> Outcome<Option<Pagination>> {
    if *entry.style == PagingStyle::None {
        return Ok(None);
    }
    let response = view.page_shape().ok_or_else(|| Problem {
        message: format!("the response of `{name}` is not a page: it is {}", view.described_response()),
        help: "remove the table or set `style = \"none\"`".to_owned(),
        at: entry.style.at,
    })?;
    let fitting = ConfiguredPages { view, entry, name, response };
    let (items, item) = fitting.items()?;
    let flag = fitting.optional(&entry.flag, &|ty| *ty == Type::Boolean, "a boolean")?;
    let size = fitting.optional(&entry.size, &is_integer, "an integer")?;
    Ok(Some(Pagination { size, flag, ..response.pagination(fitting.step()?, items, &item) }))
}

struct ConfiguredPages<'v, 'a> {
    view: &'v OperationView<'a>,
    entry: &'v Paging,
    name: &'v str,
    response: PageShape<'a>,
}

impl ConfiguredPages<'_, '_> {
    fn step(&self) -> Outcome<PageStrategy> {
        let entry = self.entry;
        let number = |entry: &Placed<String>| self.parameter(entry, &is_integer, "an integer");
        Ok(match (*entry.style, entry.parameter(), &entry.next) {
            (PagingStyle::Page, Some(parameter), _) => {
                PageStrategy::Page { parameter: number(parameter)?, first: entry.first(), end: self.end()? }
            }
            (PagingStyle::Offset, Some(parameter), _) => {
                PageStrategy::Offset { parameter: number(parameter)?, end: self.end()? }
            }
            (PagingStyle::Cursor, Some(parameter), Some(next)) => {
                let (path, ty) = self.member(next)?;
                let kind = "of the type of the member in `next`";
                let parameter =
                    self.parameter(parameter, &|own| own == ty && (is_plain_string(ty) || is_integer(ty)), kind)?;
                let end = Some(self.end()?).filter(|end| *end != Termination::default());
                PageStrategy::Cursor { parameter, next: path, end }
            }
            (_, _, Some(next)) => {
                PageStrategy::Address { next: self.text(next)?, parameters: self.view.single_parameters().collect() }
            }
            _ => PageStrategy::Address { next: FieldPath::new(), parameters: self.view.single_parameters().collect() },
        })
    }

    fn end(&self) -> Outcome<Termination> {
        let member = |entry: &Option<Placed<String>>, test: &dyn Fn(&Type) -> bool, kind: &str| {
            entry.as_ref().map(|entry| self.member_of(entry, test, kind)).transpose()
        };
        Ok(Termination {
            total: member(&self.entry.total, &is_integer, "an integer")?,
            more: member(&self.entry.more, &|ty| *ty == Type::Boolean, "a boolean")?,
            done: member(&self.entry.done, &|ty| *ty == Type::Boolean, "a boolean")?,
        })
    }

    /// Returns the location of the items: the configured one, or the only candidate.
    fn items(&self) -> Outcome<(FieldPath, Type)> {
        let Some(entry) = self.entry.items() else {
            let (path, item) = self.view.items(&self.response).ok_or_else(|| Problem {
                message: format!("the list with the items in the response of `{}` is ambiguous", self.name),
                help: format!("set `items = \"..\"`: {}", self.one_of_members(&|ty| matches!(ty, Type::List(_)))),
                at: self.entry.style.at,
            })?;
            return Ok((path, item.clone()));
        };
        match self.member(entry)? {
            (path, Type::List(item)) => Ok((path, (**item).clone())),
            (_, ty) => Err(self.unlike(entry, ty, "a list", self.one_of_members(&|ty| matches!(ty, Type::List(_))))),
        }
    }

    fn text(&self, entry: &Placed<String>) -> Outcome<FieldPath> {
        self.member_of(entry, &is_plain_string, "a string")
    }

    fn member_of(&self, entry: &Placed<String>, test: &dyn Fn(&Type) -> bool, kind: &str) -> Outcome<FieldPath> {
        let (path, ty) = self.member(entry)?;
        if test(ty) { Ok(path) } else { Err(self.unlike(entry, ty, kind, self.one_of_members(test))) }
    }

    /// Suggests the members of the response that pass a test.
    fn one_of_members(&self, test: &dyn Fn(&Type) -> bool) -> String {
        let PageBody::Object(id) = self.response.body else { return one_of(std::iter::empty()) };
        let fitting = self.view.fields(id).filter(|(_, field)| test(self.view.bare(&field.ty)));
        one_of(fitting.map(|(_, field)| field.wire.as_str()))
    }

    /// Returns the path to a member of the response, and its type.
    fn member(&self, entry: &Placed<String>) -> Outcome<(FieldPath, &Type)> {
        let PageBody::Object(id) = self.response.body else { return Err(self.missing(entry, None)) };
        let path = self.view.field_path(id, entry).map_err(|owner| self.missing(entry, Some(owner)))?;
        match self.view.at(&path) {
            Some(ty) => Ok((path, ty)),
            None => Err(self.missing(entry, None)),
        }
    }

    fn optional(
        &self,
        entry: &Option<Placed<String>>,
        test: &dyn Fn(&Type) -> bool,
        kind: &str,
    ) -> Outcome<Option<usize>> {
        entry.as_ref().map(|entry| self.parameter(entry, test, kind)).transpose()
    }

    fn parameter(&self, entry: &Placed<String>, test: &dyn Fn(&Type) -> bool, kind: &str) -> Outcome<usize> {
        let found = self.view.query(|parameter| parameter.wire == **entry).ok_or_else(|| {
            let parameters = &self.view.operation.parameters;
            let names = parameters.iter().filter(|parameter| parameter.place == ParameterLocation::Query);
            Problem {
                message: format!("`{}` has no query parameter `{}`", self.name, **entry),
                help: one_of(names.map(|parameter| parameter.wire.as_str())),
                at: entry.at,
            }
        })?;
        let ty = self.view.parameter_type(found);
        if test(ty) {
            return Ok(found);
        }
        let query = self.view.operation.parameters.iter().filter(|own| own.place == ParameterLocation::Query);
        let fitting = query.filter(|parameter| test(self.view.bare(&parameter.ty)));
        Err(self.unlike(entry, ty, kind, one_of(fitting.map(|parameter| parameter.wire.as_str()))))
    }

    fn unlike(&self, entry: &Placed<String>, ty: &Type, kind: &str, help: String) -> Problem {
        let found = self.view.described(ty);
        Problem { message: format!("`{}` of `{}` is {found}, not {kind}", **entry, self.name), help, at: entry.at }
    }

    fn missing(&self, entry: &Placed<String>, owner: Option<TypeId>) -> Problem {
        let names = owner.into_iter().flat_map(|owner| self.view.fields(owner)).map(|(_, field)| field.wire.as_str());
        Problem {
            message: format!("the response of `{}` has no member `{}`", self.name, **entry),
            help: one_of(names),
            at: entry.at,
        }
    }
}

fn one_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.take(20).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "remove the key".to_owned() } else { format!("write one of {}", names.join(", ")) }
}
