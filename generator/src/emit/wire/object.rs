//! Reading and writing a struct.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::rust_type::{Presence, presence};
use crate::emit::types::members;
use crate::emit::{Emitter, ident};
use crate::facts::Form;
use crate::model::{Field, Object, Shape, Type, TypeId};
use crate::names::ident::unraw;

/// Names that the reading function uses itself.
const OWN_NAMES: [&str; 3] = ["entries", "index", "required"];

impl Emitter<'_> {
    pub(super) fn object_wire(&self, id: TypeId, object: &Object, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        vec![
            self.object_read(id, object, form),
            quote! {
                impl<'de> Deserialize<'de> for #name {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        read_object(deserializer)
                    }
                }
            },
            self.object_write(id, object, form),
        ]
    }

    fn object_read(&self, id: TypeId, object: &Object, form: Form) -> TokenStream {
        let type_name = self.names.of_type(id, form);
        let name = ident(type_name);
        let fields: Vec<(usize, &Field)> = members(object, form).collect();
        let keys = fields.iter().map(|(_, field)| &field.wire);
        let locals: Vec<Ident> = fields.iter().map(|(index, _)| local(self.names.field(id, *index))).collect();
        let starts = fields.iter().zip(&locals).map(|((_, field), local)| match (presence(field, form), &field.ty) {
            (Presence::ThreeStates, _) => quote!(let mut #local = Patch::Leave;),
            _ => quote!(let mut #local = None;),
        });
        let arms = fields.iter().zip(&locals).enumerate().map(|(position, ((_, field), local))| {
            let position = Literal::usize_unsuffixed(position);
            match (presence(field, form), &field.ty) {
                (Presence::Required, _) | (_, Type::Any) => quote!(#position => #local = Some(entries.value()?)),
                _ => quote!(#position => #local = entries.value()?),
            }
        });
        let values = fields.iter().zip(&locals).map(|((index, field), local)| {
            let member = ident(self.names.field(id, *index));
            let wire = &field.wire;
            match (presence(field, form), &field.ty) {
                (Presence::Required, _) | (Presence::Nullable, Type::Any) => quote!(#member: required(#local, #wire)?),
                _ if *local == member => quote!(#member),
                _ => quote!(#member: #local),
            }
        });
        let others = object.others.as_ref().map(|_| ident(self.names.field(id, object.fields.len())));
        let keeps = others.as_ref().map(|_| {
            quote!(
                const KEEPS_OTHERS: bool = true;
            )
        });
        let start_others = others.as_ref().map(|name| quote!(let mut #name = std::collections::BTreeMap::new();));
        let other = match &others {
            Some(name) => quote! {{
                let key = entries.unknown_key();
                #name.insert(key, entries.value()?);
            }},
            None => quote!(entries.skip()?),
        };
        let other_value = others.iter().map(|name| quote!(#name));
        let values: Vec<_> = values.chain(other_value).collect();
        let body = if fields.is_empty() && others.is_none() {
            quote! { while entries.key()?.is_some() { entries.skip()?; } }
        } else if fields.is_empty() {
            quote! { #start_others while entries.key()?.is_some() { #other } }
        } else {
            quote! {
                #(#starts)*
                #start_others
                while let Some(index) = entries.key()? {
                    match index {
                        #(#arms,)*
                        _ => #other,
                    }
                }
            }
        };
        quote! {
            impl Object for #name {
                const NAME: &'static str = #type_name;
                const KEYS: &'static [&'static str] = &[#(#keys),*];
                #keeps

                fn read<'de, A: MapAccess<'de>>(entries: &mut Entries<'de, A>) -> Result<Self, A::Error> {
                    #body
                    Ok(Self { #(#values),* })
                }
            }
        }
    }

    fn object_write(&self, id: TypeId, object: &Object, form: Form) -> TokenStream {
        let name = ident(self.names.of_type(id, form));
        let writes = members(object, form).map(|(index, field)| {
            let member = ident(self.names.field(id, index));
            let wire = &field.wire;
            match presence(field, form) {
                Presence::Required | Presence::Nullable => quote!(map.serialize_entry(#wire, &self.#member)?;),
                Presence::Optional => quote! {
                    if let Some(value) = &self.#member { map.serialize_entry(#wire, value)?; }
                },
                Presence::ThreeStates => quote! {
                    if !self.#member.is_leave() { map.serialize_entry(#wire, &self.#member)?; }
                },
            }
        });
        let others = object.others.as_ref().map(|_| {
            let member = ident(self.names.field(id, object.fields.len()));
            quote! { for (key, value) in &self.#member { map.serialize_entry(key, value)?; } }
        });
        let writes: Vec<_> = writes.chain(others).collect();
        let body = if writes.is_empty() {
            quote!(serializer.collect_map(std::iter::empty::<((), ())>()))
        } else {
            quote! {
                let mut map = serializer.serialize_map(None)?;
                #(#writes)*
                map.end()
            }
        };
        quote! {
            impl Serialize for #name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> { #body }
            }
        }
    }

    /// Whether reading a type asks for members that have to be there.
    pub(super) fn reads_required(&self, id: TypeId) -> bool {
        self.any_field(id, &|field, form| match presence(field, form) {
            Presence::Required => true,
            Presence::Nullable => field.ty == Type::Any,
            Presence::Optional | Presence::ThreeStates => false,
        })
    }

    pub(super) fn reads_three_states(&self, id: TypeId) -> bool {
        self.any_field(id, &|field, form| presence(field, form) == Presence::ThreeStates)
    }

    fn any_field(&self, id: TypeId, test: &dyn Fn(&Field, Form) -> bool) -> bool {
        let Shape::Object(object) = &self.api.definition(id).shape else { return false };
        let forms = self.facts.forms.emitted(id);
        forms.iter().any(|form| members(object, *form).any(|(_, field)| test(field, *form)))
    }

    /// Whether any of the objects has a member to write.
    pub(super) fn writes_objects(&self, ids: &[TypeId]) -> bool {
        ids.iter().any(|id| {
            let Shape::Object(object) = &self.api.definition(*id).shape else { return false };
            object.others.is_some() || self.any_field(*id, &|_, _| true)
        })
    }
}

fn local(field: &str) -> Ident {
    if OWN_NAMES.contains(&field) { format_ident!("{}_value", unraw(field)) } else { ident(field) }
}
