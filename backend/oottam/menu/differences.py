"""What differs between two contents, as sentences for staff."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from typing import Any

from oottam.catalogue.folder import KITCHEN, NAMES, TEXTS
from oottam.catalogue.meals import MEALS
from oottam.catalogue.schema import JsonPath
from oottam.menu import combos
from oottam.menu.checks import FILE_LABELS
from oottam.menu.content import MENUS, RULES, SITE, TIER_LABELS, Content
from oottam.menu.dishes import DESCRIPTIONS, photo_path
from oottam.menu.doctors import doctors_of
from oottam.menu.prices import NO_PRICE, rupees
from oottam.menu.protected import PROTECTED_FILES, is_protected
from oottam.menu.values import whole_file
from oottam.menu.weekly import CHOICE, WEEKLY, WEEKS, named_pictures

_CAMEL_CASE = re.compile("[a-z]+(?:[A-Z][a-z]+)+")
Change = tuple[str, str]  # kind and sentence
MAX_TEXT = 60  # characters of a value that are quoted; what is protected is quoted whole


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `kind` is added, gone, dearer, cheaper or changed; `file` is a name of folder.NAMES or "pictures".

    `path` is that of a value, with ids or names for the entries of lists; else ().
    """

    file: str
    kind: str
    sentence: str
    path: JsonPath = ()

    @property
    def is_protected(self) -> bool:
        """Whether it concerns the shop's name, contacts, payments or legal words."""
        return is_protected(self.file, self.path)


def compare(before: Content, after: Content) -> list[Difference]:
    """Return the differences, protected files first, then in the order of folder.NAMES; the kitchen's are no part of a menu."""
    found: list[Difference] = []
    menu = (name for name in NAMES if name not in (*PROTECTED_FILES, *KITCHEN))
    for name in (*PROTECTED_FILES, *menu):
        old, new = whole_file(before, name), whole_file(after, name)
        if old == new:
            continue
        if name in MENUS.values():
            found += _labelled(name, _compare_menus(name, before, after))
        elif name == WEEKLY:
            found += _labelled(name, _compare_weeks(old, new))
        elif name == CHOICE:
            found += _labelled(name, _renamed_choices(old, new))
            found += _compare_values(name, old, new)
        elif name == RULES:
            found += _compare_combos(before, after)
            found += _compare_values(name, _without_combos(old), _without_combos(new))
        elif name == SITE:
            found += _compare_values(name, _without_reviews(old), _without_reviews(new))
            found += _compare_reviews(old, new)
        elif name in TEXTS:
            found += _labelled(name, _compare_texts(old, new))
        else:
            found += _compare_values(name, old, new)
    return [*found, *_compare_photos(before, after)]


def _labelled(file: str, changes: Iterable[Change]) -> Iterator[Difference]:
    """Say of changes in which file they are."""
    for kind, sentence in changes:
        yield Difference(file, kind, f"{FILE_LABELS[file]}: {sentence}")


def _compare_weeks(old: Any, new: Any) -> Iterator[Change]:
    """Compare items place by place; the price of a meal is that of rules.json."""
    for week, meal in product(WEEKS, MEALS):
        for before, after in zip(old[f"week{week}"][meal], new[f"week{week}"][meal], strict=True):
            place = f"week {week}, {after['day']} {meal}"
            for was, now in zip(before["items"], after["items"], strict=True):
                for sentence in _item_changes(was, now):
                    yield "changed", f"{place}: {sentence}"


def _item_changes(was: Any, now: Any) -> Iterator[str]:
    if was["name"] != now["name"]:
        stays = [] if was["protein"] != now["protein"] else [f"protein {now['protein']}"]
        stays += ["picture"] if was["img"] == now["img"] else []
        yield f"{was['name']} becomes {now['name']}{_stays(stays)}."
        if was["protein"] != now["protein"]:
            yield f"{now['name']}: protein {was['protein']} becomes {now['protein']}."
        return
    if was["protein"] != now["protein"]:
        yield f"{now['name']}: protein {was['protein']} becomes {now['protein']}."
    if was["img"] != now["img"]:
        yield f"{now['name']} has another picture."


def _stays(what: Sequence[str]) -> str:
    """As "; its photo and description stay": what a renamed entry keeps though it was made for the former name."""
    if not what:
        return ""
    *others, last = what
    named = f"{', '.join(others)} and {last}" if others else last
    return f"; its {named} stay{'' if others else 's'}"


def _renamed_choices(old: Any, new: Any) -> Iterator[Change]:
    for meal in MEALS:
        before = {each["id"]: each for each in old[meal]}
        for entry in new[meal]:
            was = before.get(entry["id"], entry)
            stays = [
                word
                for word, key in (("picture", "image"), ("description", "desc"))
                if was[key] == entry[key]
            ]
            if was["title"] != entry["title"] and stays:
                yield "changed", f"{was['title']} is called {entry['title']} now{_stays(stays)}."


