"""Health details: shown on request to users with the permission, and logged."""

import pytest

from oottam.accounts import roles
from oottam.accounts.roles import Permission, Role
from oottam.audit.models import AuditEntry
from tests.backoffice.request.request_page import address, page, section
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
WORDS = {"dietaryGoal": "goal-7", "allergies": "nut-7", "preferredFoods": "food-7", "age": 77}
TOLD = "Age 77 Dietary goal goal-7 Allergies nut-7 Preferred foods food-7"


def test_the_page_shows_no_health_details_and_logs_nothing(send: Send) -> None:
    shown = page(make_desk_client(), make_request_now(send, "nutrition", **WORDS))
    assert [
        word for word in ("goal-7", "nut-7", "food-7", "77") if word in section(shown, "asked")
    ] == []
    assert "-7" not in section(shown, "asked")
    assert "As it was sent" not in shown
    assert not AuditEntry.objects.exists()


def test_health_details_are_shown_on_request_and_each_view_is_logged(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "nutrition", **WORDS)
    for count in (1, 2):
        answer = client.post(address(request, "health"))
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store"
        assert TOLD in section(answer.content.decode(), "asked")
        assert "As it was sent" in answer.content.decode()
        entries = AuditEntry.objects.filter(action="health.open", reference=request.reference)
        assert [entry.actor and entry.actor.username for entry in entries] == ["priya"] * count
    shown = page(client, request)
    assert "goal-7" not in shown
    assert "viewed the health details" in section(shown, "history")


def test_opening_health_details_does_not_change_the_request(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "nutrition")
    client.post(address(request, "health"))
    request.refresh_from_db()
    assert request.version == 1


def test_without_permission_health_details_are_neither_offered_nor_shown(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = roles.ROLE_PERMISSIONS[Role.DESK] - {Permission.SEE_HEALTH}
    monkeypatch.setitem(roles.ROLE_PERMISSIONS, Role.DESK, without)
    client, request = make_desk_client(), make_request_now(send, "nutrition", **WORDS)
    assert "Show health details" not in page(client, request)
    answer = client.post(address(request, "health"))
    assert answer.status_code == 403
    assert "goal-7" not in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_the_health_permission_alone_opens_no_request(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(roles.ROLE_PERMISSIONS, Role.DESK, frozenset({Permission.SEE_HEALTH}))
    assert (
        make_desk_client().post(address(make_request_now(send, "nutrition"), "health")).status_code
        == 403
    )


@pytest.mark.parametrize("kind", ["veg", "appointment"])
def test_other_kinds_have_no_health_details(send: Send, kind: str) -> None:
    assert (
        make_desk_client().post(address(make_request_now(send, kind), "health")).status_code == 404
    )


def test_an_invalid_form_shows_no_health_details(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "nutrition", **WORDS)
    answer = client.post(address(request, "note"), {"version": 1, "text": ""})
    assert answer.status_code == 422
    assert "goal-7" not in answer.content.decode()
