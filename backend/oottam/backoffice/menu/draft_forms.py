"""What forms of the draft share: the revision that they were made of, and what saving says."""

from typing import Any

from oottam.backoffice.layout.conflicts import merge_form
from oottam.backoffice.layout.decorators import StaffRequest
from oottam.backoffice.layout.fields import PlainText, StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.direction import isolate

NOT_PUBLISHED = "Customers see it once published."
SAVED = f"Saved, not live yet. {NOT_PUBLISHED}"


class TextField(PlainText):
    """Words of the menu: on one line, with one space between them."""

    def to_python(self, value: Any) -> str:
        """Also a pasted line break or no-break space is a space."""
        return " ".join((super().to_python(value) or "").split())


class MergingForm(StaffForm):
    """A form whose fields have their initial values beside them (show_hidden_initial)."""

    def merge(self, unchanged: StaffForm) -> None:
        """Take over what only a colleague changed; else add it as an error. `unchanged` is a form of the current values."""
        shown = {name: self.data.get(f"initial-{name}", "") for name in self.fields}
        typed = {name: self.data.get(name, "").strip() for name in self.changed_data}
        changes = {name: (shown[name], unchanged.initial.get(name, "")) for name in self.fields}
        merge_form(self, unchanged, changes, {**shown, **typed}, self._describe)

    def _describe(self, name: str, value: str) -> str:
        labels = dict(getattr(self.fields[name], "choices", ()))
        return isolate(labels.get(value, value)) if value else "nothing"


def posted_revision(request: StaffRequest) -> int:
    """Return the draft's revision that the posted form was made of; 0 for none."""
    return parse_pk(request.POST.get("revision", "")) or 0