def _compare_combos(before: Content, after: Content) -> Iterator[Difference]:
    old, new = combos.prices_of(before), combos.prices_of(after)
    if old != new:
        sentence = f"Combos: {combos.describe(new)}. Before: {combos.describe(old)}."
        yield Difference(RULES, "changed", sentence)


def _without_combos(rules: Any) -> Any:
    """The rules without what `_compare_combos` compares."""
    others = {
        key: each for key, each in rules["combos"].items() if key not in ("itemPrice", "discounts")
    }
    return {**rules, "combos": others}


def _without_reviews(site: Any) -> Any:
    return {key: each for key, each in site.items() if key != "trust"}


def _compare_reviews(old: Any, new: Any) -> Iterator[Difference]:
    """Quote each review that came or left, whole: it is in a customer's words."""
    before, after = ([*site.get("trust", {}).get("reviews", [])] for site in (old, new))
    for kind, word, reviews, others in (
        ("gone", "left out", before, after),
        ("added", "new", after, before),
    ):
        for review in reviews:
            if review not in others:
                sentence = f"Review by {review['source']}: “{review['quote']}” is {word}."
                yield Difference(SITE, kind, sentence, ("trust", "reviews"))
    if before != after and all(review in before for review in after) and len(before) == len(after):
        yield Difference(SITE, "changed", "Reviews: another order.", ("trust", "reviews"))


def _compare_photos(before: Content, after: Content) -> Iterator[Difference]:
    """Compare photographs by the dish or doctor that shows them; one without a photograph of its own shows the shipped one, or none."""
    names = dict[str, str]()
    for name, key in (*named_pictures(after), *named_pictures(before)):
        names.setdefault(f"dishes/{key}", name)
    for doctor in (*doctors_of(after), *doctors_of(before)):
        names.setdefault(f"doctors/{doctor.get('image')}", doctor["name"])
    old, new = ({path.rpartition(".")[0]: digest for path, digest in content.photos.items()}
                for content in (before, after))  # fmt: skip
    for place in sorted(old.keys() | new.keys()):
        if old.get(place) != new.get(place):
            kind = "gone" if place not in new else "added" if place not in old else "changed"
            words = {"gone": "no own one any more", "added": "an own one", "changed": "another one"}
            name = names.get(place) or place.rpartition("/")[2].replace("-", " ")
            yield Difference("pictures", kind, f"Photo of {name}: {words[kind]}.")


def _dishes(menu: Any) -> dict[str, tuple[str, int, Any]]:
    """The category's title, the position and the dish, by dish id."""
    return {
        dish["id"]: (category["title"], position, dish)
        for category in menu["categories"]
        for position, dish in enumerate(category["items"])
    }


def _compare_menus(file: str, old_content: Content, new_content: Content) -> Iterator[Change]:
    old, new = old_content.file(file), new_content.file(file)
    before, after = _dishes(old), _dishes(new)
    descriptions = [
        content.file(DESCRIPTIONS)["descriptions"] for content in (old_content, new_content)
    ]
    for dish_id, (category, _, dish) in before.items():
        if dish_id not in after:
            yield "gone", f"{dish['name']} leaves {category}."
    for dish_id, (category, _, dish) in after.items():
        if dish_id not in before:
            yield "added", f"{dish['name']} is new in {category}{_prices(dish)}."
        else:
            was = before[dish_id][2]
            if was["name"] != dish["name"]:
                photo = photo_path(dish["image"])
                is_same = old_content.photo(photo) == new_content.photo(photo)
                texts = [description.get(dish["image"]) for description in descriptions]
                keeps_photo = is_same and was["image"] == dish["image"]
                stays = ["recipe"]  # the kitchen knows the dish by its id
                stays += ["photo"] if keeps_photo else []
                stays += (
                    ["description"] if keeps_photo and texts[0] and texts[0] == texts[1] else []
                )
                yield "changed", f"{was['name']} is called {dish['name']} now{_stays(stays)}."
            yield from _compare_dishes(before[dish_id], after[dish_id])
    titles = [[(each["id"], each["title"]) for each in menu["categories"]] for menu in (old, new)]
    if titles[0] != titles[1]:
        names = ", ".join(title for _, title in titles[1]) or "none"
        yield "changed", f"the categories are {names}."
    kept = [
        [dish_id for dish_id in menu if dish_id in before and dish_id in after]
        for menu in (before, after)
    ]
    if kept[0] != kept[1]:
        yield "changed", "the dishes are in another order."


