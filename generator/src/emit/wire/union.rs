//! Reading and writing one of several types.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value;

use crate::emit::{Emitter, ident};
use crate::facts::{Arm, Form, Kind};
use crate::model::{Payload, Shape, Tag, TypeId, Union};

impl Emitter<'_> {
    pub(super) fn union_wire(&self, id: TypeId, union: &Union, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let read = match &union.tag {
            Some(tag) => self.read_tagged(id, tag),
            None => self.read_untagged(id, union),
        };
        let writes = union.variants.iter().enumerate().map(|(index, variant)| {
            let variant_name = ident(self.names.variant(id, index));
            match &variant.payload {
                Payload::Type(_) => quote!(Self::#variant_name(value) => value.serialize(serializer)),
                Payload::Constant(value) => {
                    let value = constant(value);
                    quote!(Self::#variant_name => #value.serialize(serializer))
                }
            }
        });
        vec![
            quote! {
                impl<'de> Deserialize<'de> for #name {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        let value = serde_json::Value::deserialize(deserializer)?;
                        #read
                    }
                }
            },
            quote! {
                impl Serialize for #name {
                    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        match self {
                            #(#writes,)*
                            Self::Unknown(value) => value.serialize(serializer),
                        }
                    }
                }
            },
        ]
    }

    /// Whether reading a union may settle on one alternative, and so pass on why that cannot be read.
    pub(super) fn decides(&self, id: TypeId) -> bool {
        let Shape::Union(union) = &self.api.definition(id).shape else { return false };
        let by_kind = |arm: &Arm| arm.alone && matches!(union.variants[arm.variant].payload, Payload::Type(_));
        match &union.tag {
            Some(tag) => !tag.values.is_empty(),
            None => self.facts.arms[&id].iter().any(by_kind),
        }
    }

    fn read_tagged(&self, id: TypeId, tag: &Tag) -> TokenStream {
        let property = &tag.property;
        let arms = tag.values.iter().map(|(value, index)| {
            let variant = ident(self.names.variant(id, *index));
            quote!(Some(#value) => serde_json::from_value(value).map(Self::#variant).map_err(D::Error::custom))
        });
        quote! {
            match value.get(#property).and_then(serde_json::Value::as_str) {
                #(#arms,)*
                _ => Ok(Self::Unknown(value)),
            }
        }
    }

    /// Single values and kinds that one alternative alone has decide at once; of the others the first that fits is taken.
    fn read_untagged(&self, id: TypeId, union: &Union) -> TokenStream {
        let arms = &self.facts.arms[&id];
        let mut tries = Vec::new();
        let mut decided = Vec::new();
        for arm in arms {
            let variant = ident(self.names.variant(id, arm.variant));
            match (&union.variants[arm.variant].payload, arm) {
                (Payload::Constant(value), _) => {
                    let (pattern, guard) = constant_pattern(value);
                    decided.push(quote!(#pattern #guard => Ok(Self::#variant)));
                }
                (Payload::Type(_), Arm { kind: Some(kind), alone: true, .. }) => {
                    let pattern = kind_pattern(*kind);
                    decided.push(quote! {
                        #pattern => serde_json::from_value(value).map(Self::#variant).map_err(D::Error::custom)
                    });
                }
                (Payload::Type(_), Arm { kind, .. }) => {
                    let attempt = quote! {
                        if let Ok(fitting) = Deserialize::deserialize(&value) { return Ok(Self::#variant(fitting)); }
                    };
                    tries.push(match kind {
                        Some(kind) => {
                            let test = kind_test(*kind);
                            quote!(if value.#test() && let Ok(fitting) = Deserialize::deserialize(&value) {
                                return Ok(Self::#variant(fitting));
                            })
                        }
                        None => attempt,
                    });
                }
            }
        }
        if decided.is_empty() {
            return quote! { #(#tries)* Ok(Self::Unknown(value)) };
        }
        let rest = if tries.is_empty() {
            quote!(Ok(Self::Unknown(value)))
        } else {
            quote!({ #(#tries)* Ok(Self::Unknown(value)) })
        };
        quote! {
            match &value {
                #(#decided,)*
                _ => #rest,
            }
        }
    }
}

fn kind_pattern(kind: Kind) -> TokenStream {
    match kind {
        Kind::Boolean => quote!(serde_json::Value::Bool(_)),
        Kind::Number => quote!(serde_json::Value::Number(_)),
        Kind::Text => quote!(serde_json::Value::String(_)),
        Kind::Array => quote!(serde_json::Value::Array(_)),
        Kind::Object => quote!(serde_json::Value::Object(_)),
    }
}

fn kind_test(kind: Kind) -> TokenStream {
    match kind {
        Kind::Boolean => quote!(is_boolean),
        Kind::Number => quote!(is_number),
        Kind::Text => quote!(is_string),
        Kind::Array => quote!(is_array),
        Kind::Object => quote!(is_object),
    }
}

fn constant_pattern(value: &Value) -> (TokenStream, TokenStream) {
    match value {
        Value::Bool(flag) => (quote!(serde_json::Value::Bool(#flag)), quote!()),
        Value::String(text) => (quote!(serde_json::Value::String(text)), quote!(if text == #text)),
        other => {
            let text = other.to_string();
            (quote!(other), quote!(if other.to_string() == #text))
        }
    }
}

/// A constant as an expression that can be written.
fn constant(value: &Value) -> TokenStream {
    match value {
        Value::Bool(flag) => quote!(#flag),
        Value::String(text) => quote!(#text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => {
                let whole = Literal::i64_suffixed(whole);
                quote!((#whole))
            }
            (None, Some(real)) => {
                let real = Literal::f64_suffixed(real);
                quote!((#real))
            }
            (None, None) => quote!(()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => quote!(()),
    }
}
