"""Measures CPU time, queries and size of each page in the shop's environment; prints JSON.

python -m benchmarks.pages.measuring 2026-11-25 [addresses]
"""

import gc
import json
import os
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from statistics import median
from time import clock_gettime, process_time
from urllib.parse import quote, urljoin

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django has to be set up first
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from oottam.accounts.models import AccountRole  # noqa: E402
from oottam.accounts.roles import Role  # noqa: E402
from oottam.backoffice.shared.decorators import BACKOFFICE_ROOT  # noqa: E402
from oottam.billing import matching  # noqa: E402
from oottam.billing.models import StatementLine  # noqa: E402
from oottam.billing.statements.layouts import Entry  # noqa: E402
from oottam.delivery.models import Run  # noqa: E402
from oottam.reporting import sums  # noqa: E402
from oottam.requests.models import Kind, Request, Status  # noqa: E402
from oottam.schedule.models import Ingredient, KitchenItem, MealPlan, Serving  # noqa: E402
from oottam.serving.worker import GARBAGE_THRESHOLD  # noqa: E402
from oottam.statuspage.links import page_path, plan_path  # noqa: E402
from oottam.workflow.models import Debt  # noqa: E402

ROUNDS = 9
LUNCH = 2
LINES = 300
WEEK = timedelta(days=6)
Figures = dict[str, tuple[float, int, float]]  # milliseconds of processor, queries, KB sent


