"""Templates name templates that exist: a renamed one is noticed before its page is opened."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

import oottam

TEMPLATES = sorted(Path(oottam.__file__).parent.rglob("templates/**/*.html"))
_NAMED = re.compile(r"{%\s*(?:include|extends)\s+\"([^\"]+)\"")


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: str(file).rpartition("templates/")[2])
def test_a_template_names_existing_templates(file: Path) -> None:
    for name in _NAMED.findall(file.read_text("utf-8")):
        get_template(name)
