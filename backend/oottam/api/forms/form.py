"""Forms: request bodies as pydantic models, in the contract's camel case."""

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Self, get_args

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from oottam.api.forms.fields import OptionalEmail, PatternMessage
from oottam.api.forms.rules import Rule, RuleError
from oottam.catalogue import Catalogue
from oottam.core.responses import FieldError

WHOLE_BODY = "The form"
_TEXTS = {
    "missing": "is required.",
    "string_type": "must be text.",
    "bool_type": "must be true or false.",
    "list_type": "must be a list.",
    "model_type": "must be an object.",
    "string_too_long": "is too long: at most {max_length} characters.",
}
_ANY_OTHER_TEXT = "is not in the right format."


class FormError(Exception):
    """The body is invalid; `errors` lists all invalid fields."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(f"invalid fields: {len(errors)}")
        self.errors = errors


class FormPart(BaseModel):
    """An object within a form. A field's `title` names it in sentences to customers."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        strict=True,
        alias_generator=to_camel,
        extra="ignore",
        hide_input_in_errors=True,
        regex_engine="python-re",  # patterns use lookahead
    )


class Form(FormPart):
    """The body of a request to an endpoint."""

    @classmethod
    def read(cls, body: Any, catalogue: Catalogue) -> Self:
        """Validate a decoded JSON body with this catalogue; return the form. Raises FormError."""
        try:
            return cls.model_validate(body, context=catalogue)
        except ValidationError as error:
            raise FormError(list(_field_errors(cls, error))) from None

    @classmethod
    def extras(cls, body: Any, limit: int) -> list[str]:
        """Return the paths of the first unknown fields, without duplicates; entries of a list share a path."""
        result: dict[str, None] = {}
        for path in _extras(cls, body, ""):
            result[path] = None
            if len(result) == limit:
                break
        return list(result)

    @classmethod
    @cache
    def without_email(cls) -> type[Self]:
        """Return this form with an optional `email`, for phone orders."""
        return create_model(f"{cls.__name__}ByPhone", __base__=cls, email=OptionalEmail)


@cache
def _fields(model: type[FormPart]) -> dict[str, tuple[FieldInfo, type[FormPart] | None]]:
    """Map wire names to fields, with the model of a nested object or list entry."""
    result = {}
    for name, field in model.model_fields.items():
        wires = [note.wire for note in field.metadata if isinstance(note, Rule)]
        result[field.alias or name] = field, _model_in(wires[0] if wires else field.annotation)
    return result


def _model_in(kind: Any) -> type[FormPart] | None:
    if isinstance(kind, type) and issubclass(kind, FormPart):
        return kind
    return next(filter(None, map(_model_in, get_args(kind))), None)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


def _extras(model: type[FormPart], sent: Any, path: str) -> Iterator[str]:
    if isinstance(sent, list):
        for entry in sent:
            yield from _extras(model, entry, f"{path}[]")
    elif isinstance(sent, dict):
        fields = _fields(model)
        for name, value in sent.items():
            if name not in fields:
                yield _join(path, name)
            elif part := fields[name][1]:
                yield from _extras(part, value, _join(path, name))


def _field_errors(
    model: type[FormPart], error: ValidationError, path: str = "", title: str = WHOLE_BODY
) -> Iterator[FieldError]:
    """Convert pydantic's errors of `model` at `path` to field errors with messages."""
    for details in error.errors(include_url=False):
        yield from _sentences(model, details, path, title)


def _sentences(
    model: type[FormPart], details: ErrorDetails, path: str, title: str
) -> Iterator[FieldError]:
    field = None
    for place in details["loc"]:
        if isinstance(place, int):
            path, title, field = f"{path}[{place}]", f"{title}, entry {place + 1},", None
        else:
            field, part = _fields(model)[place]
            model = part or model
            path, title = _join(path, place), field.title or place
    context = details.get("ctx", {})
    if isinstance(rule_error := context.get("error"), RuleError):
        if rule_error.malformed:
            yield from _field_errors(model, rule_error.malformed, path, title)
        for violation in rule_error.violations:
            here = path if violation.entry is None else f"{path}[{violation.entry}]"
            sentence = f"{violation.title or title} {violation.message}"
            yield FieldError(_join(here, violation.part), sentence)
    else:
        yield FieldError(path, f"{title} {_text(details, field).format_map(context)}")


def _text(details: ErrorDetails, field: FieldInfo | None) -> str:
    """Return the message of one error, without the title."""
    kind = details["type"]
    if field and kind in ("string_too_long", "string_pattern_mismatch"):
        if field.is_required() and not details["input"].strip():
            return _TEXTS["missing"]
        if kind == "string_pattern_mismatch":
            messages = (note.text for note in field.metadata if isinstance(note, PatternMessage))
            return next(messages, _ANY_OTHER_TEXT)
    return _TEXTS.get(kind, _ANY_OTHER_TEXT)
