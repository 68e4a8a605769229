"""Take-overs: a rider requests another rider's run, and sees only its name and size until accepted."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.audit.models import AuditEntry
from oottam.delivery.models import Run, TakeOver
from tests.factories.accounts import logged_in, make_rider
from tests.factories.deliveries import DeliveryPlans, make_route, make_run

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
OWN = "/backoffice/runs/mine/"
DAY = "/backoffice/runs/2026-12-07/lunch/"


@pytest.fixture
def ridden(delivery_plans: DeliveryPlans, priya: User, ravi: User) -> Run:
    delivery_plans.add("Asha", address="9 Beach Road")
    return make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)


@pytest.fixture
def sita(clock: Any) -> Client:
    return logged_in(make_rider("sita"))


def words(client: Client, address: str, *, posts: bool = False) -> str:
    """Return the text of the response, or of the page that a form leads to."""
    answer = client.post(address, follow=True) if posts else client.get(address)
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(text).split())


def press(client: Client, what: str) -> str:
    return words(client, f"/backoffice/runs/{what}", posts=True)


def ask_for(ridden: Run, sita: Client) -> int:
    """Request the run; return the take-over's primary key."""
    press(sita, f"{ridden.pk}/take-over")
    return TakeOver.objects.latest("pk").pk


def carried_by(ridden: Run) -> str:
    ridden.refresh_from_db()
    return ridden.rider.username if ridden.rider else ""


def test_another_rider_s_run_shows_only_name_and_number_of_stops(ridden: Run, sita: Client) -> None:
    page = words(sita, OWN)
    assert "Lunch Beach, 1 stop Ask to take over" in page
    ask_for(ridden, sita)
    page = words(sita, OWN)
    assert "Asked, not accepted yet." in page
    assert not re.search("Asha|9 Beach|ravi|98400|OT-", page)
    assert sita.get(f"/backoffice/runs/{ridden.pk}/").status_code == 404
    assert carried_by(ridden) == "ravi"


def test_runs_without_a_rider_are_marked(
    delivery_plans: DeliveryPlans, ridden: Run, priya: User, sita: Client
) -> None:
    delivery_plans.add("Bala", pin="600020")
    hills = make_route("Hills", "600020", actor=priya)
    assert "Lunch Hills, 1 stop, no rider yet Call the desk to get it." in words(sita, OWN)
    make_run(hills, None, actor=priya)
    assert "Lunch Hills, 1 stop, no rider yet" in words(sita, OWN)
    assert "Lunch Beach, 1 stop Ask to take over" in words(sita, OWN)


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["ravi", "priya"])
def test_the_desk_or_the_run_s_rider_accepts_a_take_over_and_it_is_logged(
    who: str, ridden: Run, sita: Client, ravi: User, priya: User
) -> None:
    number = ask_for(ridden, sita)
    by = logged_in({"ravi": ravi, "priya": priya}[who])
    assert "sita wants to take over lunch Beach" in words(by, OWN if who == "ravi" else DAY)
    assert "The run has a new rider." in press(by, f"take-over/{number}/agree")
    assert carried_by(ridden) == "sita"
    assert "Asha" in words(sita, f"/backoffice/runs/{ridden.pk}/")
    found = AuditEntry.objects.filter(action__in=["run.take-over", "run.agree", "run.assign"])
    given = list(found.order_by("pk").values_list("action", "actor__username"))[1:]
    assert given == [("run.take-over", "sita"), ("run.assign", who), ("run.agree", who)]
    assert "decided" in press(by, f"take-over/{number}/agree")


def test_other_users_cannot_decide_a_take_over(ridden: Run, sita: Client) -> None:
    number = ask_for(ridden, sita)
    for client in (sita, logged_in(make_rider("mohan"))):
        assert "This run does not exist today." in press(client, f"take-over/{number}/agree")
    assert "This run does not exist" in press(
        logged_in(make_rider("leela")), f"take-over/{number}/refuse"
    )
    assert carried_by(ridden) == "ravi"
    assert TakeOver.objects.get().decided_at is None


