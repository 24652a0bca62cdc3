//! The serialization of a parameter (OpenAPI 3.0.4, "Parameter Object": `style`, `explode`, `allowReserved`,
//! `content`).

use openapiv3::{Parameter as Declared, ParameterSchemaOrContent, PathStyle, QueryStyle};

use super::content::is_json;
use crate::api::model::{ParameterLocation, Serialization, Style, essence};
use crate::read::document::RESERVED;

/// Returns the serialization of the value, or `None` for the default. `single` is for values that are neither array nor
/// object.
pub(super) fn serialization(declared: &Declared, place: ParameterLocation, single: bool) -> Option<Serialization> {
    let data = declared.parameter_data_ref();
    let explode = |usually: bool| data.explode.unwrap_or(usually);
    let mut reserved = false;
    let style = match (&data.format, declared) {
        (ParameterSchemaOrContent::Content(content), _) => {
            if content.keys().any(|media_type| is_json(&essence(media_type))) {
                Style::Json
            } else {
                place.usual_style()
            }
        }
        (_, Declared::Path { style: PathStyle::Label, .. }) => Style::Label(explode(false) && !single),
        (_, Declared::Path { style: PathStyle::Matrix, .. }) => Style::Matrix(explode(false) && !single),
        (_, Declared::Path { .. }) => {
            reserved = data.extensions.contains_key(RESERVED);
            Style::Simple(explode(false))
        }
        (_, Declared::Header { .. }) => Style::Simple(explode(false)),
        (_, Declared::Cookie { .. }) => Style::Form(explode(true)),
        (_, Declared::Query { style, allow_reserved, .. }) => {
            reserved = *allow_reserved;
            match style {
                QueryStyle::DeepObject => Style::DeepObject,
                QueryStyle::SpaceDelimited if !explode(false) => Style::SpaceDelimited,
                QueryStyle::PipeDelimited if !explode(false) => Style::PipeDelimited,
                QueryStyle::SpaceDelimited | QueryStyle::PipeDelimited => Style::Form(true),
                QueryStyle::Form => Style::Form(explode(true)),
            }
        }
    };
    let plain = single
        && matches!(
            style,
            Style::Simple(_) | Style::Form(_) | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject
        );
    let style = if plain { place.usual_style() } else { style };
    (reserved || style != place.usual_style()).then_some(Serialization { style, reserved })
}
