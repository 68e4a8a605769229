"""Changes of the draft's dishes: their words and prices, new ones, taken off and put back, their photographs, their order."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.core.errors import DomainError, NotFoundError
from oottam.menu import drafts, photos
from oottam.menu.checks import FILE_LABELS, HIDING, is_hiding
from oottam.menu.content import MENUS, TIER_LABELS, Content, move_before
from oottam.menu.drafts import DraftView, OpenDraft
from oottam.menu.photos import Point
from oottam.menu.prices import (
    Cell,
    Price,
    check_tiers,
    dishes_of,
    prices_of,
    refuse_large,
    with_prices,
)

MAX_NAME_LENGTH = 34  # characters, as schemas/menu.schema.json
MAX_TITLE_LENGTH = 40
MAX_ID_LENGTH = 48
MAX_IN_CATEGORY = 24
DESCRIPTIONS = "catalogue/descriptions.json"
SENTENCE = re.compile(r"[A-Z][^.!?0-9]+\.")
MIN_SENTENCE, MAX_SENTENCE = 20, 140
LABELS: Mapping[str, str] = {menu: FILE_LABELS[file] for menu, file in MENUS.items()}


@dataclass(frozen=True, slots=True)
class DishValues:
    """What can be typed of a dish; `category` is a category's id."""

    name: str
    sentence: str
    mark: str
    category: str
    prices: Mapping[str, Price]


@dataclass(frozen=True, slots=True)
class DishOff:
    """A dish that an edition had and the draft lacks."""

    menu: str
    dish: Mapping[str, Any]
    category: str  # the title of the category in which it was
    sentence: str


def find(menu: Any, dish_id: str) -> tuple[Any, Any]:
    """Return the category and the dish of a menu's file. Raises NotFoundError."""
    for category in menu["categories"]:
        for dish in category["items"]:
            if dish["id"] == dish_id:
                return category, dish
    raise NotFoundError(dish_id)


def sentence_of(content: Content, dish: Mapping[str, Any]) -> str:
    """The sentence that stands under the dish's picture; "" without one."""
    descriptions: dict[str, str] = content.file(DESCRIPTIONS)["descriptions"]
    return descriptions.get(dish["image"], "")


def others_with_picture(content: Content, menu: str, dish: Mapping[str, Any]) -> list[str]:
    """The names of other dishes that have the same picture and sentence."""
    found = [
        f"{other['name']} ({LABELS[kind]})"
        for kind, file in MENUS.items()
        for other in dishes_of(content.file(file))
        if other["image"] == dish["image"] and (kind, other["id"]) != (menu, dish["id"])
    ]
    return list(dict.fromkeys(found))


