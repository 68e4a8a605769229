"""Walks a body along its form: every wrong field, with its path and a sentence."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from oottam.catalogue import Catalogue
from oottam.common.replies import FieldError
from oottam.intake.forms.field_types import join, type_of, unwrap
from oottam.intake.forms.fields import Field, FieldReader, UnacceptableError, too_many

WHOLE_BODY = "The form"


class Errors:
    """What is wrong with bodies, where the fields' own rules ask this catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._read = FieldReader(catalogue)

    def of(
        self, kind: inspect.Type, sent: Any, path: str = "", title: str = ""
    ) -> Iterator[FieldError]:
        """Everything wrong with `sent` where `kind` is asked for."""
        kind, notes = unwrap(kind)
        title = notes.get("title") or title or WHOLE_BODY
        if isinstance(kind, inspect.UnionType):
            if sent is not None:  # only ever "or null", for fields that may be left out
                yield from self.of(kind.types[0], sent, path, title)
        elif isinstance(kind, inspect.StructType) and isinstance(sent, dict):
            yield from self._object_errors(kind, sent, path)
        elif isinstance(kind, inspect.ListType) and isinstance(sent, list):
            for position, entry in enumerate(sent):
                yield from self.of(
                    kind.item_type, entry, f"{path}[{position}]", f"{title}, entry {position + 1},"
                )
        elif isinstance(kind, inspect.CustomType):
            yield from self._rule_errors(kind.cls, sent, path, title)
        elif complaint := _complaint(kind, sent, notes):
            yield FieldError(path, f"{title} {complaint}")

    def _object_errors(
        self, kind: inspect.StructType, sent: dict[str, Any], path: str
    ) -> Iterator[FieldError]:
        for field in kind.fields:
            name = join(path, field.encode_name)
            if field.encode_name in sent:
                yield from self.of(field.type, sent[field.encode_name], name, field.encode_name)
            elif field.required:
                title = unwrap(field.type)[1].get("title") or field.encode_name
                yield FieldError(name, f"{title} is required.")

    def _rule_errors(
        self, field: type[Field[Any]], sent: Any, path: str, title: str
    ) -> Iterator[FieldError]:
        """What is wrong with the JSON that the field comes as, and what its rule finds.

        In a list, the entries that are well-formed are held to the rule even beside others that are not.
        """
        if problem := too_many(sent):
            yield FieldError(path, f"{title} {problem.says}")
            return
        kind = type_of(field.wire)
        malformed = list(self.of(kind, sent, path, title))
        yield from malformed
        if not malformed:
            positions = list(range(len(sent))) if isinstance(sent, list) else []
            yield from self._broken_rules(field, sent, positions, path, title)
        elif isinstance(kind, inspect.ListType) and isinstance(sent, list):
            item = kind.item_type
            positions = [at for at, entry in enumerate(sent) if not any(self.of(item, entry))]
            well_formed = [sent[at] for at in positions]
            for error in self._broken_rules(field, well_formed, positions, path, title):
                if error.field != path:  # the list as a whole is not known yet
                    yield error

    def _broken_rules(
        self, field: type[Field[Any]], sent: Any, positions: list[int], path: str, title: str
    ) -> Iterator[FieldError]:
        """What the field's rule says; `positions` are those of the entries of `sent` in the body."""
        try:
            self._read(field, sent)
        except UnacceptableError as refused:
            for problem in refused.problems:
                here = path if problem.entry is None else f"{path}[{positions[problem.entry]}]"
                sentence = f"{problem.title or title} {problem.says}"
                yield FieldError(join(here, problem.part), sentence)


def _complaint(kind: inspect.Type, sent: Any, notes: dict[str, Any]) -> str:
    """What is wrong with a single value; "" when nothing is."""
    match kind:
        case inspect.AnyType():
            return ""
        case inspect.StrType():
            return _text_complaint(kind, sent, notes) if isinstance(sent, str) else "must be text."
        case inspect.BoolType():
            return "" if isinstance(sent, bool) else "must be true or false."
        case inspect.ListType():
            return "must be a list."
        case inspect.StructType():
            return "must be an object."
    raise NotImplementedError(f"No sentence for {kind}: give it a Field, or a case here")


def _text_complaint(kind: inspect.StrType, sent: str, notes: dict[str, Any]) -> str:
    if kind.pattern and not sent.strip():
        return "is required."
    if kind.max_length is not None and len(sent) > kind.max_length:
        return f"is too long: at most {kind.max_length} characters."
    if kind.pattern and not re.search(kind.pattern, sent):
        return str(notes.get("says", "is not in the right format."))
    return ""
