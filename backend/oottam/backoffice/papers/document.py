"""A receipt or bill as a PDF. No database, no clock: equal papers are equal bytes. Only the child process imports it."""

from collections.abc import Mapping
from typing import Any

from oottam.core.right_to_left import RIGHT_TO_LEFT
from oottam.papers.legibility import to_drawable
from oottam.papers.typesetting import Paper, merge_pdfs


def draw(view: Mapping[str, Any]) -> bytes:
    """Return the PDF of a paper's texts (`billing.presentation.PaperView` as a mapping), on A5."""
    data = _drawable({**view, "is_taxed": bool(view["taxes"])})
    return merge_pdfs([Paper("bill", data).pdf()], f"{view['title']} {view['number']}")


def _drawable(value: Any) -> Any:
    """Return texts that the fonts can draw, right-to-left ones isolated from what is around them; named tuples by name."""
    if isinstance(value, str):
        drawn = to_drawable(value)
        return f"\u2068{drawn}\u2069" if RIGHT_TO_LEFT.search(drawn) else drawn
    if isinstance(value, Mapping):
        return {name: _drawable(each) for name, each in value.items()}
    if hasattr(value, "_asdict"):
        return _drawable(value._asdict())
    if isinstance(value, list | tuple):
        return [_drawable(each) for each in value]
    return value
