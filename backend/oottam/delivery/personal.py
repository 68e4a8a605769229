"""Retention and personal columns of the delivery's tables."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from oottam.core.personal import BY_THE_DESK, PER_PLAN, Personal, RetentionPolicy, Rule, Table
from oottam.delivery.models import (
    AddressPosition,
    CashCollection,
    CashHandover,
    DeliveryOutcome,
    FormerRider,
    Outcome,
    Route,
    RoutePin,
    Run,
    RunAssignment,
    RunServing,
    StopPosition,
    TakeOver,
)


def _taps(before: datetime) -> "QuerySet[DeliveryOutcome]":
    """Failures that stand are excluded: reports count them."""
    return DeliveryOutcome.objects.filter(
        Q(outcome=Outcome.DELIVERED) | Q(stands=False), at__lt=before
    )


def _cash_taps(before: datetime) -> "QuerySet[CashCollection]":
    """Collections of past runs; their payments stay."""
    return CashCollection.objects.filter(run__date__lt=timezone.localdate(before))


def _runs(before: datetime) -> "QuerySet[Run]":
    """Past runs without stored cash, with their former riders."""
    return Run.objects.filter(date__lt=timezone.localdate(before), cash__isnull=True)


TABLES = (
    Table(Route, "Routes", RetentionPolicy("route", "never: closed ones stay"), plain="id name position is_closed usual_rider"),
    Table(RoutePin, "PIN codes of the routes", RetentionPolicy("PIN code", "with its route"), plain="id pin route"),
    Table(StopPosition, "Place on a route", PER_PLAN, request="plan__request", plain="plan route rank",
        personal={"hint": Personal()}),
    Table(AddressPosition, "Place of a later address on a route", BY_THE_DESK, request="address__request",
        plain="address route rank"),
    Table(FormerRider, "Former riders", RetentionPolicy("reassigned run", "with its run"),
        plain="id run rider"),
    Table(RunAssignment, "Riders of runs", RetentionPolicy("rider of a run", "with its run"),
        plain="id run rider since until"),
    Table(TakeOver, "Take-over requests", RetentionPolicy("take-over request", "with its run"),
        plain="id run rider asked_at decided_at decided_by is_agreed"),
    Table(RunServing, "Boxes on the runs", RetentionPolicy("box on a run", "with its run"), request="serving__plan__request",
        plain="id run serving since until"),
    Table(DeliveryOutcome, "Deliveries",
        RetentionPolicy("delivery tap", "DOORS_RETENTION_MONTHS; failures never, as reports count them"),
        request="serving__plan__request",
        plain="id serving key outcome reason tapped_at by at uncounted stands undone_at undone_by decision decided_at decided_by told_at",
        personal={"words": Personal()}, rules=(Rule("delivery taps", "DOORS_RETENTION_MONTHS", _taps),)),
    Table(CashCollection, "Cash taken at the door", RetentionPolicy("cash tap", "DOORS_RETENTION_MONTHS; the payment stays"),
        request="payment__request", plain="id key run payment tapped_at at",
        rules=(Rule("cash taps", "DOORS_RETENTION_MONTHS", _cash_taps),)),
    # After cash collections, which protect it.
    Table(Run, "Runs", RetentionPolicy("route of a meal of a day", "DOORS_RETENTION_MONTHS"), plain="id date meal route rider",
        rules=(Rule("runs", "DOORS_RETENTION_MONTHS", _runs),)),
    Table(CashHandover, "Cash handed over", RetentionPolicy("rider and day with cash", "never (accounting)"),
        plain="id rider day paise by at undone_at"),
)  # fmt: skip
