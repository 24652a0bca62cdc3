#!/usr/bin/env bash
# Measures `diff --used-by`: a program with a function for each field, variant, function and setter of the old client is
# compiled against the new one. A function that stops compiling has to be a reported use, and nothing else.
#
#     tests/measure-uses.sh OLD NEW
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
cd "$(dirname "$0")/.."
cargo build --release --quiet -p bindery-cli
bindery=$(realpath "${CARGO_TARGET_DIR:-target}/release/bindery")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp Cargo.lock "$place"
python3 - "$bindery" "$old" "$new" "$place" "$PWD/templates" <<'PY'
import json, os, pathlib, re, subprocess, sys
bindery, old, new, place, runtime = sys.argv[1:]
place = pathlib.Path(place)
environment = dict(os.environ, CARGO_INCREMENTAL="0", CARGO_PROFILE_DEV_DEBUG="0", CARGO_TARGET_DIR=str(place / "target"))

def run(*command):
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True)

def generate(description):
    settings = f"description = {json.dumps(description)}\nout = 'client'\nname = 'client'\n"
    (place / "bindery.toml").write_text(settings + f"runtime = {{ path = {json.dumps(runtime)} }}\n")
    made = run(bindery, "generate")
    assert made.returncode == 0, made.stderr

def block(text, start):
    """The text between the first braces."""
    start, depth = text.index("{", start), 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 1:at]

def arguments(text):
    """The arguments of a function, which contain commas."""
    parts, depth = [""], 0
    for c in text:
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [" ".join(part.split()) for part in parts if part.strip()]

def functions(text, is_api):
    """A function for each public item of a file."""
    for item in [] if is_api else re.finditer(r"^pub struct (\w+) \{", text, re.M):
        for name, ty in re.findall(r"^    pub (\w+|r#\w+): ([^\n]+),$", block(text, item.start()), re.M):
            yield f"value: {item[1]}", f"let _: {ty} = value.{name};"
    for item in re.finditer(r"^pub enum (\w+) \{", text, re.M):
        for name, content in re.findall(r"^    (\w+)(\(.*\))?,$", block(text, item.start()), re.M):
            yield f"value: {item[1]}", f"matches!(value, {item[1]}::{name}{'(..)' if content else ''});"
    for item in re.finditer(r"^impl (?:Setters<(\w+)>|(\w+)) \{", text, re.M):
        owner = f"client::Call<{item[1]}>" if item[1] else item[2]
        signature = r"^    pub fn (\w+|r#\w+)\(([^{]*?)\)\s*(?:->[^{]+)?\{"
        for name, given in re.findall(signature, block(text, item.start()), re.M):
            given = arguments(given)
            receives = bool(given) and re.fullmatch(r"(mut |&(mut )?)?self", given[0]) is not None
            given = given[receives:]
            names = ", ".join(one.split(":")[0].strip() for one in given)
            if receives:
                yield ", ".join([f"value: {owner}", *given]), f"let _ = value.{name}({names});"
            else:
                yield ", ".join(given), f"let _ = {owner}::{name}({names});"

def write_program():
    source = place / "user" / "src"
    source.mkdir(parents=True)
    modules = []
    for path in sorted(place.glob("client/src/types/*.rs")) + sorted(place.glob("client/src/api/*.rs")):
        text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        own = [f"pub fn f{at}({given}) {{ {body} }}" for at, (given, body) in enumerate(functions(text, path.parent.name == "api"))]
        if path.stem == "mod" or not own:
            continue
        uses = ["use client::runtime::{self as bindery_runtime};", "use client::types::{self, *};"]
        uses += [f"use client::api::{path.stem}::*;"] if path.parent.name == "api" else []
        crates = re.findall(r"^use bindery_runtime::((?:jiff|uuid|serde_json|url)[^;]*);", text, re.M)
        uses += [f"use client::runtime::{name};" for name in crates]
        modules.append(f"{path.parent.name}_{path.stem}")
        (source / f"{modules[-1]}.rs").write_text("\n".join(uses + own) + "\n")
    (source / "lib.rs").write_text("#![allow(unused, deprecated)]\n" + "".join(f"pub mod {name};\n" for name in modules))
    package = "[package]\nname = 'user'\nversion = '0.1.0'\nedition = '2024'\n[dependencies]\nclient = { path = '../client' }\n"
    (place / "user" / "Cargo.toml").write_text(package)
    (place / "Cargo.toml").write_text("[workspace]\nmembers = ['client', 'user']\nresolver = '3'\n")

def failing():
    """Removes the functions that do not compile, until the program does. Returns their lines."""
    lines = set()
    while True:
        output = run("cargo", "check", "-p", "user", "--message-format", "json", "--quiet").stdout.splitlines()
        errors = [line["message"] for line in map(json.loads, output) if line["reason"] == "compiler-message"]
        spans = [span for error in errors if error["level"] == "error" for span in error["spans"]]
        found = {(span["file_name"], span["line_start"]) for span in spans if span["is_primary"]}
        assert all(name.startswith("user/") for name, _ in found), found
        if not found:
            return lines
        assert not found <= lines, found
        lines |= found
        for name in {name for name, _ in found}:
            text = (place / name).read_text().split("\n")
            text = ["//" if (name, at) in found else line for at, line in enumerate(text, 1)]
            (place / name).write_text("\n".join(text))

generate(old)
write_program()
failing()  # what this script wrote wrongly
count = sum(path.read_text().count("pub fn ") for path in place.glob("user/src/*.rs"))
report = json.loads(run(bindery, "diff", "client", new, "--used-by", "user", "--format", "json").stdout)
uses = [use for use in report["programs"][0]["uses"] if not use["compiles"]]
reported = {("user/" + use["file"].split("user/")[-1], use["line"]) for use in uses}
generate(new)
broken = failing()
right = len(reported & broken)
print(f"{len(report['changes'])} changes, {count} functions: {len(broken)} stop compiling, {len(reported)} are reported, {right} are both")
PY
