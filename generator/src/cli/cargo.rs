//! Supports use as a cargo subcommand: `cargo bindery ..` runs `cargo-bindery bindery ..`.

use std::ffi::OsString;
use std::path::Path;

use clap::error::Error;
use clap::{CommandFactory, FromArgMatches};

use super::args::Arguments;

/// Parses the arguments of a process, the first of which is its name.
pub(super) fn parse(mut arguments: Vec<OsString>) -> Result<Arguments, Error> {
    let program = arguments.first().map(Path::new).and_then(Path::file_stem);
    let by_cargo =
        program.is_some_and(|name| name == "cargo-bindery") && arguments.get(1).is_some_and(|own| own == "bindery");
    let mut command = Arguments::command();
    if by_cargo {
        arguments.remove(1);
        command = command.bin_name("cargo bindery");
    }
    Arguments::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::parse;

    #[test]
    fn the_subcommand_name_of_cargo_is_skipped() {
        let read = |arguments: &[&str]| parse(arguments.iter().map(OsString::from).collect());
        for good in [
            &["bindery", "explain"] as &[&str],
            &["/bin/cargo-bindery", "bindery", "explain"],
            &["cargo-bindery", "explain"],
        ] {
            assert!(read(good).is_ok(), "{good:?}");
        }
        assert!(read(&["bindery", "bindery", "explain"]).is_err());
        let help = read(&["cargo-bindery.exe", "bindery", "check", "--help"]).unwrap_err().to_string();
        assert!(help.contains("Usage: cargo bindery check"), "{help}");
    }
}
