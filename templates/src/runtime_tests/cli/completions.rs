//! Completion scripts of a program whose description is hostile.

use std::path::Path;
use std::process::Command;

use super::{PROGRAM, add, run_program, shown};
use crate::runtime::cli::{Body, Entry, Group, Known, Parameter, Program, run};

/// Text that runs a command in bash, zsh, fish, PowerShell or Elvish if it is not a literal there.
const HOSTILE: &str = "$(touch PWNED) `touch PWNED` \" -- a)); touch PWNED; ' ‘; ni PWNED; ‘ (touch PWNED) ]: :{touch PWNED}";

/// Breaks out of the word list of a function in bash.
const BREAKOUT: &str = "a\" -- a)); return;; esac;; esac; }; touch PWNED; _x() { case 1 in 1) COMPREPLY=($(compgen -W \"b";

const KNOWN: &[Known] = &[
    Known("name", "", HOSTILE),
    Known("-created_at", "", "Newest first"),
    Known("user:id@x", "", "It's odd"),
    Known(HOSTILE, HOSTILE, HOSTILE),
    Known(BREAKOUT, "", ""),
    Known("=ls", "", ""),
    Known("say \"hi\"", "", ""),
];

static HOSTILE_PROGRAM: Program = Program {
    name: "note-book",
    about: HOSTILE,
    groups: &[Group {
        name: "note",
        about: HOSTILE,
        operations: &[
            &[entry("listNotes", "list"), entry(HOSTILE, "add")],
            &[entry(BREAKOUT, "drop")],
        ],
    }],
    ..PROGRAM
};

const fn entry(name: &'static str, command: &'static str) -> Entry {
    Entry {
        name,
        command,
        method: "POST",
        path: "/notes/$(touch PWNED)",
        about: HOSTILE,
        parameters: &[
            Parameter {
                name: "sort",
                wire: HOSTILE,
                about: HOSTILE,
                default: Some(HOSTILE),
                known: KNOWN,
                ..Parameter::PLAIN
            },
            Parameter {
                name: "only_hostile",
                known: &[Known(HOSTILE, "", "")],
                ..Parameter::PLAIN
            },
        ],
        body: Some(Body {
            media_types: &["application/vnd.api+json", "text/x;v=$(touch${IFS}PWNED)"],
            required: false,
            about: HOSTILE,
        }),
        accepts: &["application/json", HOSTILE],
        call: |job| run(job, add, shown),
        flows: &[],
    }
}

fn script(shell: &str) -> String {
    let ran = run_program(&HOSTILE_PROGRAM, Vec::new(), &["completions", shell], false);
    assert_eq!(ran.exit, 0, "{}", ran.errors);
    ran.output
}

#[test]
fn scripts_hold_no_text_that_a_shell_interprets() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = script(shell);
        for hostile in [
            "$(touch", "`touch", "(touch", "{touch", "; touch", "‘", "\"hi", "=ls", "${IFS}",
        ] {
            assert!(!script.contains(hostile), "{shell}: {hostile}\n{script}");
        }
        assert!(
            script.contains("created_at") || ["elvish", "powershell"].contains(&shell),
            "{script}"
        );
    }
}

/// Sources the script in a shell and runs `commands` there. Returns the output, or `None` if the shell is not
/// installed.
fn run_shell(shell: &str, folder: &Path, commands: &str) -> Option<String> {
    std::fs::write(folder.join("script"), script(shell)).unwrap();
    let commands = format!("source ./script\n{commands}");
    let output = Command::new(shell)
        .args(["-c", &commands])
        .current_dir(folder)
        .output()
        .ok()?;
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(files, ["script"], "{shell} ran text of the description");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn bash_registers_the_name_of_the_program() {
    assert!(script("bash").contains("-o default note-book\n"));
}

#[test]
fn shells_complete_and_run_nothing() {
    let positions = [
        ("", "note"),
        ("note ", "list"),
        ("note list --", "--sort"),
        ("note list --sort ", "-created_at"),
        ("note list --sort ", "user:id@x"),
        ("note drop --media-type ", "application/vnd.api+json"),
        ("note add --sort ", "name"),
        ("note list --only-hostile ", ""),
    ];
    for (shell, complete) in [
        (
            "bash",
            "words=(note-book LINE '') COMP_WORDS=(\"${words[@]}\") COMP_CWORD=$((${#words[@]} - 1)); \
             compopt() { :; }; _note_book note-book \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; \
             printf '%s\\n' \"${COMPREPLY[@]}\"",
        ),
        (
            "fish",
            "complete --do-complete='note-book LINE' | string split --fields 1 \\t",
        ),
    ] {
        let folder = std::env::temp_dir().join(format!("bindery-{shell}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (line, expected) in positions {
            let line = if shell == "bash" {
                line.trim_end_matches(' ').trim_end_matches(" --")
            } else {
                line
            };
            let Some(output) = run_shell(shell, &folder, &complete.replace("LINE", line)) else {
                break;
            };
            let is_offered = expected.is_empty() || output.lines().any(|value| value == expected);
            assert!(is_offered, "{shell} `{line}`: {output}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