def _compare_dishes(old: tuple[str, int, Any], new: tuple[str, int, Any]) -> Iterator[Change]:
    (old_category, _, before), (new_category, _, after) = old, new
    name = after["name"]
    if old_category != new_category:
        yield "changed", f"{name} moves from {old_category} to {new_category}."
    if before["mark"] != after["mark"]:
        yield "changed", f"{name} is marked {after['mark']}, was {before['mark']}."
    if before["image"] != after["image"]:
        yield "changed", f"{name} has another picture."
    old_prices, new_prices = before.get("prices"), after.get("prices")
    if old_prices == new_prices:
        return
    if not old_prices or not new_prices:
        now = _prices(after) or " priced on request"
        yield "changed", f"{name} is{now} now, was{_prices(before) or ' priced on request'}."
        return
    words = ", ".join(
        f"{TIER_LABELS.get(tier, tier)} {rupees(was, NO_PRICE)} to {rupees(now, NO_PRICE)}"
        for tier in {**old_prices, **new_prices}
        if (was := old_prices.get(tier)) != (now := new_prices.get(tier))
    )
    rise = sum(new_prices[tier] - old_prices[tier] for tier in old_prices.keys() & new_prices)
    kind = "dearer" if rise > 0 else "cheaper" if rise else "changed"
    yield kind, f"{name}: {words}."


def _prices(dish: Any) -> str:
    prices = dish.get("prices")
    return f" at {' / '.join(rupees(price) for price in prices.values())}" if prices else ""


def _compare_texts(old: str, new: str) -> Iterator[Change]:
    """Quote each paragraph that differs."""
    before, after = (
        [each for line in text.splitlines() if (each := line.strip())] for text in (old, new)
    )
    for kind, from_, to, start, end in SequenceMatcher(a=before, b=after).get_opcodes():
        was, now = (" ".join(lines) for lines in (before[from_:to], after[start:end]))
        match kind:
            case "replace":
                yield "changed", f"“{was}” becomes “{now}”"
            case "delete":
                yield "gone", f"“{was}” is left out"
            case "insert":
                yield "added", f"“{now}” is new"
    if before == after:
        yield "changed", "the lines are broken in another way."


def _compare_values(file: str, old: Any, new: Any) -> Iterator[Difference]:
    for kind, path, was, now in _leaves(old, new):
        if path[-1:] == ("sample",):  # follows from the block's other changes
            continue
        if path[:1] == ("doctors",) and path[-1:] == ("image",):  # named with the photographs
            continue
        length = None if is_protected(file, path) else MAX_TEXT
        where = ", ".join((FILE_LABELS[file], *map(_words, path)))
        sentence = f"{where}: {_describe(kind, was, now, length)}"
        yield Difference(file, kind if kind != "moved" else "changed", sentence, path)


def _words(part: str | int) -> str:
    """A key as staff read it, as "UPI id" for upiId; an entry's id or name as it is."""
    if not _CAMEL_CASE.fullmatch(str(part)):
        return str(part)
    words = re.sub("(?=[A-Z])", " ", str(part)).lower().split()
    return " ".join(word.upper() if word in ("upi", "fssai") else word for word in words)


def _describe(kind: str, was: Any, now: Any, length: int | None) -> str:
    match kind:
        case "moved":
            return "another order."
        case "added":
            return _quote(now, length)
        case "gone":
            return f"was {_quote(was, length)}"
        case _:
            return f"{_quote(was, length)} becomes {_quote(now, length)}"


def _leaves(old: Any, new: Any, path: JsonPath = ()) -> Iterator[tuple[str, JsonPath, Any, Any]]:
    """Kind, place and both values of each difference; entries of lists are matched by id or name."""
    before, after = _by_key(old), _by_key(new)
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            if old.get(key) != new.get(key):
                yield from _leaves(old.get(key), new.get(key), (*path, key))
    elif before and after and (_holds_objects(old) or _holds_objects(new)):
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                yield from _leaves(before.get(key), after.get(key), (*path, key))
        if list(before) != list(after) and before.keys() == after.keys():
            yield "moved", path, old, new
    else:
        yield "added" if old is None else "gone" if new is None else "changed", path, old, new


def _by_key(values: Any) -> dict[str, Any]:
    """The entries of a list by id or name, a text as an entry of that name; {} if any entry has neither."""
    if not isinstance(values, list):
        return {}
    entries = [{"name": each} if isinstance(each, str) else each for each in values]
    is_keyed = all(isinstance(each, dict) and _key(each) for each in entries)
    return {_key(each): each for each in entries} if is_keyed else {}


def _holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _key(each: Any) -> str:
    return str(each.get("id") or each.get("name") or each.get("title") or "")


def _quote(value: Any, length: int | None) -> str:
    """Quote a value, a long one by its first `length` characters; None for all of it."""
    if isinstance(value, dict):
        parts = (f"{key} {_quote(part, length)}" for key, part in value.items())
        name = value.get("name") or value.get("title") or _key(value)
        value = (name if length else "") or ", ".join(parts)
    elif isinstance(value, list):
        texts = (part if isinstance(part, str) else _quote(part, length) for part in value)
        value = ", ".join(texts) or "none"
    if not isinstance(value, str):
        return str(value)
    is_long = length is not None and len(value) > length + 3
    return f"“{value[:length]}...”" if is_long else f"“{value}”"
