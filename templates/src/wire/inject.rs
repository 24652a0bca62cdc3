//! Serializes an object with one additional member in front: the tag of a union, which the object itself does not have.

use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

/// Serializes an object with this name and value before its own members.
pub(crate) struct Inject<S> {
    pub(crate) serializer: S,
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
}

/// Implements the part of a [`Serializer`] that refuses everything but objects.
macro_rules! refuse_all_but_objects {
    ($ok:ty, $error:ty) => {
        type Ok = $ok;
        type Error = $error;
        type SerializeSeq = Impossible<$ok, $error>;
        type SerializeStructVariant = Impossible<$ok, $error>;
        type SerializeTuple = Impossible<$ok, $error>;
        type SerializeTupleStruct = Impossible<$ok, $error>;
        type SerializeTupleVariant = Impossible<$ok, $error>;

        refuse_all_but_objects! {
            serialize_bool(bool) -> $ok;
            serialize_i8(i8) -> $ok;
            serialize_i16(i16) -> $ok;
            serialize_i32(i32) -> $ok;
            serialize_i64(i64) -> $ok;
            serialize_u8(u8) -> $ok;
            serialize_u16(u16) -> $ok;
            serialize_u32(u32) -> $ok;
            serialize_u64(u64) -> $ok;
            serialize_f32(f32) -> $ok;
            serialize_f64(f64) -> $ok;
            serialize_char(char) -> $ok;
            serialize_str(&str) -> $ok;
            serialize_bytes(&[u8]) -> $ok;
            serialize_none() -> $ok;
            serialize_unit() -> $ok;
            serialize_unit_struct(&'static str) -> $ok;
            serialize_unit_variant(&'static str, u32, &'static str) -> $ok;
            serialize_seq(Option<usize>) -> Self::SerializeSeq;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
            serialize_tuple(usize) -> Self::SerializeTuple;
            serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<$ok, $error> {
            Err(Error::custom("only an object can be written with a tag"))
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<$ok, $error> {
            value.serialize(self)
        }

        fn serialize_newtype_struct<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<$ok, $error> {
            value.serialize(self)
        }
    };
    ($($serialize:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(fn $serialize(self, $(_: $argument),*) -> Result<$result, Self::Error> {
            Err(Error::custom("only an object can be written with a tag"))
        })*
    };
}
pub(crate) use refuse_all_but_objects;

impl<S: Serializer> Serializer for Inject<S> {
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = Fields<S::SerializeMap>;

    refuse_all_but_objects!(S::Ok, S::Error);

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
}

/// The fields of a user's type as members.
pub(crate) struct Fields<M>(M);

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
