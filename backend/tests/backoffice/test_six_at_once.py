"""Six users who press the same button at the same moment: one succeeds, the others get a reason, and nothing fails."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from oottam.accounts import links
from oottam.accounts.models import Purpose, SavedInboxFilter
from oottam.accounts.roles import Role
from oottam.delivery.models import Route
from oottam.schedule.models import Ingredient
from tests.api_client import WAIT_SECONDS
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 6
INGREDIENT = {
    "name": "Ragi",
    "unit": "kg",
    "step": "1",
    "step_grams": "1000",
    "has_no_allergens": "on",
}
FORMS: list[tuple[str, dict[str, str], int, Any]] = [
    ("staff/invite", {"name": "mani", "role": "desk"}, 200, User.objects.filter(username="mani")),
    ("kitchen/items/ingredients/new/", INGREDIENT, 302, Ingredient.objects.filter(name="Ragi")),
    ("runs/routes/add", {"name": "Beach"}, 302, Route.objects.all()),
    (
        "requests/views/keep",
        {"name": "Mine to do", "query": "who=me"},
        302,
        SavedInboxFilter.objects.all(),
    ),
]


def pressed(browsers: list[Client], address: str, *sent: dict[str, str]) -> Counter[int]:
    """Count the responses by status; each browser posts its own form, or all the same."""
    together = Barrier(len(browsers))

    def press(number: int) -> int:
        browsers[number].raise_request_exception = False
        together.wait(WAIT_SECONDS)
        try:
            response = browsers[number].post(address, sent[number % len(sent)])
            return int(response.status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(browsers)) as pool:
        return Counter(pool.map(press, range(len(browsers))))


@pytest.mark.parametrize(("form", "sent", "done", "made"), FORMS, ids=[form for form, *_ in FORMS])
def test_six_concurrent_additions_of_one_name_store_it_once(
    form: str, sent: dict[str, str], done: int, made: Any
) -> None:
    owner = make_staff_account("priya")
    browsers = [logged_in(owner) for _ in range(PEOPLE)]
    found = pressed(browsers, f"/backoffice/{form}", sent)
    assert (found, made.all().count()) == ({done: 1, 422: PEOPLE - 1}, 1)


def test_one_of_six_concurrent_uses_of_an_invitation_logs_in() -> None:
    invited = make_staff_account("mani", Role.KITCHEN)
    token = links.create(
        account=invited,
        purpose=Purpose.INVITATION,
        actor=make_staff_account("priya"),
        now=timezone.now(),
    )
    typed = [f"idli with gunpowder {number}" for number in range(PEOPLE)]
    sent = [{"password": each, "again": each} for each in typed]
    found = pressed([Client() for _ in range(PEOPLE)], f"/backoffice/link/{token}/", *sent)
    assert found == {302: 1, 410: PEOPLE - 1}
