"""Steps of the day orders, shared by the veg, non-veg and meal tray tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect
from waiting import expect_soon

CATALOGUE = Path(__file__).resolve().parents[2] / "contract/catalogue"
# A static file of the shop's origin, opened to reach its storage before any screen.
BLANK_PAGE = "/robots.txt"
MEENA = {
    "First Name": "Meena",
    "Last Name": "Krishnan",
    "Phone": "98400 12345",
    "Email": "meena@example.com",
    "Timing": "08:30",
    "Address": "12 Beach Road, Besant Nagar",
}


@dataclass(frozen=True)
class Kind:
    """An order kind: its two screens, endpoint, dishes of its first category, and storage key."""

    selection: str
    form: str
    call: str
    dishes: tuple[str, ...]
    catalogue: str
    storage_key: str

    def menu(self) -> list[dict[str, Any]]:
        """The catalogue's categories of this menu with their dishes."""
        menu = json.loads((CATALOGUE / self.catalogue).read_text(encoding="utf-8"))
        return list(menu["categories"])

    def every_dish(self) -> list[dict[str, Any]]:
        return [dish for category in self.menu() for dish in category["items"]]


VEG = Kind(
    "/order/meal/VegMeal",
    "/order/meal/VegMealForm",
    "/vegmeal-form.php",
    ("Dry Fruit Smoothie", "Berry Smoothie"),
    "veg.json",
    "oottam.vegMealOrder",
)
NONVEG = Kind(
    "/order/meal/NonVegMeal",
    "/order/meal/NonVegMealForm",
    "/nonvegmeal-form.php",
    ("Grilled Chicken Salad", "Egg Sprouts Salad"),
    "nonveg.json",
    "oottam.nonVegMealOrder",
)
TRAY = Kind(
    "/order/meal/MealTrayPage",
    "/order/meal/MealTrayForm",
    "/mealtray-form.php",
    ("Phulka", "Ragi Roti", "Multigrain Chapati", "Methi Thepla"),
    "tray.json",
    "oottam.mealTrayOrder",
)


def of(*kinds: Kind, nightly: tuple[Kind, ...] = ()) -> pytest.MarkDecorator:
    """
    Parametrize over these kinds; the `nightly` ones are marked slow. Behaviour of the shared component is
    tested with one kind, alternating between tests; behaviour that differs (texts, dishes, endpoint, what follows
    a response) with every kind.
    """
    names = {VEG: "veg", NONVEG: "nonveg", TRAY: "tray"}
    slow = [pytest.param(kind, marks=pytest.mark.slow, id=names[kind]) for kind in nightly]
    every = [*(pytest.param(kind, id=names[kind]) for kind in kinds), *slow]
    return pytest.mark.parametrize("kind", every)


EVERY_KIND = of(VEG, NONVEG, TRAY)


