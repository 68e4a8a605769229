"""Changes of the draft's weekly menu: single items, a week copied to another one, two days swapped."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.catalogue.meals import MEALS
from oottam.catalogue.recipes import ALTERNATIVE, SEPARATOR, alternatives_of
from oottam.catalogue.schema import JsonPath
from oottam.core.errors import DomainError
from oottam.core.merging import Edit, EditsRefusedError
from oottam.core.names import name_key
from oottam.menu import drafts, values
from oottam.menu.content import MENUS, Content
from oottam.menu.prices import dishes_of
from oottam.menu.values import ValueEdit, value_at

WEEKLY, CHOICE = "catalogue/weekly-menu.json", "catalogue/custom-choice.json"
WEEKS = (1, 2, 3, 4)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
ITEMS = (0, 1)  # of a slot
NAME, PROTEIN, PICTURE = "name", "protein", "img"
FIELDS = (NAME, PROTEIN, PICTURE)
MAX_NAME_LENGTH = 80  # characters, as schemas/weekly-menu.schema.json
NO_PROTEIN = "-"
TOLERANCE = 0.2  # of a stated protein, from the computed one
_PROTEIN = re.compile(r"0*([1-9][0-9]?)\s*g?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WeeklyCell:
    """A value of an item: `day` and `item` count from 0, `field` is one of FIELDS."""

    week: int
    meal: str
    day: int
    item: int
    field: str

    @property
    def path(self) -> JsonPath:
        """Where it stands in the weekly menu's file."""
        return (f"week{self.week}", self.meal, self.day, "items", self.item, self.field)

    @property
    def label(self) -> str:
        """As "Week 1, Monday breakfast 2, protein"."""
        field = "picture" if self.field == PICTURE else self.field
        return f"Week {self.week}, {DAYS[self.day]} {self.meal} {self.item + 1}, {field}"


def parse(field: str, text: str) -> str:
    """Return a typed value as the file has it: "9" is "9g", "28/10" is "28g / 10g", "A/B" is "A / B". Raises DomainError with a sentence."""
    text = " ".join(text.split())
    if field == PROTEIN:
        return _parse_protein(text)
    if field == PICTURE:
        return text
    name = ALTERNATIVE.join(part.strip() for part in text.split("/"))
    if not name:
        raise DomainError("Write what it is.")
    if any(not part.strip() for part in name.split("/")):
        raise DomainError("Write a dish before and after each “/”.")
    if len(name) > MAX_NAME_LENGTH:
        raise DomainError(f"{MAX_NAME_LENGTH} letters at most; these are {len(name)}.")
    if SEPARATOR in name:
        raise DomainError("Write “and” for “+”: it separates the two items of a meal.")
    return name


def _parse_protein(text: str) -> str:
    if text in ("", "-", "–", "—"):
        return NO_PROTEIN
    found = [_PROTEIN.fullmatch(part.strip()) for part in text.split("/")]
    grams = [part[1] for part in found if part]
    if len(grams) < len(found):
        raise DomainError("Type grams from 1 to 99, such as 9g, 28g / 10g for alternatives, or -.")
    return " / ".join(f"{each}g" for each in grams)


def computed_protein(name: str, stated: str, dishes: Mapping[str, Any]) -> str:
    """Return the protein of each alternative by `dish_facts`, if a stated one is more than a fifth off; else ""."""
    figures = dishes.get(name, {}).get("figures", [])
    grams = [each[1] for each in figures if each]
    if stated == NO_PROTEIN or not grams or len(grams) < len(figures) or not all(grams):
        return ""
    said = [int(each.strip().removesuffix("g")) for each in stated.split(ALTERNATIVE)]
    if len(said) == 1:
        said *= len(grams)
    if len(said) == len(grams) and all(
        abs(one - other) <= max(1, TOLERANCE * other)
        for one, other in zip(said, grams, strict=True)
    ):
        return ""
    return ALTERNATIVE.join(f"{each}g" for each in (grams[:1] if len(set(grams)) == 1 else grams))


def value_of(content: Content, cell: WeeklyCell) -> str:
    """The value in the content."""
    return str(value_at(content.file(WEEKLY), cell.path))


