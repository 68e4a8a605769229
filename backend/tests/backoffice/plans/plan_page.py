"""Helpers of the plan pages' tests: the page, its days, its forms."""

import html
import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from oottam.schedule.models import MealPlan
from tests.backoffice.request.request_page import text

JSON = {"Accept": "application/json"}


def address(plan: MealPlan, action: str = "") -> str:
    """Return the address of the plan's page, or of a form."""
    return f"/backoffice/plans/{plan.request.reference}/{action}"


def page(client: Client, plan: MealPlan, query: str = "") -> str:
    answer = client.get(address(plan) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def days(page: str) -> dict[str, str]:
    """Return the described days of a meal's timeline."""
    found = re.findall(r'<span class="visually-hidden">(\w{3} \d+ \w+): (.*?)</span>', page)
    return {day: html.unescape(words) for day, words in found if words != "nothing"}


def classes(page: str, day: str) -> set[str]:
    """Return the CSS classes of a day and its boxes."""
    [item] = re.findall(rf'(<li class="day(?:(?!<li ).)*?>{day}: .*?</li>)', page, re.DOTALL)
    return {name for found in re.findall(r'class="([^"]+)"', item) for name in found.split()}


def form(client: Client, plan: MealPlan, action: str, query: str = "") -> str:
    """Return the text of a form with the address's values."""
    answer = client.get(address(plan, action) + query)
    assert answer.status_code == 200
    return text(answer.content.decode())


def preview(page: str) -> list[str]:
    """Return the preview's sentences."""
    found = re.search(r'<section class="preview".*?</section>', page, re.DOTALL)
    return [text(item) for item in re.findall(r"<li>(.*?)</li>", found[0])] if found else []


def post(
    client: Client, plan: MealPlan, action: str, version: Any = None, **sent: Any
) -> HttpResponse:
    """Post a form of the current or an older version; `headers` are the request's."""
    headers = sent.pop("headers", {})
    plan.refresh_from_db()
    carried = plan.version if version is None else version
    answer = client.post(address(plan, action), {"version": carried, **sent}, headers=headers)
    assert isinstance(answer, HttpResponse)
    return answer


def saved(client: Client, plan: MealPlan, action: str, **sent: Any) -> str:
    """Post with a reason; return the page that follows."""
    if action == "box":  # whatever is found of its dishes, the customer gets them all the same
        looked = post(client, plan, action, **{**sent, "do": "preview"}).content.decode()
        seen = re.findall(r'name="seen" value="(\w+)"', looked)
        ticks = {"clash": "on", "clash_reason": "Agreed", "not_known": "on"}
        sent = {**ticks, "seen": seen[0] if seen else "", **sent}
    answer = post(client, plan, action, **{"do": "save", "common": "The customer asked", **sent})
    assert answer.status_code == 302, text(answer.content.decode())
    led = client.get(answer.headers["Location"])
    assert led.status_code == 200
    plan.refresh_from_db()
    return str(led.content.decode())


def refused(client: Client, plan: MealPlan, action: str, **sent: Any) -> list[str]:
    """Post a form that is refused; return its message."""
    answer = post(client, plan, action, **{"do": "save", "common": "Travelling", **sent})
    assert answer.status_code == 422
    found = re.search(
        r'<div class="message error not-saved".*?</div>', answer.content.decode(), re.DOTALL
    )
    return [text(item) for item in re.findall(r"<li>(.*?)</li>", found[0])] if found else []
