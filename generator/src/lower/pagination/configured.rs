//! Pages as the configuration says: its names are looked up in the operation, and what does not fit is told.

use super::view::{Body, PageShape, View, is_integer, is_text};
use crate::config::{Paging, PagingStyle, Told};
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::model::{FieldPath, PageStrategy, Pagination, ParameterLocation, Termination, Type, TypeId};

/// What does not fit, and where the configuration says it.
pub(super) struct Problem {
    message: String,
    help: String,
    spot: Location,
}

impl Problem {
    pub(super) fn diagnostic(self, source: &str) -> Diagnostic {
        Diagnostic::warning(Code::PaginationInvalid, self.message).at(source, self.spot).help(self.help)
    }
}

type Outcome<T> = Result<T, Problem>;

/// `None` where the configuration says that there are no pages.
pub(super) fn configured(view: &View<'_>, told: &Paging, name: &str) -> Outcome<Option<Pagination>> {
    if told.style == PagingStyle::None {
        return Ok(None);
    }
    let answer = view.answer().ok_or_else(|| Problem {
        message: format!("the answer of `{name}` is no page: it is neither a list nor an object"),
        help: "remove the table or write `style = \"none\"`".to_owned(),
        spot: told.spot.clone(),
    })?;
    let fitting = Fitting { view, told, name, answer };
    let (items, item) = fitting.items()?;
    let flag = fitting.optional(&told.flag, &|ty| *ty == Type::Boolean, "a boolean")?;
    let size = fitting.optional(&told.size, &is_integer, "a whole number")?;
    let PageShape { page, whole, .. } = answer;
    Ok(Some(Pagination { page, whole, items, item, size, flag, opposite: None, step: fitting.step()? }))
}

struct Fitting<'v, 'a> {
    view: &'v View<'a>,
    told: &'v Paging,
    name: &'v str,
    answer: PageShape<'a>,
}

impl Fitting<'_, '_> {
    fn step(&self) -> Outcome<PageStrategy> {
        let told = self.told;
        let number = |told: &Told| self.parameter(told, &is_integer, "a whole number");
        Ok(match (told.style, &told.parameter, &told.next) {
            (PagingStyle::Page, Some(parameter), _) => {
                PageStrategy::Page { parameter: number(parameter)?, first: told.first, end: self.end()? }
            }
            (PagingStyle::Offset, Some(parameter), _) => {
                PageStrategy::Offset { parameter: number(parameter)?, end: self.end()? }
            }
            (PagingStyle::Cursor, Some(parameter), Some(next)) => {
                let (way, ty) = self.member(next)?;
                let kind = "of the type of the member that holds the next one";
                let parameter = self.parameter(parameter, &|own| own == ty && (is_text(ty) || is_integer(ty)), kind)?;
                let end = Some(self.end()?).filter(|end| *end != Termination::default());
                PageStrategy::Cursor { parameter, next: way, end }
            }
            (_, _, Some(next)) => PageStrategy::Address { next: self.text(next)?, parameters: self.singles() },
            _ => PageStrategy::Address { next: FieldPath::new(), parameters: self.singles() },
        })
    }

    fn end(&self) -> Outcome<Termination> {
        let member = |told: &Option<Told>, test: &dyn Fn(&Type) -> bool, kind: &str| {
            told.as_ref().map(|told| self.member_of(told, test, kind)).transpose()
        };
        Ok(Termination {
            total: member(&self.told.total, &is_integer, "a whole number")?,
            more: member(&self.told.more, &|ty| *ty == Type::Boolean, "a boolean")?,
            done: member(&self.told.done, &|ty| *ty == Type::Boolean, "a boolean")?,
        })
    }

    /// Where the items stand: where the configuration says, or where there is no doubt.
    fn items(&self) -> Outcome<(FieldPath, Type)> {
        let Some(told) = &self.told.items else {
            let (way, item) = self.view.items(&self.answer).ok_or_else(|| Problem {
                message: format!("it is not certain which list in the answer of `{}` holds the items", self.name),
                help: "write `items = \"..\"`, the member that holds them".to_owned(),
                spot: self.told.spot.clone(),
            })?;
            return Ok((way, item.clone()));
        };
        match self.member(told)? {
            (way, Type::List(item)) => Ok((way, (**item).clone())),
            _ => Err(self.unlike(told, "a list")),
        }
    }

    fn text(&self, told: &Told) -> Outcome<FieldPath> {
        self.member_of(told, &is_text, "a text")
    }

    fn member_of(&self, told: &Told, test: &dyn Fn(&Type) -> bool, kind: &str) -> Outcome<FieldPath> {
        let (way, ty) = self.member(told)?;
        if test(ty) { Ok(way) } else { Err(self.unlike(told, kind)) }
    }

    /// The way to a member of the answer, and its type.
    fn member(&self, told: &Told) -> Outcome<(FieldPath, &Type)> {
        let Body::Object(id) = self.answer.body else { return Err(self.missing(told, None)) };
        let way = self.view.way(id, &told.name).map_err(|owner| self.missing(told, Some(owner)))?;
        match self.view.at(&way) {
            Some(ty) => Ok((way, ty)),
            None => Err(self.missing(told, None)),
        }
    }

    fn optional(&self, told: &Option<Told>, test: &dyn Fn(&Type) -> bool, kind: &str) -> Outcome<Option<usize>> {
        told.as_ref().map(|told| self.parameter(told, test, kind)).transpose()
    }

    fn parameter(&self, told: &Told, test: &dyn Fn(&Type) -> bool, kind: &str) -> Outcome<usize> {
        let found = self.view.query(|parameter| parameter.wire == told.name).ok_or_else(|| {
            let parameters = &self.view.operation.parameters;
            let names = parameters.iter().filter(|parameter| parameter.place == ParameterLocation::Query);
            Problem {
                message: format!("`{}` has no query parameter `{}`", self.name, told.name),
                help: one_of(names.map(|parameter| parameter.wire.as_str())),
                spot: told.spot.clone(),
            }
        })?;
        if test(self.view.parameter_type(found)) { Ok(found) } else { Err(self.unlike(told, kind)) }
    }

    /// The parameters that can be taken from an address.
    fn singles(&self) -> Vec<usize> {
        let parameters = self.view.operation.parameters.iter().enumerate();
        let of_query = parameters.filter(|(_, parameter)| parameter.place == ParameterLocation::Query);
        let indexes = of_query.map(|(index, _)| index);
        let single = |index: &usize| {
            let ty = self.view.parameter_type(*index);
            is_text(ty) || is_integer(ty)
        };
        indexes.filter(single).collect()
    }

    fn unlike(&self, told: &Told, kind: &str) -> Problem {
        Problem {
            message: format!("`{}` of `{}` is not {kind}", told.name, self.name),
            help: "write the name of another one".to_owned(),
            spot: told.spot.clone(),
        }
    }

    fn missing(&self, told: &Told, owner: Option<TypeId>) -> Problem {
        let names = owner.into_iter().flat_map(|owner| self.view.fields(owner)).map(|(_, field)| field.wire.as_str());
        Problem {
            message: format!("the answer of `{}` has no member `{}`", self.name, told.name),
            help: one_of(names),
            spot: told.spot.clone(),
        }
    }
}

fn one_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.take(20).map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        "there is none; remove the key".to_owned()
    } else {
        format!("write one of {}", names.join(", "))
    }
}
