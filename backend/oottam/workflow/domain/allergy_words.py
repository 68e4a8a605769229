"""Words by which customers name allergies in free text, in English, Tamil, and Tamil in Latin letters. Pure.

They ask for reading, and decide nothing: "no nuts please" and "likes fish" are both found. Addresses name streets and
markets after food, so that there a word counts beside an allergy or a negation only.
"""

import re
from dataclasses import dataclass

from oottam.catalogue.choices import Allergen

# By code; "" for words that name no allergen. A Latin word may end in s or es, a Tamil one in any suffix.
_WORDS = {
    "": "allergy allergies allergic allergen alergy alergic allergie intolerant intolerance anaphylaxis anaphylactic"
    " epipen அலர்ஜி ஒவ்வாமை ஒவ்வாது ovvamai",
    Allergen.GLUTEN: "gluten wheat maida atta barley coeliac celiac godhumai godumai gothumai கோதுமை மைதா பசையம்",
    Allergen.CRUSTACEAN: "crustacean shellfish prawn shrimp crab lobster eral iral nandu இறால் நண்டு",
    Allergen.MILK: "milk dairy lactose paal பால்",
    Allergen.EGG: "egg muttai mutta முட்டை",
    Allergen.FISH: "fish seafood meen மீன்",
    Allergen.PEANUT: "peanut groundnut nut cashew almond walnut pistachio hazelnut badam pista munthiri mundhiri"
    " verkadalai nilakadalai வேர்க்கடலை நிலக்கடலை முந்திரி பாதாம் பிஸ்தா",
    Allergen.SOY: "soy soya soybean tofu சோயா",
    Allergen.SULPHITE: "sulphite sulfite சல்பைட்",
}
_CODES = {word: str(code) for code, words in _WORDS.items() for word in words.split()}
_TAMIL = "\u0b80-\u0bff"
_LATIN_WORDS = "|".join(sorted((word for word in _CODES if word.isascii()), key=len, reverse=True))
_VIRAMA = "\u0bcd"
# A suffix takes the place of a final virama: மீன், மீனும், மீனை; but மீனா is a name.
_SUFFIX = f"(?:{_VIRAMA}|\u0bc1\u0bae{_VIRAMA}|\u0bc8)"
_TAMIL_WORDS = "|".join(
    word.removesuffix(_VIRAMA) + (_SUFFIX if word.endswith(_VIRAMA) else "")
    for word in sorted(_CODES, key=len, reverse=True)
    if not word.isascii()
)
_ANY = re.compile(
    rf"(?<![a-z])(?P<latin>{_LATIN_WORDS})(?:e?s)?(?![a-z])|(?<![{_TAMIL}])(?P<tamil>{_TAMIL_WORDS})",
    re.IGNORECASE,
)
# Up to two words between, which no comma, stop or number divides: "No. 5, Fish Market" negates nothing.
_GAP = rf"(?:[\s-]+[a-z'’{_TAMIL}]+){{0,2}}[\s-]+"
_BEFORE = re.compile(
    rf"(?:(?<![a-z])(?:no|not|non|never|without|avoid|cannot|(?:do|can|must|should)n['’]?t)|வேண்டாம்){_GAP}$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"^[{_TAMIL}]*(?:e?s)?{_GAP}(?:(?:free|vendam|vendaam|venam|illai|illamal|koodathu|kudathu)(?![a-z])"
    "|வேண்டாம்|இல்லை|இல்லாமல்|கூடாது|தவிர்)",
    re.IGNORECASE,
)
_AROUND = 40  # characters of the excerpt on either side


@dataclass(frozen=True, slots=True)
class Mention:
    """A word in a text: the allergen's code ("" for none), and the words around it."""

    code: str
    excerpt: str


def mentions(text: str) -> list[Mention]:
    """Return the first mention of each allergen, in the text's order."""
    line = " ".join(text.split())
    found: dict[str, Mention] = {}
    for match in _ANY.finditer(line):
        code = _code(match["latin"] or match["tamil"])
        found.setdefault(code, Mention(code, _excerpt(line, match)))
    return list(found.values())


def mentions_in_address(address: str) -> list[Mention]:
    """As `mentions`, of an address: none where it names food, but no allergy and no negation beside food."""
    found = mentions(address)
    line = " ".join(address.split())
    is_asked = any(mention.code == "" for mention in found) or any(
        _BEFORE.search(line[: match.start()]) or _BEHIND.match(line[match.end() :])
        for match in _ANY.finditer(line)
    )
    return found if is_asked else []


def _code(word: str) -> str:
    """Return the code of a word as it was found, in Tamil perhaps with a suffix."""
    known = word.casefold()
    return (
        _CODES[known]
        if known in _CODES
        else next(
            code for each, code in _CODES.items() if known.startswith(each.removesuffix(_VIRAMA))
        )
    )


def _excerpt(line: str, match: re.Match[str]) -> str:
    """Return whole words around the match, with an ellipsis where the text goes on."""
    begin, end = max(0, match.start() - _AROUND), min(len(line), match.end() + _AROUND)
    if begin:
        begin = line.find(" ", begin, match.start()) + 1 or match.start()
    if end < len(line):
        cut = line.rfind(" ", match.end(), end)
        end = cut if cut >= 0 else match.end()
    return f"{'… ' if begin else ''}{line[begin:end]}{' …' if end < len(line) else ''}"
