"""Parser of a page's forms with their initial values, as a browser would submit them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form's action and its fields with all values."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """The forms of a page in document order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._select = self._text = ""
        self._options: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def to(self, action: str) -> Form:
        """The first form whose action ends with `action` ("" for the page's own URL); raises LookupError."""
        for form in self.found:
            address = form.action.partition("#")[0]
            if address.endswith(action) if action else not address:
                return form
        raise LookupError(f"no form to {action} among {[form.action for form in self.found]}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        name = attributes.get("name", "")
        if tag == "form":
            self._form = Form(attributes.get("action", ""))
            self.found.append(self._form)
        elif tag == "input" and name:
            is_choice = attributes.get("type") in ("checkbox", "radio")
            if attributes.get("type") != "submit" and (not is_choice or "checked" in attributes):
                self._put(name, attributes.get("value", "on" if is_choice else ""))
        elif tag == "select":
            self._select, self._options = name, []
        elif tag == "option":
            self._options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "textarea":
            self._text = name
            self._put(name, "")

    def handle_data(self, data: str) -> None:
        if self._text and self._form:
            values = self._form.fields[self._text]
            values[-1] += data if values[-1] else data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._text = ""
        elif tag == "select" and self._select:
            first = [value for value, _ in self._options[:1]]
            chosen = [value for value, is_chosen in self._options if is_chosen]
            for value in chosen or first:
                self._put(self._select, value)
            self._select = ""

    def _put(self, name: str, value: str) -> None:
        if self._form:
            self._form.fields.setdefault(name, []).append(value)
