"""The search for customers, with their plans and quick actions."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.backoffice import customers
from oottam.requests.models import Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import MealPlan, PlanChange, Serving, ServingState
from tests.api_client import HOSTILE
from tests.backoffice.request.request_page import text
from tests.factories.plans import DINNER, LUNCH, Planner, dates, day, sections

CUSTOMERS = "/backoffice/customers/"
ADYAR = "7 Hill Street, Adyar"


def page_text(staff: Client, words: str) -> str:
    response = staff.get(CUSTOMERS, {"q": words})
    assert response.status_code == 200
    return response.content.decode()


def cards(page: str) -> list[str]:
    """Return the text of each customer's card, without icons."""
    found = re.split(r'<li class="card">', page)[1:]
    return [text(card.partition("</main>")[0]) for card in found]


def skip_form(page: str) -> dict[str, Any]:
    """Return the values and address of the first form of a card."""
    [address, form] = re.findall(r'<form method="post" action="([^"]*/skip)">(.*?)</form>', page, re.DOTALL)[0]  # fmt: skip
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    servings = [value for name, value in fields if name == "servings"]
    sent = {**dict(fields), "servings": servings, "do": "save"}
    return {"path": address, "data": {name: sent[name] for name in sent if name[0] != "c" or name == "common"}}  # fmt: skip


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["0012", "98400 12345", "asha", "beach nagar", "NAGAR road 12"])
def test_a_caller_is_found_by_part_of_the_number_by_name_and_by_address(
    planner: Planner, staff: Client, words: str
) -> None:
    plan = planner.lunches(6)
    other = planner.asked(
        name="Ravi", phone="99499 54321", address=ADYAR, fulfilment={"address": ADYAR}
    )
    page = page_text(staff, words)
    assert plan.request.reference in page
    assert other.reference not in page


def test_one_person_is_one_card_for_all_orders(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    new = planner.asked(name="ASHA ", lastname="raman")
    other = planner.asked(name="Ravi")  # of the same number
    page = cards(page_text(staff, "12345"))
    assert len(page) == 2
    of_ravi, of_asha = sorted(page, key=lambda card: plan.request.reference in card)
    assert other.reference in of_ravi
    assert new.reference in of_asha
    assert "Reorder for" not in of_ravi
    assert "Reorder for" in of_asha


def test_one_press_skips_tomorrow(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    later("7 10:00")
    page = page_text(staff, "2345")
    assert "Skip tomorrow of" in text(page)
    answer = staff.post(**skip_form(page), follow=True)
    assert "Skipped." in answer.content.decode()
    assert day(8) not in dates(plan)
    assert dates(plan)[-1] == dates(plan, DINNER)[-1] == day(14)
    assert PlanChange.objects.latest("pk").reason == "The customer asked"
    assert 'name="change"' in answer.content.decode()  # to undo it


def test_after_the_cut_off_the_next_open_day_is_offered(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(6)
    later("7 18:30")
    page = page_text(staff, "2345")
    assert "Skip Wed 9 Dec of" in text(page)
    assert "The kitchen's cut-off for tomorrow has passed" in text(page)
    staff.post(**skip_form(page))
    assert dates(plan)[:2] == [day(7), day(8)]
    assert day(9) not in dates(plan)


def test_skip_from_a_stale_page_is_rejected(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(6)
    later("7 10:00")
    sent = skip_form(page_text(staff, "2345"))
    staff.post(**sent)
    assert staff.post(**sent).status_code == 409
    assert dates(plan)[-1] == day(14)


def test_a_plan_is_paused_and_resumed_from_the_customer_page(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    where = f"/backoffice/plans/{plan.request.reference}/"
    assert f'href="{where}pause?common=The%20customer%20asked"' in page_text(staff, "2345")
    planner.do(plan, Pause(day(9), None, [LUNCH]))
    page = page_text(staff, "2345")
    assert f'href="{where}resume"' in page
    assert f'href="{where}pause' not in page


def test_a_customer_card_offers_a_new_order_and_a_reorder(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    reference = plan.request.reference
    page = page_text(staff, "2345")
    assert f'href="/backoffice/requests/new/veg/?for={reference}"' in page
    assert f'href="/backoffice/requests/new/again/{reference}/"' in page


def test_ended_plans_and_erased_persons_are_not_shown(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    MealPlan.objects.update(state="ended")
    assert "/skip" not in page_text(staff, "2345")
    Request.objects.filter(pk=plan.request_id).update(erased_at=timezone.now())
    assert "Nobody found" in page_text(staff, "2345")


def test_ten_customers_are_shown_with_a_note_that_there_are_more(
    planner: Planner, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(customers, "MAX_CUSTOMERS", 2)
    for name in ("Asha", "Ravi", "Meena"):
        planner.asked(name=name)
    page = page_text(staff, "2345")
    assert len(cards(page)) == 2
    assert "There are more: type more" in page


@pytest.mark.parametrize("words", ["", " ", "\0", "x" * 500, "%", "_", "1", "+", "12", *HOSTILE])
def test_any_search_text_gives_a_page(planner: Planner, staff: Client, words: str) -> None:
    planner.asked()
    page = page_text(staff, words)
    assert "<script>alert" not in page
    assert "Customers" in page


def test_ten_customers_take_no_more_queries_than_one(planner: Planner, staff: Client) -> None:
    def query_count() -> int:
        with CaptureQueriesContext(connection) as made:
            page_text(staff, "2345")
        return len(made)

    planner.lunches(6)
    one = query_count()
    for name in ("Ravi", "Meena", "Kavya"):
        planner.plan(name=name)
        planner.asked(name=name)
    assert Serving.objects.filter(state=ServingState.PLANNED).count() > 12
    assert query_count() == one


def test_a_pause_is_offered_while_a_box_can_still_be_paused(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(6)
    pause = f'href="/backoffice/plans/{plan.request.reference}/pause'
    plan_page = f"/backoffice/plans/{plan.request.reference}/"
    later("11 17:00")
    assert pause in page_text(staff, "0012")
    assert pause in staff.get(plan_page).content.decode()
    later("11 18:30")  # of the last box, on Saturday, the kitchen has been told
    assert pause not in page_text(staff, "0012")
    assert pause not in staff.get(plan_page).content.decode()
