"""Pages of a published menu, rendered from the shipped contract with changes and served in place of the shop's."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route
from running_shop import ROOT

from oottam.rendering import renderer

RENDERER = ROOT / "frontend/dist/renderer"
BASE = "/order/"
Files = dict[str, Any]


def contract_files() -> Files:
    """The contract's files that pages are rendered from."""
    contract = ROOT / "contract"
    found = [*contract.glob("*.json"), *(contract / "catalogue").glob("*.json")]
    return {
        file.relative_to(contract).as_posix(): json.loads(file.read_text("utf-8"))
        for file in found
        if file.name != "openapi.json"
    }


def dish(files: Files, menu: str, name: str) -> dict[str, Any]:
    """A dish of catalogue/{menu}.json."""
    categories = files[f"catalogue/{menu}.json"]["categories"]
    return next(each for entry in categories for each in entry["items"] if each["name"] == name)


def remove_dish(files: Files, menu: str, name: str) -> None:
    for entry in files[f"catalogue/{menu}.json"]["categories"]:
        entry["items"] = [each for each in entry["items"] if each["name"] != name]


def render(
    edition: int,
    sold_out: Mapping[str, str] | None = None,
    change: Callable[[Files], None] = lambda _: None,
) -> renderer.Rendered:
    """Render an edition of the contract's menu with `change` applied; `sold_out` says until when, by dish name."""
    files = copy.deepcopy(contract_files())
    change(files)
    return renderer.run(
        RENDERER,
        {
            "files": files,
            "pictures": json.loads((RENDERER / "pictures.json").read_text("utf-8")),
            "pictureFiles": [],
            "hasOwnIcon": False,
            "callBases": {},
            "edition": edition,
            "soldOut": dict(sold_out or {}),
            "facts": json.loads((RENDERER.parent / "facts.json").read_text("utf-8")),
        },
    )


def serve(
    page: Page,
    rendered: renderer.Rendered,
    *,
    former: renderer.Rendered | None = None,
    version: str = "",
) -> None:
    """Serve these pages and modules from the next request on, with the shop's headers; the shop keeps the rest.

    Modules of a `former` edition stay served. A `version` pretends that the pages are of another build.
    """
    modules = {**(former.site if former else {}), **rendered.site}
    names = {f"{BASE}{path.lstrip('/')}": file for path, file in rendered.routes["pages"].items()}

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        name = names.get(path, path.removeprefix(BASE))
        if name.startswith("assets/content-"):
            fulfill_module(route, modules.get(name))
        elif name.startswith("assets/colours-"):
            route.fulfill(content_type="text/css", body=rendered.site[name])
        elif name == "version.js":
            fulfill_module(route, f"export default {version!r};" if version else modules[name])
        elif name in rendered.site:
            route.fulfill(response=route.fetch(), body=rendered.site[name])
        else:
            route.continue_()

    # It precedes earlier ones; to remove those first would leave a moment without any.
    page.route(f"**{BASE}**", answer)


def fulfill_module(route: Route, text: str | None) -> None:
    """Answer with a module, or that there is none."""
    if text is None:
        route.fulfill(status=404)
    else:
        route.fulfill(content_type="text/javascript", body=text)
