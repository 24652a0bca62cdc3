use crate::base::pointer::Pointer;
use std::fs;

use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::config::Config;
use crate::read::document::{Document, read};
use crate::read::source::{Input, Request, SourceLocator, load};
use crate::rust::names::NameHistory;

/// The input of these files, of which the first is the description.
fn input(files: &[(&str, &str)]) -> (Input, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    (load(&Request::new(SourceLocator::File(folder.path().join(files[0].0)))).unwrap(), folder)
}

/// The document that these files make, and the warnings.
fn document_and_warnings(files: &[(&str, &str)]) -> (Document, Vec<Diagnostic>) {
    let (input, _folder) = input(files);
    let mut sink = Sink::new();
    let document = read(&input, &Config::default(), &mut sink).unwrap();
    (document, sink.into_diagnostics())
}

/// The document that these files make, and the messages of the warnings.
fn document(files: &[(&str, &str)]) -> (Document, Vec<String>) {
    let (document, warnings) = document_and_warnings(files);
    (document, warnings.into_iter().map(|warning| warning.message).collect())
}

/// Returns the problem of a description that lacks content.
fn loss(text: &str) -> Option<String> {
    let (input, _folder) = input(&[("o.yaml", text)]);
    let emission = crate::pipeline::run(&input, &Config::default(), &NameHistory::default(), &mut Sink::new()).unwrap();
    emission.api.completeness.problem().map(|problem| problem.message)
}

fn rewritten(document: &Document) -> serde_json::Value {
    serde_json::from_str(document.rewritten.as_deref().unwrap()).unwrap()
}

const HEAD: &str = "openapi: 3.0.3\ninfo: { title: T, version: '1' }\n";

#[test]
fn descriptions_are_included_from_text_files() {
    let head = "openapi: 3.0.3\ninfo: { title: T, version: '1', description: { $ref: docs/info.md } }\n";
    let main = format!(
        "{head}tags: [{{ name: pets, description: {{ $ref: docs/none.md }} }}]\npaths:\n  /pets:\n    get:\n      \
         summary: {{ $ref: docs/list.TXT }}\n      description: {{ $ref: 'docs/list.yaml' }}\n      responses:\n        \
         '200': {{ description: {{ $ref: docs/info.md }} }}\n"
    );
    let (document, warnings) = document(&[
        ("openapi.yaml", &main),
        ("docs/info.md", "# Pets\n\nUse *it*: like so.\n\n- a: b\n  c: {\n"),
        ("docs/list.TXT", "Lists: all"),
        ("docs/list.yaml", "{ a: b }"),
    ]);
    let value = rewritten(&document);
    let text = "# Pets\n\nUse *it*: like so.\n\n- a: b\n  c: {\n";
    assert_eq!(document.openapi.info.description.as_deref(), Some(text));
    assert_eq!(value["paths"]["/pets"]["get"]["responses"]["200"]["description"], text);
    assert_eq!(value["paths"]["/pets"]["get"]["summary"], "Lists: all");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings.iter().any(|warning| warning.contains("docs/none.md") && warning.contains("the text is left out"))
    );
    assert!(warnings.iter().any(|warning| warning.contains("docs/list.yaml") && warning.contains("another kind")));
}

/// A member called `description` is a schema like others.
#[test]
fn a_property_is_not_a_text() {
    let schemas =
        "components:\n  schemas:\n    Pet: { type: object, properties: { description: { $ref: other.yaml#/A } } }\n";
    let main = format!("{HEAD}paths: {{}}\n{schemas}");
    let (document, warnings) = document(&[("openapi.yaml", &main), ("other.yaml", "A: { type: string }")]);
    assert_eq!(warnings, [] as [&str; 0]);
    let pet = &rewritten(&document)["components"]["schemas"]["Pet"];
    assert_eq!(pet["properties"]["description"]["$ref"], "#/components/schemas/A");
}