@dataclass
class Visitor:
    """A visitor on the screens of one order kind."""

    page: Page
    shop: str
    kind: Kind
    sent: list[Request] = field(default_factory=list)

    def open_menu(self) -> None:
        self.page.goto(self.shop + self.kind.selection)

    def box(self, dish: str) -> Locator:
        return self.page.get_by_role("checkbox", name=dish, exact=True)

    def tick(self, *dishes: str) -> None:
        for dish in dishes or self.kind.dishes:
            self.box(dish).check()

    def open_menu_with(self, count: int) -> list[dict[str, Any]]:
        """Open the menu with its first `count` dishes ticked: the last by a click, the others from storage."""
        dishes = self.kind.every_dish()[:count]
        self.store_selection(dishes[:-1])
        self.open_menu()
        last = dishes[-1]
        self.choose_category(
            next(entry["title"] for entry in self.kind.menu() if last in entry["items"])
        )
        self.tick(last["name"])
        return dishes

    def store_selection(self, dishes: list[dict[str, Any]]) -> None:
        """Store a selection for the next page load."""
        open_blank_page(self.page, self.shop)
        stored = json.dumps({"selectedItems": dishes, "totalCost": 0})
        self.page.evaluate("kept => localStorage.setItem(...kept)", [self.kind.storage_key, stored])

    def choose_category(self, title: str) -> None:
        categories = self.page.get_by_role("navigation", name="Categories")
        toggle = categories.locator("[aria-expanded=false]")
        button = categories.get_by_role("listitem").get_by_role("button", name=title)
        if toggle.is_visible():
            toggle.click()
        button.click()

    def proceed(self) -> None:
        self.page.get_by_role("button", name="Proceed").click()

    def go_to_form(self, *dishes: str) -> None:
        """Go from the menu to the form with these dishes ticked (default: the kind's own)."""
        self.open_menu()
        self.tick(*dishes)
        self.proceed()
        expect(self.submit_button).to_be_visible()

    def open_form(self, *dishes: str) -> None:
        """Load the form with these dishes (default: the kind's own) in storage; faster than going through the menu."""
        by_name = {dish["name"]: dish for dish in self.kind.every_dish()}
        self.store_selection([by_name[name] for name in dishes or self.kind.dishes])
        self.page.goto(self.shop + self.kind.form)
        expect(self.submit_button).to_be_visible()

    def fill(self, days: str = "6", meals: tuple[str, ...] = ("Lunch",), **fields: str) -> None:
        """Fill in all required fields; fields by label, "Last_Name" for "Last Name"."""
        given = {label.replace("_", " "): value for label, value in fields.items()}
        for label, value in {**MEENA, **given}.items():
            self.page.get_by_label(label).fill(value)
        self.page.get_by_label("Select Days").fill(days)
        for meal in meals:
            self.page.get_by_role("checkbox", name=meal).check()

    @property
    def submit_button(self) -> Locator:
        return self.page.get_by_role("button", name="Submit Order")

    def submit(self) -> None:
        self.submit_button.click()

    def mock_response(self, body: str | dict[str, Any] | None, status: int = 200) -> None:
        """Replace the response of this kind's endpoint; None aborts the connection."""

        def answer(route: Route) -> None:
            self.sent.append(route.request)
            if body is None:
                route.abort("connectionfailed")
            else:
                text = body if isinstance(body, str) else json.dumps(body)
                route.fulfill(status=status, content_type="application/json", body=text)

        self.page.unroute(f"**{self.kind.call}")
        self.page.route(f"**{self.kind.call}", answer)

    def hold_requests(self) -> list[Route]:
        """Hold requests to this kind's endpoint; the returned list collects them."""
        return hold(self.page, f"**{self.kind.call}")

    def stored(self) -> dict[str, Any]:
        """The browser's local storage by key."""
        entries: dict[str, str] = self.page.evaluate("({ ...localStorage })")
        return {key: json.loads(value) for key, value in entries.items()}

    def expect_stored(self, entries: dict[str, Any]) -> None:
        expect_soon(self.page, self.stored, entries)

    def expect_at(self, path: str) -> None:
        expect(self.page).to_have_url(self.shop + path)


def open_blank_page(page: Page, shop: str) -> None:
    """Open a URL of the shop's origin, so that storage and history are accessible."""
    if not page.url.startswith(shop):
        page.goto(shop + BLANK_PAGE)


def open_with_state(page: Page, shop: str, path: str, state: Any) -> None:
    """Load a screen with this navigation state, as if from the previous screen."""
    open_blank_page(page, shop)
    page.evaluate("([usr, path]) => history.replaceState({ usr }, '', path)", [state, path])
    page.reload()


def hold(page: Page, addresses: str) -> list[Route]:
    """Hold requests to these URLs; the returned list collects them."""
    waiting: list[Route] = []

    def wait(route: Route) -> None:
        waiting.append(route)

    page.route(addresses, wait)
    return waiting


def body_of(request: Request) -> Any:
    return json.loads(request.post_data or "")


def key_of(request: Request) -> str:
    return request.headers["idempotency-key"]


def popup(page: Page, text: str) -> Locator:
    return page.get_by_text(text, exact=True)
