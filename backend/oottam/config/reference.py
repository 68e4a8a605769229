"""`python -m oottam.config.reference` writes README's table of settings and `.env.example` again."""

from pathlib import Path
from typing import get_args

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from oottam.config.environment import CHECKOUT, Environment, bounds, extra, plain

README, EXAMPLE = CHECKOUT / "README.md", CHECKOUT / ".env.example"
BEGIN, END = "<!-- settings: written by `make contract` -->\n", "<!-- end of settings -->\n"


def readme(text: str) -> str:
    """README with the table of today's settings between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{_table()}\n{END}{after}"


def example() -> str:
    """A file of settings, all of them commented out, for systemd, Compose or a shell."""
    parts = [
        "# Written by `make contract`. Every setting is optional; a blank one counts as unset.\n"
    ]
    for name, field in Environment.model_fields.items():
        meaning = plain(str(field.description))
        said = [f"{meaning[0].upper()}{meaning[1:]}.", f"Default: {plain(default(field))}."]
        if allowed := plain(values(field)):
            said.append(f"Values: {allowed}.")
        parts.append(f"# {' '.join(said)}\n# {name}=\n")
    return "\n".join(parts)


def default(field: FieldInfo) -> str:
    """The default as Markdown."""
    if shown := extra(field)["shown"]:
        return str(shown)
    value = field.default
    if isinstance(value, Path):
        return f"`{value.relative_to(CHECKOUT)}/`"
    if isinstance(value, bool):
        return f"`{int(value)}`"
    if isinstance(value, SecretStr) or value in ("", None, []):
        return "none"
    return f"`{value}`"


def values(field: FieldInfo) -> str:
    """What may be set, as Markdown; "" where the meaning says it."""
    if given := extra(field)["values"]:
        return str(given)
    if field.annotation is bool:
        return "`0` or `1`"
    if field.annotation is int:
        lowest, highest = bounds(field)
        least = extra(field)["least"]
        return f"`0`, or `{least}` to `{highest}`" if least else f"`{lowest}` to `{highest}`"
    return ", ".join(f"`{word}`" for word in get_args(field.annotation))


def _table() -> str:
    rows = [
        f"| `{name}` | {default(field)} | {values(field)} | {field.description} |\n"
        for name, field in Environment.model_fields.items()
    ]
    return "".join(["| Variable | Default | Values | Meaning |\n", "|---|---|---|---|\n", *rows])


if __name__ == "__main__":
    README.write_text(readme(README.read_text("utf-8")), "utf-8")
    EXAMPLE.write_text(example(), "utf-8")
