//! Plural and singular of English words: the rules of the npm package `pluralize`, as suffixes.
//!
//! A library would compile them as regular expressions, which takes longer than generating a small client.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Words whose forms follow no rule: the singular and the plural. Of two with the same plural, the last one is its singular.
const IRREGULAR: &str = "i we, me us, he they, she they, them them, myself ourselves, yourself yourselves, \
    itself themselves, herself themselves, himself themselves, themself themselves, is are, was were, has have, \
    this these, that those, my our, its their, his their, her their, echo echoes, dingo dingoes, volcano volcanoes, \
    tornado tornadoes, torpedo torpedoes, genus genera, viscus viscera, stigma stigmata, stoma stomata, dogma dogmata, \
    lemma lemmata, schema schemata, anathema anathemata, ox oxen, axe axes, die dice, yes yeses, foot feet, eave eaves, \
    goose geese, tooth teeth, quiz quizzes, human humans, proof proofs, carve carves, valve valves, looey looies, \
    thief thieves, groove grooves, pickaxe pickaxes, passerby passersby, canvas canvases";

/// Words that have one form.
const UNCOUNTABLE: &str = "adulthood advice agenda aid aircraft alcohol ammo analytics anime athletics audio bison blood bream \
    buffalo butter carp cash chassis chess clothing cod commerce cooperation corps debris diabetes digestion elk \
    energy equipment excretion expertise firmware flounder fun gallows garbage graffiti hardware headquarters health \
    herpes highjinks homework housework information jeans justice kudos labour literature machinery mackerel mail \
    media mews moose music mud manga news only personnel pike plankton pliers police pollution premises rain research \
    rice salmon scissors series sewage shambles shrimp software staff swine tennis traffic transportation trout tuna \
    wealth welfare whiting wildebeest wildlife you";

