"""Templates in which every value is isolated by where it stands (direction.py), without a word in the template.

`{{ name }}` in the text of an element is read as `{{ name|isolated_html }}`, in a title, an option, or an attribute that
is read aloud as `{{ name|isolated_text }}`. What is to be edited or followed (a field's value, an address) stays as it is,
and so does what a template has put into a <bdi> itself.
"""

import re

from django.template import Library, Origin
from django.template.loaders import app_directories

from oottam.core.direction import isolated_html, isolated_text

register = Library()
register.filter("isolated_html", isolated_html)
register.filter("isolated_text", isolated_text)

_TAGS = re.compile(r"({{.*?}}|{%.*?%}|{#.*?#})", re.DOTALL)
_TITLE_BLOCK = re.compile(r"{%\s*block\s+title\s")
# Where nothing can stand but text.
_RAW = frozenset({"title", "option", "textarea", "script", "style"})
_SPOKEN = frozenset({"aria-label", "title", "placeholder", "alt"})
_STARTS = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)\s*=\s*[\"'][^\"']*$")
# They make HTML of a text: the text is isolated before.
_MAKING_HTML = re.compile(r"\|(?:linebreaksbr|linebreaks|urlize)\s*$")


class Loader(app_directories.Loader):
    """Reads templates of the apps so."""

    def get_contents(self, origin: Origin) -> str:
        """The template, its values isolated."""
        return isolating(super().get_contents(origin))


def isolating(template: str) -> str:
    """The template with a filter at each value that needs one."""
    return "".join(_parts(template))


def _parts(template: str) -> list[str]:
    found, place = [], _Place()
    for part in _TAGS.split(template):
        if part.startswith("{{"):
            found.append(_filtered(part, place))
        else:
            if part.startswith("{%"):
                place.block(part)
            elif not part.startswith("{#"):
                place.pass_over(part)
            found.append(part)
    return found


class _Place:
    """Where in a page a template has come to: in an element's text, or in a tag."""

    def __init__(self) -> None:
        self.raw = ""  # the element in which nothing but text can stand
        self.tag = ""  # the tag that is open, as far as it is written
        self.is_isolated = False  # within a <bdi>
        self._is_title_block = False

    def pass_over(self, html: str) -> None:
        """Go on behind this text of the template; what a value puts between is no mark-up."""
        for piece in re.split(r"(<|>)", html):
            if piece == "<":
                self.tag = "<"
            elif piece == ">" and self.tag:
                self._close_tag()
            elif self.tag:
                self.tag += piece

    def block(self, tag: str) -> None:
        """A block of the page's title stands in its <title>, which another template writes."""
        if _TITLE_BLOCK.match(tag) and not self.raw:
            self.raw, self._is_title_block = "title", True
        elif self._is_title_block and "endblock" in tag:
            self.raw, self._is_title_block = "", False

    def _close_tag(self) -> None:
        started = _STARTS.match(self.tag)
        if started:
            ends, name = started.groups()
            if name.lower() in _RAW:
                self.raw = "" if ends else name.lower()
            if name.lower() == "bdi":
                self.is_isolated = not ends
        self.tag = ""


def _filtered(value: str, place: _Place) -> str:
    if place.tag:
        attribute = _ATTRIBUTE.search(place.tag)
        name = "isolated_text" if attribute and attribute[1] in _SPOKEN else ""
        place.tag += "…"  # its text, whatever it is
    elif place.raw:
        name = "isolated_text" if place.raw in ("title", "option") else ""
    else:
        name = "" if place.is_isolated else "isolated_html"
    inside = value[2:-2].rstrip()
    if not name or inside.strip() == "block.super":
        return value
    making = _MAKING_HTML.search(inside)
    at = making.start() if making else len(inside)
    return f"{{{{{inside[:at]}|{name}{inside[at:]} }}}}"
