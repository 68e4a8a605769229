"""Who may open what: every address of the back office, by every role and method, against this table.

A new address without a line here fails. Beside its name stands what its methods are, and who passes its door;
everybody else gets a 403, and whoever has not logged in is led to the log-in. A form's address that is read
instead of posted to leads back to a page.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from datetime import date
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, reverse

from oottam.accounts.roles import Role
from oottam.backoffice.urls import urlpatterns
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
NOBODY = "nobody"
PEOPLE = [*Role.values, NOBODY]
METHODS = ("GET", "HEAD", "POST", "PUT")
READ, SEND, BOTH = ("GET", "HEAD"), ("POST",), ("GET", "HEAD", "POST")
ALL = "owner desk kitchen rider nobody"
STAFF = "owner desk kitchen rider"
TABLE: dict[str, tuple[tuple[str, ...], str]] = {
    "home": (READ, STAFF),
    "log-in": (BOTH, ALL),
    "second-step": (BOTH, ALL),
    "log-out": (SEND, ALL),
    "link": (BOTH, ALL),
    "guide": (READ, STAFF),
    "account": (READ, STAFF),
    "password": (BOTH, STAFF),
    "end-session": (SEND, STAFF),
    "end-others": (SEND, STAFF),
    "second-factor": (READ, STAFF),
    "second-factor-begin": (SEND, STAFF),
    "second-factor-on": (SEND, STAFF),
    "second-factor-off": (SEND, STAFF),
    "recovery-codes": (SEND, STAFF),
    "inbox": (READ, "owner desk"),
    "bulk-action": (SEND, "owner desk"),
    "export": (SEND, "owner"),
    "saved-filters": (READ, "owner desk"),
    "customers": (READ, "owner desk"),
    "saved-filter-save": (SEND, "owner desk"),
    "saved-filter-rename": (SEND, "owner desk"),
    "saved-filter-delete": (SEND, "owner desk"),
    "request": (READ, "owner desk"),
    "confirm": (SEND, "owner desk"),
    "copy-details": (SEND, "owner desk"),
    "complete": (SEND, "owner desk"),
    "cancel": (SEND, "owner desk"),
    "take-answers": (SEND, "owner desk"),
    "undo-transition": (SEND, "owner desk"),
    "send-now": (SEND, "owner desk"),
    "reopen": (SEND, "owner"),
    "assign": (SEND, "owner desk"),
    "follow-up": (SEND, "owner desk"),
    "details": (SEND, "owner desk"),
    "allergy-read": (SEND, "owner desk"),
    "event": (SEND, "owner desk"),
    "slot": (SEND, "owner desk"),
    "settle-slot": (SEND, "owner desk"),
    "price": (SEND, "owner desk"),
    "adjust": (SEND, "owner desk"),
    "undo-price": (SEND, "owner desk"),
    "payment": (SEND, "owner desk"),
    "undo-payment": (SEND, "owner desk"),
    "refund": (SEND, "owner desk"),
    "undo-refund": (SEND, "owner desk"),
    "new-link": (SEND, "owner desk"),
    "note": (SEND, "owner desk"),
    "message": (SEND, "owner desk"),
    "answer-ticket": (SEND, "owner desk"),
    "close-ticket": (SEND, "owner desk"),
    "merge": (SEND, "owner desk"),
    "unmerge": (SEND, "owner desk"),
    "resend-mail": (SEND, "owner desk"),
    "health": (SEND, "owner desk"),
    "new-order": (BOTH, "owner desk"),
    "new": (BOTH, "owner desk"),
    "reorder": (BOTH, "owner desk"),
    "plans": (READ, "owner desk"),
    "plan": (READ, "owner desk"),
    "customer-rules": (BOTH, "owner"),
    "plan-desk-only": (SEND, "owner desk"),
    "plan-skip": (BOTH, "owner desk"),
    "plan-pause": (BOTH, "owner desk"),
    "plan-resume": (BOTH, "owner desk"),
    "plan-move": (BOTH, "owner desk"),
    "plan-box": (BOTH, "owner desk"),
    "plan-days": (BOTH, "owner desk"),
    "plan-weekdays": (BOTH, "owner desk"),
    "plan-address": (BOTH, "owner desk"),
    "plan-forfeit": (BOTH, "owner desk"),
    "plan-replace": (BOTH, "owner desk"),
    "plan-undo": (BOTH, "owner desk"),
    "plan-accept": (SEND, "owner desk"),
    "calendar": (READ, "owner desk kitchen"),
    "closed-days": (READ, "owner desk"),
    "close-day": (SEND, "owner"),
    "open-day": (SEND, "owner"),
    "notices": (READ, "owner desk"),
    "notices-mail": (SEND, "owner desk"),
    "notices-chat": (SEND, "owner desk"),
    "file": (READ, STAFF),
    "file-content": (READ, STAFF),
    "labels": (READ, "owner desk kitchen"),
    "labels-pdf": (READ, "owner desk kitchen"),
    "labels-test": (READ, "owner desk kitchen"),
    "runs-today": (READ, "owner desk rider"),
    "run-worker": (READ, ALL),
    "own-runs": (READ, "owner desk rider"),
    "failed": (READ, "owner desk"),
    "failed-redeliver": (SEND, "owner desk"),
    "failed-replace": (SEND, "owner desk"),
    "failed-forfeit": (SEND, "owner desk"),
    "failed-reopen": (SEND, "owner desk"),
    "no-result": (READ, "owner desk"),
    "no-result-delivered": (SEND, "owner desk"),
    "no-result-failed": (SEND, "owner desk"),
    "no-result-undo": (SEND, "owner desk"),
    "no-result-rule": (SEND, "owner"),
    "routes": (READ, "owner desk"),
    "route-add": (SEND, "owner"),
    "route-change": (SEND, "owner"),
    "route-move": (SEND, "owner"),
    "route-close": (SEND, "owner"),
    "route-open": (SEND, "owner"),
    "runs": (READ, "owner desk"),
    "runs-paper": (READ, "owner desk"),
    "run-assign": (SEND, "owner desk"),
    "run-assign-usual": (SEND, "owner desk"),
    "stop-place": (SEND, "owner desk"),
    "stop-move": (SEND, "owner desk"),
    "stop-hint": (SEND, "owner desk"),
    "stop-record-outcome": (SEND, "owner desk"),
    "stop-undo": (SEND, "owner desk"),
    "run": (READ, "owner desk rider"),
    "run-take-over": (SEND, "owner desk rider"),
    "take-over-agree": (SEND, "owner desk rider"),
    "take-over-refuse": (SEND, "owner desk rider"),
    "run-record-outcome": (SEND, "owner desk rider"),
    "run-undo": (SEND, "owner desk rider"),
    "run-cash": (SEND, "owner desk rider"),
    "run-cash-undo": (SEND, "owner desk rider"),
    "run-record-taps": (SEND, "owner desk rider"),
    "kitchen": (READ, "owner desk kitchen"),
    "kitchen-day": (READ, "owner desk kitchen"),
    "kitchen-choose": (SEND, "owner desk kitchen"),
    "kitchen-unchoose": (SEND, "owner desk kitchen"),
    "kitchen-put-back": (SEND, "owner desk kitchen"),
    "kitchen-cook": (SEND, "owner desk kitchen"),
    "kitchen-uncook": (SEND, "owner desk kitchen"),
    "kitchen-recipe": (READ, "owner desk kitchen"),
    "kitchen-replace": (BOTH, "owner desk kitchen"),
    "kitchen-choose-one": (BOTH, "owner desk kitchen"),
    "kitchen-items": (READ, "owner desk kitchen"),
    "kitchen-ratings": (READ, "owner desk kitchen"),
    "kitchen-new-item": (SEND, "owner desk kitchen"),
    "recipes-checked": (SEND, "owner desk kitchen"),
    "unpublished-drop": (SEND, "owner desk kitchen"),
    "kitchen-ingredients": (READ, "owner desk kitchen"),
    "kitchen-new-ingredient": (BOTH, "owner desk kitchen"),
    "kitchen-ingredient": (BOTH, "owner desk kitchen"),
    "kitchen-item": (BOTH, "owner desk kitchen"),
    "kitchen-merge": (SEND, "owner desk kitchen"),
    "kitchen-unmerge": (SEND, "owner desk kitchen"),
    "shopping-days": (READ, "owner desk kitchen"),
    "shopping": (READ, "owner desk kitchen"),
    "menu-differences": (READ, "owner desk"),
    "menu-publish": (SEND, "owner"),
    "menu-discard": (SEND, "owner desk"),
    "menu-preview": (READ, "owner desk"),
    "menu-preview-page": (READ, "owner desk"),
    "menu-editions": (READ, "owner desk"),
    "menu-edition": (READ, "owner desk"),
    "menu-withdraw": (SEND, "owner"),
    "menu-restore": (SEND, "owner desk"),
    "menu-spreadsheet": (READ, "owner desk"),
    "menu-spreadsheet-file": (READ, "owner desk"),
    "menu-spreadsheet-read": (SEND, "owner desk"),
    "menu-spreadsheet-accept": (SEND, "owner desk"),
    "sold-out": (READ, "owner desk kitchen"),
    "sold-out-mark": (SEND, "owner desk kitchen"),
    "sold-out-take-back": (SEND, "owner desk kitchen"),
    "menu": (BOTH, "owner desk"),
    "menu-shop": (BOTH, "owner desk"),
    "menu-words": (READ, "owner desk"),
    "menu-words-screen": (BOTH, "owner desk"),
    "menu-legal": (BOTH, "owner desk"),
    "menu-pictures": (READ, "owner desk"),
    "menu-picture": (SEND, "owner desk"),
    "menu-picture-back": (SEND, "owner desk"),
    "menu-off": (READ, "owner desk"),
    "menu-new-dish": (BOTH, "owner desk"),
    "menu-dish": (BOTH, "owner desk"),
    "menu-dish-photo": (SEND, "owner desk"),
    "menu-dish-off": (SEND, "owner desk"),
    "menu-dish-back": (SEND, "owner desk"),
    "menu-dish-move": (SEND, "owner desk"),
    "menu-photo": (READ, "owner desk"),
    "menu-categories": (READ, "owner desk"),
    "menu-category-add": (SEND, "owner desk"),
    "menu-category-rename": (SEND, "owner desk"),
    "menu-category-remove": (SEND, "owner desk"),
    "menu-category-move": (SEND, "owner desk"),
    "menu-weekly": (BOTH, "owner desk"),
    "menu-weekly-copy": (BOTH, "owner desk"),
    "menu-weekly-swap": (SEND, "owner desk"),
    "menu-weekly-picture": (BOTH, "owner desk"),
    "menu-combos": (BOTH, "owner desk"),
    "menu-choices": (READ, "owner desk"),
    "menu-new-choice": (BOTH, "owner desk"),
    "menu-choice": (BOTH, "owner desk"),
    "menu-choice-off": (SEND, "owner desk"),
    "menu-choice-back": (SEND, "owner desk"),
    "menu-choice-move": (SEND, "owner desk"),
    "menu-plans": (BOTH, "owner desk"),
    "menu-doctor-photo": (SEND, "owner desk"),
    "menu-doctor-photo-back": (SEND, "owner desk"),
    "mails": (READ, "owner desk"),
    "resend-mails": (SEND, "owner desk"),
    "poll-new-count": (READ, "owner desk"),
    "money": (READ, "owner desk"),
    "remind": (SEND, "owner desk"),
    "statements": (READ, "owner desk"),
    "statements-import": (SEND, "owner desk"),
    "statements-book": (SEND, "owner desk"),
    "bank-rules": (SEND, "owner"),
    "statement-line": (READ, "owner desk"),
    "statement-line-book": (SEND, "owner desk"),
    "statement-line-decide": (SEND, "owner desk"),
    "payments": (READ, "owner desk"),
    "cash": (READ, "owner desk"),
    "cash-day": (READ, "owner desk"),
    "cash-count": (SEND, "owner desk"),
    "hand-over": (SEND, "owner desk"),
    "hand-over-undo": (SEND, "owner desk"),
    "bill": (SEND, "owner desk"),
    "supplementary": (SEND, "owner desk"),
    "credit-note": (SEND, "owner desk"),
    "receipt": (SEND, "owner desk"),
    "refund-voucher": (SEND, "owner desk"),
    "paper": (READ, "owner desk"),
    "papers": (READ, "owner"),
    "papers-export": (SEND, "owner"),
    "tax-profile": (BOTH, "owner"),
    "reports": (READ, "owner"),
    "report-export": (SEND, "owner"),
    "staff": (READ, "owner"),
    "invite": (BOTH, "owner"),
    "staff-account": (READ, "owner"),
    "staff-roles": (SEND, "owner"),
    "staff-close": (SEND, "owner"),
    "staff-open": (SEND, "owner"),
    "staff-end-sessions": (SEND, "owner"),
    "staff-link": (SEND, "owner"),
    "staff-withdraw": (SEND, "owner"),
    "audit": (READ, "owner"),
    "privacy": (READ, "owner"),
    "privacy-export": (SEND, "owner"),
    "privacy-erase": (SEND, "owner"),
}
# What stands in the place of an address's parts.
PARTS = {
    "reference": "OT-0000000",
    "number": 999_999,
    "line_id": 999_999,
    "payment_id": 999_999,
    "token": "none",
    "file": "none",
    "kind": "veg",
    "day": date(2026, 12, 7),
    "meal": 2,
    "run_id": 999_999,
    "change_id": 999_999,
    "ingredient": 999_999,
    "route_id": 999_999,
    "until": date(2026, 12, 13),
    "dish": 999_999,
    "edition": 999_999,
    "page": "order/meal/VegMeal",
    "menu": "veg",
    "dish_id": "berry-smoothie",
    "category": "protein-smoothies",
    "digest": "none",
    "screen": "landing",
    "picture": "icon",
    "week": 1,
    "section": "lunch",
    "weekday": 6,
    "position": 2,
    "choice": "B1",
}


@cache
def addresses() -> dict[str, str]:
    return {
        name: reverse(f"backoffice:{name}", kwargs={part: PARTS[part] for part in parts})
        for name, parts in named(urlpatterns)
    }


def named(found: list[Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every pattern's name, with the parts of its address, those of the lists that include it too."""
    for each in found:
        parts = (*above, *each.pattern.converters)
        if isinstance(each, URLResolver):
            yield from named(each.url_patterns, parts)
        else:
            yield str(each.name), parts


