"""The desk's pages of a meal's runs, and of failed deliveries."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.runs import stop_selection
from oottam.delivery.models import DeliveryOutcome, Route, Run
from oottam.delivery.services import routes
from oottam.schedule.models import Serving, ServingState
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.deliveries import (
    NOON,
    DeliveryPlans,
    make_failed_delivery,
    make_route,
    make_run,
    names,
    seen,
    serving,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PAGE = "/backoffice/runs/2026-12-07/lunch/"


@pytest.fixture
def desk(priya: User) -> Client:
    return logged_in(priya)


def shown(client: Client, address: str = PAGE) -> str:
    """Return the visible text."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def press(client: Client, what: str, **sent: Any) -> str:
    """Post a form; return the text of the page that follows."""
    answer = client.post(f"{PAGE}{what}", sent, follow=True)
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def stop(name: str) -> int:
    """Return the number of a customer's stop."""
    return next(each.number for each in seen().stops() if each.first.person.name == name)


def form_of(name: str) -> dict[str, Any]:
    """Return the values of the form at a customer's stop."""
    (found,) = [each for each in seen().stops() if each.first.person.name == name]
    servings = " ".join(str(box.serving_id) for box in found.boxes)
    return {"stop": found.number, "tap": f"drawn-for-{found.number}", "servings": servings}


def test_at_eleven_the_desk_is_redirected_to_lunch(desk: Client) -> None:
    assert desk.get("/backoffice/runs/")["Location"] == PAGE