#[test]
fn references_in_place_of_any_object_are_followed() {
    let head = "openapi: 3.0.3\ninfo: { $ref: info.yaml }\nservers: { $ref: 'info.yaml#/x-servers' }\n";
    let main = format!("{head}paths: {{ $ref: paths.yaml }}\ncomponents: {{ $ref: components.yaml }}\n");
    let (document, warnings) = document(&[
        ("openapi.yaml", &main),
        ("info.yaml", "{ title: T, version: '1', x-servers: [{ url: 'https://example.com' }] }"),
        ("paths.yaml", "/pets: { get: { $ref: sub/list.yaml }, post: { responses: { $ref: sub/responses.yaml } } }"),
        (
            "sub/list.yaml",
            "{ operationId: list, parameters: { $ref: parameters.yaml }, responses: { $ref: responses.yaml } }",
        ),
        ("sub/parameters.yaml", "[{ name: limit, in: query, schema: { type: integer } }]"),
        ("sub/responses.yaml", "'200': { description: Done., content: { $ref: content.yaml } }"),
        ("sub/content.yaml", "application/json: { schema: { $ref: '../openapi.yaml#/components/schemas/Pet' } }"),
        ("components.yaml", "schemas: { $ref: schemas.yaml }\nsecuritySchemes: { key: { $ref: 'info.yaml#/x-key' } }"),
        (
            "schemas.yaml",
            "Pet: { properties: { $ref: sub/members.yaml } }\nNames: { properties: { $ref: { type: string } }, example: { $ref: missing.yaml } }",
        ),
        (
            "sub/members.yaml",
            "kind: { enum: { $ref: '#/x-kinds' } }\nmate: { $ref: '../schemas.yaml#/Pet' }\nx-kinds: { type: string }",
        ),
    ]);
    assert_eq!(
        warnings,
        [
            "cannot resolve `info.yaml#/x-key`: the location does not exist; the referenced content is missing",
            "expected an array for `enum`, found an object; it is ignored"
        ]
    );
    let value = rewritten(&document);
    assert_eq!(value["servers"][0]["url"], "https://example.com");
    let pet = serde_json::json!({ "$ref": "#/components/schemas/Pet" });
    for method in ["get", "post"] {
        let operation = &value["paths"]["/pets"][method];
        assert_eq!(operation["responses"]["200"]["content"]["application/json"]["schema"], pet);
    }
    assert_eq!(value["paths"]["/pets"]["get"]["parameters"][0]["name"], "limit");
    assert_eq!(value["components"]["schemas"]["Pet"]["properties"]["mate"], pet);
    assert_eq!(value["components"]["schemas"]["Names"]["properties"]["$ref"]["type"], "string");
    let place = document.source_map.trace("/paths/~1pets/get/responses/200/content/application~1json");
    assert!(place.source.unwrap().ends_with("content.yaml"));
    assert_eq!(place.pointer.as_str(), "/application~1json");
}

#[test]
fn operations_next_to_a_reference_keep_their_order() {
    let (document, _) = document(&[
        ("o.yaml", &format!("{HEAD}paths: {{ /a: {{ $ref: a.yaml, get: {{}}, put: {{}}, post: {{}} }} }}\n")),
        ("a.yaml", "summary: A\n"),
    ]);
    let value = rewritten(&document);
    let members: Vec<&String> = value["paths"]["/a"].as_object().unwrap().keys().collect();
    assert_eq!(members, ["summary", "get", "put", "post"]);
}

#[test]
fn references_in_circles_end() {
    let paths = "/a: { get: { $ref: '#/x-b' } }\n  /b: { get: { $ref: '#/paths/~1b/get' } }\n  /c: { $ref: '#/paths' }";
    let (_, warnings) = document(&[(
        "o.yaml",
        &format!("{HEAD}paths:\n  {paths}\nx-b: {{ $ref: '#/x-c', tags: [] }}\nx-c: {{ $ref: '#/x-b', tags: [] }}\n"),
    )]);
    assert!(
        !warnings.is_empty()
            && warnings
                .iter()
                .all(|warning| warning.contains("refers to itself") || warning.contains("of another kind")),
        "{warnings:?}"
    );
    let deep: String = (0..200).map(|i| format!("x-{i}: {{ $ref: '#/x-{}', tags: [] }}\n", i + 1)).collect();
    let (_, warnings) =
        document(&[("o.yaml", &format!("{HEAD}paths: {{ /a: {{ get: {{ $ref: '#/x-0' }} }} }}\n{deep}x-200: {{}}\n"))]);
    assert!(warnings.iter().any(|warning| warning.contains("is too long")), "{warnings:?}");
}

