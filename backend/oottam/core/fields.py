"""Model fields for enumeration codes, to which a code is added without a migration, and for staff accounts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.deconstruct import deconstructible


@deconstructible
class CodesOf:
    """Callable choices of codes and labels, so that migrations do not list them."""

    def __init__(self, codes: Iterable[Any]) -> None:
        """`codes` is a Django enumeration, or some of its members."""
        self.codes = codes

    def __call__(self) -> list[tuple[Any, str]]:
        return [(code.value, str(code.label)) for code in self.codes]


if TYPE_CHECKING:
    from django.contrib.auth.models import User

    Text = models.CharField[Any, str]
    Number = models.PositiveSmallIntegerField[Any, int]
else:
    Text, Number = models.CharField, models.PositiveSmallIntegerField


def sql(codes: Any) -> str:
    """Return a code, or a parenthesised list, as SQL literals: partial indexes only match literals."""
    if isinstance(codes, models.Choices):
        return repr(codes.value)
    return f"({', '.join(sql(code) for code in codes)})"


class _CodeFieldMixin:
    """Deconstructs to the plain Django field in migrations."""

    def __init__(self, codes: Iterable[Any] = (), **options: Any) -> None:
        super().__init__(**options, **({"choices": CodesOf(codes)} if codes else {}))

    def deconstruct(self: Any) -> Any:
        """Name Django's field class in migrations."""
        name, _, args, options = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{self.get_internal_type()}", args, options


class CodeField(_CodeFieldMixin, Text):
    """A text code."""


class NumberField(_CodeFieldMixin, Number):
    """A numeric code."""


def optional_account(help_text: str = "") -> "models.ForeignKey[User | None, User | None]":
    """A staff account or none, without an index: no row is looked up by it."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text=help_text,
    )
