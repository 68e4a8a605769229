"""Migrates the tables back to an older release, with this release's migrations."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import CharField, F, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.utils import formats, timezone

from oottam.billing.models import Paper, TaxProfile
from oottam.billing.tax import TaxKind
from oottam.catalogue.choices import JOINED, Allergen
from oottam.core.errors import DomainError
from oottam.core.money import format_rupees
from oottam.delivery.models import CashHandover, Route
from oottam.maintenance import migration_lock
from oottam.maintenance.known_migrations import MigrationName
from oottam.menu.models import Edition, EditionState, MenuDraft, SoldOut
from oottam.reporting import triggers
from oottam.requests.models import Request, Status
from oottam.schedule.choices import ONGOING, boxes_without_result
from oottam.schedule.models import AcceptedDish, ChangeNotice, FormerRecipe, KitchenItem, Serving
from oottam.workflow.models import (
    BoxAddress,
    Channel,
    CustomerAnswer,
    Diet,
    FulfilmentDetails,
    LaterAddress,
    Meal,
    MealTime,
    PaymentMethod,
    Refund,
    RetainedAmount,
)
from oottam.workflow.services.customer_answers import QUESTIONS

OLDEST = ("notify", "0003_http_request_id")  # the newest of 0.3.0; later migrations are reversible


class HiddenData(NamedTuple):
    """Data that the older release does not show: heading, query, columns and text of each row.

    Columns are a name (reference or user) and the arguments of `text`. Money and links are listed completely,
    other data of open requests only.
    """

    migration: MigrationName
    heading: str
    rows: "Callable[[], QuerySet[Any]]"
    columns: "tuple[str | F | Concat, ...]"
    text: Callable[..., str]


REFERENCE = F("request__reference")
HIDDEN_DATA = (
    HiddenData(
        ("billing", "0001_papers"),
        "Receipts and bills, which are deleted: keep this list, and set another prefix when the shop has them again",
        lambda: Paper.objects.order_by("pk"),
        (REFERENCE, "number", "paise", "issued_at"),
        lambda number, paise, issued_at: (
            f"{number}: {format_rupees(paise)} on {timezone.localdate(issued_at)}"
        ),
    ),
    HiddenData(
        ("billing", "0001_papers"),
        "Tax profiles: set them again when the shop has them again",
        lambda: TaxProfile.objects.order_by("pk"),
        ("legal_name", "kind", "gstin", "prefix", "valid_from"),
        lambda kind, gstin, prefix, day: f"{TaxKind(kind).label} {gstin} {prefix} from {day}",
    ),
    HiddenData(
        ("requests", "0009_link_number"),
        "Requests with a new link: the old ones work again, and the new ones do not",
        lambda: Request.objects.exclude(link_number=0).filter(erased_at=None).order_by("pk"),
        ("reference", "link_number"),
        lambda replaced: f"replaced {replaced}x",
    ),
    HiddenData(
        ("handling", "0011_refunds"),
        "Refunds",
        lambda: Refund.objects.filter(undone_at=None),
        (REFERENCE, "paise", "given_on", "method", "reference"),
        lambda paise, day, method, reference: (
            f"{format_rupees(paise)} on {day} by {PaymentMethod(method).label} {reference}"
        ),
    ),
    HiddenData(
        ("handling", "0011_refunds"),
        "Kept of what was paid for a cancelled request",
        RetainedAmount.objects.all,
        (REFERENCE, "paise"),
        format_rupees,
    ),
    HiddenData(
        ("delivery", "0003_cash_handovers"),
        "Cash handed over",
        lambda: CashHandover.objects.filter(undone_at=None),
        ("rider__username", "paise", "day"),
        lambda paise, day: f"{format_rupees(paise)} of {day}",
    ),
    HiddenData(
        ("handling", "0009_finer_diets"),
        "Diets, vegetarian from now on",
        lambda: (
            FulfilmentDetails.objects.filter(diet=Diet.VEG).exclude(finer_diet="").order_by("pk")
        ),
        (REFERENCE, "finer_diet"),
        lambda diet: str(Diet(diet).label),
    ),
    HiddenData(
        ("handling", "0009_finer_diets"),
        "Allergies and notes of an earlier request, not asked about since",
        lambda: FulfilmentDetails.objects.exclude(health_since=None).order_by("pk"),
        (REFERENCE, "health_since"),
        lambda day: f"known since {day}",
    ),
    HiddenData(
        ("schedule", "0005_finer_diets"),
        "Dishes that clash with an allergy or a diet, as agreed",
        lambda: AcceptedDish.objects.filter(plan__request__closed_at=None),
        ("plan__request__reference", "item__name", "clashes"),
        lambda dish, clashes: f"{dish} ({clashes})",
    ),
    HiddenData(
        ("schedule", "0012_boxes_without_result"),
        "Boxes without a result, which stay planned: record what became of them before",
        lambda: Serving.objects.filter(boxes_without_result(timezone.localdate())).order_by(
            "date", "meal", "pk"
        ),
        ("plan__request__reference", "date", "meal"),
        lambda day, meal: f"{Meal(meal).label} of {day}",
    ),
    HiddenData(
        ("schedule", "0013_recipes"),
        "Recipes that begin on a day to come, which count at once",
        lambda: FormerRecipe.objects.filter(until__gte=timezone.localdate()).order_by("item__name"),
        ("item__name", "until"),
        lambda until: f"after {until}",
    ),
    HiddenData(
        ("schedule", "0013_recipes"),
        "Steps of recipes, of which only those of the published menu are shown",
        lambda: KitchenItem.objects.exclude(method=None).exclude(method=[]).order_by("name"),
        ("name", "method"),
        lambda method: f"{len(method)}",
    ),
    HiddenData(
        ("delivery", "0009_usual_riders"),
        "Usual riders of routes",
        lambda: Route.objects.exclude(usual_rider=None),
        ("usual_rider__username", "name"),
        str,
    ),
    HiddenData(
        ("handling", "0015_meal_times"),
        "Times of meals, which go with the first one from now on",
        lambda: (
            MealTime.objects.filter(is_settled=True)
            .exclude(time=None)
            .exclude(time=F("request__fulfilment__delivery_time"))
            .order_by("request", "meal")
        ),
        (REFERENCE, "meal", "time"),
        lambda meal, time: f"{Meal(meal).label} {formats.time_format(time, 'H:i')}",
    ),
    HiddenData(
        ("handling", "0021_allergen_list"),
        "Allergies that the earlier list does not know: write them into the kitchen notes before",
        lambda: (
            FulfilmentDetails.objects.filter(request__closed_at=None)
            .annotate(codes=Cast("allergens", TextField()))
            .filter(codes__regex="|".join(JOINED))
            .order_by("pk")
        ),
        (REFERENCE, "allergens"),
        lambda codes: ", ".join(code for code in codes if code in JOINED),
    ),
    HiddenData(
        ("handling", "0016_customer_answers"),
        "Answers of customers to new requests",
        lambda: CustomerAnswer.objects.filter(request__status=Status.NEW).order_by("pk"),
        (REFERENCE, *QUESTIONS),
        lambda *answers: ", ".join(
            _format_answer(answer) for answer in answers if answer not in (None, "")
        ),
    ),
    HiddenData(
        ("handling", "0016_customer_answers"),
        "Door notes of new requests",
        lambda: (
            FulfilmentDetails.objects.filter(request__status=Status.NEW)
            .exclude(door_note="")
            .order_by("pk")
        ),
        (REFERENCE, "door_note"),
        str,
    ),
    HiddenData(
        ("handling", "0020_later_addresses"),
        "Addresses from a day on: all boxes go to the first address again",
        lambda: LaterAddress.objects.filter(
            undone_at=None, request__plan__state__in=ONGOING
        ).order_by("pk"),
        (REFERENCE, "from_date", "address"),
        lambda day, address: f"from {day}: {address}",
    ),
    HiddenData(
        ("handling", "0024_box_addresses"),
        "Addresses that customers chose for one box: it goes to that of its weekday again",
        lambda: BoxAddress.objects.filter(date__gte=timezone.localdate()).order_by("date", "pk"),
        (REFERENCE, "meal", "date", "address__address"),
        lambda meal, day, address: f"{Meal(meal).label} of {day}: {address or 'usual address'}",
    ),
    HiddenData(
        ("schedule", "0008_change_notices"),
        "Customers told of a closed day to come",
        lambda: ChangeNotice.objects.filter(
            change__data__date__gte=timezone.localdate().isoformat()
        ),
        ("plan__request__reference", "change__data__date", "channel"),
        lambda day, channel: f"{day} by {Channel(channel).label}",
    ),
    HiddenData(
        ("menu", "0001_initial"),
        "The published menu: pages show the contract folder again (manage.py menu export saves it)",
        lambda: Edition.objects.filter(state__in=(EditionState.LIVE, EditionState.SCHEDULED)),
        (Concat(Value("edition "), "number", output_field=CharField()), "note"),
        str,
    ),
    HiddenData(
        ("menu", "0001_initial"),
        "The draft of the menu, last edited by",
        lambda: MenuDraft.objects.exclude(content=""),
        ("edited_by__username",),
        lambda: "",
    ),
    HiddenData(
        ("menu", "0001_initial"),
        "Sold-out dishes, which can be ordered again",
        SoldOut.objects.all,
        ("dish_name",),
        lambda: "",
    ),
)


def _format_answer(answer: Any) -> str:
    """Allergies by label; other answers unchanged."""
    if isinstance(answer, list):
        return " + ".join(str(Allergen(code).label) for code in answer) or "no allergies"
    return str(answer)


def plan_reversal(
    connection: BaseDatabaseWrapper, known: Collection[MigrationName]
) -> list[Migration]:
    """List the migrations that `reverse` would undo, newest first; raises DomainError."""
    if OLDEST not in known:
        raise DomainError("Tables can be brought back to those of 0.3.0, and of later releases.")
    loader = MigrationLoader(connection)
    order = [
        name for leaf in loader.graph.leaf_nodes() for name in loader.graph.forwards_plan(leaf)
    ]
    later = [name for name in dict.fromkeys(order) if name in loader.applied_migrations]
    return [loader.graph.nodes[name] for name in reversed(later) if name not in known]


def describe_hidden(migrations: Sequence[Migration]) -> Iterator[str]:
    """Lines with the data that the older release does not show; they contain personal data."""
    names = {(migration.app_label, migration.name) for migration in migrations}
    for hidden in HIDDEN_DATA:
        if hidden.migration in names:
            values = hidden.rows().values_list(*hidden.columns)
            rows = [f"  {name}  {hidden.text(*others)}".rstrip() for name, *others in values]
            if rows:
                yield from (f"{hidden.heading}: {len(rows)}", *rows)


def reverse(connection: BaseDatabaseWrapper, migrations: Sequence[Migration]) -> None:
    """Undo the migrations in one transaction."""
    with (
        migration_lock.hold(connection),
        _without_foreign_key_checks(connection),
        transaction.atomic(using=connection.alias),
        migration_lock.checked_once(connection),
    ):
        if migrations:
            triggers.drop(connection)
        MigrationExecutor(connection).migrate([], [(migration, True) for migration in migrations])


def _without_foreign_key_checks(connection: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
    """On SQLite: the checks can be switched only outside a transaction."""
    if connection.vendor == "sqlite":
        return connection.constraint_checks_disabled()
    return nullcontext()
