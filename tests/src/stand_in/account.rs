//! Users, their tokens, and what they may do.

use super::Seen;

/// The roles of a user in the project `DEMO`.
#[derive(Debug)]
pub(super) struct User {
    pub(super) name: &'static str,
    pub(super) id: i64,
    pub(super) first_name: &'static str,
    pub(super) last_name: &'static str,
    roles: &'static [&'static str],
}

pub(super) const USERS: [User; 6] = [
    user("owner", 14, "Ines", "Okafor", &["stakeHolder", "inProject", "productOwner", "owner"]),
    user("master", 15, "Tomas", "Lind", &["stakeHolder", "inProject", "scrumMaster"]),
    user("member", 16, "Aiko", "Brandt", &["stakeHolder", "inProject"]),
    user("stakeholder", 17, "Noor", "Haddad", &["stakeHolder"]),
    user("admin", 1, "Root", "Admin", &["admin"]),
    user("outsider", 18, "Pia", "Moreau", &[]),
];

const fn user(
    name: &'static str,
    id: i64,
    first_name: &'static str,
    last_name: &'static str,
    roles: &'static [&'static str],
) -> User {
    User { name, id, first_name, last_name, roles }
}

impl User {
    /// Whether any of the roles is the user's. In an archived project members count as stakeholders.
    pub(super) fn may(&self, roles: &[String], archived: bool) -> bool {
        let has = |role: &str| match role {
            "authenticated" => true,
            "admin" => self.roles.contains(&"admin"),
            "stakeHolder" => !self.roles.is_empty() && !self.roles.contains(&"admin"),
            other => !archived && self.roles.contains(&other),
        };
        roles.is_empty() || roles.iter().any(|role| has(role))
    }
}

/// The token of a user: 32 hexadecimal digits, the same in each run.
pub(super) fn token(user: &str) -> String {
    let digest =
        |seed: u64| user.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{:016x}{:016x}", digest(0xcbf2_9ce4_8422_2325), digest(0x8422_2325_cbf2_9ce4))
}

/// The user whose token a request carries: the main header, then the query, then the aliases.
pub(super) fn caller(seen: &Seen) -> Option<&'static User> {
    let query = seen.query("service-token");
    let given = seen
        .header("x-service-token")
        .or(query.as_deref())
        .or_else(|| seen.header("x-external-token"))
        .or_else(|| seen.header("x-auth-token"))?;
    USERS.iter().find(|user| token(user.name) == given)
}

#[cfg(test)]
mod tests {
    use super::{USERS, caller, token};
    use crate::stand_in::Seen;

    fn seen(headers: &[(&str, &str)], query: &str) -> Seen {
        let headers = headers.iter().map(|(name, user)| ((*name).to_owned(), token(user))).collect();
        Seen { headers, query: query.to_owned(), ..Seen::default() }
    }

    fn name(seen: &Seen) -> Option<&'static str> {
        caller(seen).map(|user| user.name)
    }

    #[test]
    fn the_main_header_wins_then_the_query_then_the_aliases() {
        let query = format!("service-token={}", token("master"));
        let all = [("x-external-token", "member"), ("x-service-token", "owner"), ("x-auth-token", "admin")];
        assert_eq!(name(&seen(&all, &query)), Some("owner"));
        assert_eq!(name(&seen(&all[..1], &query)), Some("master"));
        assert_eq!(name(&seen(&all[..1], "")), Some("member"));
        assert_eq!(name(&seen(&all[2..], "")), Some("admin"));
        assert_eq!(name(&seen(&[], "")), None);
        assert_eq!(name(&seen(&[("x-service-token", "nobody")], &query)), None);
    }

    #[test]
    fn tokens_are_32_digits_and_differ() {
        let tokens: std::collections::HashSet<String> = USERS.iter().map(|user| token(user.name)).collect();
        assert_eq!(tokens.len(), USERS.len());
        assert!(tokens.iter().all(|token| token.len() == 32 && token.bytes().all(|b| b.is_ascii_hexdigit())));
    }

    #[test]
    fn roles() {
        let roles = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let [owner, master, member, stakeholder, admin, outsider] = &USERS;
        assert!(owner.may(&roles(&["productOwner"]), false) && !owner.may(&roles(&["productOwner"]), true));
        assert!(
            !master.may(&roles(&["productOwner"]), false)
                && master.may(&roles(&["productOwner", "scrumMaster"]), false)
        );
        assert!(member.may(&roles(&["inProject"]), false) && member.may(&roles(&["stakeHolder"]), true));
        assert!(stakeholder.may(&roles(&["stakeHolder"]), false) && !stakeholder.may(&roles(&["inProject"]), false));
        assert!(admin.may(&roles(&["admin"]), false) && !outsider.may(&roles(&["stakeHolder"]), false));
        assert!(outsider.may(&roles(&["authenticated"]), false));
    }
}
