"""The shop's menus, recipes and rules, loaded when the process starts and after each rendering."""

from contextvars import ContextVar

from oottam.catalogue.contract import Catalogue, Dish, EarlierMenu, Menu, load
from oottam.catalogue.kitchen import Kitchen
from oottam.catalogue.meals import WeeklyMeal
from oottam.catalogue.site import Site
from oottam.catalogue.texts import ShopText

_current: Catalogue | None = None
_pinned: ContextVar[Catalogue | None] = ContextVar("pinned_catalogue", default=None)


def current() -> Catalogue:
    """The request's catalogue; elsewhere the newest."""
    if pinned := _pinned.get():
        return pinned
    if _current is None:
        raise RuntimeError("The catalogue is read when Django starts: call django.setup() first.")
    return _current


def use(catalogue: Catalogue) -> None:
    """Make `catalogue` the current one of this process."""
    global _current  # noqa: PLW0603 - the one place that holds what was read
    _current = catalogue


def pin(catalogue: Catalogue) -> None:
    """Make `catalogue` the current one of this context, so that a request begins and ends with the same prices."""
    _pinned.set(catalogue)
