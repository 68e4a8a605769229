"""The recipes of CONTRIBUTING.md, and the files that they name."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATH = re.compile(
    r"`((?:backend|contract|frontend|art|docs|system_tests|benchmarks|deploy)/[\w./-]+|[A-Z]+\.md)`"
)


def recipes() -> dict[str, str]:
    """Return the recipes' text by heading."""
    text = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Recipes\n")[2]
    parts = re.split(r"^### (.*)$", text.partition("\n## ")[0], flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))
