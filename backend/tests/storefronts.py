"""A storefront as the build leaves it, small."""

import gzip
import json
from pathlib import Path

import brotli

PAGES = {"/": "index.html", "/meal/VegMeal": "meal/VegMeal/index.html"}
FILES = [*PAGES.values(), "404.html", "404-bare.html", "assets/app-5f2c.js"]

ENTRIES: list[str] = json.loads(
    (Path(__file__).parents[2] / "frontend/pageEntries.json").read_text("utf-8")
)


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
        entry: f"assets/{entry.partition('/')[2].replace('/', '-').replace('.', '-5f2c.')}"
        for entry in ENTRIES
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
