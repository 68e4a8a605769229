"""Renderings of a shop's own folder: whole or not at all, the former one served until then."""

import errno
import json
import os
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue.folder import SHIPPED
from oottam.rendering import RenderError, latest, render, renderer, require, site

# In place of Node: what render.mjs writes, of the shop's name alone.
RENDERER = """
    import json, sys
    name = json.load(sys.stdin)["files"]["site.json"]["brand"]["name"]
    page = f"<title>{name}</title><h1>{name}</h1>" + "x" * 2000
    site = {"index.html": page, "assets/content-veg-1.js": name}
    routes = {"pages": {"/": "index.html"}, "bareNotFound": [], "notFound": "index.html",
              "bareNotFoundPage": "index.html"}
    print(json.dumps({"site": site, "routes": routes, "content": {"shop": {}, "modules": ""}}))
"""


class Shop:
    """A shop's folder, a build, and where the server keeps its files."""

    def __init__(self, root: Path) -> None:
        self.contract, self.build, self.var = root / "own", root / "dist", root / "var"
        self.contract.mkdir()
        (self.build / "renderer").mkdir(parents=True)
        (self.build / "renderer/render.js").write_text("1", "ascii")
        tables = {"dishes": {"idli": {"tone": "fff"}}, "scenes": {}}
        (self.build / "renderer/pictures.json").write_text(json.dumps(tables), "ascii")
        self.name("Thinai")

    def name(self, name: str) -> None:
        site = json.loads((SHIPPED / "site.json").read_text("utf-8"))
        site["brand"]["name"] = name
        (self.contract / "site.json").write_text(json.dumps(site), "utf-8")

    def render(self) -> Path:
        return render(self.contract, self.build, self.var, {}).folder

    def require(self) -> Path:
        return require(self.contract, self.build, self.var, {}).folder

    def page(self) -> str:
        rendering = latest(self.var)
        assert rendering
        return (rendering.folder / "site/index.html").read_text("utf-8").split("<")[1]

    def folder_names(self) -> list[str]:
        return sorted(file.name for file in (self.var / "rendered").iterdir())


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that takes Node's options and renders."""
    file = tmp_path / "node"
    monkeypatch.setattr(renderer, "node", lambda: file)
    write(file, RENDERER)
    return file


def write(program: Path, code: str) -> None:
    program.write_text(f"#!{sys.executable}\n{textwrap.dedent(code)}", "utf-8")
    program.chmod(0o755)


@pytest.fixture
def shop(tmp_path: Path, program: Path) -> Shop:
    return Shop(tmp_path)


def test_a_rendering_has_pages_their_compressed_forms_and_the_shops_files(shop: Shop) -> None:
    folder = shop.render()
    assert sorted(file.name for file in (folder / "site").iterdir()) == [
        "assets",
        "index.html",
        "index.html.br",
        "index.html.gz",
    ]
    assert json.loads((folder / "contract/site.json").read_text())["brand"]["name"] == "Thinai"
    assert {"routes.json", "content.json"} <= {file.name for file in folder.iterdir()}


def test_the_same_folder_is_rendered_once_and_a_changed_one_again(
    shop: Shop, program: Path
) -> None:
    first = shop.render()
    write(program, "raise SystemExit(1)")
    assert shop.render() == first
    write(program, RENDERER)
    shop.name("Kambu")
    assert shop.render() != first
    assert shop.page() == "title>Kambu"
    shop.name("Thinai")
    assert shop.render() == first


def test_a_changed_recipe_makes_another_rendering_though_it_is_on_no_page(shop: Shop) -> None:
    first = shop.render()
    (shop.contract / "kitchen").mkdir()
    recipes = (SHIPPED / "kitchen/recipes.json").read_bytes()
    (shop.contract / "kitchen/recipes.json").write_bytes(recipes)
    folder = shop.render()
    assert folder != first
    assert (folder / "contract/kitchen/recipes.json").read_bytes() == recipes


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (
            "import sys; sys.exit('TypeError: no picture idli')",
            "code 1. TypeError: no picture idli",
        ),
        ("import os; os.kill(os.getpid(), 9)", "signal 9"),
        (RENDERER.replace("<h1>", "<h1 style=''>"), "index.html has a style attribute"),
        ("print('{')", "output is incomplete"),
        ("while True: pass", "stopped after 0.5 seconds"),
        ("kept = bytearray(300_000_000); input()\nwhile True: pass", "MB of memory"),
    ],
)
def test_failed_rendering_keeps_the_served_pages_and_reports_the_error(
    shop: Shop,
    program: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    code: str,
    reason: str,
) -> None:
    folder = shop.render()
    before = shop.folder_names()
    if "seconds" in reason:
        monkeypatch.setattr(renderer, "TIMEOUT_SECONDS", 0.5)
    write(program, code)
    shop.name("Kambu")
    with pytest.raises(RenderError, match=reason):
        shop.render()
    assert (shop.folder_names(), shop.page()) == (before, "title>Thinai")
    assert shop.require() == folder
    assert [re.search(reason, record.getMessage()) is not None for record in caplog.records] == [
        True
    ]


def test_without_node_the_reason_names_it(shop: Shop, program: Path) -> None:
    program.unlink()
    with pytest.raises(
        RenderError, match=r"Node does not start .No such file or directory.: .*/node"
    ):
        shop.render()


def test_a_server_without_any_rendering_does_not_start(shop: Shop, program: Path) -> None:
    write(program, "raise SystemExit(1)")
    with pytest.raises(ImproperlyConfigured, match=r"The pages of .*own cannot be rendered"):
        shop.require()


