"""Reads the pages of the back office as staff do: labels, values, cells of tables."""

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}


class _Details(HTMLParser):
    """Collects the read-only values below a request: label -> text, table cells joined by " | "."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._inside = False
        self._label = ""
        self._in_label = False
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        self._inside = self._inside or "inline-group" in classes
        if self._inside and tag == "label":
            self._in_label, self._label = True, ""
        if self._inside and "readonly" in classes:
            self.values[self._label] = ""
            self._depth = 1
        elif self._depth and tag not in VOID:
            self._depth += 1
        if self._depth and tag in ("td", "th", "br"):
            self.values[self._label] += "\n" if tag == "br" else " | "

    def handle_endtag(self, tag: str) -> None:
        self._in_label = self._in_label and tag != "label"
        self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if self._in_label:
            self._label += data.strip().removesuffix(":")
        elif self._depth:
            self.values[self._label] += data.strip()


def details(html: str) -> dict[str, str]:
    """What a request's page shows of its details."""
    page = _Details()
    page.feed(html)
    return page.values
