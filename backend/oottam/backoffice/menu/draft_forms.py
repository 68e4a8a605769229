"""What forms of the draft share: the values and the revision that they were made of, and what saving says."""

import json
from collections.abc import Mapping
from typing import Any

from oottam.backoffice.layout.decorators import StaffRequest
from oottam.backoffice.layout.fields import StaffForm, parse_json
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.direction import isolate

NOT_PUBLISHED = "Customers see it once published."
SAVED = f"Saved, not live yet. {NOT_PUBLISHED}"

MAX_LENGTH = 50_000  # characters


class MergingForm(StaffForm):
    """A form whose fields have their initial values beside them (show_hidden_initial)."""

    def merge(self, current: Mapping[str, str]) -> None:
        """Take over what only a colleague changed; else add it as an error beside what was typed."""
        data: Any = self.data
        posted, changed = data.copy(), set(self.changed_data)
        conflicting = dict[str, str]()
        for name in self.fields:
            before = posted.get(f"initial-{name}", "")
            if name not in changed:
                posted[name] = current[name]
            elif current[name] not in (before, posted.get(name, "").strip()):
                conflicting[name] = current[name]
            posted[f"initial-{name}"] = current[name]
        self.data = posted
        self.full_clean()
        for name, value in conflicting.items():
            labels = dict(getattr(self.fields[name], "choices", ()))
            label = isolate(labels.get(value, value)) if value else "nothing"
            self.add_error(name, f"A colleague has since changed this to “{label}”.")


def posted_revision(request: StaffRequest) -> int:
    """Return the draft's revision that the posted form was made of; 0 for none."""
    return parse_pk(request.POST.get("revision", "")) or 0


def to_text(values: Mapping[str, Any]) -> str:
    """Return the hidden field that holds the values which a form was made of, so that only changed ones are stored."""
    return json.dumps(values, ensure_ascii=False)


def from_text(text: str) -> dict[str, Any]:
    """Return the values; a broken field had none, so that nothing of a colleague's is replaced."""
    values = parse_json(text[:MAX_LENGTH])
    return values if isinstance(values, dict) else {}