def test_a_rendering_of_another_build_is_not_served_by_this_one(shop: Shop, program: Path) -> None:
    shop.render()
    (shop.build / "renderer/render.js").write_text("2", "ascii")
    write(program, "raise SystemExit(1)")
    with pytest.raises(ImproperlyConfigured, match="cannot be rendered"):
        shop.require()


def test_invalid_folder_is_reported_and_the_served_pages_unchanged(shop: Shop) -> None:
    shop.render()
    (shop.contract / "catalogue").mkdir()
    (shop.contract / "catalogue/veg.json").write_text("{}", "ascii")
    with pytest.raises(ImproperlyConfigured, match=r"veg\.json"):
        shop.render()
    assert shop.page() == "title>Thinai"


def test_a_draft_that_was_left_behind_is_removed(shop: Shop) -> None:
    draft = shop.var / "rendered/.draft/site"
    draft.mkdir(parents=True)
    (draft / "index.html").write_text("half", "ascii")
    shop.render()
    assert ".draft" not in shop.folder_names()
    assert shop.page() == "title>Thinai"


def asset_names(shop: Shop) -> list[str]:
    rendering = latest(shop.var)
    assert rendering
    return sorted(
        file.read_text("utf-8")
        for folder in rendering.asset_folders()
        for file in folder.rglob("*.js")
    )


def test_three_renderings_are_kept_and_the_assets_of_former_ones(shop: Shop) -> None:
    for number, name in enumerate(("A", "B", "C", "D")):
        shop.name(name)
        os.utime(shop.render(), (number, number))
    whole = [name for name in shop.folder_names() if re.match(r"\w{12}-", name)]
    assert (len(whole), asset_names(shop)) == (3, ["A", "B", "C", "D"])
    assert shop.page() == "title>D"


def test_former_assets_go_after_a_day_or_when_there_are_too_many(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MAX_FORMER", 2)
    for name in ("A", "B", "C", "D", "E", "F"):
        shop.name(name)
        shop.render()
    assert asset_names(shop) == ["B", "C", "D", "E", "F"]
    for folder in (shop.var / "rendered").glob(".former-*"):
        os.utime(folder, (0, 0))
    shop.name("G")
    shop.render()
    assert asset_names(shop) == ["D", "E", "F", "G"]


def test_a_trial_leaves_the_current_pages(shop: Shop) -> None:
    shop.render()
    shop.name("Kambu")
    trial = render(shop.contract, shop.build, shop.var, {}, edition=7, is_trial=True)
    assert (trial.menu, shop.page()) == ((7, {}, {}), "title>Thinai")
    assert render(shop.contract, shop.build, shop.var, {}, edition=7) == trial
    assert shop.page() == "title>Kambu"


def test_the_child_process_sees_neither_settings_nor_secrets(
    shop: Shop, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    write(program, "import os, sys; sys.exit('Error: ' + ' '.join([*os.environ, *sys.argv[1:]]))")
    with pytest.raises(RenderError) as raised:
        shop.render()
    assert "SECRET_KEY" not in str(raised.value)
    assert "--jitless --permission --allow-fs-read=" in str(raised.value)


def test_the_newest_rendering_stays_when_the_clock_was_set_back(shop: Shop) -> None:
    for year, name in enumerate(("A", "B", "C"), start=2):
        shop.name(name)
        ahead = 4_000_000_000 + year
        os.utime(shop.render(), (ahead, ahead))
    shop.name("D")
    assert shop.render().is_dir()
    assert shop.page() == "title>D"


def test_a_folder_that_is_changed_meanwhile_is_not_rendered_half_and_half(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else pages would show the former price, and orders be charged the new one."""
    shop.render()
    shop.name("Kambu")
    run = renderer.run

    def run_slowly(*given: Any) -> renderer.Rendered:
        rendered = run(*given)
        shop.name("Samai")
        return rendered

    monkeypatch.setattr(renderer, "run", run_slowly)
    with pytest.raises(RenderError, match="was changed while its pages were rendered"):
        shop.render()
    assert shop.page() == "title>Thinai"
    assert ".draft" not in shop.folder_names()


def test_a_full_disk_is_a_reason_and_a_server_starts_with_the_former_pages(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shop.render()
    before = shop.folder_names()
    shop.name("Kambu")

    def fail(_: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "index.html.br")

    monkeypatch.setattr(site, "_compress", fail)
    with pytest.raises(RenderError, match=r"No space left on device.: index\.html\.br"):
        shop.render()
    assert (shop.folder_names(), shop.require()) == (before, folder)


def test_figures_reach_no_page_of_a_shop_that_shows_them_nowhere(
    shop: Shop, program: Path, tmp_path: Path
) -> None:
    given = tmp_path / "given.json"
    write(
        program,
        RENDERER.replace(
            'json.load(sys.stdin)["files"]',
            f"(lambda text: (open({str(given)!r}, 'w').write(text), json.loads(text))[1])(sys.stdin.read())['files']",
        ),
    )
    facts = {"dishes": {"Idli": {"figures": [[300, 11, 1, 1, 1, False]], "allergens": ["milk"]}}}

    def rendered() -> Any:
        folder = render(shop.contract, shop.build, shop.var, {}, facts=facts).folder
        assert json.loads((folder / "menu.json").read_text())["facts"] == facts
        return json.loads(given.read_text())["facts"]["dishes"]["Idli"]

    assert rendered()["figures"] == [[300, 11, 1, 1, 1, False]]
    site = json.loads((shop.contract / "site.json").read_text())
    (shop.contract / "site.json").write_text(json.dumps({**site, "figures": {"shown": "nowhere"}}))
    assert rendered() == {"figures": [], "allergens": ["milk"]}
