"""The printed run sheet."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from oottam.delivery.models import Outcome
from tests.factories.accounts import logged_in
from tests.factories.deliveries import (
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    make_route,
    make_run,
    record_event,
)

pytestmark = pytest.mark.django_db


def words(markup: str) -> str:
    """Return the visible text."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def test_the_run_sheet_shows_customers_outcomes_and_its_time(
    delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    ridden = make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)
    asha, bala = delivery_plans.add("Asha"), delivery_plans.add("Bala")
    delivery_plans.add("Chitra")
    record_event(make_delivery_event(asha, Outcome.DELIVERED), ravi)
    make_failed_delivery(bala, ravi)
    page = logged_in(ravi).get(f"/backoffice/runs/{ridden.pk}/").content.decode()
    [sheet] = re.findall(r'<section class="paper-run".*?</section>', page, re.DOTALL)
    assert "Monday 7 December 2026, rider ravi: 3 boxes, 3 stops" in words(sheet)
    assert "Beach, lunch, Mon 7 Dec 2026. As of 7 Dec, 11:00 am" in words(sheet)
    rows = [words(row) for row in re.findall(r"<tr>(.*?)</tr>", sheet, re.DOTALL)[2:]]
    assert [re.sub(r"^.*OT-\w+ ", "", row) for row in rows] == ["☑ ☐", "☐ ☑ Nobody at home", "☐ ☐"]


def test_the_desks_paper_names_the_rider_and_the_time(
    delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)
    delivery_plans.add("Asha")
    desk: Client = logged_in(priya)
    page = desk.get("/backoffice/runs/2026-12-07/lunch/").content.decode()
    on_paper = re.findall(r'class="on-paper">(.*?)<', page)
    assert on_paper == ["Rider: ravi.", "Lunch runs, Mon 7 Dec 2026. As of 7 Dec, 11:00 am"]


def test_the_reason_of_a_failed_box_is_below_its_address(
    delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)
    make_failed_delivery(delivery_plans.add("Asha"), ravi)
    page = logged_in(priya).get("/backoffice/runs/2026-12-07/lunch/").content.decode()
    [who] = re.findall(r'<div class="stop-who">(.*?)</div>', page, re.DOTALL)
    assert words(who).endswith("Nobody at home")