def test_stops_without_a_route_are_above_the_runs(
    delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    delivery_plans.add("Asha")
    delivery_plans.add("Bala", pin="")
    page = shown(desk)
    assert (
        page.index("1 stop without a route") < page.index("Bala") < page.index("the rider of Beach")
    )


def on_page(client: Client, query: str = "") -> list[str]:
    """Return the names at the stops that the page shows with actions."""
    page = client.get(PAGE + query, follow=True).content.decode()
    return re.findall(r'<div class="stop-who">\s*<strong>(.*?)</strong>', page)


@pytest.fixture
def two_routes(delivery_plans: DeliveryPlans, priya: User) -> list[Route]:
    """Asha and Bala on one route, Chitra on another, Divya on none."""
    made = [make_route("Beach", "600090", actor=priya), make_route("Temple", "600004", actor=priya)]
    for name, pin in (("Asha", "600090"), ("Bala", "600090"), ("Chitra", "600004"), ("Divya", "")):
        delivery_plans.add(name, pin=pin)
    return made


@pytest.mark.both_databases
def test_the_page_shows_one_route_s_stops_with_links_to_the_next(
    two_routes: list[Route], desk: Client
) -> None:
    beach, temple = two_routes
    assert on_page(desk) == on_page(desk, "?route=none") == ["Divya"]
    assert on_page(desk, f"?route={beach.pk}") == ["Asha", "Bala"]
    page = desk.get(f"{PAGE}?route={beach.pk}").content.decode()
    ways = re.findall(
        r'href="([^"]+)" rel="(prev|next)">(?:<span[^>]*>.</span>)?\s*(\w[\w ]*)', page
    )
    assert ways[-2:] == [
        ("?route=none#unplaced", "prev", "No route"),
        (f"?route={temple.pk}#route-{temple.pk}", "next", "Temple "),
    ]
    assert "Temple 1 box, 1 stop Stops of Temple" in shown(desk, f"{PAGE}?route={beach.pk}")


@pytest.mark.parametrize(
    "query", ["?route=999", "?route=x", "?page=7", "?stop=999", "?route=none&page=x"]
)
def test_an_invalid_address_shows_the_first_stops(
    query: str, two_routes: list[Route], desk: Client
) -> None:
    assert on_page(desk, query) == ["Divya"]


def test_a_stop_of_a_long_route_is_shown_with_its_page_and_place(
    monkeypatch: pytest.MonkeyPatch, delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    monkeypatch.setattr(stop_selection, "PER_PAGE", 2)
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala", "Chitra"):
        delivery_plans.add(name)
    assert [on_page(desk, "?page=1"), on_page(desk)] == [["Asha", "Bala"]] * 2
    page = shown(desk, f"{PAGE}?stop={stop('Chitra')}")
    assert "3 Chitra" in page
    assert "← Beach, stops 1 to 2" in page


def test_a_moved_stop_is_shown_at_its_new_place(
    monkeypatch: pytest.MonkeyPatch, two_routes: list[Route], desk: Client
) -> None:
    _, temple = two_routes
    number = stop("Bala")
    answer = desk.post(f"{PAGE}place", {"stop": number, "route": temple.pk})
    assert answer["Location"] == f"{PAGE}?stop={number}#stop-{number}"
    assert on_page(desk, f"?stop={number}") == ["Chitra", "Bala"]


def test_assigning_stops_without_a_route_continues_with_the_next(
    delivery_plans: DeliveryPlans, two_routes: list[Route], desk: Client
) -> None:
    delivery_plans.add("Esha", pin="")
    sent = {"stop": stop("Divya"), "route": two_routes[0].pk, "next": "1"}
    assert desk.post(f"{PAGE}place", sent)["Location"] == f"{PAGE}?route=none#unplaced"
    assert on_page(desk, "?route=none") == ["Esha"]


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["chi", "CHITRA", "Chitra "])
def test_a_single_search_hit_is_shown_directly(
    words: str, two_routes: list[Route], desk: Client
) -> None:
    answer = desk.get(PAGE, {"q": words})
    assert answer["Location"] == f"{PAGE}?stop={stop('Chitra')}#stop-{stop('Chitra')}"
    assert on_page(desk, f"?q={words}") == ["Chitra"]


def test_stops_are_found_across_routes_by_name_reference_phone_and_address(
    delivery_plans: DeliveryPlans, two_routes: list[Route], desk: Client
) -> None:
    delivery_plans.add("Esha", phone="+919876500001", address="7 Lake View")
    found = {stop.first.person.name: stop for stop in seen().stops()}
    assert "Asha" in shown(desk, f"{PAGE}?q=a")
    assert "Chitra" in shown(desk, f"{PAGE}?q=a")
    for words in (found["Esha"].references[0], "98765 00001", "lake 7"):
        answer = desk.get(PAGE, {"q": words})
        assert answer["Location"].endswith(f"#stop-{stop('Esha')}"), words
    assert "No stop matches “nobody”" in shown(desk, f"{PAGE}?q=nobody")


def test_the_paper_lists_every_stop_with_its_run(
    two_routes: list[Route], desk: Client, ravi: User, priya: User
) -> None:
    make_run(two_routes[0], ravi, actor=priya)
    paper = shown(desk, f"{PAGE}paper/")
    assert re.findall(r"Asha|Bala|Chitra|Divya|(?:Beach|Temple|No route) \d", paper) == [
        "No route 1", "Divya", "Beach 2", "Asha", "Bala", "Temple 1", "Chitra",
    ]  # fmt: skip
    assert "Beach 2 stops, rider ravi" in paper


def test_a_stop_without_a_route_is_assigned_to_one(
    delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    beach = make_route("Beach", actor=priya)
    delivery_plans.add("Bala", pin="")
    press(desk, "place", stop=stop("Bala"), route=beach.pk)
    assert names(seen()) == {"": [], "Beach": ["Bala"]}


def test_a_stop_can_be_moved(delivery_plans: DeliveryPlans, desk: Client, priya: User) -> None:
    make_route("Beach", "600090", actor=priya)
    for name in ("Asha", "Bala", "Chitra"):
        delivery_plans.add(name)
    press(desk, "move", stop=stop("Chitra"), to=1)
    assert names(seen())["Beach"] == ["Chitra", "Asha", "Bala"]


@pytest.mark.both_databases
def test_last_time_s_rider_is_proposed_and_assigned(
    delivery_plans: DeliveryPlans, desk: Client, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    delivery_plans.add("Asha")
    ridden = make_run(beach, ravi, actor=priya)
    Run.objects.filter(pk=ridden.pk).update(date="2026-12-01")
    assert "suggested, as usual" in shown(desk)
    assert "ravi is the rider." in press(desk, "assign", route=beach.pk, rider=ravi.pk)
    assert Run.objects.get(date="2026-12-07").rider == ravi


def test_the_desk_records_an_outcome_reported_by_phone(
    delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    plan = delivery_plans.add("Asha")
    sent = {**form_of("Asha"), "outcome": "failed", "reason": "nobody-home", "words": ""}
    assert "Not delivered." in press(desk, "tell", **sent)
    assert serving(plan).state == ServingState.FAILED


@pytest.mark.both_databases
def test_a_form_posted_twice_counts_once(delivery_plans: DeliveryPlans, desk: Client) -> None:
    delivery_plans.add("Asha")
    sent = {**form_of("Asha"), "outcome": "delivered", "reason": "", "words": ""}
    for _ in range(2):
        press(desk, "tell", **sent)
    assert DeliveryOutcome.objects.count() == 1


def test_one_form_records_all_boxes_of_a_stop(delivery_plans: DeliveryPlans, desk: Client) -> None:
    plans = [delivery_plans.add("Asha", phone="+1", address="1") for _ in range(2)]
    press(desk, "tell", **form_of("Asha"), outcome="delivered", reason="", words="")
    assert [serving(plan).state for plan in plans] == [2, 2]


def test_a_recorded_outcome_can_be_undone(delivery_plans: DeliveryPlans, desk: Client) -> None:
    plan = delivery_plans.add("Asha")
    press(desk, "tell", **form_of("Asha"), outcome="delivered", reason="", words="")
    press(desk, "undo", stop=stop("Asha"), keys=DeliveryOutcome.objects.get().key)
    assert serving(plan).state == ServingState.PLANNED


@pytest.mark.parametrize(
    ("what", "sent"),
    [
        ("tell", {"outcome": "failed", "reason": "", "words": ""}),
        ("tell", {"outcome": "lost", "reason": "", "words": ""}),
        ("tell", {"outcome": "delivered", "servings": "1 x"}),
        ("tell", {"outcome": "delivered", "servings": "9" * 30}),
        ("move", {"to": "0"}),
        ("move", {"to": "9" * 40}),
        ("place", {"route": "1"}),
        ("place", {"route": ""}),
        ("hint", {"hint": "x" * 201}),
        ("assign", {"route": "1", "rider": "999"}),
    ],
)
def test_an_invalid_action_is_refused_with_a_message(
    what: str, sent: dict[str, str], delivery_plans: DeliveryPlans, desk: Client
) -> None:
    delivery_plans.add("Asha")
    answer = desk.post(f"{PAGE}{what}", {**form_of("Asha"), **sent}, follow=True)
    assert 'class="message error"' in answer.content.decode()
    assert not DeliveryOutcome.objects.exists()


def test_a_stop_without_a_route_gets_one_from_any_list(
    delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    delivery_plans.add("Asha", pin="600090")
    delivery_plans.add("Bala", pin="600001", address="Anna Street")
    delivery_plans.add("Chitra", pin="600002", address="Anna Street 2")
    number = stop("Bala")
    for asked in (f"?route={beach.pk}", f"?q=Anna&route={beach.pk}"):
        page = desk.get(PAGE + asked).content.decode()
        forms = re.findall(rf'<form method="post" action="{PAGE}place".*?</form>', page, re.DOTALL)
        of_bala = [each for each in forms if f'name="stop" value="{number}"' in each]
        assert len(of_bala) == 1 + ("Anna" in asked)
        for form in of_bala:
            assert f'<option value="{beach.pk}"' in form
            assert "Assign" in form


def test_a_failed_box_is_listed_and_replaced(
    delivery_plans: DeliveryPlans, desk: Client, ravi: User
) -> None:
    plan = delivery_plans.add("Asha", days=2)
    make_failed_delivery(plan, ravi)
    assert "1 box to sort out" in shown(desk, "/backoffice/runs/failed/")
    plan.refresh_from_db()
    number = DeliveryOutcome.objects.get().pk
    address = f"/backoffice/runs/failed/{number}/replace"
    preview = desk.post(address).content.decode()
    assert "One more lunch on Wed 9 Dec." in preview
    assert f'name="version" value="{plan.version}"' in preview
    assert Serving.objects.filter(plan=plan).count() == 2
    answer = desk.post(address, {"version": plan.version, "do": "save"}, follow=True)
    assert "One box added on Wed 9 Dec." in answer.content.decode()
    assert "All done" in answer.content.decode()


@pytest.mark.both_databases
def test_a_failed_box_of_a_plan_changed_meanwhile_gets_the_conflict_page(
    delivery_plans: DeliveryPlans, desk: Client, ravi: User
) -> None:
    plan = delivery_plans.add("Asha")
    make_failed_delivery(plan, ravi)
    number = DeliveryOutcome.objects.get().pk
    answer = desk.post(
        f"/backoffice/runs/failed/{number}/replace", {"version": plan.version, "do": "save"}
    )
    assert answer.status_code == 409


def test_a_failed_box_is_charged_and_the_charge_undone(
    delivery_plans: DeliveryPlans, desk: Client, ravi: User
) -> None:
    make_failed_delivery(delivery_plans.add("Asha"), ravi)
    number = DeliveryOutcome.objects.get().pk
    desk.post(f"/backoffice/runs/failed/{number}/forfeit")
    assert "Charged as delivered today" in shown(desk, "/backoffice/runs/failed/")
    desk.post(f"/backoffice/runs/failed/{number}/ask-again")
    assert "1 box to sort out" in shown(desk, "/backoffice/runs/failed/")


@pytest.mark.both_databases
def test_the_owner_manages_routes(clock: Any) -> None:
    owner = logged_in(make_staff_account("chitra", Role.OWNER))
    answer = owner.post(
        "/backoffice/runs/routes/add", {"name": "Beach", "pins": "600 090, 600041\n600 004 600005"}
    )
    assert answer.status_code == 302
    pins = Route.objects.get().pins.values_list("pin", flat=True)
    assert list(pins) == ["600004", "600005", "600041", "600090"]


@pytest.mark.both_databases
@pytest.mark.parametrize("pins", ["60009", "600090x", "0600090", "600 090 1"])
def test_an_invalid_pin_code_is_refused_beside_its_field(pins: str, clock: Any) -> None:
    owner = logged_in(make_staff_account("chitra", Role.OWNER))
    answer = owner.post("/backoffice/runs/routes/add", {"name": "Beach", "pins": pins})
    assert answer.status_code == 422
    assert "A PIN code has six digits" in answer.content.decode()
    assert not Route.objects.exists()


def test_one_stop_and_three_take_twelve_queries(
    delivery_plans: DeliveryPlans, desk: Client, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    for number in (1, 3):
        while len(seen().stops()) < number:
            delivery_plans.add()
        with CaptureQueriesContext(connection) as asked:
            desk.get(PAGE)
        assert len([each for each in asked if "SELECT" in each["sql"]]) <= 12


def test_a_meal_without_boxes_says_so(desk: Client) -> None:
    assert "No lunch deliveries on Monday 7 December." in shown(desk)


@pytest.mark.both_databases
@pytest.mark.parametrize("end", ["0001-01-01", "9999-12-31"])
def test_the_first_and_last_day_of_the_calendar_have_runs(desk: Client, end: str) -> None:
    address = f"/backoffice/runs/{end}/lunch/"
    assert desk.get(address).status_code == 200
    for form in ("assign", "place", "move", "hint", "tell"):
        assert desk.post(f"{address}{form}", {"route": 1, "stop": 1, "to": 0}).status_code == 302
    assert desk.post(f"{address}undo", {"keys": "drawn"}).status_code == 302


def test_usual_riders_are_assigned_with_one_tap(
    delivery_plans: DeliveryPlans, desk: Client, priya: User, ravi: User
) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    make_route("Hills", "600001", actor=priya)
    delivery_plans.add("Asha")
    assert "Assign all as usual" not in shown(desk)
    routes.change_route(
        route_id=beach.pk, name="Beach", pins=["600090"], usual_rider=ravi, actor=priya, now=NOON
    )
    assert "Assign all as usual" in shown(desk)
    assert "1 run has the usual rider now." in press(desk, "assign-usual")
    assert [run.rider for run in Run.objects.all()] == [ravi]
    assert "Assign all as usual" not in shown(desk)
    assert "No run waits for its usual rider." in press(desk, "assign-usual")


def test_owner_sets_a_routes_usual_rider(priya: User, ravi: User) -> None:
    beach = make_route("Beach", "600090", actor=priya)
    owner = logged_in(make_staff_account("meena", Role.OWNER))
    sent = {"name": "Beach", "pins": "600 090", "usual_rider": ravi.pk}
    page = owner.post(f"/backoffice/runs/routes/{beach.pk}/change", sent, follow=True)
    assert "Usually <bdi>ravi</bdi>" in page.content.decode()
    assert AuditEntry.objects.get(action="route.change").data["usual_rider"] == {
        "was": None,
        "now": ravi.pk,
    }
    owner.post(f"/backoffice/runs/routes/{beach.pk}/change", {**sent, "usual_rider": ""})
    assert Route.objects.get().usual_rider is None
