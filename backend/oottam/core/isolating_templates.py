"""A template loader that isolates every value by its position in the HTML (direction.py).

`{{ name }}` becomes `{{ name|isolated_html }}` in element content, and `{{ name|isolated_text }}` in titles, options and
spoken attributes. Field values, URLs and the content of a <bdi> are not changed, nor is that of a `blocktranslate`,
which is given numbers, days and references only.
"""

import re

from django.template import Library, Origin
from django.template.loaders import app_directories

from oottam.core.direction import isolated_html, isolated_text

register = Library()
register.filter("isolated_html", isolated_html)
register.filter("isolated_text", isolated_text)

_TAGS = re.compile(r"({{.*?}}|{%.*?%}|{#.*?#})", re.DOTALL)
_TRANSLATED = re.compile(r"{%\s*(end)?blocktranslate\b")
_TITLE_BLOCK = re.compile(r"{%\s*block\s+title\s")
# Elements with text content only.
_TEXT_ELEMENTS = frozenset({"title", "option", "textarea", "script", "style"})
_SPOKEN_ATTRIBUTES = frozenset({"aria-label", "title", "placeholder", "alt"})
_TAG_NAME = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)\s*=\s*[\"'][^\"']*$")
# Filters that convert text to HTML; isolation comes before them.
_HTML_FILTER = re.compile(r"\|(?:linebreaksbr|linebreaks|urlize)\s*$")


class Loader(app_directories.Loader):
    """Loads app templates and adds isolation filters."""

    def get_contents(self, origin: Origin) -> str:
        """Return the template's source with isolation filters."""
        return add_isolation_filters(super().get_contents(origin))


def add_isolation_filters(template: str) -> str:
    """Add a filter to each value that needs one."""
    return "".join(_parts(template))


def _parts(template: str) -> list[str]:
    parts, position, is_translated = [], _HtmlPosition(), False
    for part in _TAGS.split(template):
        if found := _TRANSLATED.match(part):
            is_translated = not found[1]
        if part.startswith("{{") and not is_translated:
            parts.append(_add_filter(part, position))
        else:
            if part.startswith("{%"):
                position.track_title_block(part)
            elif not part.startswith("{#"):
                position.advance(part)
            parts.append(part)
    return parts


class _HtmlPosition:
    """The current position in the HTML: within element content or a tag."""

    def __init__(self) -> None:
        self.raw = ""  # name of the open text-only element
        self.tag = ""  # source of the open tag so far
        self.is_isolated = False  # within a <bdi>
        self._is_title_block = False

    def advance(self, html: str) -> None:
        """Advance past literal HTML; inserted values contain no markup."""
        for piece in re.split(r"(<|>)", html):
            if piece == "<":
                self.tag = "<"
            elif piece == ">" and self.tag:
                self._close_tag()
            elif self.tag:
                self.tag += piece

    def track_title_block(self, tag: str) -> None:
        """Track the title block, whose <title> element is in the parent template."""
        if _TITLE_BLOCK.match(tag) and not self.raw:
            self.raw, self._is_title_block = "title", True
        elif self._is_title_block and "endblock" in tag:
            self.raw, self._is_title_block = "", False

    def _close_tag(self) -> None:
        match = _TAG_NAME.match(self.tag)
        if match:
            is_end_tag, name = match.groups()
            if name.lower() in _TEXT_ELEMENTS:
                self.raw = "" if is_end_tag else name.lower()
            if name.lower() == "bdi":
                self.is_isolated = not is_end_tag
        self.tag = ""


def _add_filter(value: str, position: _HtmlPosition) -> str:
    if position.tag:
        attribute = _ATTRIBUTE.search(position.tag)
        name = "isolated_text" if attribute and attribute[1] in _SPOKEN_ATTRIBUTES else ""
        position.tag += "…"  # placeholder for the value
    elif position.raw:
        name = "isolated_text" if position.raw in ("title", "option") else ""
    else:
        name = "" if position.is_isolated else "isolated_html"
    expression = value[2:-2].rstrip()
    if not name or expression.strip() == "block.super":
        return value
    html_filter = _HTML_FILTER.search(expression)
    at = html_filter.start() if html_filter else len(expression)
    return f"{{{{{expression[:at]}|{name}{expression[at:]} }}}}"
