"""texts.json: every field is optional, and names in braces are known ones."""

import json
import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import load
from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.page_texts import PLACEHOLDERS, texts_in
from oottam.catalogue.report import describe_folder

SCHEMA = json.loads((SHIPPED / "schemas/texts.schema.json").read_text("utf-8"))
TEXTS = json.loads((SHIPPED / "texts.json").read_text("utf-8"))


def write(folder: Path, **screens: object) -> Path:
    """Write the folder's texts.json."""
    value = {"$schema": "schemas/texts.schema.json", **screens}
    (folder / "texts.json").write_text(json.dumps(value, indent=2), "utf-8")
    return folder


def test_one_text_is_enough(tmp_path: Path) -> None:
    load(write(tmp_path, landing={"heroHeading": "Green plates from {town}"}))


def test_schema_lists_the_fields_of_the_shipped_file_and_requires_none() -> None:
    screens = {name: rule for name, rule in SCHEMA["properties"].items() if name != "$schema"}
    assert SCHEMA["required"] == ["$schema"]
    assert not [name for name, rule in screens.items() if "required" in rule]
    assert {name: list(rule["properties"]) for name, rule in screens.items()} == {
        name: list(words) for name, words in TEXTS.items() if name != "$schema"
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Plates from {twon}",
            "line 4 (landing.heroLead): {twon} is not known here. Did you mean {town}?",
        ),
        ("{}", "line 4 (landing.heroLead): {} is not known here. Known are {name}, {town},"),
        (" blank", "begins or ends with a blank"),
    ],
)
def test_invalid_text_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(message)):
        load(write(tmp_path, landing={"heroLead": text}))


def test_placeholder_within_a_list_is_checked(tmp_path: Path) -> None:
    questions = [{"question": "Where are you?", "answer": "In {towns}."}]
    with pytest.raises(ImproperlyConfigured, match=r"questions.*Did you mean \{town\}"):
        load(write(tmp_path, birthdayPage={"questions": questions}))


def test_renderer_fills_what_is_checked_here() -> None:
    """Each name is filled in frontend/storefront/product/texts.ts."""
    module = SHIPPED.parent / "frontend/storefront/product/texts.ts"
    table = module.read_text("utf-8").split("placeholders:", 1)[1].split("};", 1)[0]
    assert tuple(re.findall(r"^  (\w+)(?::|,)", table, re.MULTILINE)) == PLACEHOLDERS


def test_shipped_words_name_no_town_radius_or_count() -> None:
    said = [text for _, text in texts_in(TEXTS)]
    assert not [text for text in said if re.search(r"Chennai|\b13\b|\b5 km|375|Oottam", text)]


def test_report_lists_the_screens_that_are_as_shipped(tmp_path: Path) -> None:
    folder = write(tmp_path, landing={"heroHeading": "Green plates from {town}"})
    line = next(line for line in describe_folder(folder) if "in texts.json" in line)
    assert line.startswith("Still the shipped words, in texts.json: titles, everyPage, birthday,")
