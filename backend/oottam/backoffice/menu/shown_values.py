"""The values that a form was made of: a hidden field carries them, so that only what was changed is stored."""

import json
from collections.abc import Mapping
from typing import Any

MAX_LENGTH = 50_000  # characters


def to_text(values: Mapping[str, Any]) -> str:
    """Return the hidden field's value."""
    return json.dumps(values, ensure_ascii=False)


def from_text(text: str) -> dict[str, Any]:
    """Return the values; a broken field had none, so that nothing of a colleague's is replaced."""
    try:
        values = json.loads(text[:MAX_LENGTH])
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
