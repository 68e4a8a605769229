"""Steps of ordering by the day, shared by the veg, non-veg and meal tray tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, Request, Route, expect

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
    """One order kind: its two screens, its call and dishes of its first category."""

    selection: str
    form: str
    call: str
    dishes: tuple[str, ...]


VEG = Kind(
    "/order/meal/VegMeal",
    "/order/meal/VegMealForm",
    "/vegmeal-form.php",
    ("Dry Fruit Smoothie", "Berry Smoothie"),
)
NONVEG = Kind(
    "/order/meal/NonVegMeal",
    "/order/meal/NonVegMealForm",
    "/nonvegmeal-form.php",
    ("Grilled Chicken Salad", "Egg Sprouts Salad"),
)
TRAY = Kind(
    "/order/meal/MealTrayPage",
    "/order/meal/MealTrayForm",
    "/mealtray-form.php",
    ("Phulka", "Ragi Roti", "Multigrain Chapati", "Methi Thepla"),
)


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

    def choose_category(self, title: str) -> None:
        self.page.get_by_role("navigation", name="Categories").get_by_role(
            "button", name=title
        ).click()

    def proceed(self) -> None:
        self.page.get_by_role("button", name="Proceed").click()

    def open_form(self, *dishes: str) -> None:
        """From the menu to the form, with these dishes ticked (or the kind's own)."""
        self.open_menu()
        self.tick(*dishes)
        self.proceed()
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
