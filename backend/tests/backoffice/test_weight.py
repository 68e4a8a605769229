"""The size of a staff page: 50 KB in all, fonts included, and no script but those of poll and navigation."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.test import Client

from oottam.demo.month import fill
from tests.demo.test_demo import WHEN
from tests.factories.accounts import make_desk_client

BUILT = Path(__file__).parents[3] / "frontend/dist/staff/assets"
# Every page that shows a price fetches these two; headings are in the same face.
FACES = ("figtree-latin-wght-normal", "figtree-latin-ext-wght-normal")
MOST_BYTES = 52_000
MOST_STYLE_BYTES = 15_000
MOST_ISLAND_BYTES = 25_000  # beside React
pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="make storefront builds what is weighed")


def built(name: str) -> Path:
    """Return the built file of this name, with any hash."""
    [file] = [file for file in BUILT.glob(f"{name}-*") if file.suffix not in (".gz", ".br")]
    return file


def sent(file: Path) -> int:
    """Return the compressed size in bytes."""
    return len(gzip.compress(file.read_bytes()))


@pytest.mark.sqlite_only
@pytest.mark.django_db(transaction=True)
def test_fifty_requests_fit_into_52_kilobytes() -> None:
    fill(WHEN)
    staff: Client = make_desk_client()
    page = staff.get("/backoffice/requests/?status=all", headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    text = gzip.decompress(page.content).decode()
    assert text.count('<li class="request"') == 50
    assert len(re.findall("<script", text)) == 2
    faces = sum(built(face).stat().st_size for face in FACES)
    whole = (
        len(page.content)
        + sent(built("staff"))
        + sent(built("newRequestPoller"))
        + sent(built("layout"))
        + faces
    )
    assert whole < MOST_BYTES


def test_the_style_sheet_is_small() -> None:
    assert sent(built("staff")) < MOST_STYLE_BYTES


@pytest.mark.parametrize(
    "island",
    [*(f"phoneOrder/{kind}" for kind in ("veg", "nonveg", "tray", "combo")), "schedule/timeline"],
)
def test_an_island_is_small_beside_react(island: str) -> None:
    manifest = json.loads((BUILT.parent / "manifest.json").read_text())
    entry = manifest[f"backoffice/{island}.tsx"]
    parts = [entry, *(manifest[name] for name in entry["imports"] if "react" not in name)]
    files = [name for part in parts for name in (part["file"], *part.get("css", []))]
    assert sum(sent(BUILT.parent / name) for name in files) < MOST_ISLAND_BYTES