def pages(day: date, owner: User) -> Iterator[tuple[str, str]]:  # noqa: PLR0915 - one for each page
    """Yield name and path of each page, relative to /backoffice/; `day` is a delivery day."""
    plan = MealPlan.objects.filter(start_date__lte=day).order_by("-start_date", "-pk")[0]
    long = Serving.objects.filter(date=day).order_by("-seq", "pk")[0].plan
    new = Request.objects.filter(status=Status.NEW, kind=Kind.NUTRITION).order_by("-received_at")[0]
    over = day - timedelta(days=1 if day.weekday() else 2)
    # A customer in the middle of the shop's years; names repeat, as in a town.
    someone = Request.objects.order_by("received_at")[Request.objects.count() // 2]
    first, last, *_ = (quote(word) for word in f"{someone.customer_name} x".split())
    yield "today", ""
    for name, query in (
        ("of today", "status=today"),
        ("that are open", "status=open"),
        ("of all", "status=all"),
        ("completed", "status=completed"),
        ("with a flag", "status=all&flag=any"),
        ("of one kind", "status=all&kind=event"),
        ("unassigned, longest first", "who=none&sort=waiting"),
        ("that owe", "owes=1"),
        ("paid on a day", f"paid={over}"),
        ("by one word", f"q={first}"),
        ("by two words", f"q={first}+{last}"),
        ("by words nobody has", "q=Nobody+Whatever"),
        ("by phone", f"q={someone.phone}"),
        ("by four digits of a phone", f"q={someone.phone[-4:]}"),
        ("by an address", "q=road+4711"),
        ("by e-mail", f"q={someone.email}"),
        ("by reference", f"q={someone.reference}"),
    ):
        yield f"requests {name}", f"requests/?{query}"
    for name, words in (("four digits", someone.phone[-4:]), ("a name", first)):
        yield f"customers by {name}", f"customers/?q={words}"
    yield "an order", f"requests/{plan.request.reference}/"
    yield "an enquiry", f"requests/{new.reference}/"
    yield "saved lists", "requests/views/"
    yield "new order, by phone", "requests/new/"
    for kind in ("veg", "combo", "event"):
        yield f"new order, {kind}", f"requests/new/{kind}/?from={plan.request.reference}"
    yield "reorder", f"requests/new/again/{plan.request.reference}/"
    yield "plans", "plans/"
    for which in (
        "starting", "ending", "call", "paused", "make-up", "clash", "times", "ended", "cancelled",
    ):  # fmt: skip
        yield f"plans, {which}", f"plans/?list={which}"
    yield "plans by one word", f"plans/?q={first}"
    yield "plans by two words", f"plans/?q={first}+{last}"
    yield "plans by words nobody has", "plans/?q=Nobody+Whatever"
    yield "plans by phone", f"plans/?q={someone.phone}"
    yield "a plan of thirty days", f"plans/{long.request.reference}/"
    yield "the same, as its customer sees it", plan_path(long.request)
    yield "the same, status page", page_path(long.request)
    yield "calendar", "calendar/"
    yield "calendar, as a list", "calendar/?view=list"
    yield "closed days", "closed-days/"
    yield "kitchen sheet", f"kitchen/{day}/"
    yield "kitchen sheet of a meal", f"kitchen/{day}/?meal={LUNCH}"
    yield "items", "kitchen/items/"
    yield "an item", f"kitchen/items/{KitchenItem.objects.order_by('pk')[0].pk}/"
    yield "ingredients", "kitchen/items/ingredients/"
    ingredient = Ingredient.objects.order_by("pk")[0].pk
    yield "an ingredient", f"kitchen/items/ingredients/{ingredient}/"
    yield "shopping, a week", f"kitchen/shopping/{day}/{day + WEEK}/"
    yield "labels, page", f"kitchen/{day}/labels/"
    yield "runs of a meal", f"runs/{day}/lunch/"
    yield "runs of a meal that is over", f"runs/{over}/lunch/"
    yield "runs of a meal, a stop found", f"runs/{day}/lunch/?q={first}"
    yield "runs of a meal, printed", f"runs/{day}/lunch/paper/"
    yield "not delivered", "runs/failed/"
    yield "routes", "runs/routes/"
    yield "own runs", "runs/mine/"
    run = Run.objects.filter(date=day, meal=LUNCH).order_by("route")[0]
    yield "a run, as its rider sees it", f"runs/{run.pk}/"
    yield "money", "money/"
    yield "cash of a day", f"money/cash/{over}/"
    line = StatementLine.objects.order_by("pk")[0]
    yield f"statements with {LINES} lines", "money/statements/"
    yield "a line, and whose it may be", f"money/statements/{line.pk}/?q={first}"
    for name, words in (("UTR", line.reference), ("amount", "2250"), ("day", f"{over}")):
        yield f"payments by {name}", f"money/payments/?q={words}"
    yield "receipts and bills of a month", "money/papers/"
    yield "tax profile", "money/tax/"
    yield "report of 30 days", "reports/"
    yield "report of a year", "reports/?range=last-12-months"
    yield "report of ten years", f"reports/?from={day - timedelta(days=3652)}&to={over}"
    yield "staff", "staff/"
    yield "a member of the staff", f"staff/{owner.pk}/"
    yield "own account", "account/"
    yield "audit log", "audit/"
    yield "audit log of a request", f"audit/?reference={plan.request.reference}"
    yield "audit log of a person", f"audit/?who={owner.pk}"
    yield "audit log of an action", "audit/?action=payment.note"
    yield "mails", "mails/"
    yield "mails of a state", "mails/?state=failed"
    yield "privacy", "privacy/"
    yield "privacy, a person", f"privacy/?q={someone.phone}"
    yield "new since", "pulse?since=2026-01-01"


def add_lines(owner: User) -> None:
    """Put in a month's list: half of its lines name an order that owes the amount, the others a name."""
    debts = Debt.objects.select_related("request").defer("request__body")[:LINES]
    entries = [
        Entry(
            row=at, paid_on=timezone.localdate(), paise=debt.paise, reference=f"6{at:011}", digest="",
            payer="", looks_settled=False,
            note=f"UPI {debt.request.reference if at % 2 else debt.request.customer_name}",
        )
        for at, debt in enumerate(debts)
    ]  # fmt: skip
    matching.import_entries(
        entries, source="benchmark", lumps=False, actor=owner, now=timezone.now()
    )


def prepare_owner() -> User:
    """Return the owner, with the totals of past days as the nightly job computes them, and a month's list of payments."""
    owner = User.objects.get(username="priya")
    AccountRole.objects.get_or_create(account=owner, role=Role.OWNER)
    sums.update_totals(timezone.now())
    if not StatementLine.objects.exists():
        add_lines(owner)
    return owner


def figures(day: date) -> Figures:
    """Return medians by page."""
    owner = prepare_owner()
    client, customer = (
        Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip", HTTP_USER_AGENT="Firefox/150")
        for _ in range(2)
    )
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    found: Figures = {}
    arguments = [(name, urljoin(BACKOFFICE_ROOT, path)) for name, path in pages(day, owner)]
    for _, path in arguments:
        answer = client.get(path)
        if answer.status_code not in (200, 204):
            raise RuntimeError(f"{path}: {answer.status_code} {answer.get('Location', '')}")
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    for name, path in arguments:
        found[name] = _page(client if path.startswith(BACKOFFICE_ROOT) else customer, path)
    return found


def _page(client: Client, path: str) -> tuple[float, int, float]:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    sent = len(answer.content) / 1000
    times = []
    for _ in range(ROUNDS):
        began = cpu_seconds()
        client.get(path)
        times.append(1000 * (cpu_seconds() - began))
    return median(times), len(queries), sent


def cpu_seconds() -> float:
    """Return the CPU seconds of this process, and of its backend on PostgreSQL."""
    if connection.vendor != "postgresql":
        return process_time()
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    return process_time() + clock_gettime(~backend << 3 | 2)  # see clock_getcpuclockid(3)


if __name__ == "__main__":
    day = date.fromisoformat(sys.argv[1])
    if sys.argv[2:] == ["addresses"]:
        print(json.dumps([path for _, path in pages(day, prepare_owner())]))
    else:
        print(json.dumps(figures(day)))
    connection.close()
