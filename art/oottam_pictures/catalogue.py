"""Which pictures the menus ask for, in the order in which they ask."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "contract" / "catalogue"
MENUS = ("veg", "nonveg", "tray")
PLANS = ("custom-choice", "weekly-menu")


def groups():
    """{"veg/protein-smoothies": [picture keys], ..., "weekly-menu": [picture keys]}."""
    found = {}
    for name in MENUS:
        menu = json.loads((CATALOGUE / f"{name}.json").read_text())
        for category in menu["categories"]:
            found[f"{name}/{category['id']}"] = [entry["image"] for entry in category["items"]]
    for name in PLANS:
        text = (CATALOGUE / f"{name}.json").read_text()
        found[name] = re.findall(r'"(?:image|img)": "([^"]+)"', text)
    return found


def named():
    """{picture key: (name, names of the other dishes of its first category)} over the menus."""
    found = {}
    for menu in MENUS:
        for category in json.loads((CATALOGUE / f"{menu}.json").read_text())["categories"]:
            names = {entry["image"]: entry["name"] for entry in category["items"]}
            for key, name in names.items():
                found.setdefault(key, (name, [other for other in names.values() if other != name]))
    return found


def wanted():
    """Every distinct picture key, first mention first."""
    return list(dict.fromkeys(key for keys in groups().values() for key in keys))
