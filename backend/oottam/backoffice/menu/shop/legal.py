"""The page of the legal words: terms and privacy notice, which are the owner's alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.values.forms import (
    ValueField,
    ValuesForm,
    render_values,
    save_values,
    values_form,
)
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.backoffice.shared.fields import MultilineText
from oottam.catalogue.texts import PLACEHOLDERS, parse_text, without_sample_line
from oottam.menu import drafts
from oottam.menu.values import ValueEdit, current_value

MAX_LENGTH = 40_000  # characters


class LegalField(MultilineText):
    """A text in the format of catalogue/texts.py, without the line that calls it a sample."""

    def __init__(self) -> None:
        super().__init__(rows=24, max_length=MAX_LENGTH, strip=False)

    def from_json(self, value: str) -> str:
        """Leave the sample's line out."""
        return without_sample_line(value)

    def clean(self, value: Any) -> Any:
        """Raise ValidationError with the line that is wrong."""
        text = super().clean(value)
        try:
            parse_text(text)
        except ImproperlyConfigured as error:
            sentence = str(error).strip()
            raise ValidationError(f"{sentence[:1].upper()}{sentence[1:]}") from None
        return f"{text.strip()}\n"


class LegalForm(ValuesForm):
    """Terms and privacy notice."""

    action = "menu-legal"

    @property
    def edits(self) -> list[ValueEdit]:
        """The changed texts; a stored sample counts as shown, without its first line."""
        content = drafts.load().content
        edits = []
        for edit in super().edits:
            current = current_value(content, *edit.place)
            is_shown = without_sample_line(current) == edit.shown
            edits.append(replace(edit, shown=current) if is_shown else edit)
        return edits


FIELDS: Sequence[ValueField] = (
    ValueField("shop/terms.txt", (), "Terms", LegalField()),
    ValueField("shop/privacy.txt", (), "Privacy notice", LegalField()),
)


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the texts, and save those that were changed."""
    form = values_form(request, FIELDS, LegalForm)
    if save_values(request, form, "the legal words"):
        return redirect("backoffice:menu-legal")
    content = drafts.load().content
    samples = [field.label for field in FIELDS if _is_sample(current_value(content, *field.place))]
    context: dict[str, Any] = {
        "title": "Legal words",
        "samples": samples,
        "texts": [
            (field.label, without_sample_line(current_value(content, *field.place)))
            for field in FIELDS
            if field.name in form.read_only
        ],
        "placeholders": [f"{{{name}}}" for name in PLACEHOLDERS],
    }
    return render_values(request, "shop/legal.html", form, context)


def _is_sample(text: str) -> bool:
    return without_sample_line(text) != text
