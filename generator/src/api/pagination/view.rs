//! An operation as pagination sees it: its parameters by name, and the members of its response.

use crate::api::model::{
    Api, Content, Field, FieldPath, Operation, PageStrategy, Pagination, Parameter, ParameterLocation, Shape, Success,
    Text, Type, TypeId,
};
use crate::base::ident::folded;

/// Arrays with these names are next to the items and not the items themselves.
const BESIDE: [&str; 10] = [
    "errors",
    "warnings",
    "messages",
    "links",
    "unreachable",
    "unreachables",
    "included",
    "includes",
    "facets",
    "order",
];

/// An operation in its API.
pub(super) struct OperationView<'a> {
    pub(super) api: &'a Api,
    pub(super) operation: &'a Operation,
}

/// The shape of a response that may be a page.
#[derive(Clone, Copy)]
pub(super) struct PageShape<'a> {
    /// The alternative that is a page, if there are several.
    pub(super) page: Option<(TypeId, usize)>,
    /// The alternative that is the complete list.
    pub(super) whole: Option<(TypeId, usize)>,
    pub(super) body: PageBody<'a>,
}

#[derive(Clone, Copy)]
pub(super) enum PageBody<'a> {
    /// A list of this type.
    List(&'a Type),
    Object(TypeId),
}

impl PageShape<'_> {
    /// Returns the pagination with these items.
    pub(super) fn pagination(&self, step: PageStrategy, items: FieldPath, item: &Type) -> Pagination {
        let (page, whole) = (self.page, self.whole);
        Pagination { page, whole, items, item: item.clone(), size: None, flag: None, opposite: None, step }
    }
}

impl<'a> OperationView<'a> {
    /// Returns the indexes of the query parameters that can be taken from an address.
    pub(super) fn single_parameters(&self) -> impl Iterator<Item = usize> {
        let parameters = self.operation.parameters.iter().enumerate();
        let of_query = parameters.filter(|(_, parameter)| parameter.place == ParameterLocation::Query);
        let single = of_query.filter(|(_, parameter)| {
            let ty = self.bare(&parameter.ty);
            is_plain_string(ty) || is_integer(ty)
        });
        single.map(|(index, _)| index)
    }

    /// Returns the index of the query parameter whose name passes a test.
    pub(super) fn query(&self, test: impl Fn(&Parameter) -> bool) -> Option<usize> {
        let of_query = |parameter: &Parameter| parameter.place == ParameterLocation::Query && test(parameter);
        self.operation.parameters.iter().position(of_query)
    }

    /// Returns the index of the only query parameter whose normalized name passes a test.
    pub(super) fn only_query(&self, test: impl Fn(&str) -> bool) -> Option<usize> {
        let found = self.query(|parameter| test(&folded(&parameter.wire)))?;
        let others = self.operation.parameters.iter().skip(found + 1);
        let mut others = others.filter(|parameter| parameter.place == ParameterLocation::Query);
        (!others.any(|parameter| test(&folded(&parameter.wire)))).then_some(found)
    }

