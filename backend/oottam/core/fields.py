"""Columns that hold a code of an enumeration. Another code changes no table and needs no migration."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.deconstruct import deconstructible


@deconstructible
class CodesOf:
    """Codes with their labels, asked for when they are needed: migrations name it, not them."""

    def __init__(self, codes: Iterable[Any]) -> None:
        """`codes`: an enumeration of Django's, or some members of one."""
        self.codes = codes

    def __call__(self) -> list[tuple[Any, str]]:
        return [(each.value, str(each.label)) for each in self.codes]


if TYPE_CHECKING:
    Text = models.CharField[Any, str]
    Number = models.PositiveSmallIntegerField[Any, int]
else:
    Text, Number = models.CharField, models.PositiveSmallIntegerField


def sql(codes: Any) -> str:
    """A code, or several in brackets, as literals of a query: partial indexes are found by these."""
    if isinstance(codes, models.Choices):
        return repr(codes.value)
    return f"({', '.join(sql(each) for each in codes)})"


class _Coded:
    """A column that Django's migrations know as one of its own kinds."""

    def __init__(self, codes: Iterable[Any] = (), **options: Any) -> None:
        super().__init__(**options, **({"choices": CodesOf(codes)} if codes else {}))

    def deconstruct(self: Any) -> Any:
        """Without a class of ours."""
        name, _, args, options = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{self.get_internal_type()}", args, options


class CodeField(_Coded, Text):
    """Text."""


class NumberField(_Coded, Number):
    """Codes that are numbers."""
