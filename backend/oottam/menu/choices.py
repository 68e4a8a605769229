"""Changes of the draft's custom choice: the meals from which a subscription is built."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User

from oottam.core.errors import DomainError
from oottam.core.merging import ValuesChangedError, merge
from oottam.menu import drafts
from oottam.menu.content import Content
from oottam.menu.drafts import DraftView
from oottam.menu.models import Edition
from oottam.menu.weekly import CHOICE, MEALS

MAX_TITLE_LENGTH, MAX_SENTENCE_LENGTH = 40, 120  # characters, as schemas/custom-choice.schema.json
MAX_ENTRIES = 24  # of a meal
MAX_NUMBER = 999
FIELDS = ("title", "desc", "image")


@dataclass(frozen=True, slots=True)
class ChoiceOff:
    """An entry that an edition had and the draft lacks."""

    meal: str
    entry: Mapping[str, str]


class UnknownChoiceError(Exception):
    """The draft has no such entry, or no such meal."""


def meal_of(choice_id: str) -> str:
    """The meal of an entry's id, such as B12. Raises UnknownChoiceError."""
    for meal in MEALS:
        if choice_id[:1] == meal[0].upper():
            return meal
    raise UnknownChoiceError(choice_id)


def find(content: Content, choice_id: str) -> dict[str, str]:
    """Return the entry. Raises UnknownChoiceError."""
    return _entry(content.file(CHOICE)[meal_of(choice_id)], choice_id)


def _entry(entries: list[dict[str, str]], choice_id: str) -> dict[str, str]:
    for entry in entries:
        if entry["id"] == choice_id:
            return entry
    raise UnknownChoiceError(choice_id)


def edit(
    *,
    choice_id: str,
    shown: Mapping[str, str],
    typed: Mapping[str, str],
    actor: User,
    now: datetime,
) -> None:
    """Store those of FIELDS that differ from what was shown.

    Raises UnknownChoiceError, ValuesChangedError, and DomainError with the field.
    """
    if all(typed[name] == shown[name] for name in FIELDS):
        return

    def apply(content: Content) -> Content:
        file = content.file(CHOICE)
        entry = _entry(file[meal_of(choice_id)], choice_id)
        current = {name: entry[name] for name in FIELDS}
        merged = merge(shown=shown, current=current, typed=typed)
        if merged.conflicts:
            raise ValuesChangedError(current)
        if typed["title"] != shown["title"]:
            _check_title(file, choice_id, typed["title"])
        entry.update(merged.values)
        return content.replace(CHOICE, file)

    sentence = f"Changed {typed['title']} of the custom choice"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)


def add(*, meal: str, values: Mapping[str, str], actor: User, now: datetime) -> str:
    """Add an entry at the end of a meal; return its id, which none has had before. Raises DomainError."""
    former, letter, choice_id = former_ids(), meal[0].upper(), ""

    def apply(content: Content) -> Content:
        nonlocal choice_id
        file = content.file(CHOICE)
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
        return content.replace(CHOICE, file)

    sentence = f"Added {values['title']} to the custom choice"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)
    return choice_id


def remove(*, choice_id: str, actor: User, now: datetime) -> str:
    """Take an entry off; return its name. It can be put back as long as an edition had it."""
    title = find(drafts.load().content, choice_id)["title"]

    def apply(content: Content) -> Content:
        file = content.file(CHOICE)
        meal = meal_of(choice_id)
        entries = file[meal]
        entries.remove(_entry(entries, choice_id))
        if not entries:
            raise DomainError(f"Keep one {meal} at least: the page has a heading for it.")
        return content.replace(CHOICE, file)

    sentence = f"Took {title} off the custom choice"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)
    return title


def put_back(*, choice_id: str, actor: User, now: datetime) -> str:
    """Put an entry back as the newest edition had it, at the end of its meal; return its name."""
    found = next((each for each in taken_off(drafts.load()) if each.entry["id"] == choice_id), None)
    if found is None:
        raise UnknownChoiceError(choice_id)
    entry = dict(found.entry)

    def apply(content: Content) -> Content:
        file = content.file(CHOICE)
        entries = file[found.meal]
        if all(other["id"] != choice_id for other in entries):
            _check_room(entries, found.meal)
            _check_title(file, choice_id, entry["title"])
            entries.append(entry)
        return content.replace(CHOICE, file)

    sentence = f"Put {entry['title']} back on the custom choice"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)
    return entry["title"]


def move(*, choice_id: str, before: str, actor: User, now: datetime) -> None:
    """Move an entry before another one of its meal; "" moves it to the end. Raises UnknownChoiceError."""
    title = find(drafts.load().content, choice_id)["title"]

    def apply(content: Content) -> Content:
        file = content.file(CHOICE)
        entries = file[meal_of(choice_id)]
        entry = _entry(entries, choice_id)
        if before != choice_id:
            entries.remove(entry)
            ids = [each["id"] for each in entries]
            entries.insert(ids.index(before) if before in ids else len(ids), entry)
        return content.replace(CHOICE, file)

    sentence = f"Moved {title} in the custom choice"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)


def taken_off(view: DraftView) -> list[ChoiceOff]:
    """The entries that an edition had and the draft lacks, each as the newest of them had it."""
    known = {entry["id"] for entries in _entries(view.content).values() for entry in entries}
    found: dict[str, ChoiceOff] = {}
    for edition in _of_editions(view):
        for meal, entries in edition.items():
            found |= {
                entry["id"]: ChoiceOff(meal, entry) for entry in entries if entry["id"] not in known
            }
    return list(found.values())


def former_ids() -> set[str]:
    """The ids that entries have had in any edition: browsers and subscriptions hold them, so none is used again."""
    editions = _of_editions(drafts.load())
    return {each["id"] for edition in editions for entries in edition.values() for each in entries}


def _of_editions(view: DraftView) -> list[Mapping[str, list[dict[str, str]]]]:
    """The entries of every edition by meal, oldest first."""
    editions = Edition.objects.order_by("number").values_list("number", "digest")
    return [
        _entries(drafts.of_folder()),
        *(_of_edition(number, digest) for number, digest in editions),
        _entries(view.base),
    ]


@lru_cache(maxsize=500)
def _of_edition(number: int, _digest: str) -> Mapping[str, list[dict[str, str]]]:
    return _entries(Content.from_text(Edition.objects.get(number=number).content))


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