/// A rule: the stems, the endings after them, and the ending of the other form. A stem may contain classes of letters,
/// and `^` for the start of the word.
type Rule = (&'static str, &'static str, &'static str);

/// Endings of words that have one form.
const INVARIABLE: Rule = ("pokemon pokémon [^aeiou]ese deer fish measles ois ous pox sheep", "", "");

/// The rules for the plural, the first one that fits.
const PLURALS: [Rule; 26] = [
    INVARIABLE,
    ("^", "thou", "you"),
    ("", "man men", "men"),
    ("eaux", "", ""),
    ("child", "ren ", "ren"),
    ("pe", "rson ople", "ople"),
    ("^m ^titm ^l", "ice ouse", "ice"),
    ("matr cod mur sil vert ind append", "ix ex", "ices"),
    ("x ch ss sh zz", "", "es"),
    ("[^ch][ieo][ln]", "ey", "ies"),
    ("[^aeiouy] qu", "y", "ies"),
    ("kni wi li", "fe", "ves"),
    ("ar l ea eo oa hoo", "f", "ves"),
    ("", "sis", "ses"),
    ("apheli hyperbat periheli asyndet noumen phenomen criteri organ prolegomen hedr automat", "a on", "a"),
    (
        "agend addend millenni dat extrem bacteri desiderat strat candelabr errat ov symposi curricul automat quor",
        "a um",
        "a",
    ),
    ("her at gr", "o", "oes"),
    ("seraph cherub", "im ", "im"),
    ("alumn alg vertebr", "a ae", "ae"),
    (LATIN, "us i", "i"),
    ("[^l]ias [aeiou]las [ejzr]as [iu]am", "", ""),
    ("e[mn]u", "s ", "s"),
    ("alias [^aou]us t[lm]as gas ris", "", "es"),
    ("ax test", "is", "es"),
    ("[^aeiou]ese", "", ""),
    ("", "s ", "s"),
];

/// The rules for the singular, the first one that fits.
const SINGULARS: [Rule; 24] = [
    INVARIABLE,
    ("", "men", "man"),
    ("eau", "x ", ""),
    ("child", "ren", ""),
    ("pe", "rson ople", "rson"),
    ("matr append", "ices", "ix"),
    ("cod mur sil vert ind", "ices", "ex"),
    ("alumn alg vertebr", "ae", "a"),
    ("apheli hyperbat periheli asyndet noumen phenomen criteri organ prolegomen hedr automat", "a", "on"),
    ("agend addend millenni dat extrem bacteri desiderat strat candelabr errat ov symposi curricul quor", "a", "um"),
    (LATIN, "us i", "us"),
    ("test", "is es", "is"),
    ("movie twelve abuse e[mn]u", "s", ""),
    ("analy diagno parenthe progno synop the empha cri ne", "sis ses", "sis"),
    ("x ch ss sh zz tto go cho alias [^aou]us t[lm]as gas hero ato gro [aeiou]ris", "es ", ""),
    ("seraph cherub", "im", ""),
    ("^m ^titm ^l", "ice", "ouse"),
    ("^mon ^smil", "ies", "ey"),
    (
        "^l ^t ^neckt ^crosst ^hogt ^aunt ^coll ^faer ^food ^gen ^goon ^group ^hipp ^junk ^vegg ^p ^porkp ^charl ^calor \
         ^cut dg ss ois lk ok wn mb th ch ec oal is ck ix sser ts wb",
        "ies",
        "ie",
    ),
    ("", "ies", "y"),
    ("ar wol al el ea eo oa oo", "ves", "f"),
    ("wi kni afterli halfli highli lowli midli nonli nightli ^li", "ves", "fe"),
    ("ss", "", ""),
    ("", "s", ""),
];

const LATIN: &str = "alumn syllab vir radi nucle fung cact stimul termin bacill foc uter loc strat";

/// The words and the rules of one form.
struct Inflection {
    /// The form of words that follow no rule.
    exceptions: HashMap<&'static str, &'static str>,
    /// The stems, the endings, and the ending of the form.
    rules: Vec<(Vec<&'static str>, Vec<&'static str>, &'static str)>,
}

/// Returns the plural of a word in lower case.
pub(super) fn plural(word: &str) -> String {
    static PLURAL: LazyLock<Inflection> =
        LazyLock::new(|| Inflection::new(irregular().map(|(singular, plural)| (plural, singular)), &PLURALS));
    if word.ends_with(|last: char| !last.is_ascii()) { word.to_owned() } else { PLURAL.inflected(word) }
}

/// Returns the singular of a word in lower case.
pub(super) fn singular(word: &str) -> String {
    static SINGULAR: LazyLock<Inflection> = LazyLock::new(|| Inflection::new(irregular(), &SINGULARS));
    SINGULAR.inflected(word)
}

fn irregular() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    IRREGULAR.split(',').filter_map(|pair| pair.trim().split_once(' '))
}

impl Inflection {
    /// Creates the inflection to a form, which is the first one of the irregular words.
    fn new(irregular: impl Iterator<Item = (&'static str, &'static str)> + Clone, rules: &[Rule]) -> Self {
        let others = irregular.clone().map(|(form, other)| (other, form));
        let unchanged = UNCOUNTABLE.split(' ').chain(irregular.map(|(form, _)| form)).map(|word| (word, word));
        let words = |text: &'static str| text.split(' ').collect();
        Self {
            exceptions: others.chain(unchanged).collect(),
            rules: rules.iter().map(|(stems, endings, form)| (words(stems), words(endings), *form)).collect(),
        }
    }

    fn inflected(&self, word: &str) -> String {
        if let Some(form) = self.exceptions.get(word) {
            return (*form).to_owned();
        }
        let mut forms = self.rules.iter().filter_map(|(stems, endings, form)| {
            let mut rests = endings.iter().filter_map(|ending| word.strip_suffix(ending));
            let stem = rests.find(|rest| stems.iter().any(|stem| ends_with(rest, stem)))?;
            Some(format!("{stem}{form}"))
        });
        forms.next().filter(|_| !word.is_empty()).unwrap_or_else(|| word.to_owned())
    }
}

/// Returns `true` if a text ends with a stem.
fn ends_with(text: &str, stem: &str) -> bool {
    let Some(last) = stem.chars().next_back() else { return true };
    if last == '^' {
        return text.is_empty();
    }
    let Some((before, letter)) = text.char_indices().next_back() else { return false };
    let (fits, rest) = match stem.strip_suffix(']').and_then(|stem| stem.rsplit_once('[')) {
        Some((rest, class)) => {
            (class.strip_prefix('^').map_or_else(|| class.contains(letter), |others| !others.contains(letter)), rest)
        }
        None => (last == letter, &stem[..stem.len() - last.len_utf8()]),
    };
    fits && ends_with(&text[..before], rest)
}

#[cfg(test)]
mod tests {
    use super::{IRREGULAR, PLURALS, SINGULARS, UNCOUNTABLE, plural, singular};

    /// Returns words for each rule, with and without its ending, and all words of the page of keywords.
    fn words() -> Vec<String> {
        let mut words: Vec<String> = [IRREGULAR, UNCOUNTABLE, include_str!("../../keywords.md")]
            .iter()
            .flat_map(|text| {
                text.to_lowercase().split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        for (stems, endings, form) in PLURALS.iter().chain(&SINGULARS) {
            for stem in stems.split(' ').flat_map(expanded) {
                words.extend(endings.split(' ').chain([*form, "s", "es"]).map(|ending| format!("{stem}{ending}")));
            }
        }
        words
    }

    /// Returns the stems that a stem with classes stands for, in and at the start of a word.
    fn expanded(stem: &str) -> Vec<String> {
        let Some((before, rest)) = stem.split_once('[') else {
            let stem = stem.trim_start_matches('^');
            return vec![stem.to_owned(), format!("over{stem}")];
        };
        let (class, after) = rest.split_once(']').unwrap_or_default();
        let letters = ('a'..='z').filter(|letter| class.contains(*letter) != class.starts_with('^'));
        letters.flat_map(|letter| expanded(&format!("{before}{letter}{after}"))).collect()
    }

    #[test]
    fn the_rules_are_those_of_the_package() {
        let words = words();
        assert!(words.len() > 5_000, "{}", words.len());
        for word in words.iter().flat_map(|word| [word.clone(), format!("{word}s")]) {
            assert_eq!(plural(&word), pluralizer::pluralize(&word, 2, false), "{word}");
            assert_eq!(singular(&word), pluralizer::pluralize(&word, 1, false), "{word}");
        }
    }
}
