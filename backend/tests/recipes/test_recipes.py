"""The recipes of CONTRIBUTING.md: four are executed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oottam import catalogue
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.recipes import ninth_kind, price_tier, staff_page
from tests.recipes.contributing import PATH, recipes

ROOT = Path(__file__).parents[3]
COPIED_PATHS = (
    "backend",
    "contract",
    "frontend/backoffice",
    "frontend/shared/domain/menu.ts",
    "frontend/pageEntries.json",
    "docs/backoffice.md",
    "docs/make-it-your-cafe.md",
    "docs/specification.md",
    "system_tests/support",
    "CHANGELOG.md",
    "pyproject.toml",
)
DISABLED_PLUGINS = ("cacheprovider", "schemathesis", "playwright", "base_url", "anyio")
PYTEST = ("-m", "pytest", "-q", *(f"-pno:{plugin}" for plugin in DISABLED_PLUGINS))
# Tests of every kind and of migrations; `KIND_TESTS` limits them to the ninth kind where possible.
TESTS = (
    "backend/tests/enquiries/test_callback.py",
    "backend/tests/api/test_every_call.py",
    "backend/tests/api/test_openapi.py",
    "backend/tests/backoffice/request/test_page.py",
    "backend/tests/privacy/test_register.py",
    "backend/tests/outbox/test_mail_content.py",
    "backend/tests/test_migrations.py",
    "backend/tests/test_models.py",
)
KIND_TESTS = "callback or Callback or registered or exported or every_kind or migration"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the parts of the project that the server needs."""
    for name in COPIED_PATHS:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("var")  # compiled files are copied
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
        else:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    files = (
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def run(checkout: Path, *command: str) -> None:
    result = run_unchecked(checkout, *command)
    assert result.returncode == 0, result.stdout + result.stderr


def run_unchecked(checkout: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "backend"),
        "OOTTAM_VAR": str(checkout / "var"),
    }
    environment |= {"DJANGO_SETTINGS_MODULE": "oottam.config.settings"}
    environment.pop("DATABASE_URL", None)
    environment = {
        name: value for name, value in environment.items() if not name.startswith("PYTEST")
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def apply_recipe(checkout: Path, recipe: Any) -> None:
    for path, changes in recipe.CHANGES.items():
        text = (checkout / path).read_text()
        for before, added in changes:
            assert not before or text.count(before) == 1, f"{before!r} in {path}"
            text = text.replace(before, added + before) if before else text + added
        (checkout / path).write_text(text)
    for path, text in recipe.FILES.items():
        (checkout / path).parent.mkdir(exist_ok=True)
        (checkout / path).write_text(text)


def test_recipe_of_an_endpoint_adds_a_ninth_kind(checkout: Path) -> None:
    before = contents(checkout)
    apply_recipe(checkout, ninth_kind)
    run(checkout, "backend/manage.py", "makemigrations", "enquiries", "--name", "callback")
    run(checkout, "-m", "tests.test_migrations")
    run(checkout, "backend/manage.py", "openapi", "--write")
    run(checkout, *PYTEST, *TESTS, "-k", KIND_TESTS)
    after = {path: text for path, text in contents(checkout).items() if not path.startswith("var/")}
    changed = {path for path, text in after.items() if before.get(path) != text}
    named_paths = {
        path for path in PATH.findall(recipes()["An endpoint"]) if path.startswith(COPIED_PATHS)
    }
    new = changed - before.keys()
    beside = {
        path
        for path in named_paths - changed
        if {Path(path).parent} <= {Path(p).parent for p in new}
    }
    assert changed - new == named_paths - beside, "files that are changed, and files that are named"
    assert {Path(path).parent for path in new} == {Path(path).parent for path in beside}


PAGES = (
    "backend/tests/backoffice/test_permissions.py",
    "backend/tests/backoffice/test_every_page.py",
    "backend/tests/backoffice/reasons/test_reasons.py",
)
PAGE_TESTS = "reason or stands_in_the_table or markup or more_often"


def test_recipe_of_a_staff_page_adds_a_page(checkout: Path) -> None:
    before = contents(checkout)
    apply_recipe(checkout, staff_page)
    run(checkout, *PYTEST, *PAGES, "-k", PAGE_TESTS)
    named_paths = set(PATH.findall(recipes()["A staff page"]))
    new = {
        path for path in contents(checkout).keys() - before.keys() if not path.startswith("var/")
    }
    assert new == staff_page.FILES.keys()
    beside = {str(Path(path).parent) for path in named_paths}
    assert [
        path for path in new if not {str(Path(path).parent), str(Path(path).parents[1])} & beside
    ] == []
    assert staff_page.CHANGES.keys() <= named_paths
    _assert_general_tests_find_mistakes(checkout)


def _assert_general_tests_find_mistakes(checkout: Path) -> None:
    template = checkout / "backend/oottam/backoffice/templates/backoffice/reasons/reasons.html"
    template.write_text(template.read_text().replace("entry.reason }}", "entry.reason|safe }}"))
    module = checkout / "backend/oottam/backoffice/reasons.py"
    module.write_text(module.read_text().replace('.select_related("actor")', ""))
    tests = (
        "test_customer_input_is_escaped_on_every_page[other-markup]",
        "test_no_page_asks_the_database_more_often_for_more_rows[other]",
    )
    selected = "markup or more_often"
    result = run_unchecked(checkout, *PYTEST, *PAGES, "-k", selected)
    assert [name for name in tests if re.search(rf"FAILED .*{re.escape(name)}", result.stdout)] == [
        *tests
    ], result.stdout


@pytest.mark.django_db
def test_recipe_of_a_dish_adds_a_dish(
    checkout: Path, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = checkout / "contract/catalogue/veg.json"
    file: dict[str, Any] = json.loads(menu.read_text("utf-8"))
    file["categories"][0]["items"].append(
        {
            "id": "banana-oats-smoothie",
            "name": "Banana Oats Smoothie",
            "mark": "veg",
            "image": "banana-oats-smoothie",
            "prices": {"week": 200, "fifteen": 190, "thirty": 180},
        }
    )
    menu.write_text(json.dumps(file))
    kitchen = checkout / "contract/kitchen/recipes.json"
    recipes: dict[str, Any] = json.loads(kitchen.read_text("utf-8"))
    recipes["recipes"].append(
        {
            "name": "Banana Oats Smoothie",
            "mark": "veg",
            "portion": "1 glass, 300 ml",
            "grams": {"milk": 200, "banana": 110, "oats": 25},
        }
    )
    kitchen.write_text(json.dumps(recipes))
    digests = (checkout / "contract/vectors/crosscheck.json").read_bytes()
    run(checkout, "backend/manage.py", "pricing_table", "--write")
    assert (checkout / "contract/vectors/crosscheck.json").read_bytes() != digests
    monkeypatch.setattr(catalogue, "_current", catalogue.load(checkout / "contract"))
    chosen = [{"name": "Banana Oats Smoothie", "discountedCost": 1200}]
    request = stored(send, VEG, veg_body(selectedItems=chosen, finalAmount=1200))
    assert (request.order.total_paise, request.flags.count()) == (1200_00, 0)
    [line] = request.order.lines.all()
    assert (line.dish_id, line.charged_paise) == ("banana-oats-smoothie", 1200_00)
    recipe = catalogue.current().kitchen.recipe("Banana Oats Smoothie")
    assert recipe
    held = {code for part in recipe.parts for code in part.ingredient.allergens}
    assert held == {"milk", "gluten"}


TIER_TESTS = ("contract/test_contract.py", "catalogue", "pricing", "menu", "backoffice/menu")


def test_recipe_of_a_price_tier_adds_a_tier(checkout: Path) -> None:
    """Tests with prices of their own fail; the recipe names exactly these, and every other file that changes."""
    before = contents(checkout)
    price_tier.apply(checkout)
    run(checkout, "backend/manage.py", "pricing_table", "--write")
    after = contents(checkout)
    changed = {path for path in before if before[path] != after[path]}
    recipe = recipes()["A price tier"]
    named_paths = {path for path in PATH.findall(recipe) if path.startswith(COPIED_PATHS)}
    own_prices = {path for path in named_paths if path.startswith("backend/tests/")}
    assert changed == named_paths - own_prices
    tests = [f"backend/tests/{path}" for path in TIER_TESTS]
    result = run_unchecked(checkout, *PYTEST, *tests)
    failed = re.findall(r"^(?:FAILED|ERROR) ([^:\s]+)", result.stdout, re.MULTILINE)
    assert set(failed) == own_prices, result.stdout
