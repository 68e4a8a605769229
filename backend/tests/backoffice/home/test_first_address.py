"""The root of the back office, which redirects by role."""

import pytest
from django.test import Client

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
FIRST = "/backoffice/"


@pytest.mark.parametrize(
    ("role", "place"),
    [
        (Role.KITCHEN, "kitchen"),
        (Role.RIDER, "runs"),
    ],
)
def test_the_root_redirects_to_the_user_s_first_page(role: Role, place: str) -> None:
    answer = logged_in(make_staff_account("mani", role)).get(FIRST)
    assert (answer.status_code, answer["Location"]) == (302, f"/backoffice/{place}/")


@pytest.mark.parametrize("role", [Role.OWNER, Role.DESK])
def test_the_root_shows_today_to_owner_and_desk(role: Role) -> None:
    answer = logged_in(make_staff_account("mani", role)).get(FIRST)
    assert (answer.status_code, "To do" in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("address", [FIRST, "/backoffice"])
def test_the_root_redirects_visitors_to_the_log_in(address: str) -> None:
    chain = Client().get(address, follow=True).redirect_chain
    assert chain[-1] == ("/backoffice/login/?next=/backoffice/", 302)


def test_an_account_without_a_role_gets_an_explanation() -> None:
    mani = make_staff_account("mani")
    AccountRole.objects.all().delete()
    assert logged_in(mani).get(FIRST).status_code == 403


def test_an_unknown_address_has_a_page_for_users_and_a_bare_one_for_visitors() -> None:
    asked = "/backoffice/nothing/here"
    answer = logged_in(make_staff_account()).get(asked)
    assert answer.status_code == 404
    assert "<h1>Page not found.</h1>" in answer.content.decode()
    bare = Client().get(asked)
    assert (bare.status_code, bare.content) == (404, b"Not found\n")


@pytest.mark.parametrize(
    "path", ["auth/user/", "notify/outboxentry/", "requests/request/", "jsi18n/"]
)
def test_django_s_admin_is_not_installed(path: str) -> None:
    assert logged_in(make_staff_account()).get(f"{FIRST}{path}").status_code == 404
