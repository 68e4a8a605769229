"""Steps of ordering by the day, shared by the veg, non-veg and meal tray tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

CATALOGUE = Path(__file__).resolve().parents[2] / "contract/catalogue"
# A plain file of the shop, where a page can stand before it is anywhere.
GROUND = "/robots.txt"
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
    """One order kind: its two screens, its call, dishes of its first category, and where things are kept."""

    selection: str
    form: str
    call: str
    dishes: tuple[str, ...]
    catalogue: str
    storage_key: str

    def menu(self) -> list[dict[str, Any]]:
        """Its categories, each with its dishes, as the catalogue has them."""
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
    A test once for each of these kinds; with the `nightly` ones it is slow. What all three have from one component is
    tested with one of them, each kind in its turn; what a kind has of its own (words, dishes, endpoint, what follows
    a reply) with every one.
    """
    names = {VEG: "veg", NONVEG: "nonveg", TRAY: "tray"}
    slow = [pytest.param(kind, marks=pytest.mark.slow, id=names[kind]) for kind in nightly]
    every = [*(pytest.param(kind, id=names[kind]) for kind in kinds), *slow]
    return pytest.mark.parametrize("kind", every)


EVERY_KIND = of(VEG, NONVEG, TRAY)


@dataclass
class Visitor:
    """Someone at one kind's screens."""

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
        """Opens the menu with its first dishes ticked: the last of them by hand, the others kept from before."""
        dishes = self.kind.every_dish()[:count]
        self.keep_ticked(dishes[:-1])
        self.open_menu()
        last = dishes[-1]
        self.choose_category(
            next(entry["title"] for entry in self.kind.menu() if last in entry["items"])
        )
        self.tick(last["name"])
        return dishes

    def keep_ticked(self, dishes: list[dict[str, Any]]) -> None:
        """Puts a selection into storage, where the next page that is loaded finds it."""
        stand_on_ground(self.page, self.shop)
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

    def come_to_form(self, *dishes: str) -> None:
        """From the menu to the form, with these dishes ticked (or the kind's own)."""
        self.open_menu()
        self.tick(*dishes)
        self.proceed()
        expect(self.submit_button).to_be_visible()

    def open_form(self, *dishes: str) -> None:
        """Loads the form with these dishes (or the kind's own) ticked before: most of the time goes into a menu."""
        by_name = {dish["name"]: dish for dish in self.kind.every_dish()}
        self.keep_ticked([by_name[name] for name in dishes or self.kind.dishes])
        self.page.goto(self.shop + self.kind.form)
        expect(self.submit_button).to_be_visible()

    def fill(self, days: str = "6", meals: tuple[str, ...] = ("Lunch",), **fields: str) -> None:
        """Everything the form asks for; fields by label, "Last_Name" for "Last Name"."""
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

    def answer_with(self, body: str | dict[str, Any] | None, status: int = 200) -> None:
        """Answers this kind's call in the server's place; None breaks the connection."""

        def answer(route: Route) -> None:
            self.sent.append(route.request)
            if body is None:
                route.abort("connectionfailed")
            else:
                text = body if isinstance(body, str) else json.dumps(body)
                route.fulfill(status=status, content_type="application/json", body=text)

        self.page.unroute(f"**{self.kind.call}")
        self.page.route(f"**{self.kind.call}", answer)

    def hold_answers(self) -> list[Route]:
        """Leaves this kind's calls unanswered; the list fills with what is waiting."""
        return hold(self.page, f"**{self.kind.call}")

    def stored(self) -> dict[str, Any]:
        """What the browser's local storage holds, by key."""
        entries: dict[str, str] = self.page.evaluate("({ ...localStorage })")
        return {key: json.loads(value) for key, value in entries.items()}

    def expect_at(self, path: str) -> None:
        expect(self.page).to_have_url(self.shop + path)

    def stop_clock(self) -> None:
        """Timers stand still from here on, until run_for."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))


def stand_on_ground(page: Page, shop: str) -> None:
    """Any address of the shop will do to reach its storage and history; a new page has none."""
    if not page.url.startswith(shop):
        page.goto(shop + GROUND)


def hand_over(page: Page, shop: str, path: str, state: Any) -> None:
    """Loads a screen with this navigation state, as if its visitor had come by the screen before."""
    stand_on_ground(page, shop)
    page.evaluate("([usr, path]) => history.replaceState({ usr }, '', path)", [state, path])
    page.reload()


def hold(page: Page, addresses: str) -> list[Route]:
    """Keeps requests to these addresses waiting, in the returned list."""
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
