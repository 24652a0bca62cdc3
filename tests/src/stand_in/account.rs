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
