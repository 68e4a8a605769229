"""Register of personal data: reporting has none."""

from oottam.core.personal import RetentionPolicy, Table
from oottam.reporting.models import DailyTotals, StaleDay

TABLES = (
    Table(DailyTotals, "Sums of days", RetentionPolicy("day that is over", "with any change of its day, and made again"),
        plain="day figures"),
    Table(StaleDay, "Days whose sums changed",
        RetentionPolicy("statement that changes a day, on PostgreSQL", "when the day is summed up"), plain="id day"),
)  # fmt: skip
