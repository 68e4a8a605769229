"""Update of a 0.3.0 shop with data to this release and rollback by `deploy/update`, with orders coming in.

    python -m system_tests.lifecycle.rollback --database sqlite --plans 100000

Without `--plans` the shop has the sample month. Before the rollback, this release's desk plans a request of a customer
who eats eggs, and records a payment and a refund. In the end all plans, boxes and payments exist, including the newest;
the refund and the diet are listed as not shown by 0.3.0; and its desk opens requests that have data unknown to 0.3.0.
Then, without `--plans`, the older release is broken so that it does not start: the rollback must end with this release
in use and another refund preserved.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.kitchen.shops import filled_shop
from system_tests.lifecycle.update import Installed, Trial, installed
from system_tests.lifecycle.updated_plans import OLD, Release
from system_tests.support import releases
from system_tests.support.command_line import parse
from system_tests.support.databases import Database
from system_tests.support.report import Report, finish, progress
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import RefusedError, Staff

PAISE = 12_300
BOOKS = {
    "plans": "SELECT count(*) FROM schedule_plan",
    "boxes": "SELECT count(*) FROM schedule_serving",
    "payments": "SELECT count(*) FROM handling_payment",
    "paise": "SELECT coalesce(sum(paise), 0) FROM handling_payment",
}
# Run by this release before the rollback: prints the reference and its number of boxes.
DESK = f"""
from datetime import time, timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from oottam.workflow.services.details import save_details
from oottam.billing.payments import record_payment
from oottam.workflow.services.transitions import confirm
from oottam.workflow.models import PaymentMethod, Refund
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.domain.calendar import monday_from
now, actor = timezone.now(), User.objects.create(username="asha")
new = Request.objects.filter(kind=Kind.VEG, status=Status.NEW).latest("received_at").reference
at = lambda: Request.objects.get(reference=new).version
who = lambda: dict(reference=new, version=at(), actor=actor, now=now)
save_details(
    **who(), start_date=monday_from(timezone.localdate(now) + timedelta(days=8)),
    meal_times=dict.fromkeys((1, 2, 3), time(12, 30)),
    address="12 Beach Road, Besant Nagar, Chennai 600 090", zone_ok=True, diet="egg", allergens=[],
)
confirm(**who())
record_payment(**who(), paise={PAISE}, method=PaymentMethod.UPI, paid_on=timezone.localdate(now), beyond=None)
request = Request.objects.get(reference=new)
Refund.objects.create(request=request, paise=100, method="upi", given_on=timezone.localdate(now), by=actor, at=now)
print(new, request.plan.all_servings.count())
"""
SESSION = """
from django.contrib.auth.models import User
from django.apps import apps
from django.test import Client
AccountRole = apps.get_model("staff", "AccountRole")
user, client = User.objects.create(username="meena"), Client()
AccountRole.objects.create(account=user, role="desk")
client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
print(client.cookies["sessionid"].value)
"""
LATEST = "SELECT reference FROM requests_request WHERE status <> 'new' ORDER BY received_at DESC LIMIT 150"
REFUND = """
from django.contrib.auth.models import User
from django.utils import timezone
from oottam.workflow.models import Refund
from oottam.requests.models import Request
now = timezone.now()
Refund.objects.create(
    request=Request.objects.latest("received_at"), paise=200, method="upi", given_on=timezone.localdate(now),
    by=User.objects.get(username="asha"), at=now,
)
"""


def run(kind: str, plans: int) -> Report:
    """Run all steps."""
    report = Report(f"0.3.0 to this release and back on {kind}, {plans or 'sample'} plans")
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        old = releases.checkout(folder / "old", releases.release_commits()[OLD])
        new = releases.checkout(folder / "new")
        fill = partial(_fill, old, plans)
        shop = stack.enter_context(installed(kind, old, fill, READY_SECONDS="60"))
        before, db = _books(shop.database), shop.database
        trial = Trial(shop, old, report)
        before_it, this = trial.old, releases.version(new)
        trial.load.start()
        stack.callback(trial.load.stop)
        with trial.watching:
            trial.run("to this release", new, serves=this)
            reference, boxes = shop.manage(new, "shell", "-v", "0", "-c", DESK).split()
            output = trial.run("back", new, "--back", serves=before_it)
            report.faults += _unreadable(shop, old)
            if not plans:
                trial.run("to this release again", new, serves=this)
                shop.manage(new, "shell", "-v", "0", "-c", REFUND)
                releases.break_startup(shop.releases / before_it)
                trial.run("not back", new, "--back", fails=True, serves=this)
        after = _books(db)
        made = {"plans": 1, "boxes": int(boxes), "payments": 1, "paise": PAISE}
        for name, count in before.items():
            if after[name] != count + made[name]:
                report.faults.append(
                    f"books: {count} {name} and {made[name]} between, {after[name]} now"
                )
        if not plans and db.rows("SELECT paise FROM handling_refund") != [(200,)]:
            report.faults.append("refund: missing, although this release runs")
    for line in (f"{reference}  ₹1", f"{reference}  Eats eggs"):
        if line not in output:
            report.faults.append(f"list: {line} is not in {output[-600:]}")
    report.figures |= after
    return report


def _fill(old: Path, plans: int, folder: Path, db: Database) -> None:
    """Fill a shop with this release, including its new records, and migrate it back to the old tables."""
    own = folder / "filling"
    own.mkdir()
    shop = filled_shop(own, db, plans) if plans else Shop(own, db)
    if not plans:
        shop.manage("migrate", "--skip-checks")
        shop.manage("demo")
    shop.manage("migrate_back", sent=Release(shop, old).manage("showmigrations", "--plan"))
    progress(f"filled: {db.rows(BOOKS['boxes'])[0][0]} boxes")


def _unreadable(shop: Installed, old: Path) -> Iterator[str]:
    """Yield desk pages that fail in the older release."""
    session = shop.manage(old, "shell", "-v", "0", "-c", SESSION).strip()
    desk = Staff(shop.port, session)
    requests = [f"requests/{reference}/" for (reference,) in shop.database.rows(LATEST)]
    for page in ("", "requests/", "plans/", "calendar/", "runs/", *requests):
        try:
            desk.page(page)
        except RefusedError as error:
            yield f"page: {page} returns {error.status}"


def _books(db: Database) -> dict[str, int]:
    return {name: int(db.rows(query)[0][0]) for name, query in BOOKS.items()}


def main() -> None:
    """The system test from the command line."""
    options = parse(plans=0)
    finish(run(options.database, options.plans))


if __name__ == "__main__":
    main()
