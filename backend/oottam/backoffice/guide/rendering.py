"""docs/backoffice.md as HTML, rendered once per process."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

SOURCE = Path(__file__).resolve().parents[4] / "docs/backoffice.md"
_IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide without its title; `chapters` are ids and texts of second-level headings, `ids` those of all headings."""

    html: SafeString
    chapters: tuple[tuple[str, str], ...]
    ids: frozenset[str]


@cache
def guide() -> Guide:
    """Render without images and links to other documents, which are not served. Raises OSError."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(parser.parse(SOURCE.read_text("utf-8")))
    for token in tokens:
        if token.type == "inline":
            token.children = _served(token.children or [])
    tokens = _without_empty_paragraphs(tokens)
    headings = _with_ids(tokens)
    return Guide(
        html=SafeString(parser.renderer.render(tokens, parser.options, {})),
        chapters=tuple((name, text) for name, text, tag in headings if tag == "h2"),
        ids=frozenset(name for name, _, _ in headings),
    )


def _without_title(tokens: list[Token]) -> list[Token]:
    ends = next(at for at, token in enumerate(tokens) if token.type == "heading_close")
    return tokens[ends + 1 :]


def _served(parts: list[Token]) -> list[Token]:
    found, left_open = [], False
    for part in parts:
        if part.type == "link_open" and not str(part.attrGet("href")).startswith("#"):
            left_open = True
        elif part.type == "link_close" and left_open:
            left_open = False
        elif part.type != _IMAGE:
            found.append(part)
    return found


def _without_empty_paragraphs(tokens: list[Token]) -> list[Token]:
    empty = {
        at
        for at, token in enumerate(tokens)
        if token.type == "inline"
        and tokens[at - 1].type == "paragraph_open"
        and not any(part.content for part in token.children or [])
    }
    beside = {at + step for at in empty for step in (-1, 0, 1)}
    return [token for at, token in enumerate(tokens) if at not in beside]


def _with_ids(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Give each heading the id that links within the file use; return id, text and tag of each."""
    result = []
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            name = slugify(inline.content)
            opened.attrSet("id", name)
            result.append((name, inline.content, opened.tag))
    return result
