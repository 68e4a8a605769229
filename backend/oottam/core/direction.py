"""Isolates right-to-left text and bidirectional controls in user input from the text around it.

Controls are U+202A to U+202E, U+2066 to U+2069, U+200E, U+200F and U+061C. HTML wraps the unchanged text in <bdi>, whose
end terminates every control. Plain text (titles, options, mails, cells) has no such end: controls are removed, and
right-to-left text is placed between FSI and PDI. Stored text is not changed.
"""

import re
from typing import Any

from django.utils import html
from django.utils.safestring import SafeString

from oottam.core.right_to_left import RIGHT_TO_LEFT

_FSI, _PDI = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_CONTROLS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROL = re.compile(f"[{_CONTROLS}]")
_ISOLATED = re.compile(f"{_FSI}[^{_CONTROLS}]*{_PDI}")
_ISOLATED_OR_CONTROL = re.compile(f"{_FSI}[^{_CONTROLS}]*{_PDI}|[{_CONTROLS}]")


def strip_direction_controls(text: str) -> str:
    """Remove all directional controls."""
    return text if text.isascii() else _CONTROL.sub("", text)


def isolate(text: str) -> str:
    """Isolate user input for plain text: a sentence, cell or line."""
    plain = strip_direction_controls(text)
    return f"{_FSI}{plain}{_PDI}" if RIGHT_TO_LEFT.search(plain) else plain


def strip_unisolated_controls(text: str) -> str:
    """Remove directional controls, but keep text that is already isolated."""
    if text.isascii():
        return text
    return _ISOLATED_OR_CONTROL.sub(lambda match: match[0] if len(match[0]) > 1 else "", text)


def isolated_html(value: Any) -> Any:
    """Template filter for element content. Markup and values other than strings are not changed."""
    if not isinstance(value, str) or value.isascii() or isinstance(value, SafeString):
        return value
    return SafeString(f"<bdi>{html.escape(value)}</bdi>") if _needs_isolation(value) else value


def escape(text: str) -> str:
    """Isolate and escape for HTML outside templates."""
    return str(html.conditional_escape(isolated_html(text)))


def isolated_text(value: Any) -> Any:
    """Template filter where elements are not allowed: titles, options, spoken attributes."""
    if not isinstance(value, str) or value.isascii():
        return value
    text = strip_unisolated_controls(value)
    return f"{_FSI}{strip_direction_controls(text)}{_PDI}" if _needs_isolation(text) else text


def isolated_values(value: Any) -> Any:
    """Isolate every string of a JSON value that a script displays."""
    if isinstance(value, dict):
        return {name: isolated_values(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [isolated_values(each) for each in value]
    return isolated_text(value)


def _needs_isolation(text: str) -> bool:
    """Whether the text has controls or right-to-left letters outside isolated parts."""
    unisolated = _ISOLATED.sub("", text)
    return bool(RIGHT_TO_LEFT.search(unisolated) or _CONTROL.search(unisolated))
