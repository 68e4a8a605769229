"""`python -m oottam.config.reference` generates `docs/settings.md` and `.env.example`."""

from pathlib import Path
from typing import get_args

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from oottam.config.environment import Environment
from oottam.config.setting_types import CHECKOUT, bounds, extra, strip_markdown

PAGE, EXAMPLE = CHECKOUT / "docs" / "settings.md", CHECKOUT / ".env.example"
HEAD = """# Settings

Written by `make contract` from `backend/oottam/config/server_settings.py` and `environment.py`; not by hand.

The server reads these from its environment. Every setting has a default; a blank one counts as unset, and a wrong one
stops the start with a sentence that says what to do.

"""


def page() -> str:
    """Return the page of all settings as Markdown."""
    return f"{HEAD}{_table()}"


def example() -> str:
    """Return an environment file with all settings commented out."""
    parts = [
        "# Written by `make contract`. Every setting is optional; a blank one counts as unset.\n"
    ]
    for name, field in Environment.model_fields.items():
        meaning = strip_markdown(str(field.description))
        sentences = [
            f"{meaning[0].upper()}{meaning[1:]}.",
            f"Default: {strip_markdown(default(field))}.",
        ]
        if allowed := strip_markdown(values(field)):
            sentences.append(f"Values: {allowed}.")
        parts.append(f"# {' '.join(sentences)}\n# {name}=\n")
    return "\n".join(parts)


def default(field: FieldInfo) -> str:
    """Return the default as Markdown."""
    if text := extra(field)["default_text"]:
        return str(text)
    value = field.default
    if isinstance(value, Path):
        return f"`{value.relative_to(CHECKOUT)}/`"
    if isinstance(value, bool):
        return f"`{int(value)}`"
    if isinstance(value, SecretStr) or value in ("", None, []):
        return "none"
    return f"`{value}`"


def values(field: FieldInfo) -> str:
    """Return the allowed values as Markdown; "" if the description covers them."""
    if text := extra(field)["values"]:
        return str(text)
    if field.annotation is bool:
        return "`0` or `1`"
    if field.annotation is int:
        lowest, highest = bounds(field)
        least = extra(field)["least"]
        return f"`0`, or `{least}` to `{highest}`" if least else f"`{lowest}` to `{highest}`"
    return ", ".join(f"`{choice}`" for choice in get_args(field.annotation))


def _table() -> str:
    rows = [
        f"`{name}` | {default(field)} | {values(field)} | {field.description}\n"
        for name, field in Environment.model_fields.items()
    ]
    rows = [row.replace("](docs/", "](") for row in rows]  # links relative to docs/
    return "".join(["Variable | Default | Values | Meaning\n", "---|---|---|---\n", *rows])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    EXAMPLE.write_text(example(), "utf-8")