#[test]
fn a_component_that_is_a_reference_gives_its_name() {
    let schemas = "Pet: { $ref: pet.yaml }\n    Animal: { $ref: pet.yaml }\n    List: { $ref: 'lists.yaml#/List' }";
    let (document, _) = document(&[
        ("o.yaml", &format!("{HEAD}paths: {{}}\ncomponents:\n  schemas:\n    {schemas}\n")),
        ("pet.yaml", "{ type: object, properties: { all: { $ref: 'lists.yaml#/List' } } }"),
        ("lists.yaml", "List: { type: array, items: { $ref: pet.yaml } }"),
    ]);
    let schemas = rewritten(&document)["components"]["schemas"].take();
    assert_eq!(schemas.as_object().unwrap().keys().collect::<Vec<_>>(), ["Pet", "Animal", "List"]);
    assert_eq!(schemas["Animal"]["$ref"], "#/components/schemas/Pet");
    assert_eq!(schemas["List"]["items"]["$ref"], "#/components/schemas/Pet");
}

#[test]
fn a_file_that_cannot_be_read_is_reported_once_and_counted() {
    let paths =
        "/a: { get: { responses: { '200': { $ref: 'missing.yaml#/a' }, '400': { $ref: 'missing.yaml#/b' } } } }";
    let text = format!("{HEAD}paths: {{ {paths} }}\n");
    let (_, warnings) = document(&[("o.yaml", &text)]);
    assert_eq!(
        warnings,
        ["cannot read `missing.yaml`: the file does not exist (2 references); the response has no body"]
    );
    assert_eq!(loss(&text).as_deref(), Some("missing content in 1 of 1 operations"));
    let more: String = (0..9).map(|i| format!(", /{i}: {{ get: {{ responses: {{}} }} }}")).collect();
    assert_eq!(loss(&format!("{HEAD}paths: {{ {paths}{more} }}\n")), None);
}

#[test]
fn only_the_body_and_the_success_response_are_content() {
    let components = "components: { schemas: { A: { properties: { a: { $ref: 'missing.yaml#/a' } } }, B: { type: string } }, responses: { R: { description: '', content: { a/b: { schema: { $ref: '#/components/schemas/Gone' } } } } } }";
    let loss_of = |operation: &str, status: &str| {
        let item = format!("{{ get: {{ {operation} responses: {{ {status} }} }} }}");
        loss(&format!("{HEAD}paths: {{ /a: {item} }}\n{components}\n"))
    };
    let typed = "200: { description: '', content: { a/b: { schema: { $ref: '#/components/schemas/A' } } } }";
    let lost = Some("missing content in 1 of 1 operations".to_owned());
    for (operation, status, expected) in [
        ("parameters: [{ $ref: 'missing.yaml#/p' }],", typed, &None),
        (
            "",
            "200: { description: '', headers: { X: { $ref: 'missing.yaml#/h' } } }, 400: { $ref: 'missing.yaml#/r' }",
            &None,
        ),
        ("", "200: { description: '' }, default: { $ref: 'missing.yaml#/r' }", &None),
        ("requestBody: { $ref: 'missing.yaml#/b' },", typed, &lost),
        ("requestBody: { content: { a/b: { schema: { $ref: 'missing.yaml#/s' } } } },", typed, &lost),
        ("", "201: { $ref: '#/components/responses/R' }", &lost),
        ("", "default: { $ref: 'missing.yaml#/r' }", &lost),
    ] {
        assert_eq!(&loss_of(operation, status), expected, "{operation} {status}");
    }
}

