//! Finds a member of an object without serializing the values of the members.

use serde::ser::{Error as _, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_json::Error;

/// Returns `true` if a value is serialized as an object without a member of this name.
pub(super) fn lacks_member<T: Serialize + ?Sized>(value: &T, name: &str) -> bool {
    let found = value.serialize(MemberFinder { name, found: false });
    found.is_ok_and(|found| !found)
}

/// A serializer that returns `true` for an object with the member, and an error for anything but an object.
struct MemberFinder<'n> {
    name: &'n str,
    found: bool,
}

fn no_object<T>() -> Result<T, Error> {
    Err(Error::custom("not an object"))
}

macro_rules! refuse {
    ($($serialize:ident($($argument:ty),*);)*) => {
        $(fn $serialize(self, $(_: $argument),*) -> Result<bool, Error> {
            no_object()
        })*
    };
}

macro_rules! refuse_compound {
    ($($serialize:ident($($argument:ty),*) -> $compound:ident;)*) => {
        $(fn $serialize(self, $(_: $argument),*) -> Result<Self::$compound, Error> {
            no_object()
        })*
    };
}

impl Serializer for MemberFinder<'_> {
    type Ok = bool;
    type Error = Error;
    type SerializeMap = Self;
    type SerializeSeq = Impossible<bool, Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<bool, Error>;
    type SerializeTuple = Impossible<bool, Error>;
    type SerializeTupleStruct = Impossible<bool, Error>;
    type SerializeTupleVariant = Impossible<bool, Error>;

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<bool, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<bool, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<bool, Error> {
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

impl SerializeMap for MemberFinder<'_> {
    type Ok = bool;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.found |= serde_json::to_value(key)? == self.name;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn end(self) -> Result<bool, Error> {
        Ok(self.found)
    }
}

impl SerializeStruct for MemberFinder<'_> {
    type Ok = bool;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        self.found |= name == self.name;
        Ok(())
    }

    fn end(self) -> Result<bool, Error> {
        Ok(self.found)
    }
}