def edit(
    *,
    menu: str,
    dish_id: str,
    values: DishValues,
    changed: Collection[str],
    confirmed: Collection[str] = (),
    revision: int,
    actor: User,
    now: datetime,
) -> None:
    """Store those of `values` that are named in `changed`. Raises DomainError, DraftChangedError, NotFoundError.

    LargeChangeError where a price changes by more than half and its token is not in `confirmed`.
    """
    with drafts.edit(f"Changed {values.name}", revision=revision, actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        category, dish = find(file, dish_id)
        _check(file, dish_id, values, changed)
        at = category["items"].index(dish)
        edited = dict(dish)
        if "name" in changed:
            edited["name"] = values.name
        if "mark" in changed:
            edited["mark"] = values.mark
        if "prices" in changed:
            was, typed = prices_of(dish), values.prices
            changes = (
                (Cell(menu, dish_id, tier), f"{values.name}, {label}", was[tier], typed[tier])
                for tier, label in TIER_LABELS.items()
            )
            refuse_large(changes, confirmed)
            edited = with_prices(edited, values.prices)
        category["items"][at] = edited
        if "category" in changed and values.category != category["id"]:
            category["items"].remove(edited)
            _category(file, values.category)["items"].append(edited)
        if "sentence" in changed:
            _set_sentence(draft, dish["image"], values.sentence)


def add(*, menu: str, values: DishValues, actor: User, now: datetime) -> str:
    """Add a dish at the end of its category; return its id, which no dish has had before. Raises DomainError."""
    former = former_ids(menu)
    with drafts.edit(f"Added {values.name}", actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        dish_id = free_id(values.name, former | {dish["id"] for dish in dishes_of(file)})
        _check(file, "", values, ("name", "sentence", "prices", "category"))
        dish = {"id": dish_id, "name": values.name, "mark": values.mark, "image": dish_id}
        dish["image"] = _image_for(draft.content, menu, dish)
        _category(file, values.category)["items"].append(with_prices(dish, values.prices))
        if values.sentence:
            _set_sentence(draft, dish["image"], values.sentence)
    return dish_id


def take_off(*, menu: str, dish_id: str, actor: User, now: datetime) -> str:
    """Take a dish off the menu; return its name. It can be put back as long as an edition had it."""
    with drafts.edit(actor=actor, now=now) as draft:
        category, dish = find(draft.file(MENUS[menu]), dish_id)
        category["items"].remove(dish)
        draft.sentence = f"Took {dish['name']} off {LABELS[menu]}"
    return str(dish["name"])


def put_back(*, menu: str, dish_id: str, category: str, actor: User, now: datetime) -> str:
    """Put a dish back as the newest edition had it, at the end of the category; return its name."""
    found = next(
        (
            removed
            for removed in off_the_menu(drafts.load())
            if (removed.menu, removed.dish["id"]) == (menu, dish_id)
        ),
        None,
    )
    if found is None:
        raise NotFoundError(dish_id)
    dish = dict(found.dish)
    sentence = f"Put {dish['name']} back on {LABELS[menu]}"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        if all(entry["id"] != dish_id for entry in dishes_of(file)):
            _check_name(file, "", dish["name"])
            _category(file, category)["items"].append(dish)
            if found.sentence and not sentence_of(draft.content, dish):
                _set_sentence(draft, dish["image"], found.sentence)
    return str(dish["name"])


def set_photo(
    *, menu: str, dish_id: str, image: bytes, middle: Point, actor: User, now: datetime
) -> None:
    """Cut the photograph, and make it the dish's, with a picture key of its own. Raises DomainError."""
    _, dish = find(drafts.load().content.file(MENUS[menu]), dish_id)
    digest = photos.add(image, middle=middle, actor=actor, now=now)
    with drafts.edit(f"Changed the photo of {dish['name']}", actor=actor, now=now) as draft:
        _, dish = find(draft.file(MENUS[menu]), dish_id)
        key = _image_for(draft.content, menu, dish)
        if key != dish["image"]:
            if sentence := sentence_of(draft.content, dish):
                _set_sentence(draft, key, sentence)
            dish["image"] = key
        draft.content = draft.content.with_photo(photo_path(key), digest)


def photo_path(image: str) -> str:
    """Where the photograph of a picture key is in Content.photos."""
    return f"dishes/{image}.jpg"


def photo_of(content: Content, dish: Mapping[str, Any]) -> str:
    """The digest of the shop's own photograph; "" where the dish has the shipped picture, or none."""
    return content.photo(photo_path(dish["image"]))


def add_category(*, menu: str, title: str, actor: User, now: datetime) -> None:
    """Add an empty category at the end."""
    sentence = f"Added the category {title} to {LABELS[menu]}"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        _check_title(file, "", title)
        used = {entry["id"] for entry in file["categories"]}
        file["categories"].append({"id": free_id(title, used), "title": title, "items": []})


def rename_category(*, menu: str, category: str, title: str, actor: User, now: datetime) -> None:
    """Give a category another heading; its address stays."""
    with drafts.edit(f"Renamed a category to {title}", actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        _check_title(file, category, title)
        _category(file, category)["title"] = title


def remove_category(*, menu: str, category: str, actor: User, now: datetime) -> None:
    """Remove a category that has no dishes."""
    with drafts.edit(f"Removed a category of {LABELS[menu]}", actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        found = _category(file, category)
        if found["items"]:
            raise DomainError(f"{found['title']} has dishes. Move them first.")
        file["categories"].remove(found)


def move_category(*, menu: str, category: str, before: str, actor: User, now: datetime) -> None:
    """Move a category before another one; "" moves it to the end."""
    with drafts.edit(f"Moved a category of {LABELS[menu]}", actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        move_before(file["categories"], _category(file, category), before)


def move(
    *, menu: str, dish_id: str, category: str, before: str, actor: User, now: datetime
) -> None:
    """Move a dish into a category, before another dish; "" moves it to the end."""
    with drafts.edit(actor=actor, now=now) as draft:
        file = draft.file(MENUS[menu])
        source, dish = find(file, dish_id)
        target = _category(file, category)
        if target is not source:
            _check_room(target)
            source["items"].remove(dish)
            target["items"].append(dish)
        move_before(target["items"], dish, before)
        draft.sentence = f"Moved {dish['name']} in {LABELS[menu]}"


def off_the_menu(view: DraftView) -> list[DishOff]:
    """The dishes that an edition had and the draft lacks, each as the newest of them had it; by name."""
    known = {
        (menu, dish["id"])
        for menu, file in MENUS.items()
        for dish in dishes_of(view.content.file(file))
    }
    found: dict[tuple[str, str], DishOff] = {}
    for dishes in drafts.in_editions(view, _dishes_in):
        found |= {key: each for key, each in dishes.items() if key not in known}
    return sorted(found.values(), key=lambda removed: removed.dish["name"])


def former_ids(menu: str) -> set[str]:
    """The ids that dishes of a menu have had in any edition: browsers and plans hold them, so none is used again."""
    editions = drafts.in_editions(drafts.load(), _dishes_in)
    return {dish_id for edition in editions for kind, dish_id in edition if kind == menu}


def free_id(name: str, used: Collection[str]) -> str:
    """An id made of the name, with a number if that is used."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[: MAX_ID_LENGTH - 4].strip("-")
    stem = stem or "dish"
    candidates = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 10_000))
    return next(candidate for candidate in candidates if candidate not in used)


def _dishes_in(content: Content) -> Mapping[tuple[str, str], DishOff]:
    """The dishes by menu and id."""
    descriptions = content.file(DESCRIPTIONS)["descriptions"]
    return {
        (menu, dish["id"]): DishOff(
            menu, dish, category["title"], descriptions.get(dish["image"], "")
        )
        for menu, file in MENUS.items()
        for category in content.file(file)["categories"]
        for dish in category["items"]
    }


def _image_for(content: Content, menu: str, dish: Mapping[str, Any]) -> str:
    """The dish's picture key, or a new one if a dish of another name uses that key."""
    named = [
        (other["image"], other["name"])
        for kind, file in MENUS.items()
        for other in dishes_of(content.file(file))
        if (kind, other["id"]) != (menu, dish["id"])
    ]
    if all(name == dish["name"] for image, name in named if image == dish["image"]):
        return str(dish["image"])
    used = {image for image, _ in named} | set(content.file(DESCRIPTIONS)["descriptions"])
    return free_id(dish["name"], used)


def _check(file: Any, dish_id: str, values: DishValues, changed: Collection[str]) -> None:
    if "name" in changed:
        _check_name(file, dish_id, values.name)
    if "sentence" in changed:
        _check_visible(values.sentence, "sentence")
        if problem := _sentence_problem(values.sentence):
            raise DomainError(problem, "sentence")
    if "prices" in changed:
        tier, problem = check_tiers(values.prices)
        if problem:
            raise DomainError(problem, tier)
    if "category" in changed:
        target = _category(file, values.category)
        if all(item["id"] != dish_id for item in target["items"]):
            _check_room(target)


def _sentence_problem(sentence: str) -> str:
    if not sentence:
        return ""
    if not MIN_SENTENCE <= len(sentence) <= MAX_SENTENCE:
        return f"Write {MIN_SENTENCE} to {MAX_SENTENCE} letters; these are {len(sentence)}."
    if not SENTENCE.fullmatch(sentence):
        return "Write one sentence without figures, from a capital to a full stop."
    return ""


def _check_name(file: Any, dish_id: str, name: str) -> None:
    _check_visible(name, "name")
    for category in file["categories"]:
        for dish in category["items"]:
            if dish["id"] != dish_id and look_alike_key(dish["name"]) == look_alike_key(name):
                raise DomainError(
                    f"{category['title']} has a dish of this name. Choose another one.", "name"
                )


def _check_title(file: Any, category: str, title: str) -> None:
    _check_visible(title, "title")
    for other in file["categories"]:
        if other["id"] != category and look_alike_key(other["title"]) == look_alike_key(title):
            raise DomainError("There is a category of this name.", "title")


def look_alike_key(name: str) -> str:
    """Equal for names that look alike."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def _check_visible(text: str, field: str) -> None:
    if is_hiding(text):
        raise DomainError(HIDING, field)


def _check_room(category: Any) -> None:
    if len(category["items"]) >= MAX_IN_CATEGORY:
        raise DomainError(
            f"{category['title']} is full: a category has {MAX_IN_CATEGORY} dishes at most.",
            "category",
        )


def _category(file: Any, category: str) -> Any:
    for entry in file["categories"]:
        if entry["id"] == category:
            return entry
    raise NotFoundError(category)


def _set_sentence(draft: OpenDraft, image: str, sentence: str) -> None:
    descriptions = draft.file(DESCRIPTIONS)["descriptions"]
    if sentence:
        descriptions[image] = sentence
    else:
        descriptions.pop(image, None)
