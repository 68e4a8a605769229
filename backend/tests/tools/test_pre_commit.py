"""The pre-commit hooks run on files that exist."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PATTERNS = re.findall(
    r"^ +files: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), re.MULTILINE
)


def alternatives(pattern: str) -> list[str]:
    """The pattern once for each alternative of each of its groups."""
    found = []
    for group in re.finditer(r"\(([^()]+)\)", pattern):
        before, after = pattern[: group.start()], pattern[group.end() :]
        found += [f"{before}{each}{after}" for each in group[1].split("|")]
    return found


@pytest.mark.parametrize("pattern", [each for one in PATTERNS for each in alternatives(one)])
def test_every_alternative_of_a_hooks_pattern_matches_a_file(pattern: str) -> None:
    command = ("git", "ls-files")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert any(re.search(pattern, name) for name in done.stdout.splitlines())
