"""What forms of the draft share: the values and the revision that they were made of, and what saving says."""

import json
from collections.abc import Mapping
from typing import Any

from oottam.backoffice.layout.decorators import StaffRequest
from oottam.backoffice.layout.primary_keys import parse_pk

NOT_PUBLISHED = "Customers see it once published."
SAVED = f"Saved in the draft. {NOT_PUBLISHED}"

MAX_LENGTH = 50_000  # characters


def posted_revision(request: StaffRequest) -> int:
    """Return the draft's revision that the posted form was made of; 0 for none."""
    return parse_pk(request.POST.get("revision", "")) or 0


def to_text(values: Mapping[str, Any]) -> str:
    """Return the hidden field that holds the values which a form was made of, so that only changed ones are stored."""
    return json.dumps(values, ensure_ascii=False)


def from_text(text: str) -> dict[str, Any]:
    """Return the values; a broken field had none, so that nothing of a colleague's is replaced."""
    try:
        values = json.loads(text[:MAX_LENGTH])
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