def test_a_desk_user_cannot_accept_their_own_take_over(ridden: Run, priya: User) -> None:
    desk = logged_in(priya)
    number = ask_for(ridden, desk)
    assert "This run does not exist today." in press(desk, f"take-over/{number}/agree")
    assert carried_by(ridden) == "ravi"


@pytest.mark.parametrize(("who", "action"), [("ravi", "run.refuse"), ("sita", "run.withdraw")])
def test_a_take_over_is_declined_or_withdrawn_and_can_be_requested_again(
    who: str, action: str, ridden: Run, sita: Client, ravi: User
) -> None:
    number = ask_for(ridden, sita)
    by = logged_in(ravi) if who == "ravi" else sita
    assert "keeps its rider" in press(by, f"take-over/{number}/refuse")
    assert AuditEntry.objects.filter(action=action, actor__username=who).count() == 1
    assert "has been decided" in press(logged_in(ravi), f"take-over/{number}/agree")
    assert carried_by(ridden) == "ravi"
    assert ask_for(ridden, sita) != number


def test_a_take_over_requested_twice_is_one_request(ridden: Run, sita: Client) -> None:
    assert ask_for(ridden, sita) == ask_for(ridden, sita)
    assert TakeOver.objects.count() == 1


@pytest.mark.both_databases
def test_today_links_the_desk_to_open_take_overs(ridden: Run, sita: Client, priya: User) -> None:
    desk = logged_in(priya)
    assert "take over" not in words(desk, "/backoffice/")
    number = ask_for(ridden, sita)
    page = desk.get("/backoffice/").content.decode()
    assert re.search(f'href="{DAY}#take-overs" class="line urgent"><strong>1</strong>', page)
    assert "rider wants to take over a run" in page
    press(desk, f"take-over/{number}/agree")
    assert "take over" not in words(desk, "/backoffice/")


def test_a_take_over_of_an_own_or_other_day_s_run_is_refused(
    ridden: Run, ravi: User, sita: Client, clock: Any
) -> None:
    assert "This run is already yours." in press(logged_in(ravi), f"{ridden.pk}/take-over")
    number = ask_for(ridden, sita)
    clock.shift(timedelta(days=1))
    for what in (f"{ridden.pk}/take-over", f"take-over/{number}/agree"):
        assert "This run does not exist today" in press(logged_in(ravi), what)


def test_a_requester_with_a_closed_account_gets_no_run(
    ridden: Run, sita: Client, priya: User
) -> None:
    number = ask_for(ridden, sita)
    User.objects.filter(username="sita").update(is_active=False)
    assert "is not a rider" in press(logged_in(priya), f"take-over/{number}/agree")
    assert carried_by(ridden) == "ravi"


def test_assigning_the_run_to_the_requester_closes_the_take_over(
    ridden: Run, sita: Client, priya: User
) -> None:
    ask_for(ridden, sita)
    sent = {"route": ridden.route_id, "rider": User.objects.get(username="sita").pk}
    logged_in(priya).post(f"{DAY}assign", sent)
    assert "Take-over requests" not in words(logged_in(priya), DAY)


def test_the_rider_s_phone_gets_the_open_take_over(ridden: Run, sita: Client, ravi: User) -> None:
    phone, address = logged_in(ravi), f"/backoffice/runs/{ridden.pk}/"
    ask_for(ridden, sita)
    assert "Another rider wants to take over this run." in words(phone, address)
    assert phone.get(address, headers={"Accept": "application/json"}).json()["takeOvers"] == 1


def test_one_other_run_takes_as_many_queries_as_three(
    ridden: Run, sita: Client, delivery_plans: DeliveryPlans, priya: User, ravi: User
) -> None:
    counts = []
    for name, pins in (("", ()), ("Fort", ("600001", "600002"))):
        for pin in pins:
            delivery_plans.add(pin=pin)
            other = make_run(make_route(f"{name} {pin}", pin, actor=priya), ravi, actor=priya)
            press(sita, f"{other.pk}/take-over")
        with CaptureQueriesContext(connection) as found:
            sita.get(OWN)
        counts.append(len(found))
    assert counts[0] == counts[1]
