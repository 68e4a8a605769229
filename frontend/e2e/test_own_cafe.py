"""docs/make-it-your-cafe.md, followed: its own snippets make a cafe whose pages and prices are its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright, expect
from pysqlite3 import dbapi2 as sqlite
from running_shop import ROOT, fill_empty, running_shop
from shared_folders import SharedFolders

pytestmark = pytest.mark.slow  # a second storefront is built
GUIDE = (ROOT / "docs/make-it-your-cafe.md").read_text("utf-8")
SNIPPETS = re.findall(r"```json\n(.*?)\n```", GUIDE, re.DOTALL)
ORDER = {
    "name": "Meena",
    "lastname": "",
    "phone": "98400 12345",
    "email": "meena@example.com",
    "selectedItemCount": 2,
    "date": 6,
    "sections": {"breakfast": True, "lunch": False, "dinner": False},
    "timing": "08:30",
    "address": "12 Beach Road, Besant Nagar",
    "selectedItems": [
        {"name": "Thinai Pongal", "discountedCost": 720},
        {"name": "Berry Smoothie", "discountedCost": 1794},
    ],
    "finalAmount": 2514,
}


def take(own: Path, name: str, *changes: tuple[str, str]) -> None:
    """Copy a shipped file into the cafe's folder and change it, as the guide has it done by hand."""
    text = (ROOT / "contract" / name).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    (own / name).parent.mkdir(parents=True, exist_ok=True)
    (own / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Thinai Kitchen."""
    dish, sentence, recipe, no_menu = SNIPPETS
    folder = tmp_path_factory.mktemp("thinai")
    take(
        folder,
        "site.json",
        ('"name": "Oottam"', '"name": "Thinai Kitchen"'),
        ('"Dr. Leela Thomas"', '"Dr. Leela Thomas", "Dr. Meena Iyer"'),
    )
    take(
        folder,
        "catalogue/veg.json",
        ('"items": [', f'"items": [\n{dish}'),
        ('"week": 266', '"week": 299'),
    )
    take(
        folder,
        "catalogue/descriptions.json",
        ('"descriptions": {', f'"descriptions": {{\n{sentence}'),
    )
    take(folder, "kitchen/recipes.json", ('"recipes": [', f'"recipes": [\n{recipe}'))
    (folder / "catalogue/nonveg.json").write_text(no_menu, "utf-8")
    (folder / "pictures/dishes").mkdir(parents=True)
    Image.new("RGB", (1600, 1200), "#c08a3e").save(folder / "pictures/dishes/thinai-pongal.jpg")
    Image.new("RGBA", (600, 600), "#b45a14").save(folder / "pictures/icon.png")
    return folder


@pytest.fixture(scope="module")
def built(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The pages of that folder, built beside the shipped ones."""
    pictures = tmp_path_factory.mktemp("cut")
    cut = [sys.executable, "-m", "tools.own_pictures", str(own / "pictures"), str(pictures)]
    subprocess.run(cut, check=True, cwd=ROOT)
    dist = ROOT / f"frontend/.builds/own-cafe-{os.getpid()}"  # within frontend/, for its packages
    environment = {
        **os.environ,
        "OOTTAM_CONTRACT": str(own),
        "OOTTAM_STOREFRONT": str(dist),
        "OOTTAM_PICTURES": str(pictures),
    }
    node = [str(ROOT / ".venv/bin/node"), "scripts/build.mjs"]
    try:
        subprocess.run(
            node, check=True, cwd=ROOT / "frontend", env=environment, stdout=subprocess.DEVNULL
        )
        yield dist
    finally:
        shutil.rmtree(dist, ignore_errors=True)


@pytest.fixture
def thinai(
    own: Path,
    built: Path,
    shared_folders: SharedFolders,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """The cafe's address."""
    shared_folders.copy("empty", fill_empty, tmp_path)
    monkeypatch.setenv("OOTTAM_CONTRACT", str(own))
    monkeypatch.setenv("OOTTAM_STOREFRONT", str(built))
    with running_shop(tmp_path) as address:
        yield address


def test_the_folder_can_be_served(own: Path) -> None:
    check = [sys.executable, "-m", "oottam.catalogue", str(own)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "backend")}
    said = subprocess.run(check, check=True, capture_output=True, text=True, env=environment).stdout
    assert "92 dishes veg, 0 dishes nonveg, 46 dishes tray; 4 doctors.\n" in said


def test_no_built_page_or_script_names_the_shipped_cafe_as_its_own(built: Path) -> None:
    """But for the greetings, which this cafe has not changed."""
    for page in (built / "site").rglob("*.html"):
        text = page.read_text("utf-8").replace("Hi%20Oottam", "").replace("Hi Oottam", "")
        assert "Thinai Kitchen" in text
        assert not re.search(r"\bOottam\b", text), page


def test_the_dish_its_picture_the_price_and_the_doctor_are_on_the_pages(
    browser: Browser, thinai: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{thinai}/order/meal/VegMeal")
    expect(page).to_have_title("Veg meals by the day · Thinai Kitchen")
    dish = page.get_by_role("listitem").filter(has_text="Thinai Pongal").first
    expect(dish).to_contain_text("₹120 per day")
    picture = dish.locator("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", value=True)
    assert "thinai-pongal-" in picture.evaluate("image => image.currentSrc")
    assert picture.evaluate("image => image.naturalWidth") > 0
    smoothie = page.get_by_role("listitem").filter(has_text="Berry Smoothie").first
    expect(smoothie).to_contain_text("₹299 per day")
    page.goto(f"{thinai}/order/Meal/Weightlossweightgain")
    page.get_by_role("button", name="View Doctors").first.click()
    expect(page.get_by_role("heading", name="Dr. Meena Iyer")).to_be_visible()
    page.close()


def test_a_menu_that_was_taken_out_is_offered_nowhere(
    browser: Browser, thinai: str, built: Path
) -> None:
    assert "/meal/NonVegMeal<" not in (built / "site/sitemap.xml").read_text("utf-8")
    page = browser.new_page()
    page.goto(f"{thinai}/order/")
    expect(page.get_by_role("link", name="Meal tray").first).to_be_visible()
    expect(page.get_by_role("link", name="Non-veg meals")).to_have_count(0)
    page.goto(f"{thinai}/order/meal/NonVegMeal")
    expect(page.get_by_text("We have nothing on this menu at present.")).to_be_visible()
    page.close()


def test_an_order_is_stored_at_the_cafes_own_price(
    playwright: Playwright, thinai: str, tmp_path: Path
) -> None:
    asking = playwright.request.new_context(base_url=thinai)
    reply = asking.post("/vegmeal-form.php", data=ORDER)
    assert reply.json()["status"] == "success"
    asking.dispose()
    with closing(sqlite.connect(tmp_path / "oottam.sqlite3")) as connection:
        lines = connection.execute(
            "select dish_name, charged_paise from orders_orderline order by position"
        ).fetchall()
    assert lines == [("Thinai Pongal", 72_000), ("Berry Smoothie", 179_400)]