/// The files of a Swagger 2.0 description, of which the first refers to the others in many ways.
const SWAGGER_FILES: [(&str, &str); 4] = [
    (
        "o.yaml",
        "swagger: '2.0'
info: { title: T, version: '1' }
consumes: [application/xml]
produces: [application/xml]
paths:
  /pets: { $ref: paths/pets.yaml }
  /toys:
    get: { operationId: toys, parameters: [{ $ref: 'shared.yaml#/parameters/Ids' }], responses: { 200: { $ref: 'shared.yaml#/responses/Toys' } } }
    put: { operationId: load, parameters: [{ $ref: 'shared.yaml#/parameters/File' }, { $ref: 'shared.yaml#/parameters/Ids' }], responses: { 204: { description: Done. } } }
definitions: { Pet: { $ref: 'models.yaml#/Pet' } }
",
    ),
    (
        "paths/pets.yaml",
        "post: { operationId: add, parameters: [{ $ref: '../shared.yaml#/parameters/Pet' }], responses: { 200: { description: Pet., schema: { $ref: '../o.yaml#/definitions/Pet' } } } }",
    ),
    (
        "shared.yaml",
        "swagger: '2.0'
info: { title: Shared, version: '1' }
paths: {}
parameters:
  Ids: { name: ids, in: query, type: array, items: { type: integer }, collectionFormat: tsv }
  Pet: { name: pet, in: body, required: true, schema: { $ref: models.yaml#/Pet } }
  File: { name: file, in: formData, type: file, required: true }
responses:
  Toys: { description: Toys., schema: { type: array, items: { $ref: '#/definitions/Toy' } }, headers: { X-Total: { type: integer } } }
definitions: { Toy: { type: object, properties: { name: { type: string, x-nullable: true } } } }
",
    ),
    ("models.yaml", "Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }"),
];

/// The same description in one file.
const SWAGGER_FILE: &str = "swagger: '2.0'
info: { title: T, version: '1' }
consumes: [application/xml]
produces: [application/xml]
paths:
  /pets:
    post: { operationId: add, parameters: [{ $ref: '#/parameters/Pet' }], responses: { 200: { description: Pet., schema: { $ref: '#/definitions/Pet' } } } }
  /toys:
    get: { operationId: toys, parameters: [{ $ref: '#/parameters/Ids' }], responses: { 200: { $ref: '#/responses/Toys' } } }
    put: { operationId: load, parameters: [{ $ref: '#/parameters/File' }, { $ref: '#/parameters/Ids' }], responses: { 204: { description: Done. } } }
parameters:
  Ids: { name: ids, in: query, type: array, items: { type: integer }, collectionFormat: tsv }
  Pet: { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
  File: { name: file, in: formData, type: file, required: true }
responses:
  Toys: { description: Toys., schema: { type: array, items: { $ref: '#/definitions/Toy' } }, headers: { X-Total: { type: integer } } }
definitions:
  Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
  Toy: { type: object, properties: { name: { type: string, x-nullable: true } } }
";

#[test]
fn the_files_of_a_swagger_description_are_converted_like_one_file() {
    let (several, warnings) = document_and_warnings(&SWAGGER_FILES);
    let (one, warnings_of_one) = document_and_warnings(&[("o.yaml", SWAGGER_FILE)]);
    assert_eq!(several.openapi.paths, one.openapi.paths);
    assert_eq!(several.openapi.components, one.openapi.components);
    let places = |warnings: Vec<Diagnostic>| -> Vec<(String, Location)> {
        let places = warnings.into_iter().filter_map(|warning| warning.place);
        places.map(|place| (place.source.rsplit('/').next().unwrap_or_default().to_owned(), place.location)).collect()
    };
    let at = Location::Pointer(Pointer::root().append("/parameters/Ids/collectionFormat"));
    assert_eq!(places(warnings), [("shared.yaml".to_owned(), at.clone())]);
    assert_eq!(places(warnings_of_one), [("o.yaml".to_owned(), at)]);
    let item = several.source_map.trace("/paths/~1pets/post/requestBody");
    assert!(item.source.is_some_and(|file| file.ends_with("paths/pets.yaml")));
    assert_eq!(item.pointer.as_str(), "/post/parameters/0");
}

#[test]
fn the_schemas_of_a_swagger_file_keep_their_places() {
    let main = "swagger: '2.0'\ninfo: { title: T, version: '1' }\ndefinitions: { Z: { type: object } }\n\
        paths: { /a: { get: { responses: { 200: { description: '', schema: { $ref: 'pets.yaml#/A' } } } } } }\n";
    let pets = "A: { type: object, properties: { b: { $ref: '#/B' }, t: { type: strin } } }\n\
        B: { type: object, properties: { a: { type: strin } } }\n";
    let (_, warnings) = document_and_warnings(&[("o.yaml", main), ("pets.yaml", pets)]);
    let places = warnings.into_iter().filter_map(|warning| warning.place);
    let places: Vec<_> = places.map(|place| (place.source.ends_with("pets.yaml"), place.location)).collect();
    let expected = ["/A/properties/t/type", "/B/properties/a/type"];
    assert_eq!(places, expected.map(|place| (true, Location::Pointer(Pointer::root().append(place)))));
}

#[test]
fn an_unresolved_reference_in_a_swagger_file_is_reported_once() {
    let main = "swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: paths/a.yaml } }\n";
    let item = "get: { parameters: [{ $ref: missing.yaml }], responses: { 200: { $ref: 'missing.yaml#/a' }, 400: { description: '', schema: { $ref: '#/no' } } } }";
    let (input, _folder) = input(&[("o.yaml", main), ("paths/a.yaml", item)]);
    let mut sink = Sink::new();
    crate::pipeline::run(&input, &Config::default(), &NameHistory::default(), &mut sink).unwrap();
    let places = sink.into_diagnostics().into_iter().filter(|problem| problem.code == Code::ReferenceUnresolved);
    let places: Vec<Location> = places.filter_map(|problem| Some(problem.place?.location)).collect();
    let expected = ["/get/responses/400/schema/$ref", "/get/parameters/0/$ref"];
    assert_eq!(places, expected.map(|place| Location::Pointer(Pointer::root().append(place))));
}

#[test]
fn referenced_files_become_components_next_to_an_empty_section() {
    for components in ["components:", "components: { schemas: }", "components: { schemas: [] }"] {
        let path = "paths: { /a: { get: { responses: { '200': { description: Done., content: { application/json: { schema: { $ref: pet.yaml } } } } } } } }";
        let main = format!("{HEAD}{components}\n{path}\n");
        let (document, _) = document(&[("openapi.yaml", &main), ("pet.yaml", "{ type: object }")]);
        assert!(document.openapi.components.unwrap().schemas.contains_key("pet"), "{components}");
    }
}

#[test]
fn a_target_inside_a_component_is_one_type() {
    let schema = "content: { application/json: { schema: { $ref: 'shared.yaml#/Pet/properties/tag' } } }";
    let other = schema.replace("/properties/tag", "");
    let responses = format!("{{ 200: {{ description: '', {schema} }}, 400: {{ description: '', {other} }} }}");
    let (document, warnings) = document(&[
        ("o.yaml", &format!("{HEAD}paths: {{ /a: {{ get: {{ responses: {responses} }} }} }}\n")),
        ("shared.yaml", "Pet: { type: object, properties: { tag: { type: object, propertis: {} } } }"),
    ]);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let schemas = &rewritten(&document)["components"]["schemas"];
    assert_eq!(schemas["Pet"]["properties"]["tag"]["$ref"], "#/components/schemas/Pet tag");
}

#[test]
fn a_target_that_is_written_before_its_reference_is_one_type() {
    let schema = "content: { application/json: { schema: { $ref: 'pet.yaml' } } }";
    let responses = format!("{{ 200: {{ description: '', {schema} }} }}");
    let (document, _) = document(&[
        ("o.yaml", &format!("{HEAD}paths: {{ /a: {{ get: {{ responses: {responses} }} }} }}\n")),
        ("pet.yaml", "properties: { tag: { type: object }, other: { $ref: '#/properties/tag' } }"),
    ]);
    let properties = rewritten(&document)["components"]["schemas"]["pet"]["properties"].take();
    assert_eq!(properties["tag"]["$ref"], "#/components/schemas/tag");
    assert_eq!(properties["other"], properties["tag"]);
}

#[test]
fn members_beside_a_reference_keep_their_places() {
    let item = "put: { responses: {} }\n    $ref: shared.yaml#/item\n    get: { operationId: own, responses: {} }\n    summary: S";
    let (document, _) = document(&[
        ("o.yaml", &format!("{HEAD}paths:\n  /a:\n    {item}\n")),
        ("shared.yaml", "item: { post: { responses: {} }, get: { operationId: theirs, responses: {} } }"),
    ]);
    let item = rewritten(&document)["paths"]["/a"].take();
    assert_eq!(item.as_object().unwrap().keys().collect::<Vec<_>>(), ["post", "get", "put", "summary"]);
    assert_eq!(item["get"]["operationId"], "own");
    let origin = |pointer: &str| document.source_map.trace(pointer);
    assert_eq!(origin("/paths/~1a/get").source, None);
    let post = origin("/paths/~1a/post");
    assert!(post.source.is_some_and(|file| file.ends_with("shared.yaml")));
    assert_eq!(post.pointer.as_str(), "/item/post");
}

#[test]
fn a_referenced_schema_of_an_operation_has_the_name_of_its_title() {
    let schema = |title: &str| format!("{{ application/json: {{ schema: {{ type: object{title} }} }} }}");
    let reference = |status: &str| {
        format!(
            "{{ application/json: {{ schema: {{ $ref: '#/paths/~1a/get/responses/{status}/content/application~1json/schema' }} }} }}"
        )
    };
    let responses = |contents: [String; 2]| {
        let [one, other] = contents;
        format!("{{ '200': {{ description: '', content: {one} }}, '404': {{ description: '', content: {other} }} }}")
    };
    let text = format!(
        "{HEAD}paths:\n  /a: {{ get: {{ operationId: a, responses: {} }} }}\n  /b: {{ get: {{ responses: {} }} }}\n",
        responses([schema(""), schema(", title: Error.v2")]),
        responses(["200", "404"].map(reference)),
    );
    let (document, _) = document(&[("openapi.yaml", &text)]);
    let names: Vec<String> = document.openapi.components.unwrap().schemas.into_keys().collect();
    assert_eq!(names, ["a response", "Error.v2"]);
}

#[test]
fn a_reference_of_the_wrong_kind_loses_only_itself() {
    let list = |parameter: &str| format!("{{ get: {{ parameters: [{parameter}], responses: {{}} }} }}");
    let wrong = |target: &str| list(&format!("{{ in: header, name: a, schema: {{ $ref: '{target}' }} }}"));
    let right = |target: &str| list(&format!("{{ $ref: '{target}' }}"));
    let batch = "common.yaml#/components/parameters/Batch";
    let main = format!(
        "{HEAD}paths:\n  /a: {}\n  /b: {}\n  /c: {}\n  /d: {}\n",
        wrong(batch),
        right(batch),
        wrong("flat.yaml#/Page"),
        right("flat.yaml#/Page")
    );
    let common = "components: { parameters: { Batch: { in: header, name: batch, schema: { type: string } } } }";
    let flat = "Page: { in: query, name: page, schema: { type: integer } }";
    let files = [("openapi.yaml", main.as_str()), ("common.yaml", common), ("flat.yaml", flat)];
    let (input, _folder) = input(&files);
    let emission = crate::pipeline::run(&input, &Config::default(), &NameHistory::default(), &mut Sink::new()).unwrap();
    let names = emission.api.operations.iter().map(|operation| operation.parameters[0].wire.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["a", "batch", "a", "page"]);
    let (_, warnings) = document(&files);
    assert!(warnings.iter().all(|warning| !warning.contains("left out")), "{warnings:?}");
}

#[test]
fn a_mapping_by_a_dotted_name_is_the_name_of_a_schema() {
    let main = format!(
        "{HEAD}paths: {{}}\ncomponents:\n  schemas:\n    Pet: {{ $ref: pet.yaml }}\n    Any: {{ discriminator: \
         {{ propertyName: kind, mapping: {{ dog: v1.Dog, cat: v2.Cat, file: pet.yaml, named: a.json }} }} }}\n    \
         v1.Dog: {{ type: object }}\n    a.json: {{ type: object }}\n"
    );
    let (document, warnings) = document(&[("openapi.yaml", &main), ("pet.yaml", "type: object")]);
    let mapping = rewritten(&document)["components"]["schemas"]["Any"]["discriminator"]["mapping"].clone();
    assert_eq!(
        mapping,
        serde_json::json!({ "dog": "v1.Dog", "cat": "v2.Cat", "file": "#/components/schemas/Pet", "named": "a.json" })
    );
    assert!(warnings.iter().all(|warning| !warning.contains("cannot")), "{warnings:?}");
}

#[test]
fn references_in_keywords_that_are_not_read_resolve() {
    let keywords = ["contains", "propertyNames", "if", "then", "else", "not", "unevaluatedItems", "contentSchema"];
    let members = keywords.map(|keyword| format!("{keyword}: {{ $ref: '#/B' }}")).join(", ");
    let other = format!("A: {{ {members}, dependentSchemas: {{ x: {{ $ref: '#/B' }} }} }}\nB: {{ type: string }}");
    let main = format!("{HEAD}paths: {{}}\ncomponents: {{ schemas: {{ A: {{ $ref: 'other.yaml#/A' }} }} }}\n");
    let (document, _) = document(&[("openapi.yaml", &main), ("other.yaml", &other)]);
    let schemas = rewritten(&document)["components"]["schemas"].clone();
    let target = schemas["A"]["contains"]["$ref"].as_str().unwrap().to_owned();
    assert_eq!(schemas[target.rsplit('/').next().unwrap()]["type"], "string");
    for keyword in keywords {
        assert_eq!(schemas["A"][keyword]["$ref"], target, "{keyword}");
    }
    assert_eq!(schemas["A"]["dependentSchemas"]["x"]["$ref"], target);
}
