"""Changes of the draft's custom choice: the meals from which a subscription is built."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.catalogue.meals import MEALS
from oottam.core.errors import DomainError, NotFoundError
from oottam.core.merging import ValuesChangedError, merge
from oottam.menu import drafts
from oottam.menu.content import Content, move_before
from oottam.menu.drafts import DraftView
from oottam.menu.weekly import CHOICE

MAX_TITLE_LENGTH, MAX_SENTENCE_LENGTH = 40, 120  # characters, as schemas/custom-choice.schema.json
MAX_ENTRIES = 24  # of a meal
MAX_NUMBER = 999
FIELDS = ("title", "desc", "image")


@dataclass(frozen=True, slots=True)
class ChoiceOff:
    """An entry that an edition had and the draft lacks."""

    meal: str
    entry: Mapping[str, str]


def meal_of(choice_id: str) -> str:
    """The meal of an entry's id, such as B12. Raises NotFoundError."""
    for meal in MEALS:
        if choice_id[:1] == meal[0].upper():
            return meal
    raise NotFoundError(choice_id)


def find(content: Content, choice_id: str) -> dict[str, str]:
    """Return the entry. Raises NotFoundError."""
    return _entry(content.file(CHOICE)[meal_of(choice_id)], choice_id)


def _entry(entries: list[dict[str, str]], choice_id: str) -> dict[str, str]:
    for entry in entries:
        if entry["id"] == choice_id:
            return entry
    raise NotFoundError(choice_id)


def edit(
    *,
    choice_id: str,
    shown: Mapping[str, str],
    typed: Mapping[str, str],
    actor: User,
    now: datetime,
) -> None:
    """Store those of FIELDS that differ from what was shown.

    Raises NotFoundError, ValuesChangedError, and DomainError with the field.
    """
    if all(typed[name] == shown[name] for name in FIELDS):
        return
    sentence = f"Changed {typed['title']} of the custom choice"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        file = draft.file(CHOICE)
        entry = _entry(file[meal_of(choice_id)], choice_id)
        current = {name: entry[name] for name in FIELDS}
        merged = merge(shown=shown, current=current, typed=typed)
        if merged.conflicts:
            raise ValuesChangedError(current)
        if typed["title"] != shown["title"]:
            _check_title(file, choice_id, typed["title"])
        entry.update(merged.values)


def add(*, meal: str, values: Mapping[str, str], actor: User, now: datetime) -> str:
    """Add an entry at the end of a meal; return its id, which none has had before. Raises DomainError."""
    former, letter = former_ids(), meal[0].upper()
    sentence = f"Added {values['title']} to the custom choice"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        file = draft.file(CHOICE)
        entries = file[meal]
        _check_room(entries, meal)
        _check_title(file, "", values["title"])
        used = former | {entry["id"] for entry in entries}
        highest = max((int(each[1:]) for each in used if each[0] == letter), default=0)
        if highest >= MAX_NUMBER:
            raise DomainError("There have been too many meals. Ask the developers.")
        choice_id = f"{letter}{highest + 1}"
        entries.append(
            {"id": choice_id, **{name: values[name] for name in ("image", "title", "desc")}}
        )
    return choice_id


def remove(*, choice_id: str, actor: User, now: datetime) -> str:
    """Take an entry off; return its name. It can be put back as long as an edition had it."""
    with drafts.edit(actor=actor, now=now) as draft:
        meal = meal_of(choice_id)
        entries = draft.file(CHOICE)[meal]
        entry = _entry(entries, choice_id)
        entries.remove(entry)
        if not entries:
            raise DomainError(f"Keep one {meal} at least: the page has a heading for it.")
        draft.sentence = f"Took {entry['title']} off the custom choice"
    return entry["title"]


def put_back(*, choice_id: str, actor: User, now: datetime) -> str:
    """Put an entry back as the newest edition had it, at the end of its meal; return its name."""
    found = next((each for each in taken_off(drafts.load()) if each.entry["id"] == choice_id), None)
    if found is None:
        raise NotFoundError(choice_id)
    entry = dict(found.entry)
    sentence = f"Put {entry['title']} back on the custom choice"
    with drafts.edit(sentence, actor=actor, now=now) as draft:
        file = draft.file(CHOICE)
        entries = file[found.meal]
        if all(other["id"] != choice_id for other in entries):
            _check_room(entries, found.meal)
            _check_title(file, choice_id, entry["title"])
            entries.append(entry)
    return entry["title"]


def move(*, choice_id: str, before: str, actor: User, now: datetime) -> None:
    """Move an entry before another one of its meal; "" moves it to the end. Raises NotFoundError."""
    with drafts.edit(actor=actor, now=now) as draft:
        entries = draft.file(CHOICE)[meal_of(choice_id)]
        entry = _entry(entries, choice_id)
        move_before(entries, entry, before)
        draft.sentence = f"Moved {entry['title']} in the custom choice"


def taken_off(view: DraftView) -> list[ChoiceOff]:
    """The entries that an edition had and the draft lacks, each as the newest of them had it."""
    known = {entry["id"] for entries in _entries(view.content).values() for entry in entries}
    found: dict[str, ChoiceOff] = {}
    for edition in drafts.in_editions(view, _entries):
        for meal, entries in edition.items():
            found |= {
                entry["id"]: ChoiceOff(meal, entry) for entry in entries if entry["id"] not in known
            }
    return list(found.values())


def former_ids() -> set[str]:
    """The ids that entries have had in any edition: browsers and subscriptions hold them, so none is used again."""
    editions = drafts.in_editions(drafts.load(), _entries)
    return {
        entry["id"] for edition in editions for entries in edition.values() for entry in entries
    }


def _entries(content: Content) -> dict[str, list[dict[str, str]]]:
    file = content.file(CHOICE)
    return {meal: file[meal] for meal in MEALS}


def _check_title(file: Any, choice_id: str, title: str) -> None:
    folded = title.casefold()
    for meal in MEALS:
        for other in file[meal]:
            if other["id"] != choice_id and other["title"].casefold() == folded:
                raise DomainError(f"{meal.capitalize()} has this name already.", "title")


def _check_room(entries: Collection[Any], meal: str) -> None:
    if len(entries) >= MAX_ENTRIES:
        raise DomainError(f"{meal.capitalize()} is full: {MAX_ENTRIES} meals at most.")
