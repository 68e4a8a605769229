"""Named lists: those that every user has, and a user's own."""

import html
import re
from datetime import date
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from oottam.accounts.models import SavedInboxFilter
from oottam.backoffice.inbox import filters
from oottam.requests.models import Request
from tests.api_client import HOSTILE
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import make_desk_client

pytestmark = pytest.mark.django_db
INBOX = "/backoffice/requests/"
VIEWS = f"{INBOX}views/"
QUERY = "status=new&kind=veg&flag=any&who=me&due=1&sort=waiting"


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def shown(staff: Client, address: str = INBOX) -> str:
    response = staff.get(address)
    assert response.status_code == 200
    return response.content.decode()


def keep(staff: Client, name: str = "My veg", query: str = QUERY) -> SavedInboxFilter:
    response = staff.post(f"{VIEWS}keep", {"name": name, "query": query})
    assert (response.status_code, response["Location"].partition("?")[0]) == (302, INBOX)
    return SavedInboxFilter.objects.latest("pk")


def lists(page: str) -> dict[str, tuple[str, bool]]:
    """Return the named lists: address, and whether it is the current one."""
    [nav] = re.findall(r'<nav class="tabs".*?</nav>', page, re.DOTALL)
    found = re.findall(
        r'<a href="([^"]*)"( aria-current="page")?>(.*?)(?: <span class="count">\d+</span>)?</a>',
        nav,
    )
    return {html.unescape(name): (html.unescape(at), bool(here)) for at, here, name in found}


def errors(response: Any) -> list[str]:
    found = re.findall(r'<p class="wrong"[^>]*>(.*?)</p>', response.content.decode())
    return [html.unescape(each) for each in found]


def test_every_user_has_the_daily_lists(staff: Client) -> None:
    found = lists(shown(staff))
    assert {name: at for name, (at, _) in found.items()} == {
        "Today": "?status=today",
        "Waiting": "?status=new&sort=waiting",
        "To call": "?due=1",
        "Open": "?status=open",
        "Mine": "?who=me",
        "Unassigned": "?who=none",
        "Flagged": "?flag=any",
        "Payment due": "?owes=1",
        "All": "?status=all",
    }
    assert [name for name, (_, here) in found.items() if here] == ["Today"]


def test_an_unnamed_list_can_be_saved(staff: Client) -> None:
    offered = shown(staff, f"{INBOX}?{QUERY}")
    assert "Save this list" in offered
    assert f'name="query" value="{html.escape(QUERY)}"' in offered
    answer = staff.post(f"{VIEWS}keep", {"name": "My veg", "query": QUERY})
    assert answer["Location"] == f"{INBOX}?{QUERY}"
    page = shown(staff, answer["Location"])
    assert "Saved as “My veg”." in page
    assert lists(page)["My veg"] == (f"?{QUERY}", True)
    assert "Keep this list" not in page
    assert lists(shown(staff, f"{INBOX}?status=open"))["My veg"] == (f"?{QUERY}", False)


@pytest.mark.parametrize("query", ["", "?status=all", "?status=open", "?behind=x"])
def test_a_named_list_cannot_be_saved_again(staff: Client, query: str) -> None:
    assert "Keep this list" not in shown(staff, f"{INBOX}{query}")


def test_search_text_is_not_saved(staff: Client) -> None:
    page = shown(staff, f"{INBOX}?status=new&q=Asha")
    assert "Search words are not saved." in page
    assert keep(staff, query="status=new&q=Asha&behind=x&nonsense=1").query == "status=new"
    assert "Asha" not in shown(staff)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (" ", "Enter a name."),
        ("unassigned", "There is already a list with this name."),
        ("MY VEG", "There is already a list with this name."),
        ("x" * 41, "A name can have at most 40 characters."),
    ],
)
def test_an_invalid_name_is_refused_beside_its_field_and_stays_typed(
    staff: Client, name: str, said: str
) -> None:
    first, other = keep(staff), keep(staff, "Another", "status=new")
    response = staff.post(f"{VIEWS}keep", {"name": name, "query": "kind=event"})
    assert (response.status_code, errors(response)) == (422, [said])
    page = response.content.decode()
    assert f'value="{html.escape(name)}"' in page
    assert 'name="query" value="kind=event"' in page
    assert "<title>Not saved: Requests" in page
    assert f'<a href="#view-name">List name: {said}</a>' in html.unescape(page)
    response = staff.post(f"{VIEWS}{other.pk}/rename", {"name": name})
    assert (response.status_code, errors(response)) == (422, [said])
    assert f'value="{html.escape(name)}"' in response.content.decode()
    assert {view.name for view in SavedInboxFilter.objects.all()} == {first.name, other.name}


