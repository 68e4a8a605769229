"""People's words that run from the right, or turn what stands beside them: isolated wherever they stand among others.

They may hold letters that run from the right, and characters that command a direction (U+202A to U+202E, U+2066 to
U+2069, and the marks U+200E, U+200F, U+061C). On a page they stand as they were sent in a <bdi>, at whose end every
command ends. In plain text (a title, an option, a mail, a cell) nothing ends a command, so they stand there without, and
letters from the right stand between the two characters that isolate. What is stored stays as it was sent.
"""

import re
from typing import Any

from django.utils import html
from django.utils.safestring import SafeString

from oottam.core.right_to_left import RIGHT_TO_LEFT

_FIRST, _LAST = "\u2068", "\u2069"  # FSI, PDI: the text between runs as its own first letter does
_COMMANDS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_COMMAND = re.compile(f"[{_COMMANDS}]")
_ISOLATED = re.compile(f"{_FIRST}[^{_COMMANDS}]*{_LAST}")
_ISOLATED_OR_COMMAND = re.compile(f"{_FIRST}[^{_COMMANDS}]*{_LAST}|[{_COMMANDS}]")


def strip_direction_controls(text: str) -> str:
    """The text without characters that command a direction."""
    return text if text.isascii() else _COMMAND.sub("", text)


def isolate(text: str) -> str:
    """Somebody's words for a sentence of ours, or a cell or line beside others."""
    plain = strip_direction_controls(text)
    return f"{_FIRST}{plain}{_LAST}" if RIGHT_TO_LEFT.search(plain) else plain


def strip_unisolated_controls(text: str) -> str:
    """The same of a sentence in which words may be isolated already: those stay so."""
    if text.isascii():
        return text
    return _ISOLATED_OR_COMMAND.sub(lambda found: found[0] if len(found[0]) > 1 else "", text)


def isolated_html(value: Any) -> Any:
    """For a template, in the text of an element; mark-up, and all that is no text, stays as it is."""
    if not isinstance(value, str) or value.isascii() or isinstance(value, SafeString):
        return value
    return SafeString(f"<bdi>{html.escape(value)}</bdi>") if _turns(value) else value


def escape(text: str) -> str:
    """The same as HTML, for lines that no template writes."""
    return str(html.conditional_escape(isolated_html(text)))


def isolated_text(value: Any) -> Any:
    """For a template, where no element can stand: in a title, an option, or what is read aloud."""
    if not isinstance(value, str) or value.isascii():
        return value
    text = strip_unisolated_controls(value)
    return f"{_FIRST}{strip_direction_controls(text)}{_LAST}" if _turns(text) else text


def isolated_values(value: Any) -> Any:
    """JSON for a script that shows it, every text in it isolated."""
    if isinstance(value, dict):
        return {name: isolated_values(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [isolated_values(each) for each in value]
    return isolated_text(value)


def _turns(text: str) -> bool:
    """Whether something among the words that are not isolated commands a direction, or runs from the right."""
    left = _ISOLATED.sub("", text)
    return bool(RIGHT_TO_LEFT.search(left) or _COMMAND.search(left))
