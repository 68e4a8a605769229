"""`python -m oottam.catalogue.starter FOLDER --name NAME --town TOWN` begins a shop's own folder; see make new-cafe.

Writes site.json, whose blocks are samples still, and texts.json, which takes the praise out of the
shipped sentences about the shipped food.
"""

import json
import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from oottam.catalogue.folder import SHIPPED

_CLAIM = re.compile(r"(?i:(p)rotein-packed),? (\w)")


def write_folder(folder: Path, name: str, town: str, km: float | None = None) -> None:
    """Write the two files; raises FileExistsError rather than replace one."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, value in (("site.json", _site(name, town, km)), ("texts.json", _texts())):
        with (folder / file).open("x", encoding="utf-8") as opened:
            opened.write(f"{json.dumps(value, ensure_ascii=False, indent=2)}\n")


def _site(name: str, town: str, km: float | None) -> dict[str, Any]:
    site: dict[str, Any] = json.loads((SHIPPED / "site.json").read_text("utf-8"))
    shipped_name = site["brand"]["name"]
    site["brand"] |= {"name": name, "nativeName": name, "tagline": f"Cooked in {town}."}
    site["contact"]["location"] = town
    place = {"town": town} if km is None else {"town": town, "freeDeliveryKm": km}
    site["origin"]["url"] = "https://order.example.com"
    site["map"] |= {
        "query": town,
        "embedUrl": f"https://www.google.com/maps?q={quote_plus(town)}&output=embed",
    }
    site["chatGreetings"] = {
        menu: text.replace(shipped_name, name) for menu, text in site["chatGreetings"].items()
    }
    schema, brand = site.pop("$schema"), site.pop("brand")
    return {"$schema": schema, "brand": brand, "place": place, **site}


def _texts() -> dict[str, Any]:
    shipped: dict[str, Any] = json.loads((SHIPPED / "texts.json").read_text("utf-8"))
    changed = {
        screen: {key: _without_claim(text) for key, text in words.items() if _has_claim(text)}
        for screen, words in shipped.items()
        if screen != "$schema"
    }
    own = {screen: words for screen, words in changed.items() if words}
    return {"$schema": shipped["$schema"], **own}


def _has_claim(text: object) -> bool:
    return isinstance(text, str) and _CLAIM.search(text) is not None


def _without_claim(text: str) -> str:
    return _CLAIM.sub(lambda found: found[2].upper() if found[1] == "P" else found[2], text)


def main() -> None:
    """Write the folder, or exit with status 1 and the error."""
    parser = ArgumentParser(prog="python -m oottam.catalogue.starter", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", required=True, help="the shop's name")
    parser.add_argument("--town", required=True, help="where it cooks")
    parser.add_argument("--km", type=float, help="how far it delivers free of charge")
    args = parser.parse_args()
    folder = args.folder.expanduser().resolve()
    try:
        write_folder(folder, args.name, args.town, args.km)
    except OSError as error:
        sys.exit(
            f"oottam: {error.filename}: {error.strerror}. Choose a folder without these files."
        )
    message = (
        f"{folder} has site.json and texts.json. Now: make check-contract OOTTAM_CONTRACT={folder}"
    )
    sys.stdout.write(f"{message}\n")


if __name__ == "__main__":
    main()
