"""Staff actions on pages with several forms of a kind: each finds the right form first."""

import json
import re
from datetime import date
from html import unescape
from typing import Any

from system_tests.day.page_parsers import MEAL_NAMES
from system_tests.day.staff_clients import StaffClient


def boxes(desk: StaffClient, reference: str, meal: int | None = None) -> list[dict[str, Any]]:
    """A plan's boxes from its page's JSON: `id`, `day` and `state`."""
    page = desk.page(f"plans/{reference}/")
    [plan_data] = re.findall(r'<script id="plan-data" type="application/json">(.*?)</script>', page)
    tracks = json.loads(plan_data)["tracks"]
    return [box for track in tracks if meal in (None, track["meal"]) for box in track["boxes"]]


def close_day(owner: StaffClient, day: date, reason: str) -> None:
    """Close the day to deliveries."""
    fields = {"date": str(day), "meal": "0", "reason": reason, "do": "save"}
    owner.fill_in("closed-days/", "closed-days/close", **fields)


def choose(cook: StaffClient, day: date, meal: int, name: str, chosen: str) -> None:
    """Choose the alternative to cook."""
    page = f"kitchen/{day}/"
    ways = re.findall(rf'id="(choose-{meal}-\d+-\d+)"[^>]*>(.*?)<', _of(name, cook.page(page)))
    cook.press(page, next(key for key, option in ways if unescape(option).strip() == chosen))


def cook_all(cook: StaffClient, day: date) -> int:
    """Tick every uncooked dish; return their number."""
    page = f"kitchen/{day}/"
    found = re.findall(r'id="(cook-\d+-\d+)"[^>]*aria-pressed="false"', cook.page(page))
    for button in found:
        cook.press(page, button)
    return len(found)


def place(desk: StaffClient, day: date, meal: int, reference: str, route: str) -> None:
    """Put an unrouted stop on this route."""
    page = f"runs/{day}/{MEAL_NAMES[meal].lower()}/"
    html = desk.page(page)
    stops = re.split(r'<li class="stop \w+" id="stop-(\d+)">', html)
    [stop] = [
        number
        for number, plan_data in zip(stops[1::2], stops[2::2], strict=True)
        if f"/plans/{reference}/" in plan_data
    ]
    desk.fill_in(page, f"{page}place", stop=stop, route=_route(html, route))


def assign(desk: StaffClient, day: date, meal: int, route: str, rider: str) -> None:
    """Assign the run to this rider."""
    page = f"runs/{day}/{MEAL_NAMES[meal].lower()}/"
    html = desk.page(page)
    number = re.search(rf'<option value="(\d+)"[^>]*>{rider}</option>', html)
    assert number, f"{rider} is not among the riders"
    desk.fill_in(page, f"{page}assign", route=_route(html, route), rider=number[1])


def hand_over(desk: StaffClient, day: date, rider: str, paise: int) -> None:
    """Record cash handed over by this rider."""
    page = f"money/cash/{day}/"
    number = re.search(rf'<h2 id="rider-(\d+)">{rider}</h2>', desk.page(page))
    assert number, f"{rider} collected nothing"
    desk.fill_in(page, "/hand-over", rider=number[1], rupees=str(paise // 100))


def run_of(rider: StaffClient, meal: str) -> str:
    """The URL of the rider's run of today."""
    found = re.findall(
        r'href="/backoffice/(runs/\d+/)"><strong>(\w+)</strong>', rider.page("runs/mine/")
    )
    return str(next(address for address, name in found if name == meal))


def deliver_past_boxes(desk: StaffClient) -> None:
    """Say that all boxes of earlier days without a result were delivered, page by page."""
    page = "runs/no-result/"
    while "Nobody has said what became of" in desk.page(page):
        desk.fill_in(page, f"{page}delivered")


def is_completed(desk: StaffClient, reference: str) -> bool:
    """Whether the request is completed."""
    return re.search(r'id="step">\s*Completed\s*<', desk.page(f"requests/{reference}/")) is not None


def _of(name: str, html: str) -> str:
    """The sheet's section for these alternatives."""
    return html.partition(f"<strong>{name}</strong><br>")[2].partition("</li>")[0]


def _route(html: str, name: str) -> str:
    found = re.search(rf'id="route-(\d+)-name">{name}<', html)
    if found is None:
        found = re.search(rf'<option value="(\d+)"[^>]*>{name}</option>', html)
    assert found, f"there is no route {name}"
    return found[1]
