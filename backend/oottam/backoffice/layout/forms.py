"""The base class of the staff's forms."""

from typing import Any, ClassVar

from django import forms

from oottam.audit.log import MAX_REASON_LENGTH
from oottam.core.errors import DomainError


class StaffForm(forms.Form):
    """A form of a staff page. `action` is its URL name; ids of its fields begin with it, as a page has several forms.

    Where a page repeats a form for several rows, `row` distinguishes them.
    """

    action: ClassVar[str]
    # The service's name of a field -> the form's, where the two differ.
    refused_as: ClassVar[dict[str, str]] = {}

    def __init__(self, data: Any = None, *, row: str = "", **kwargs: Any) -> None:
        self.key = f"{self.action}-{row}" if row else self.action
        super().__init__(data, auto_id=f"{self.key}-%s", label_suffix="", **kwargs)

    def refuse(self, error: DomainError) -> None:
        """Add a service's error to the field that it names."""
        field = self.refused_as.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, str(error))

    def first_error(self) -> str:
        """Return the first error, "" for none: for a page without this form."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")


def reason_field(label: str, *, required: bool) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 2})
    return forms.CharField(
        label=label, required=required, max_length=MAX_REASON_LENGTH, widget=widget
    )
