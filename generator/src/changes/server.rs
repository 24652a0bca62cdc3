//! The addresses of requests: the default server, named servers, and servers of single operations.

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::side::{Claim, Side};
use crate::model::{Api, Server};
use crate::pointer::Pointer;

const PART: Part<'static> = Part { resource: "info", subject: "servers" };

impl Comparison<'_> {
    pub(super) fn server(&mut self) {
        let (old, new) = (self.old.api, self.new.api);
        let place = Pointer::root().child("servers");
        let says = |api: &Api| match api.servers.first() {
            Some(server) => server.address().unwrap_or_else(|| server.template()),
            None => String::new(),
        };
        let (was, is) = (says(old), says(new));
        let claims = [Claim::member("ClientBuilder", " as Default".to_owned())];
        let (was_path, is_path) = (old.base_path(), new.base_path());
        if was == is {
            self.other_servers(&place);
            return;
        }
        let found = PART.finding(
            ChangeKind::Server,
            format!("calls go to `{}` instead of `{}`", shown_path(&is), shown_path(&was)),
        );
        let has_host = old.servers.first().is_some_and(|server| server.origin.is_some());
        let found = match (was_path == is_path, old.address().is_some()) {
            (false, _) => found
                .breaks("the old bindings call addresses that the server may not answer any more")
                .migrate("compile with the new bindings; if the client is given the address with this path, mend that"),
            (true, true) => found
                .breaks(
                    "behaviour changes: programs that name no server send their requests, with their tokens, to the other \
                     one as soon as they are compiled again",
                )
                .migrate("give the client its address if that has to stay"),
            (true, false) if !has_host => {
                found.at_run_time("`ClientBuilder::default` is for the server that the description names")
            }
            (true, false) => found
                .breaks("behaviour changes: the address that programs give the client may not be the server's any more")
                .migrate("look at the address that the client is given"),
        };
        self.found.push(found.before(&place, was).after(&place, is).claims(claims));
        self.other_servers(&place);
    }

    fn other_servers(&mut self, place: &Pointer) {
        self.named_servers(place);
        self.server_options(place);
    }

    /// Reports differences in named servers.
    fn named_servers(&mut self, place: &Pointer) {
        let (old, new) = (named_servers(self.old), named_servers(self.new));
        let claim = |name: &str| Claim::member("ServerAddress", format!("::{name}"));
        let of = |side: &[(String, String)], name: &str| {
            side.iter().find(|(known, _)| known == name).map(|(_, template)| template.clone())
        };
        for (name, template) in &old {
            match of(&new, name) {
                None => {
                    let found = PART.finding(ChangeKind::Server, format!("the server `{template}` is gone"));
                    self.found.push(found.before(place, template).claims([claim(name)]));
                }
                Some(other) if other != *template => {
                    let found = PART.finding(
                        ChangeKind::Server,
                        format!("the server `{name}` is `{other}` instead of `{template}`"),
                    );
                    let found = found.before(place, template).after(place, other);
                    self.found.push(found.breaks("behaviour changes: programs that name it go to the other address"));
                }
                Some(_) => {}
            }
        }
        for (name, template) in new.iter().filter(|(name, _)| of(&old, name).is_none()) {
            let found = PART.finding(ChangeKind::Server, format!("the server `{template}` is new"));
            self.found.push(found.after(place, template).claims([claim(name)]));
        }
    }

    /// Reports differences in the variables of addresses.
    fn server_options(&mut self, place: &Pointer) {
        let (old, new) = (self.old.api.server_variables(), self.new.api.server_variables());
        let claim = |name: &str| {
            let option = crate::ident::value_name(name);
            Claim::member("ClientBuilder", format!("::server_{}", crate::ident::unraw(&option)))
        };
        let mut found = Vec::new();
        for before in &old {
            let part = format!("the variable `{}` of the servers' addresses", before.name);
            match new.iter().find(|after| after.name == before.name) {
                None => {
                    let removed = PART.finding(ChangeKind::Server, format!("{part} is gone"));
                    found.push(removed.before(place, &before.name).claims([claim(&before.name)]));
                }
                Some(after) if after.default != before.default => {
                    let shown = |default: &Option<String>| default.clone().unwrap_or_else(|| "nothing".to_owned());
                    let (was, is) = (shown(&before.default), shown(&after.default));
                    let other = PART.finding(
                        ChangeKind::Server,
                        format!("{part} is `{is}` instead of `{was}` where it is not given"),
                    );
                    let other = other.before(place, was).after(place, is);
                    found.push(other.breaks("behaviour changes: programs that do not give it go to the other address"));
                }
                Some(_) => {}
            }
        }
        for after in new.iter().filter(|after| old.iter().all(|before| before.name != after.name)) {
            let part = format!("the variable `{}` of the servers' addresses", after.name);
            let added = PART.finding(ChangeKind::Server, format!("{part} is new"));
            found.push(added.after(place, &after.name).claims([claim(&after.name)]));
        }
        self.found.extend(found);
    }

    /// Reports differences in an operation's own server.
    pub(super) fn own_server(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old.api, self.new.api);
        let (one, other) = (&old.operations[before], &new.operations[after]);
        let shown = |api: &Api, operation| match api.own_server(operation) {
            Some(server) => shown_template(&server.template()),
            None => "the server of all".to_owned(),
        };
        let (was, is) = (shown(old, one), shown(new, other));
        if was == is {
            return;
        }
        let found = part
            .finding(ChangeKind::Server, format!("{} is sent to {is} instead of {was}", part.quoted()))
            .before(&one.origin, was)
            .after(&other.origin, is)
            .breaks("the old bindings call a server that may not answer it any more");
        self.found.push(found);
    }
}

/// Returns the named servers and their addresses.
fn named_servers(side: Side<'_>) -> Vec<(String, String)> {
    let whole = side.api.servers.iter().filter(|server| server.address().is_some());
    side.names.servers().iter().cloned().zip(whole.map(Server::template)).collect()
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}

fn shown_template(template: &str) -> String {
    format!("`{}`", shown_path(template))
}