def save(edits: Collection[Edit[WeeklyCell]], *, actor: User | None, now: datetime) -> list[str]:
    """Store the values that were changed, all or none; return names whose picture did not follow them.

    An item that gets the name of a dish with a picture gets its picture too. Raises EditsRefusedError.
    """
    errors = dict[WeeklyCell, str]()
    typed = dict[WeeklyCell, tuple[str, str]]()
    for edit in edits:
        try:
            parsed = parse(edit.cell.field, edit.typed)
        except DomainError as error:
            errors[edit.cell] = str(error)
            continue
        if parsed != edit.shown:
            typed[edit.cell] = (edit.shown, parsed)
    if errors:
        raise EditsRefusedError(errors)
    content = drafts.load().content
    pictures, kept = _pictures_of_names(content, typed)
    cells = {edit.path: edit for edit in (*typed, *pictures)}
    try:
        values.save(
            [
                ValueEdit(WEEKLY, cell.path, cell.label, shown, new)
                for cell, (shown, new) in (*typed.items(), *pictures.items())
            ],
            subject="the weekly menu",
            actor=actor,
            now=now,
        )
    except EditsRefusedError as error:
        raise EditsRefusedError(
            {cells[path]: text for (_, path), text in error.errors.items() if path in cells},
            {cells[path]: str(each) for (_, path), each in error.conflicts.items()},
        ) from None
    return kept


def _pictures_of_names(
    content: Content, typed: Mapping[WeeklyCell, tuple[str, str]]
) -> tuple[dict[WeeklyCell, tuple[str, str]], list[str]]:
    """The pictures that follow from typed names, and the names without a known picture."""
    known, found, kept = pictures_by_name(content), dict[WeeklyCell, tuple[str, str]](), []
    for cell, (_, name) in typed.items():
        picture = WeeklyCell(cell.week, cell.meal, cell.day, cell.item, PICTURE)
        if cell.field != NAME or picture in typed:
            continue
        current, new = value_of(content, picture), known.get(name_key(alternatives_of(name)[0]))
        if new is None:
            kept.append(name)
        elif new != current:
            found[picture] = (current, new)
    return found, kept


def pictures_by_name(content: Content) -> dict[str, str]:
    """The picture key of each dish by its name's key: the menus' first, then the other pages'."""
    found = dict[str, str]()
    for name, picture in named_pictures(content):
        found.setdefault(name_key(name), picture)
    return found


def named_pictures(content: Content) -> Iterator[tuple[str, str]]:
    """Name and picture key of what the menus, the custom choice and the weekly menu name; the first of alternatives."""
    for file in MENUS.values():
        for dish in dishes_of(content.file(file)):
            yield dish["name"], dish["image"]
    choice = content.file(CHOICE)
    for meal in MEALS:
        for entry in choice[meal]:
            yield entry["title"], entry["image"]
    for item in items_of(content):
        yield alternatives_of(item["name"])[0], item["img"]


def items_of(content: Content) -> Iterator[Mapping[str, str]]:
    """Every item of the weekly menu, as its file has it."""
    file = content.file(WEEKLY)
    for week in WEEKS:
        for meal in MEALS:
            for entry in file[f"week{week}"][meal]:
                yield from entry["items"]


def seen_of(content: Content, *weeks: int) -> str:
    """A digest of what these weeks hold, which a form sends back."""
    file = content.file(WEEKLY)
    text = json.dumps([file[f"week{week}"] for week in weeks], sort_keys=True)
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


def _require_seen(content: Content, seen: str, *weeks: int) -> None:
    if seen_of(content, *weeks) != seen:
        raise DomainError(
            "A colleague has changed this in the meantime. Look at it, then do it again."
        )


def copy_week(*, source: int, target: int, seen: str, actor: User, now: datetime) -> None:
    """Make the target's items those of the source; the price stays. Raises DomainError."""
    sentence = f"Copied week {source} of the weekly menu to week {target}"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        _require_seen(draft.content, seen, source, target)
        file = draft.file(WEEKLY)
        for meal in MEALS:
            for old, new in zip(
                file[f"week{target}"][meal], file[f"week{source}"][meal], strict=True
            ):
                old["items"] = new["items"]


def swap_days(*, week: int, one: int, other: int, seen: str, actor: User, now: datetime) -> None:
    """Swap the items of two days of a week, in all meals. Raises DomainError."""
    sentence = f"Swapped {DAYS[one]} and {DAYS[other]} in week {week} of the weekly menu"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        _require_seen(draft.content, seen, week)
        file = draft.file(WEEKLY)
        for meal in MEALS:
            days = file[f"week{week}"][meal]
            days[one]["items"], days[other]["items"] = days[other]["items"], days[one]["items"]
