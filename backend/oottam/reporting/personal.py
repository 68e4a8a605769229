"""The sums of days hold nothing of a person."""

from oottam.common.personal import Table
from oottam.reporting.models import ChangedDay, DaySums

TABLES = (
    Table(DaySums, "Sums of days", plain=("day", "figures")),
    Table(ChangedDay, "Days whose sums changed", plain=("id", "day")),
)
