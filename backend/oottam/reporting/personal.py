"""Register of personal data: reporting has none."""

from oottam.core.personal import RetentionPolicy, Table
from oottam.reporting.models import DailyTotals, StaleDay

TABLES = (
    Table(DailyTotals, "Totals of days", RetentionPolicy("past day", "when its day changes; then computed again"),
        plain="day figures version"),
    Table(StaleDay, "Days whose sums changed",
        RetentionPolicy("statement that changes a past day (PostgreSQL)", "when its totals are computed"), plain="id day"),
)  # fmt: skip
