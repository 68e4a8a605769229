"""Single values of the draft's files, each stored only over the value that its form showed; all or none."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.catalogue.schema import JsonPath
from oottam.core.merging import EditsRefusedError, merge
from oottam.menu import drafts
from oottam.menu.checks import file_error
from oottam.menu.content import Content, shipped

MAX_AUDITED = 200  # characters of a value in the audit log
WORDS = "texts.json"  # an own one holds only what differs from the shipped words


@dataclass(frozen=True, slots=True)
class ValueEdit:
    """A value of a file of folder.NAMES as its form showed it and as it was typed: JSON values, None without one.

    `label` names it to staff. A value that may move, such as an entry of a list that is put in order, is edited with
    its whole list.
    """

    file: str
    path: JsonPath
    label: str
    shown: Any
    typed: Any

    @property
    def place(self) -> tuple[str, JsonPath]:
        """Where it stands."""
        return self.file, self.path


def value_at(value: Any, path: JsonPath) -> Any:
    """Return the value at the path, or None."""
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def whole_file(content: Content, name: str) -> Any:
    """Return the value of the content's file; words that it lacks are the shipped ones."""
    value = content.file(name)
    if name != WORDS or name not in content.files:
        return value
    known = {screen: words for screen, words in shipped(name).items() if screen != "$schema"}
    return {"$schema": value["$schema"]} | {
        screen: {**words, **value.get(screen, {})} for screen, words in known.items()
    }


def current_value(content: Content, file: str, path: JsonPath) -> Any:
    """Return the value of the content's file; of words that it lacks, the shipped ones."""
    value = value_at(content.file(file), path)
    return value_at(shipped(file), path) if value is None and file == WORDS else value


def replace_at(value: Any, path: JsonPath, new: Any) -> Any:
    """Return the file's value with `new` at the path; None removes the property, and the object if that was its last."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(first, int):
        return [
            replace_at(each, rest, new) if at == first else each for at, each in enumerate(value)
        ]
    known = value or {}
    inner = replace_at(known.get(first), rest, new)
    if inner is None or (rest and inner == {}):
        return {key: each for key, each in known.items() if key != first}
    return {**known, first: inner}


def save(edits: Iterable[ValueEdit], *, subject: str, actor: User | None, now: datetime) -> int:
    """Store the edited values in the draft; return how many differ from what was shown.

    `subject` names them in the draft's history, as "The shop". Raises EditsRefusedError by place: a colleague has changed a value
    since, or the file's schema refuses it.
    """
    edits = [edit for edit in edits if edit.typed != edit.shown]
    if not edits:
        return 0
    sentence = f"Changed {subject}: {', '.join(edit.label for edit in edits)}"
    data = {
        edit.label: {"was": _audited(edit.shown), "now": _audited(edit.typed)} for edit in edits
    }
    with drafts.edit(sentence, actor=actor, now=now, data=data) as draft:
        draft.content = _apply(draft.content, edits)
    return len(edits)


def _apply(content: Content, edits: Collection[ValueEdit]) -> Content:
    merged = merge(
        shown={edit.place: edit.shown for edit in edits},
        current={edit.place: current_value(content, *edit.place) for edit in edits},
        typed={edit.place: edit.typed for edit in edits},
    )
    if merged.conflicts:
        raise EditsRefusedError({}, merged.conflicts)
    files = {name: _own_file(content, name) for name in dict.fromkeys(edit.file for edit in edits)}
    for edit in edits:
        files[edit.file] = _edited(files[edit.file], edit)
    errors = {}
    for name, value in files.items():
        if error := file_error(name, value):
            place = next(
                (edit.place for edit in edits if edit.file == name and _touches(edit, error.path)),
                (name, ()),
            )
            errors[place] = error.message
        is_empty = name == WORDS and value.keys() <= {"$schema"}
        content = content.replace(name, shipped(name) if is_empty else value)
    if errors:
        raise EditsRefusedError(errors)
    return content


def _own_file(content: Content, name: str) -> Any:
    if name == WORDS and name not in content.files:
        return {"$schema": shipped(WORDS)["$schema"]}
    return content.file(name)


def _edited(value: Any, edit: ValueEdit) -> Any:
    if edit.file == WORDS:
        is_shipped = edit.typed == value_at(shipped(WORDS), edit.path)
        return replace_at(value, edit.path, None if is_shipped else edit.typed)
    changed = _with_nulls(replace_at(value, edit.path, edit.typed), shipped(edit.file))
    return _no_sample(changed, edit.path)


def _with_nulls(value: Any, shipped_value: Any) -> Any:
    """Add what the shipped file has as null, such as the UPI id: the schemas want those properties."""
    if not isinstance(value, dict) or not isinstance(shipped_value, dict):
        return value
    known = {key: _with_nulls(each, shipped_value.get(key)) for key, each in value.items()}
    lacking = {
        key: each for key, each in shipped_value.items() if key not in value and _is_null(each)
    }
    return {**known, **lacking}


def _is_null(value: Any) -> bool:
    return all(map(_is_null, value.values())) if isinstance(value, dict) else value is None


def _no_sample(value: Any, path: JsonPath) -> Any:
    """Mark the block that holds the path as no longer a sample."""
    block = value.get(path[0]) if path and isinstance(value, dict) else None
    if isinstance(block, dict) and block.get("sample"):
        return {**value, path[0]: {**block, "sample": False}}
    return value


def _touches(edit: ValueEdit, path: JsonPath) -> bool:
    length = min(len(edit.path), len(path))
    return edit.path[:length] == path[:length]


def _audited(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:MAX_AUDITED]
