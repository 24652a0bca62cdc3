//! Users, their tokens and their permissions.

use serde_json::{Value, json};

use super::Seen;

/// A user with a token.
#[derive(Debug)]
pub(super) struct User {
    pub(super) name: &'static str,
    /// The display name of the role.
    pub(super) title: &'static str,
    pub(super) id: i64,
    pub(super) first_name: &'static str,
    pub(super) last_name: &'static str,
    /// The roles in each initial project.
    roles: &'static [&'static str],
}

/// The roles of the owner of a project.
const OWNER: [&str; 4] = ["stakeHolder", "inProject", "productOwner", "owner"];

pub(super) const USERS: [User; 6] = [
    user("owner", "product owner", 14, "Ines", "Okafor", &OWNER),
    user("master", "scrum master", 15, "Tomas", "Lind", &["stakeHolder", "inProject", "scrumMaster"]),
    user("member", "team member", 16, "Aiko", "Brandt", &["stakeHolder", "inProject"]),
    user("stakeholder", "stakeholder", 17, "Noor", "Haddad", &["stakeHolder"]),
    user("admin", "administrator", 1, "Root", "Admin", &["admin"]),
    user("outsider", "nobody in particular", 18, "Pia", "Moreau", &[]),
];

const fn user(
    name: &'static str,
    title: &'static str,
    id: i64,
    first_name: &'static str,
    last_name: &'static str,
    roles: &'static [&'static str],
) -> User {
    User { name, title, id, first_name, last_name, roles }
}

impl User {
    /// Returns `true` if the user has a role, in a project if one is given. In an archived project members count as
    /// stakeholders.
    pub(super) fn has(&self, role: &str, project: Option<&Value>) -> bool {
        match (role, project) {
            ("authenticated", _) => true,
            ("admin", _) | (_, None) => self.roles.contains(&role),
            (_, Some(project)) => {
                let archived = project["preferences"]["archived"] == true;
                (!archived || role == "stakeHolder") && self.roles_in(project).contains(&role)
            }
        }
    }

    /// In a project created later, only the owner has roles.
    fn roles_in(&self, project: &Value) -> &[&'static str] {
        match project["owner"]["id"].as_i64() {
            Some(owner) if owner == self.id => &OWNER,
            _ if project["id"].as_i64() <= Some(super::project::SEEDED) => self.roles,
            _ => &[],
        }
    }

    /// Returns the user as other items refer to them.
    pub(super) fn reference(&self) -> Value {
        json!({ "class": "User", "id": self.id, "firstName": self.first_name, "lastName": self.last_name })
    }

    /// Returns the value of `Roles` in a project.
    pub(super) fn roles(&self, project: Option<&Value>) -> Value {
        let has = |role| self.has(role, project);
        json!({ "businessOwner": false, "portfolioStakeHolder": false, "productOwner": has("productOwner"),
            "scrumMaster": has("scrumMaster"), "stakeHolder": has("stakeHolder"), "admin": has("admin"),
            "teamMember": has("inProject") && !has("productOwner") })
    }
}

/// Returns the token of a user: 32 hexadecimal digits, the same in each run.
pub(super) fn token(user: &str) -> String {
    let digest =
        |seed: u64| user.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{:016x}{:016x}", digest(0xcbf2_9ce4_8422_2325), digest(0x8422_2325_cbf2_9ce4))
}

/// Returns the token of a request: from the main header, then the query, then the aliases.
pub(super) fn given_token(seen: &Seen) -> Option<String> {
    let header = |name| seen.header(name).map(str::to_owned);
    header("x-service-token")
        .or_else(|| seen.query("service-token"))
        .or_else(|| header("x-external-token"))
        .or_else(|| header("x-auth-token"))
}

/// Returns the user with the token of a request.
pub(super) fn caller(seen: &Seen) -> Option<&'static User> {
    let given = given_token(seen)?;
    USERS.iter().find(|user| token(user.name) == given)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{USERS, caller, token};
    use crate::stand_in::Seen;

    fn request(headers: &[(&str, &str)], query: &str) -> Seen {
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
        assert_eq!(name(&request(&all, &query)), Some("owner"));
        assert_eq!(name(&request(&all[..1], &query)), Some("master"));
        assert_eq!(name(&request(&[all[2], all[0]], "")), Some("member"));
        assert_eq!(name(&request(&all[2..], "")), Some("admin"));
        assert_eq!(name(&request(&[], "")), None);
        assert_eq!(name(&request(&[("x-service-token", "nobody")], &query)), None);
    }

    #[test]
    fn tokens_are_32_digits_and_differ() {
        let tokens: std::collections::HashSet<String> = USERS.iter().map(|user| token(user.name)).collect();
        assert_eq!(tokens.len(), USERS.len());
        let digits = |token: &String| token.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        assert!(tokens.iter().all(|token| token.len() == 32 && digits(token)));
    }

    #[test]
    fn members_of_an_archived_project_count_as_stakeholders() {
        let project = |archived| json!({ "id": 1, "owner": { "id": 14 }, "preferences": { "archived": archived } });
        let (open, archived) = (project(false), project(true));
        let [owner, master, member, stakeholder, admin, outsider] = &USERS;
        assert!(owner.has("productOwner", Some(&open)) && !owner.has("productOwner", Some(&archived)));
        assert!(member.has("inProject", Some(&open)) && !member.has("inProject", Some(&archived)));
        assert!(member.has("stakeHolder", Some(&archived)));
        assert!(master.has("scrumMaster", Some(&open)) && !master.has("productOwner", Some(&open)));
        assert!(stakeholder.has("stakeHolder", Some(&open)) && !stakeholder.has("inProject", Some(&open)));
        assert!(admin.has("admin", None) && !admin.has("stakeHolder", Some(&open)));
        assert!(outsider.has("authenticated", Some(&open)) && !outsider.has("stakeHolder", Some(&open)));
    }

    #[test]
    fn only_its_owner_has_roles_in_a_project_made_later() {
        let project = json!({ "id": 200, "owner": { "id": 18 }, "preferences": {} });
        let [owner, .., outsider] = &USERS;
        assert!(outsider.has("productOwner", Some(&project)) && !owner.has("stakeHolder", Some(&project)));
    }
}
