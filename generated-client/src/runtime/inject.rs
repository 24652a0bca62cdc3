//! Serializes an object with one additional member in front: the tag of a union, which the object itself does not have.

use std::fmt::Display;

use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

/// Serializes an object with this name and value before its own members.
pub(super) struct Inject<S> {
    pub(super) serializer: S,
    pub(super) name: &'static str,
    pub(super) value: &'static str,
}

/// The error for a value that is not an object. Every emitted object is serialized as one.
fn no_object<T, E: Error>() -> Result<T, E> {
    Err(E::custom("only an object can be written with a tag"))
}

macro_rules! refuse {
    ($($serialize:ident($($argument:ty),*);)*) => {
        $(fn $serialize(self, $(_: $argument),*) -> Result<S::Ok, S::Error> {
            no_object()
        })*
    };
}

macro_rules! refuse_compound {
    ($($serialize:ident($($argument:ty),*) -> $compound:ident;)*) => {
        $(fn $serialize(self, $(_: $argument),*) -> Result<Self::$compound, S::Error> {
            no_object()
        })*
    };
}

impl<S: Serializer> Serializer for Inject<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = S::SerializeMap;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Fields<S::SerializeMap>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;

    fn serialize_map(self, length: Option<usize>) -> Result<S::SerializeMap, S::Error> {
        let mut members = self
            .serializer
            .serialize_map(length.map(|length| length + 1))?;
        members.serialize_entry(self.name, self.value)?;
        Ok(members)
    }

    fn serialize_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        self.serialize_map(Some(length)).map(Fields)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        no_object()
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        no_object()
    }

    refuse! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    refuse_compound! {
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
    }
}

/// The fields of a user's type as members.
pub(super) struct Fields<M>(M);

impl<M: SerializeMap> SerializeStruct for Fields<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}
