"""A shop's own colours are refused where nobody could read them."""

import json
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import load
from oottam.catalogue.colours import SHIPPED as COLOURS
from oottam.catalogue.colours import colour_error, contrast, mix
from oottam.catalogue.folder import SHIPPED

THEME = SHIPPED.parent / "frontend/shared/styles/theme.css"


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
    assert contrast("#c5301a", "#c5301a") == 1


def test_mixed_colours_are_those_of_the_renderer() -> None:
    """The values of frontend/scripts/colours.test.mjs."""
    assert mix("#000000", "#ffffff", 0.79) == "#363636"
    assert mix("#1f5b36", "#000000", 0.62) == "#133821"


def test_shipped_colours_are_those_of_the_theme_and_can_be_read() -> None:
    theme = THEME.read_text("utf-8")
    tokens = {"accent": "chilli", "brand": "leaf", "ink": "ink", "ground": "paper"}
    for name, token in tokens.items():
        assert f"--{token}: {COLOURS[name]};" in theme
    assert colour_error(COLOURS) == ""


@pytest.mark.parametrize(
    ("own", "pair"),
    [
        (
            {"accent": "#f2a71b"},
            "accent on ground (#f2a71b and #fffaf2) have a contrast of 1.95 : 1",
        ),
        ({"brand": "#3f9c5a"}, "brand on ground"),
        ({"ink": "#777777"}, "ink on ground"),
        ({"ground": "#101010"}, "ink on ground"),
        ({"ink": "#000000", "ground": "#d9c9a0"}, "accent on ground"),
        ({"brand": "#636363"}, "the yellow of highlights on brand"),
    ],
)
def test_pair_without_contrast_is_named_with_its_ratio(own: dict[str, str], pair: str) -> None:
    assert pair in colour_error(own)


def test_folder_with_unreadable_colours_is_refused(tmp_path: Path) -> None:
    site = json.loads((SHIPPED / "site.json").read_text("utf-8"))
    site["colours"] = {"accent": "#ffffff"}
    (tmp_path / "site.json").write_text(json.dumps(site), "utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"site\.json.*accent on ground.*need 4\.5 : 1"):
        load(tmp_path)
    site["colours"] = {"accent": "#0b6b3a", "brand": "#0f5132"}
    (tmp_path / "site.json").write_text(json.dumps(site), "utf-8")
    load(tmp_path)
