"""Labels as a PDF. No database, no clock: equal labels are equal bytes. Only the child process imports it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from oottam.backoffice.kitchen.labels.label import Label
from oottam.backoffice.kitchen.labels.stocks import Stock
from oottam.core.clock import clock_time
from oottam.core.right_to_left import RIGHT_TO_LEFT
from oottam.papers.legibility import has_letters, strip_symbols, to_drawable, to_words
from oottam.papers.typesetting import Paper, clear_typst_cache, merge_pdfs

MAX_BOXES = 105  # typeset at a time, as each needs memory


def draw(
    labels: Sequence[Label],
    stock: Stock,
    *,
    start: int = 1,
    shift: tuple[float, float] = (0, 0),
    title: str = "Labels",
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """Return a PDF of the labels in order, the first at the sheet's place `start` (from 1).

    `shift` moves everything right and down, in millimetres, to correct a printer. Raises ValueError without labels, and
    for a place that the stock does not have.
    """
    if not labels or not 1 <= start <= stock.per_page:
        raise ValueError("Labels begin on a place that their stock has, and are at least one")
    parts: list[bytes] = []
    waiting_labels = [_label(label) for label in labels]
    data = {"title": title, "stock": _stock(stock), "start": start, "shift": shift}
    while waiting_labels:
        is_last = len(waiting_labels) <= MAX_BOXES
        paper = Paper("labels", data | {"labels": waiting_labels[:MAX_BOXES], "is_last": is_last})
        parts.append(paper.pdf())
        waiting_labels = [] if is_last else waiting_labels[paper.metadata("boxes") :]
        data["start"] = 1
        if progress:
            progress(len(labels) - len(waiting_labels), len(labels))
        clear_typst_cache()
    return merge_pdfs(parts, title)


def calibration_page(stock: Stock, shift: tuple[float, float] = (0, 0)) -> bytes:
    """Return a page of frames with scales at their edges, moved by `shift` as labels are (millimetres)."""
    title = f"Test page: {stock.label}"
    data = {"title": title, "stock": _stock(stock), "shift": shift}
    data["told_shift"] = f"{shift[0]:g},{shift[1]:g}"
    return merge_pdfs([Paper("calibration", data).pdf()], title)


def _stock(stock: Stock) -> dict[str, Any]:
    return asdict(stock) | {"places": list(stock.corners())}


def _label(label: Label) -> dict[str, Any]:
    """Return the template's data: text that the fonts can draw, and the box's contents in order."""
    name = to_drawable(strip_symbols(label.name))
    is_named = has_letters(name)
    needs = [f"Allergic to: {' · '.join(label.allergens)}"] if label.allergens else []
    count = f"Day {label.number} of {label.of}" if label.of else "Made up" * label.is_replacement
    missing = "Name: see order" if label.name.strip() and not is_named else ""
    return {
        "meal": label.meal.upper(),
        "day": f"{label.day:%a} {label.day.day} {label.day:%b}",
        "time": clock_time(label.delivery_time) if label.delivery_time else "",
        "mark": label.mark,
        "name": name if is_named else label.reference,
        "stop": to_drawable(label.stop),
        "needs": to_words(" · ".join(filter(None, (*needs, label.diet)))),
        "items": [
            *(_item("warning", "", warning) for warning in label.warnings),
            *(_item("dish", f"{dish.quantity}\u00a0×", dish.text) for dish in label.dishes),
            *([_item("note", "Note:", label.note)] if to_words(label.note) else []),
        ],
        "reference": label.reference,
        "foot": [text for text in (count, missing) if text],
        "tags": ["FREE DAY"] * label.is_free + ["CHANGED"] * label.is_changed,
    }


def _item(kind: str, lead: str, text: str) -> dict[str, str]:
    """Isolate right-to-left text from the surrounding text; nothing that may be about food is left out."""
    drawable = to_words(text)
    return {
        "kind": kind,
        "lead": lead,
        "text": f"\u2068{drawable}\u2069" if RIGHT_TO_LEFT.search(drawable) else drawable,
    }
