"""What the shop sells, of what it is made and by which rules, read once from contract/ when the process starts."""

from oottam.catalogue.contract import Catalogue, Dish, Menu, load
from oottam.catalogue.kitchen import Kitchen
from oottam.catalogue.meals import WeeklyMeal
from oottam.catalogue.site import Site
from oottam.catalogue.texts import ShopText

__all__ = [
    "Catalogue",
    "Dish",
    "Kitchen",
    "Menu",
    "ShopText",
    "Site",
    "WeeklyMeal",
    "current",
    "load",
    "use",
]

_current: Catalogue | None = None


def current() -> Catalogue:
    """The catalogue that this process was started with."""
    if _current is None:
        raise RuntimeError("The catalogue is read when Django starts: call django.setup() first.")
    return _current


def use(catalogue: Catalogue) -> None:
    """Make `catalogue` the current one; done once, when Django starts."""
    global _current  # noqa: PLW0603 - the one place that holds what was read
    _current = catalogue
