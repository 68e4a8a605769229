"""The version is named in four places, for people and for tools."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_version_is_the_same_wherever_it_is_named() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    package = json.loads((ROOT / "frontend/package.json").read_text())
    lock = json.loads((ROOT / "frontend/package-lock.json").read_text())
    newest = re.search(r"^## \[(\d.*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    named = {package["version"], lock["version"], lock["packages"][""]["version"], newest[1]}
    assert named == {version}