def test_a_bulk_action_after_a_refused_name_redirects_to_its_list(
    send: Send, staff: Client
) -> None:
    send(veg_body())
    response = staff.post(f"{VIEWS}keep", {"name": "", "query": "kind=veg"})
    assert f'name="here" value="{INBOX}?kind=veg"' in response.content.decode()


def test_saved_lists_are_described_and_linked(staff: Client) -> None:
    keep(staff)
    keep(staff, "Another", "flag=no-meals&who=999")
    page = shown(staff, VIEWS)
    assert "New, Veg meal, any flag, mine, follow-up due, longest waiting first" in page
    assert "Open, “No meals were chosen”, someone who has left" in page
    assert f'href="{INBOX}?{html.escape(QUERY)}"' in page


def test_a_saved_list_can_be_renamed_and_deleted(staff: Client) -> None:
    view = keep(staff)
    answer = staff.post(f"{VIEWS}{view.pk}/rename", {"name": "Veg of mine"}, follow=True)
    assert answer.redirect_chain == [(VIEWS, 302)]
    assert "Veg of mine" in answer.content.decode()
    answer = staff.post(f"{VIEWS}{view.pk}/delete", follow=True)
    page = answer.content.decode()
    assert "“Veg of mine” is deleted. Its requests are not affected." in page
    assert "No saved lists yet" in page
    assert not SavedInboxFilter.objects.exists()


def test_lists_of_other_users_are_a_404(staff: Client) -> None:
    view, mani = keep(staff), make_desk_client("mani")
    assert "My veg" not in shown(mani) + shown(mani, VIEWS)
    assert mani.post(f"{VIEWS}{view.pk}/rename", {"name": "Mine now"}).status_code == 404
    assert mani.post(f"{VIEWS}{view.pk}/delete").status_code == 404
    view.refresh_from_db()
    assert view.name == "My veg"


@pytest.mark.parametrize("name", [each[:40] for each in HOSTILE])
def test_hostile_names_are_escaped(staff: Client, name: str) -> None:
    view = keep(staff, name)
    for page in (shown(staff), shown(staff, VIEWS)):
        assert "<script>alert" not in page
        assert html.escape(view.name) in page


def test_a_filter_by_a_deleted_colleague_still_shows_a_list(send: Send, staff: Client) -> None:
    send(veg_body())
    view = keep(staff, "Theirs", "who=999999")
    assert shown(staff, f"{INBOX}?{view.query}")
    assert Request.objects.count() == 1


def test_more_lists_take_no_more_queries(staff: Client, django_assert_num_queries: Any) -> None:
    for count in (1, 3):
        for number in range(count):
            keep(staff, f"List {count}{number}", f"who={number + 1}")
        staff.get(VIEWS)  # takes what is said of them away
        with django_assert_num_queries(5):  # session, account, roles, colleagues, lists
            shown(staff, VIEWS)
        with django_assert_num_queries(8):  # requests, the newest, counts; nothing beside
            shown(staff, f"{INBOX}?status=open")


def test_every_field_has_a_label_and_every_id_is_unique(staff: Client) -> None:
    keep(staff)
    keep(staff, "Another", "kind=event")
    for page in (shown(staff, VIEWS), shown(staff, f"{INBOX}?kind=tray")):
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert sorted(ids) == sorted(set(ids))
        named = re.findall(r'<input id="([^"]+)"', page)
        assert named
        assert set(named) <= set(re.findall(r'<label for="([^"]+)"', page))


def test_a_saved_list_without_its_search_text_shows_the_same_list() -> None:
    """A search and a list of money cover every status, which their address leaves out."""
    for asked in (
        filters.InboxFilter(status=filters.ALL, search_text="Asha"),
        filters.InboxFilter(status=filters.ALL, owes=True),
        filters.InboxFilter(status=filters.ALL, paid_on=date(2026, 12, 7)),
    ):
        assert "status" not in asked.address()
        assert asked.address(q="", owes="", paid="") == "?status=all"
        assert filters.parse_filters(QueryDict(asked.address()[1:])) == asked
