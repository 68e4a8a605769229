"""A storefront as the build leaves it, small."""

import gzip
import json
from pathlib import Path

import brotli

PAGES = {"/": "index.html", "/meal/VegMeal": "meal/VegMeal/index.html"}
FILES = [*PAGES.values(), "404.html", "404-bare.html", "assets/app-5f2c.js"]

ORDERS = [f"phoneOrder/{kind}.tsx" for kind in ("veg", "nonveg", "tray", "combo")]
ISLANDS = [*ORDERS, "schedule/timeline.tsx", "run/rider.tsx", "run/ownRuns.ts"]
STAFF_FILES = [
    "staff.css",
    "menuPreview.ts",
    "soldOut.ts",
    "newRequestPoller.ts",
    "menu.css",
    "menu/priceGrid.ts",
    "menu/weekGrid.ts",
    "menu/dishPhoto.ts",
    "menu/photoUpload.ts",
    "menu/dishOrder.ts",
    "menu/rows.ts",
    "layout.ts",
    "guide.css",
    "generatedFile.ts",
    "notices.ts",
    "status.css",
    "copyButtons.ts",
    "startQuestions.ts",
    "planPage.ts",
    "runs.css",
    "run/worker.ts",
    "kitchen.css",
    "kitchenBoard.ts",
    "today.css",
    "today.ts",
    *ISLANDS,
]


def build(dist: Path) -> Path:
    """Write it into a folder, which is given back."""
    site = dist / "site"
    for name in FILES:
        file = site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"<title>{name}</title>{'x' * 2000}".encode()
        file.write_bytes(text)
        Path(f"{file}.gz").write_bytes(gzip.compress(text))
        Path(f"{file}.br").write_bytes(brotli.compress(text))
    (site / "robots.txt").write_text("User-agent: *\nDisallow: /backoffice/\n", "utf-8")
    (dist / "content.json").write_text(json.dumps({"shop": {}, "modules": ""}), "utf-8")
    staff = dist / "staff"
    (staff / "assets").mkdir(parents=True)
    built = {
        f"backoffice/{name}": f"assets/{name.replace('/', '-').replace('.', '-5f2c.')}"
        for name in STAFF_FILES
    }
    for name in built.values():
        (staff / name).write_text("")
    manifest = {source: {"file": file} for source, file in built.items()}
    (staff / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    routes = {
        "pages": PAGES,
        "bareNotFound": ["/healthy-salads", "/jusfriez", "/p"],
        "notFound": "404.html",
        "bareNotFoundPage": "404-bare.html",
    }
    (dist / "routes.json").write_text(json.dumps(routes), "utf-8")
    return dist
