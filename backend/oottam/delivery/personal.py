"""What the delivery holds of a person: hints for their door, and what was said there."""

from oottam.common.personal import Personal, Table
from oottam.delivery.models import (
    CashHandover,
    CashTap,
    FormerRider,
    Place,
    Result,
    Route,
    RoutePin,
    Run,
    RunAssignment,
    RunBox,
    TakeOver,
)

TABLES = (
    Table(Route, "Routes", plain=("id", "name", "position", "is_closed")),
    Table(RoutePin, "PIN codes of the routes", plain=("id", "pin", "route")),
    Table(
        Place,
        "Place on a route",
        request="plan__request",
        plain=("plan", "route", "rank"),
        personal={"hint": Personal()},
    ),
    Table(Run, "Runs", plain=("id", "date", "meal", "route", "rider")),
    Table(FormerRider, "Riders whom another one followed", plain=("id", "run", "rider")),
    Table(RunAssignment, "Riders of the runs", plain=("id", "run", "rider", "since", "until")),
    Table(
        TakeOver,
        "Runs that riders asked for",
        plain=("id", "run", "rider", "asked_at", "decided_at", "decided_by", "is_agreed"),
    ),
    Table(
        RunBox,
        "Boxes on the runs",
        request="serving__plan__request",
        plain=("id", "run", "serving", "since", "until"),
    ),
    Table(
        Result,
        "Deliveries",
        request="serving__plan__request",
        plain=(
            "id", "serving", "key", "outcome", "reason", "tapped_at", "by", "at", "uncounted",
            "stands", "undone_at", "undone_by", "decision", "decided_at", "decided_by",
        ),
        personal={"words": Personal()},
    ),
    Table(
        CashTap,
        "Cash taken at the door",
        request="payment__request",
        plain=("id", "key", "run", "payment", "tapped_at", "at"),
    ),
    Table(
        CashHandover,
        "Cash handed over",
        plain=("id", "rider", "day", "paise", "by", "at", "undone_at"),
    ),
)  # fmt: skip
