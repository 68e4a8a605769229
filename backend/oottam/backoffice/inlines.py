"""What the details of all kinds have in common, below their request."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from oottam.common.money import format_rupees
from oottam.requests.models import Kind, Request

if TYPE_CHECKING:
    _Inline = admin.StackedInline[Any, Request]
else:  # Django's own class takes no type arguments
    _Inline = admin.StackedInline


class ReadOnlyInline(_Inline):
    """What the customer sent stays as it came; shown below requests of these `kinds`."""

    kinds: ClassVar[tuple[Kind, ...]]
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Request | None = None) -> bool:
        """Details come from customers."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Request | None = None) -> bool:
        """And stay as they came."""
        return False


def rupees_or(paise: int | None, otherwise: str) -> str:
    """An amount, or what to say where there is none."""
    return otherwise if paise is None else format_rupees(paise)