def what_happens(answer: Any) -> str:
    """ "in" when the page itself answers, whatever it says of what was sent."""
    if answer.status_code == 302 and answer["Location"].startswith("/backoffice/login/?next="):
        return "log in first"
    return {403: "may not", 405: "no such method"}.get(answer.status_code, "in")


def page_above(address: str) -> str:
    """Where a form's address leads when it is read: the nearest page above that is there to read."""
    above = [address[: end + 1] for end, letter in enumerate(address[:-1]) if letter == "/"]
    pages = {addresses()[name] for name, (methods, _) in TABLE.items() if "GET" in methods}
    return next(each for each in reversed(above) if each in pages)


def expected(name: str, person: str, method: str) -> str:
    methods, who = TABLE[name]
    if person not in who.split():
        return "log in first" if person == NOBODY else "may not"
    return "in" if method in methods or method in READ else "no such method"


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Undo what the requests within change, a log-out included."""
    savepoint, cookies = transaction.savepoint(), copy(client.cookies)
    yield
    transaction.savepoint_rollback(savepoint)
    client.cookies = cookies


def test_every_address_is_in_the_permission_table() -> None:
    assert sorted(name for name, _ in named(urlpatterns)) == sorted(TABLE)


def test_reading_a_form_s_address_redirects_to_its_page_with_a_message() -> None:
    """As a tab that is restored, or an address that is typed."""
    client = logged_in(make_staff_account("mani", Role.OWNER))
    for name in [name for name, (methods, _) in TABLE.items() if methods == SEND]:
        address = addresses()[name]
        with undone(client):
            answer = client.get(address)
            assert (answer.status_code, answer["Location"]) == (302, page_above(address)), name
            shown = client.get("/backoffice/account/").content.decode()
            assert "Nothing was saved." in shown, name
            island = client.get(address, headers={"Accept": "application/json"})
            assert (island.status_code, island["Allow"]) == (405, "POST"), name


def found_by(person: str, asked: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """What happens to a person at each address by each method."""
    client = Client() if person == NOBODY else logged_in(make_staff_account("mani", Role(person)))
    found = {}
    for name, method in asked:
        with undone(client):
            answer = client.generic(method, addresses()[name])
        assert answer.status_code < 500, (name, method)
        assert answer["Cache-Control"] == "no-store", (name, method)
        found[name, method] = what_happens(answer)
    return found


def differing(person: str) -> Iterator[tuple[str, str]]:
    """Who may not, by one method; of those who may, the one with the fewest permissions, by all of an address's."""
    for name, (methods, who) in TABLE.items():
        if person not in who.split():
            yield name, methods[-1]
        elif person == who.split()[-1]:
            yield from ((name, method) for method in methods if method != "HEAD")
            yield name, "PUT"


@pytest.mark.parametrize("person", PEOPLE)
def test_only_users_in_the_permission_table_are_allowed(person: str) -> None:
    assert found_by(person, differing(person)) == {
        (name, method): expected(name, person, method) for name, method in differing(person)
    }


@pytest.mark.slow
@pytest.mark.parametrize("person", PEOPLE)
def test_every_address_is_the_same_to_a_role_by_every_method(person: str) -> None:
    every = [*product(TABLE, METHODS)]
    assert found_by(person, every) == {
        (name, method): expected(name, person, method) for name, method in every
    }


def test_a_closed_account_has_no_access() -> None:
    user = make_staff_account("mani", Role.OWNER)
    client = logged_in(user)
    user.is_active = False
    user.save()
    for name, (methods, _) in TABLE.items():
        with undone(client):
            answer = client.generic(methods[-1], addresses()[name])
        assert what_happens(answer) == expected(name, NOBODY, methods[-1]), name


def test_a_form_without_a_csrf_token_changes_nothing() -> None:
    client = logged_in(make_staff_account("mani", Role.OWNER), checks_csrf=True)
    for name in TABLE:
        with undone(client):
            assert client.post(addresses()[name]).status_code == 403, name
