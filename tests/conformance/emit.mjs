// Writes the scenarios of the suite as OpenAPI descriptions, and the requests and responses that its server expects.
//
// node emit.mjs OUT, in the folder with `node_modules`

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const modules = path.resolve("node_modules");
const out = path.resolve(process.argv[2]);
const load = (file) => import(pathToFileURL(path.join(modules, "@typespec", file)));
const { compile, NodeHost } = await load("compiler/dist/src/index.js");
const { getOpenAPI3 } = await load("openapi3/dist/src/index.js");
const { expandDyns } = await load("spec-api/dist/index.js");
const suite = path.join(modules, "@typespec/http-specs");

// The emitter looks up a parameter called `constructor` in a plain object, and finds this function.
Object.defineProperty(Object, "length", { value: 0 });

const below = (folder, name) =>
  fs.readdirSync(folder, { recursive: true }).filter((file) => path.basename(file) === name).sort();

function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(content, null, 1));
}

// A document is used even if the emitter reports that OpenAPI cannot express one of its operations.
async function describe(main) {
  const area = path.dirname(main);
  const program = await compile(NodeHost, path.join(suite, "specs", main), { noEmit: true });
  for (const version of area.startsWith("streaming") ? ["3.2.0"] : ["3.0.0", "3.1.0"]) {
    for (const record of await getOpenAPI3(program, { "openapi-versions": [version] })) {
      const documents = record.versioned ? record.versions : [record];
      for (const { document, version: label } of documents) {
        write(path.join(out, version.slice(0, 3), area, `${label ?? "api"}.json`), document);
      }
    }
  }
}

const config = (baseUrl) => ({ baseUrl });

// Server-sent events, without the one that ends a stream.
function events(text) {
  return text.split("\n\n").filter((event) => event.includes("data: ") && !event.includes("data: [DONE]")).map((event) => {
    const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s)));
    const id = fields.id?.includes("\0") ? undefined : fields.id;
    return { id, event: fields.event, data: parse(fields.data) ?? fields.data };
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function json(type, text) {
  if (type === "text/event-stream") return events(text);
  return type === "application/jsonl" ? text.split("\n").map(parse) : parse(text);
}

function content(body) {
  if (!body) return undefined;
  const type = body.contentType;
  const base64 = (file) => ({ ...file, buffer: file.buffer.toString("base64") });
  if (body.kind === "multipart") return { type, parts: body.parts, files: body.files?.map(base64) };
  const raw = Buffer.from(body.rawContent?.serialize?.(config("http://localhost:PORT")) ?? body.rawContent ?? "");
  const value = json(type, raw.toString()) ?? raw.toString();
  const text = typeof value === "string" ? value : raw.toString();
  return { type, bytes: raw.toString("base64"), text, json: value };
}

function call({ uri, method, request = {}, response }) {
  const { pathname, searchParams } = new URL(uri.replaceAll("\\", ""), "http://localhost");
  const expanded = (values) => expandDyns(values ?? {}, config("http://localhost:PORT"));
  const query = { ...Object.fromEntries(searchParams), ...expanded(request.query) };
  return {
    method: method.toUpperCase(),
    path: decodeURIComponent(pathname),
    query,
    headers: Object.fromEntries(Object.entries(expanded(request.headers)).map(([name, value]) => [name.toLowerCase(), value])),
    body: content(request.body),
    status: response.status,
    response: content(response.body),
    response_headers: expanded(response.headers),
  };
}

for (const main of below(path.join(suite, "specs"), "main.tsp")) await describe(main);
const scenarios = [];
for (const file of below(path.join(suite, "dist/specs"), "mockapi.js")) {
  const { Scenarios } = await import(pathToFileURL(path.join(suite, "dist/specs", file)));
  for (const [name, { apis, code }] of Object.entries(Scenarios)) {
    scenarios.push({ name, area: path.dirname(file), code, calls: apis.map(call) });
  }
}
const { name, version } = JSON.parse(fs.readFileSync(path.join(suite, "package.json")));
write(path.join(out, "suite.json"), { version: `${name} ${version}`, scenarios });