    pub(super) fn parameter(&self, index: usize) -> &'a Parameter {
        &self.operation.parameters[index]
    }

    /// Returns the type of a parameter that has a value.
    pub(super) fn parameter_type(&self, index: usize) -> &'a Type {
        self.bare(&self.parameter(index).ty)
    }

    /// Returns the shape of the response, if it can be a page.
    pub(super) fn page_shape(&self) -> Option<PageShape<'a>> {
        let Success::One(Content::Json(ty)) = &self.operation.success else { return None };
        match self.api.unaliased(ty) {
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::Union(_) => self.alternatives(*id),
                _ => self.body(ty).map(|body| PageShape { page: None, whole: None, body }),
            },
            _ => self.body(ty).map(|body| PageShape { page: None, whole: None, body }),
        }
    }

    /// Returns the shape of a union of a complete list and a page.
    fn alternatives(&self, id: TypeId) -> Option<PageShape<'a>> {
        let Shape::Union(union) = &self.api.definition(id).shape else { return None };
        let bodies: Option<Vec<_>> = union.payloads().map(|payload| self.body(payload)).collect();
        let (whole, item, page, object) = match bodies?.as_slice() {
            [PageBody::List(item), PageBody::Object(object)] => (0, *item, 1, *object),
            [PageBody::Object(object), PageBody::List(item)] => (1, *item, 0, *object),
            _ => return None,
        };
        let response = PageShape { page: Some((id, page)), whole: Some((id, whole)), body: PageBody::Object(object) };
        let same = union.variants.len() == 2 && self.items(&response).is_some_and(|(_, other)| other == item);
        same.then_some(response)
    }

    /// Describes the response of an operation that is neither a list nor an object.
    pub(super) fn described_response(&self) -> &'static str {
        match &self.operation.success {
            Success::One(Content::Json(ty)) => self.described(ty),
            Success::One(_) => "not JSON",
            Success::Several(_) => "one of several",
            Success::Nothing | Success::Undeclared => "empty",
        }
    }

    /// Describes the kind of a type.
    pub(super) fn described(&self, ty: &Type) -> &'static str {
        match self.api.unaliased(ty.split_null().0) {
            Type::Boolean => "a boolean",
            Type::Text(_) => "a string",
            Type::List(_) | Type::Tuple(_) => "a list",
            Type::Map(_) | Type::AnyObject => "an object without declared members",
            Type::Any => "any value",
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::Object(_) => "an object",
                Shape::Union(_) => "one of several types",
                _ => "a named value",
            },
            ty if is_integer(ty) => "an integer",
            _ => "another value",
        }
    }

    fn body(&self, ty: &'a Type) -> Option<PageBody<'a>> {
        match self.api.unaliased(ty) {
            Type::List(item) => Some(PageBody::List(item)),
            other => self.object(other).map(PageBody::Object),
        }
    }

    /// Returns the type without `null` and aliases.
    pub(super) fn bare(&self, ty: &'a Type) -> &'a Type {
        self.api.unaliased(ty.split_null().0)
    }

    fn object(&self, ty: &'a Type) -> Option<TypeId> {
        match self.bare(ty) {
            Type::Named(id) if matches!(self.api.definition(*id).shape, Shape::Object(_)) => Some(*id),
            _ => None,
        }
    }

    /// Returns the received members of an object.
    pub(super) fn fields(&self, id: TypeId) -> impl Iterator<Item = (usize, &'a Field)> + use<'a> {
        let fields = match &self.api.definition(id).shape {
            Shape::Object(object) => object.fields.as_slice(),
            _ => &[],
        };
        fields.iter().enumerate().filter(|(_, field)| !field.write_only && field.constant.is_none())
    }

    /// Returns the type at the end of a path, if it has a value.
    pub(super) fn at(&self, path: &[(TypeId, usize)]) -> Option<&'a Type> {
        let (id, index) = path.last()?;
        Some(self.bare(&self.api.field(*id, *index)?.ty))
    }

    /// Returns the path along the members of these names, which are separated by dots, or the object that lacks the next
    /// of them. A name may contain dots itself, such as `@odata.nextLink`: the longest one that is a member is taken.
    pub(super) fn field_path(&self, id: TypeId, names: &str) -> Result<FieldPath, TypeId> {
        let (mut path, mut owner, mut rest) = (FieldPath::new(), id, names);
        loop {
            let named = |name: &str| self.fields(owner).find(|(_, field)| field.wire == name);
            if let Some((index, _)) = named(rest) {
                path.push((owner, index));
                return Ok(path);
            }
            let inner = rest.rmatch_indices('.').find_map(|(dot, _)| {
                let (index, field) = named(&rest[..dot])?;
                Some((index, self.object(&field.ty)?, &rest[dot + 1..]))
            });
            let Some((index, object, left)) = inner else { return Err(owner) };
            path.push((owner, index));
            (owner, rest) = (object, left);
        }
    }

    /// Returns the path to the items and their type, if there is only one candidate.
    pub(super) fn items(&self, response: &PageShape<'a>) -> Option<(FieldPath, &'a Type)> {
        let id = match response.body {
            PageBody::List(item) => return Some((FieldPath::new(), item)),
            PageBody::Object(id) => id,
        };
        let lists = self.fields(id).filter_map(|(index, field)| match self.bare(&field.ty) {
            Type::List(item) if !is_beside(field) => Some((vec![(id, index)], &**item)),
            _ => None,
        });
        let lists: Vec<_> = lists.collect();
        let things = lists.iter().filter(|(_, item)| self.is_thing(item)).cloned().collect::<Vec<_>>();
        match (things.as_slice(), lists.as_slice()) {
            ([only], _) | ([], [only]) => Some(only.clone()),
            ([], []) => self.inner_items(id),
            _ => None,
        }
    }

    /// Returns the items in the only object of a response, such as `{"albums": {"items": [], "total": 9}}`.
    fn inner_items(&self, id: TypeId) -> Option<(FieldPath, &'a Type)> {
        let mut objects = self.fields(id).filter_map(|(index, field)| Some((index, self.object(&field.ty)?)));
        let (index, inner) = objects.next().filter(|_| objects.next().is_none())?;
        let mut lists = self.fields(inner).filter_map(|(at, field)| match self.bare(&field.ty) {
            Type::List(item) if self.is_thing(item) && !is_beside(field) => {
                Some((vec![(id, index), (inner, at)], &**item))
            }
            _ => None,
        });
        lists.next().filter(|_| lists.next().is_none())
    }

    /// Returns `true` if items of a type are more than strings and numbers.
    fn is_thing(&self, item: &'a Type) -> bool {
        match self.bare(item) {
            Type::Named(id) => matches!(self.api.definition(*id).shape, Shape::Object(_) | Shape::Union(_)),
            other => matches!(other, Type::Any | Type::AnyObject | Type::Map(_)),
        }
    }

    /// Finds the paths to members that pass a test, by the names along the path. Only pagination containers are
    /// entered.
    pub(super) fn search(
        &self,
        id: TypeId,
        containers: &[&str],
        test: &dyn Fn(&str, &Field) -> bool,
    ) -> Vec<FieldPath> {
        let mut found = Vec::new();
        self.search_in(id, containers, test, &FieldPath::new(), "", &mut found);
        found
    }

    fn search_in(
        &self,
        id: TypeId,
        containers: &[&str],
        test: &dyn Fn(&str, &Field) -> bool,
        path: &FieldPath,
        names: &str,
        found: &mut Vec<FieldPath>,
    ) {
        for (index, field) in self.fields(id) {
            let name = folded(&field.wire);
            let names = if names.is_empty() { name.clone() } else { format!("{names}.{name}") };
            let path: FieldPath = path.iter().copied().chain([(id, index)]).collect();
            if test(&names, field) {
                found.push(path);
            } else if path.len() < 3
                && containers.contains(&name.as_str())
                && let Some(inner) = self.object(&field.ty)
            {
                self.search_in(inner, containers, test, &path, &names, found);
            }
        }
    }
}

fn is_beside(field: &Field) -> bool {
    BESIDE.contains(&folded(&field.wire).as_str())
}

pub(super) fn is_plain_string(ty: &Type) -> bool {
    *ty == Type::Text(Text::Plain)
}

pub(super) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_))
}
