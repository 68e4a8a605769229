"""Sums of days that are over. Both tables are derived: whatever is missing is added up again."""

from django.db import models


class DailyTotals(models.Model):
    """All that a report adds up of one day: counts and amounts, and nobody's name."""

    day = models.DateField(primary_key=True)
    figures = models.TextField(help_text="JSON, as figures.DayFigures says")

    class Meta:
        db_table = "reporting_daysums"
        ordering = ("day",)

    def __str__(self) -> str:
        return f"Sums of {self.day}"


class StaleDay(models.Model):
    """A day of which something changed, so that its sums are no longer true; triggers write it (PostgreSQL only)."""

    day = models.DateField(db_index=True)

    class Meta:
        db_table = "reporting_changedday"
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"Changed: {self.day}"
