"""Fields of a form whose rule says more than a JSON type, a length or a pattern."""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from oottam.catalogue import Catalogue
from oottam.intake.limits import MOST_ENTRIES

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a field, or with a part of it.

    `says` follows the title in a sentence; `title` replaces the field's own. Where the field is a
    list, `entry` is the position of the wrong one, and `part` the field of that entry.
    """

    says: str
    title: str = ""
    entry: int | None = None
    part: str = ""


class UnacceptableError(ValueError):
    """Raised by a Field's rule, with everything that it found wrong."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.says for problem in problems))
        self.problems = problems


class Field(Generic[V]):
    """A `value` with a rule of its own; a plain class, which msgspec leaves to a FieldReader.

    `wire` is the JSON that it comes as: any type that msgspec reads, Structs and lists included.
    `described` gives the OpenAPI document what the rule adds to it, as far as a schema can say it.
    """

    wire: ClassVar[Any]
    schema: ClassVar[dict[str, Any]] = {}

    def __init__(self, value: V) -> None:
        self.value = value

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """JSON Schema keywords beside those of `wire`; `schema`, unless they depend on the rules."""
        return cls.schema

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> V:
        """The value for `sent`, which msgspec has read as `wire`; raises UnacceptableError.

        What the shop sells, and by which rules, is asked of `catalogue` alone: the call is priced
        with the same one.
        """
        raise NotImplementedError


def too_many(sent: Any) -> Problem | None:
    """What is wrong with a list that is too long; said before anything walks along it."""
    if isinstance(sent, (list, dict)) and len(sent) > MOST_ENTRIES:
        return Problem(f"are too many: at most {MOST_ENTRIES}.")
    return None


class FieldReader:
    """msgspec's hook for types that it does not know: our Fields, checked against one catalogue.

    No function that refers to itself: each call would leave a cycle for the garbage collector.
    """

    __slots__ = ("_catalogue",)

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __call__(self, kind: type[Any], sent: Any) -> Field[Any]:
        """The field for what was sent; raises UnacceptableError, and what msgspec raises."""
        if not issubclass(kind, Field):
            raise NotImplementedError(f"{kind.__name__} is no Field")
        if problem := too_many(sent):
            raise UnacceptableError(problem)
        if kind.wire is not Any:
            sent = msgspec.convert(sent, kind.wire, strict=True, dec_hook=self)
        return kind(kind.check(sent, self._catalogue))
