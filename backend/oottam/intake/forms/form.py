"""Forms: the body of a call as a msgspec Struct, read strictly, with every wrong field named.

A Struct says what a body holds, spelt as the contract spells it. Titles, for sentences to
customers, are `msgspec.Meta(title=...)`; what to say of a failed pattern `extra={"says": ...}`.
"""

from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from oottam.catalogue import Catalogue
from oottam.common.replies import FieldError
from oottam.intake.forms.common_fields import OptionalEmail
from oottam.intake.forms.errors import Errors
from oottam.intake.forms.extras import place_of
from oottam.intake.forms.fields import FieldReader

F = TypeVar("F", bound=msgspec.Struct)


class FormError(Exception):
    """The body does not fit its form; `errors` names every field that is wrong."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(f"{len(errors)} wrong fields")
        self.errors = errors


class Form(Generic[F]):
    """Reads the bodies of one call."""

    def __init__(self, struct: type[F]) -> None:
        self.struct = struct
        self._type = inspect.type_info(struct)
        self._place = place_of(self._type)

    @cached_property
    def without_email(self) -> "Form[F]":
        """The same form in which `email` may be empty or missing: for what the staff take by phone."""
        fields = [("email", OptionalEmail, "")]
        name = f"{self.struct.__name__}ByPhone"
        relaxed: Any = msgspec.defstruct(name, fields, bases=(self.struct,), kw_only=True)
        return Form(relaxed)

    def read(self, body: Any, catalogue: Catalogue) -> F:
        """The form that `body`, a decoded JSON value, fills in; raises FormError."""
        try:
            return msgspec.convert(body, self.struct, strict=True, dec_hook=FieldReader(catalogue))
        except msgspec.ValidationError as error:
            # msgspec stops at the first fault; customers want to hear of all of them at once.
            found = list(Errors(catalogue).of(self._type, body))
            raise FormError(found or [FieldError("", str(error))]) from None

    def extras(self, body: Any, most: int) -> list[str]:
        """Paths of the first few fields that came along unasked, each once."""
        found: dict[str, None] = {}
        for path in self._place.extras(body, "") if self._place else ():
            found[path] = None
            if len(found) == most:
                break
        return list(found)
