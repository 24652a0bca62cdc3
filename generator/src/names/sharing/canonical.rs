//! A shape as a text that is the same for the same shapes: without places and prose, and with what stands for each type that
//! it holds.

use std::borrow::Cow;
use std::fmt::{Debug, Write as _};

use crate::model::{Constraints, Definition, Field, Object, Payload, Shape, Type, TypeId, Union};

/// Returns the text of a shape, with what the types in it are called. Names are written as Rust writes strings, so that none
/// can be taken for what is between them.
pub(super) fn canonical<'t>(definition: &Definition, called: &'t dyn Fn(TypeId) -> Cow<'t, str>) -> String {
    let mut writer = CanonicalWriter { text: String::new(), called };
    if definition.docs.deprecated {
        writer.text.push('!');
    }
    match &definition.shape {
        Shape::Alias(ty) => {
            writer.text.push('=');
            writer.ty(ty);
            writer.constraints(&definition.constraints);
        }
        Shape::Wrapper(ty) => {
            writer.text.push('N');
            writer.ty(ty);
        }
        Shape::Object(object) => writer.object(object),
        Shape::IntegerEnum(codes) => {
            let mut values: Vec<String> = codes.codes.iter().map(|code| format!("{code:?}")).collect();
            values.sort_unstable();
            writer.text.push('C');
            writer.value(&values);
        }
        Shape::StringEnum(words) => {
            let mut values: Vec<String> = words.words.iter().map(|word| format!("{word:?}")).collect();
            values.sort_unstable();
            writer.text.push('W');
            writer.value(&values);
        }
        Shape::Union(union) => writer.union(union),
    }
    writer.text
}

struct CanonicalWriter<'t> {
    text: String,
    called: &'t dyn Fn(TypeId) -> Cow<'t, str>,
}

impl CanonicalWriter<'_> {
    fn value(&mut self, value: &dyn Debug) {
        // Writing to a text does not fail.
        let _ = write!(self.text, "{value:?};");
    }

    fn ty(&mut self, ty: &Type) {
        let sign = match ty {
            Type::List(_) => '[',
            Type::Tuple(_) => '(',
            Type::Map(_) => ':',
            Type::Nullable(_) => '?',
            Type::Own(id, _) => {
                self.value(id);
                '<'
            }
            Type::Named(id) => {
                self.text.push('#');
                return self.value(&(self.called)(*id));
            }
            simple => return self.value(simple),
        };
        self.text.push(sign);
        ty.inner().iter().for_each(|inner| self.ty(inner));
        self.text.push(')');
    }

    fn object(&mut self, object: &Object) {
        self.text.push('O');
        object.fields.iter().for_each(|field| self.field(field));
        if let Some(others) = &object.others {
            self.text.push('*');
            self.ty(others);
        }
    }

    fn field(&mut self, field: &Field) {
        self.value(&field.wire);
        self.ty(&field.ty);
        let flags =
            [(field.required, 'r'), (field.read_only, 'i'), (field.write_only, 'o'), (field.docs.deprecated, '!')];
        self.text.extend(flags.into_iter().filter_map(|(is, sign)| is.then_some(sign)));
        if field.default.is_some() || field.constant.is_some() {
            self.value(&(&field.default, &field.constant));
        }
        self.constraints(&field.constraints);
        self.text.push(',');
    }

    fn constraints(&mut self, constraints: &Constraints) {
        if *constraints != Constraints::default() {
            self.value(constraints);
        }
    }

    /// Alternatives are the same only where they are called the same, too.
    fn union(&mut self, union: &Union) {
        self.text.push('U');
        self.value(&union.tag);
        for variant in &union.variants {
            self.value(&variant.candidates);
            match &variant.payload {
                Payload::Type(ty) => self.ty(ty),
                other => self.value(other),
            }
        }
    }
}

/// Returns `true` if a type is called by a name that the description gives a schema, which nothing else is called by.
pub(super) fn has_own_name(definition: &Definition) -> bool {
    definition.naming.schema().is_some()
}

/// Returns the index of the first equal type, which identifies a type within one version.
pub(super) fn index(id: TypeId, same: &[TypeId]) -> String {
    same.get(id.index()).unwrap_or(&id).index().to_string()
}

#[cfg(test)]
mod tests {
    use super::canonical;
    use crate::model::{Constraints, Definition, Docs, Field, Naming, Object, Owner, Shape, StringEnum, Word};
    use crate::pointer::Pointer;

    fn definition(shape: Shape) -> Definition {
        Definition {
            origin: Pointer::root(),
            taken_in: None,
            naming: Naming { owner: Owner::Schema(String::new()), step: String::new() },
            occurrences: Vec::new(),
            shape_digest: String::new(),
            is_nullable: false,
            docs: Docs::default(),
            constraints: Constraints::default(),
            shape,
        }
    }

    fn object(fields: &[(&str, bool)]) -> String {
        let field = |(wire, required): &(&str, bool)| Field {
            required: *required,
            docs: Docs { description: Some(format!("the {wire}")), ..Docs::default() },
            ..Field::any(Pointer::root().child(wire), wire)
        };
        let fields = fields.iter().map(field).collect();
        canonical(&definition(Shape::Object(Object { fields, others: None })), &|_| "".into())
    }

    fn words(words: &[&str]) -> String {
        let word = |wire: &&str| Word { wire: (*wire).to_owned(), name: None, meaning: None };
        canonical(
            &definition(Shape::StringEnum(StringEnum { words: words.iter().map(word).collect(), is_open: false })),
            &|_| "".into(),
        )
    }

    #[test]
    fn members_count_and_prose_does_not() {
        assert_eq!(object(&[("a", true), ("b", false)]), object(&[("a", true), ("b", false)]));
        assert_ne!(object(&[("a", true)]), object(&[("a", false)]));
        assert_ne!(object(&[("a", true)]), object(&[("a", true), ("b", true)]));
        assert_ne!(object(&[("a\";Any;r,\"b", true)]), object(&[("a", true), ("b", true)]));
    }

    #[test]
    fn values_count_in_any_order() {
        assert_eq!(words(&["asc", "desc"]), words(&["desc", "asc"]));
        assert_ne!(words(&["asc", "desc"]), words(&["asc"]));
        assert_ne!(words(&["a", "b"]), words(&["a, b"]));
    }
}
