//! The singular and the plural of words.
//!
//! Endings are looked up in short tables. The libraries for this compile dozens of regular expressions first, which took
//! longer than generating a small client.

/// Plurals of at most three letters. Other words of three letters that end with `s` are mostly singular.
const SHORT_PLURALS: [&str; 6] = ["ads", "dbs", "ids", "ips", "ons", "vms"];
/// Plurals that end like the singulars `status` and `basis`.
const REGULAR_PLURALS: [&str; 7] = ["apis", "cpus", "emojis", "gpus", "menus", "skus", "uris"];
/// Words that have no other form.
const UNCHANGED: &str = "advice agenda aid aircraft alcohol analytics athletics audio blood butter cash chassis chess \
    chinese clothing cod commerce cors corps data deer energy equipment expertise firmware fun garbage hardware \
    headquarters health https information japanese jeans justice kubernetes labour literature mail media metadata mud \
    music news only personnel pokemon police premises rain redis research rice salmon scissors series sheep shrimp \
    software species staff traffic transportation wealth welfare wildlife";
/// Singulars and plurals of whole words.
const IRREGULAR_WORDS: &str = "axe/axes axis/axes die/dice elf/elves foot/feet go/goes goose/geese lie/lies life/lives \
    mouse/mice ox/oxen pie/pies schema/schemata tie/ties tooth/teeth use/uses wife/wives y/ys";
/// Endings of singulars and plurals that are longer than the regular ones.
const IRREGULAR_ENDINGS: &str = "abuse/abuses addendum/addenda alias/aliases analysis/analyses atlas/atlases \
    automaton/automata brownie/brownies cache/caches calorie/calories canvas/canvases child/children \
    christmas/christmases cookie/cookies criterion/criteria datum/data diagnosis/diagnoses echo/echoes \
    erratum/errata fish/fish focus/foci gas/gases genus/genera half/halves hero/heroes human/humans index/indices \
    knife/knives leaf/leaves locus/loci man/men matrix/matrices money/monies movie/movies person/people \
    phenomenon/phenomena potato/potatoes quiz/quizzes radius/radii rookie/rookies scarf/scarves self/selves \
    shelf/shelves synopsis/synopses thesis/theses thief/thieves tomato/tomatoes vertex/vertices wolf/wolves";
/// Endings of plurals with those of their singulars. The first that fits applies.
const SINGULAR_ENDINGS: &str = "ies/y ches/ch shes/sh sses/ss xes/x auses/ause euses/euse ouses/ouse uses/us ss/ss s/";
/// Endings of singulars with those of their plurals. The first that fits applies.
const PLURAL_ENDINGS: &str = "ay/ays ey/eys iy/iys oy/oys uy/uys y/ies axis/axes sis/ses menus/menus aus/aus ous/ous \
    us/uses ch/ches sh/shes ss/sses zz/zzes x/xes s/s /s";

/// Returns a text with its last word in the singular: `orderIds` is `orderId`.
pub(crate) fn singular(text: &str) -> String {
    let (before, word) = text.split_at(last_word(text));
    let lower = word.to_ascii_lowercase();
    if REGULAR_PLURALS.contains(&lower.as_str()) {
        return text[..text.len() - 1].to_owned();
    }
    let is_short = word.len() <= 3 && !SHORT_PLURALS.contains(&lower.as_str());
    if is_short || is_unchanged(&lower) || lower.ends_with("us") || lower.ends_with("is") {
        return text.to_owned();
    }
    let irregular = |table| pairs(table).flat_map(|(one, several)| [(several, one), (one, one)]);
    format!("{before}{}", inflect(word, &lower, irregular, SINGULAR_ENDINGS))
}

/// Returns a word in the plural.
pub(crate) fn plural(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    // The tables are of English words.
    let is_english = lower.ends_with(|last: char| last.is_ascii());
    if !is_english || is_unchanged(&lower) || REGULAR_PLURALS.contains(&lower.as_str()) {
        return word.to_owned();
    }
    let irregular = |table| pairs(table).flat_map(|(one, several)| [(one, several), (several, several)]);
    inflect(word, &lower, irregular, PLURAL_ENDINGS)
}

/// Replaces an irregular word, or else the ending of a word, in the case of the word.
fn inflect<I>(word: &str, lower: &str, irregular: impl Fn(&'static str) -> I, regular: &'static str) -> String
where
    I: Iterator<Item = (&'static str, &'static str)>,
{
    let is_ending = |(old, _): &(&str, &str)| lower.ends_with(old);
    let found = irregular(IRREGULAR_WORDS).find(|(old, _)| *old == lower);
    let found = found.or_else(|| irregular(IRREGULAR_ENDINGS).find(is_ending));
    let Some((old, new)) = found.or_else(|| pairs(regular).find(is_ending)) else { return word.to_owned() };
    // Letters that stay keep their case.
    let shared = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let stem = &word[..word.len() - (old.len() - shared)];
    let is_upper = word.contains(char::is_uppercase) && !word.contains(char::is_lowercase);
    let ending = if is_upper { new[shared..].to_uppercase() } else { new[shared..].to_owned() };
    format!("{stem}{ending}")
}

/// Returns the pairs of a table.
fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.split(' ').filter_map(|pair| pair.split_once('/'))
}

fn is_unchanged(word: &str) -> bool {
    UNCHANGED.split(' ').any(|unchanged| unchanged == word)
}

/// Returns the index at which the last word begins.
fn last_word(text: &str) -> usize {
    let mut start = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() && (!before.is_alphanumeric() || before.is_lowercase() && letter.is_uppercase()) {
            start = at;
        }
        before = letter;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::{plural, singular};

    #[test]
    fn the_last_word_is_in_the_singular() {
        let rows = [
            ("tags", "tag"),
            ("branches", "branch"),
            ("movies", "movie"),
            ("series", "series"),
            ("caches", "cache"),
            ("addresses", "address"),
            ("status", "status"),
            ("analysis", "analysis"),
            ("data", "data"),
            ("dns", "dns"),
            ("orderIds", "orderId"),
            ("SORT_KEYS", "SORT_KEY"),
            ("tree-entries", "tree-entry"),
            ("TAXES", "TAX"),
            ("axes", "axe"),
            ("lives", "life"),
            ("olives", "olive"),
            ("statuses", "status"),
            ("causes", "cause"),
            ("people", "person"),
            ("foremen", "foreman"),
            ("humans", "human"),
            ("process", "process"),
            ("loci", "locus"),
            ("hierarchies", "hierarchy"),
            ("начала", "начала"),
        ];
        for (text, wanted) in rows {
            assert_eq!(singular(text), wanted);
        }
    }
    #[test]
    fn words_are_in_the_plural() {
        let rows = [
            ("tag", "tags"),
            ("branch", "branches"),
            ("entry", "entries"),
            ("survey", "surveys"),
            ("series", "series"),
            ("address", "addresses"),
            ("status", "statuses"),
            ("analysis", "analyses"),
            ("data", "data"),
            ("apis", "apis"),
            ("index", "indices"),
            ("person", "people"),
            ("children", "children"),
            ("human", "humans"),
            ("axis", "axes"),
            ("URL", "URLS"),
            ("Box", "Boxes"),
            ("y", "ys"),
            ("начало", "начало"),
        ];
        for (word, wanted) in rows {
            assert_eq!(plural(word), wanted);
        }
    }
}
