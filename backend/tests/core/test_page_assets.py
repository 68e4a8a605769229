"""Addresses of the pages' built scripts and styles, as the build's manifest names them."""

import pytest

from oottam.core import page_assets

MANIFEST = {
    "backoffice/run/rider.tsx": {
        "file": "assets/rider-1.js",
        "imports": ["_react-2.js", "_queue-3.js"],
        "css": ["assets/rider-4.css"],
    },
    "_react-2.js": {"file": "assets/react-2.js"},
    "_queue-3.js": {
        "file": "assets/queue-3.js",
        "imports": ["_react-2.js", "_clock-5.js"],
        "css": ["assets/base-6.css"],
    },
    "_clock-5.js": {"file": "assets/clock-5.js", "css": ["assets/base-6.css"]},
}


@pytest.fixture(autouse=True)
def _manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_assets, "_manifest", lambda: MANIFEST)


def test_an_island_names_the_imports_of_its_imports_once() -> None:
    island = page_assets.island("backoffice/run/rider.tsx")
    assert island.script == "/static/staff/assets/rider-1.js"
    assert [url.rpartition("/")[2] for url in island.imports] == [
        "react-2.js",
        "queue-3.js",
        "clock-5.js",
    ]


def test_the_styles_of_imports_come_first_and_once() -> None:
    styles = page_assets.island("backoffice/run/rider.tsx").styles
    assert [url.rpartition("/")[2] for url in styles] == ["base-6.css", "rider-4.css"]


def test_a_missing_entry_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        page_assets.island("backoffice/run/none.tsx")
