"""Tables back to what an older release knows, by this release's own migrations. A row that both know stays as it is."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import F
from django.utils import formats, timezone

from oottam.core.money import format_rupees
from oottam.delivery.models import CashHandover
from oottam.maintenance import migration_lock
from oottam.plans.models import AcceptedDish, ChangeNotice
from oottam.reporting import triggers
from oottam.requests.models import Status
from oottam.workflow.models import (
    Allergen,
    Channel,
    CustomerAnswer,
    Diet,
    FulfilmentDetails,
    Meal,
    MealTime,
    PaymentMethod,
    Refund,
    RetainedAmount,
)
from oottam.workflow.services.customer_answers import QUESTIONS

Name = tuple[str, str]  # of an app, and of its migration
OLDEST = ("notify", "0003_http_request_id")  # the last one of 0.3.0; those from there on only add


class UnknownReleaseError(Exception):
    """The list is that of no release to which one can go back."""


class Hidden(NamedTuple):
    """What stands where a migration put it: its heading, and the values and text of each row.

    Of money all, of the rest only what is of open requests.
    """

    migration: Name
    heading: str
    rows: "Callable[[], Any]"
    text: Callable[..., str]


REFERENCE = F("request__reference")
HIDDEN = (
    Hidden(
        ("handling", "0011_refunds"),
        "Refunds",
        lambda: Refund.objects.filter(undone_at=None).values_list(
            REFERENCE, "paise", "given_on", "method", "reference"
        ),
        lambda paise, day, method, reference: (
            f"{format_rupees(paise)} on {day} by {PaymentMethod(method).label} {reference}"
        ),
    ),
    Hidden(
        ("handling", "0011_refunds"),
        "Kept of what was paid for a cancelled request",
        lambda: RetainedAmount.objects.values_list(REFERENCE, "paise"),
        format_rupees,
    ),
    Hidden(
        ("delivery", "0003_cash_handovers"),
        "Cash handed over",
        lambda: CashHandover.objects.filter(undone_at=None).values_list(
            "rider__username", "paise", "day"
        ),
        lambda paise, day: f"{format_rupees(paise)} of {day}",
    ),
    Hidden(
        ("handling", "0009_finer_diets"),
        "Diets, vegetarian from now on",
        lambda: (
            FulfilmentDetails.objects.filter(diet=Diet.VEG)
            .exclude(finer_diet="")
            .order_by("pk")
            .values_list(REFERENCE, "finer_diet")
        ),
        lambda diet: str(Diet(diet).label),
    ),
    Hidden(
        ("handling", "0009_finer_diets"),
        "Allergies and notes of an earlier request, not asked about since",
        lambda: (
            FulfilmentDetails.objects.exclude(health_since=None)
            .order_by("pk")
            .values_list(REFERENCE, "health_since")
        ),
        lambda day: f"known since {day}",
    ),
    Hidden(
        ("schedule", "0005_finer_diets"),
        "Dishes that clash with an allergy or a diet, as agreed",
        lambda: AcceptedDish.objects.filter(plan__request__closed_at=None).values_list(
            "plan__request__reference", "item__name", "clashes"
        ),
        lambda dish, clashes: f"{dish} ({clashes})",
    ),
    Hidden(
        ("handling", "0015_meal_times"),
        "Times of meals, which go with the first one from now on",
        lambda: (
            MealTime.objects.filter(is_settled=True)
            .exclude(time=None)
            .exclude(time=F("request__fulfilment__delivery_time"))
            .order_by("request", "meal")
            .values_list(REFERENCE, "meal", "time")
        ),
        lambda meal, time: f"{Meal(meal).label} {formats.time_format(time, 'H:i')}",
    ),
    Hidden(
        ("handling", "0016_customer_answers"),
        "Answers of customers to new requests",
        lambda: (
            CustomerAnswer.objects.filter(request__status=Status.NEW)
            .order_by("pk")
            .values_list(REFERENCE, *QUESTIONS)
        ),
        lambda *answers: ", ".join(
            _words(answer) for answer in answers if answer not in (None, "")
        ),
    ),
    Hidden(
        ("handling", "0016_customer_answers"),
        "Door notes of new requests",
        lambda: (
            FulfilmentDetails.objects.filter(request__status=Status.NEW)
            .exclude(door_note="")
            .order_by("pk")
            .values_list(REFERENCE, "door_note")
        ),
        str,
    ),
    Hidden(
        ("schedule", "0008_change_notices"),
        "Customers told of a closed day to come",
        lambda: ChangeNotice.objects.filter(
            change__data__date__gte=timezone.localdate().isoformat()
        ).values_list("plan__request__reference", "change__data__date", "channel"),
        lambda day, channel: f"{day} by {Channel(channel).label}",
    ),
)


def _words(answer: Any) -> str:
    """Allergies by name; what else was answered as it is written."""
    if isinstance(answer, list):
        return " + ".join(str(Allergen(code).label) for code in answer) or "no allergies"
    return str(answer)


def undone(connection: BaseDatabaseWrapper, known: Collection[Name]) -> list[Migration]:
    """The migrations that `reverse` would undo, the newest first; raises UnknownReleaseError."""
    if OLDEST not in known:
        raise UnknownReleaseError(
            "Tables can be brought back to those of 0.3.0, and of later releases."
        )
    loader = MigrationLoader(connection)
    order = [
        name for leaf in loader.graph.leaf_nodes() for name in loader.graph.forwards_plan(leaf)
    ]
    later = [name for name in dict.fromkeys(order) if name in loader.applied_migrations]
    return [loader.graph.nodes[name] for name in reversed(later) if name not in known]


def hidden(undoing: Sequence[Migration]) -> Iterator[str]:
    """Lines that name what the older release will not show; they tell of persons."""
    names = {(each.app_label, each.name) for each in undoing}
    for each in HIDDEN:
        if each.migration in names:
            rows = [f"  {who}  {each.text(*values)}".rstrip() for who, *values in each.rows()]
            if rows:
                yield from (f"{each.heading}: {len(rows)}", *rows)


def reverse(connection: BaseDatabaseWrapper, undoing: Sequence[Migration]) -> None:
    """Undo these migrations in one transaction; whatever fails or ends it leaves the tables as they were."""
    with (
        migration_lock.alone(connection),
        _checks_off(connection),
        transaction.atomic(using=connection.alias),
        migration_lock.checked_once(connection),
    ):
        if undoing:
            triggers.drop(connection)
        MigrationExecutor(connection).migrate([], [(each, True) for each in undoing])


def _checks_off(connection: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
    """SQLite's of foreign keys, which it switches only between transactions."""
    if connection.vendor == "sqlite":
        return connection.constraint_checks_disabled()
    return nullcontext()
