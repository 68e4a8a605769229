"""What every page of the storefront keeps to, read as a browser reads it: by a parser, so that no text counts as markup."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser

from oottam.rendering.renderer import RenderError

BASE = "/order/"
DATA_TYPES = ("application/json", "application/ld+json")  # browsers do not run them
LINKS = ("href", "src", "srcset", "imagesrcset", "data-code")
# An address of the build's own files, in a link or a list of links.
_FILE = re.compile(rf"{BASE}(assets/[^\s,]+|[^\s,/]+\.[a-z0-9]+)")
BLOCKED = "(the content security policy blocks it)"


class PageError(RenderError):
    """A page that breaks a rule of all pages; `str(error)` names the page and all its faults."""


def check_page(html: str, name: str, has_file: Callable[[str], bool]) -> None:
    """Raise PageError for a page with faults; `has_file` says whether an address below /order has a file."""
    page = _Page(has_file)
    page.feed(html)
    page.close()
    if faults := [*dict.fromkeys(page.faults), *page.count_faults()]:
        raise PageError(f"{name} has {'; '.join(faults)}.")


def check_pages(site: Mapping[str, str], has_file: Callable[[str], bool]) -> None:
    """Check each page of `site`, the texts by their paths below /order. Raises PageError."""
    for name, text in site.items():
        if name.endswith(".html"):
            check_page(text, name, has_file)


class _Page(HTMLParser):
    """Collects faults, and counts the headings and titles."""

    def __init__(self, has_file: Callable[[str], bool]) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._has_file = has_file
        self._counts: Counter[str] = Counter()
        self._is_in_head = True  # until it ends
        self._is_in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_head &= tag != "body"
        self._is_in_title = tag == "title"
        if tag in ("h1", "title"):
            self._counts[tag] += 1
        given = {name: value or "" for name, value in attrs}
        self.faults += _faults(tag, given)
        for name in LINKS:
            for file in _FILE.findall(given.get(name, "")):
                if not self._has_file(file):
                    self.faults.append(f"a link to {file}, which does not exist")

    def handle_endtag(self, tag: str) -> None:
        self._is_in_title = False
        self._is_in_head &= tag != "head"

    def handle_data(self, data: str) -> None:
        if self._is_in_title and self._is_in_head and data.strip():
            self._counts["title in head"] += 1

    def handle_comment(self, data: str) -> None:
        if data in ("links", "head", "data", "page", "content"):
            self.faults.append("an unfilled place of the template")

    def count_faults(self) -> Iterator[str]:
        """Yield what is wrong with the page as a whole."""
        if self._counts["title in head"] != 1:
            yield "not exactly one title in its head"
        if self._counts["title"] > 1:
            yield "a title outside its head"
        if self._counts["h1"] != 1:
            yield f"{self._counts['h1']} h1 headings instead of one"


def _faults(tag: str, given: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with a tag and its attributes."""
    if "style" in given:
        yield f"a style attribute {BLOCKED}"
    if any(name.startswith("on") for name in given):
        yield f"an inline event handler {BLOCKED}"
    if tag == "style":
        yield f"a <style> element {BLOCKED}"
    if tag == "script" and "src" not in given and given.get("type") not in DATA_TYPES:
        yield f"an inline script {BLOCKED}"
    if tag == "form" and given.get("method") != "post":
        yield (
            "a form that browsers without scripts would send by GET, with what was typed in the "
            "address"
        )
    if tag == "template":
        yield "content that React moved behind a template"
