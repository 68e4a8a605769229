"""Totals of past days. Both tables are derived data: missing totals are computed again."""

from django.db import models


class DailyTotals(models.Model):
    """Figures of one day: counts and amounts, no personal data."""

    day = models.DateField(primary_key=True)
    figures = models.TextField(help_text="JSON, as figures.DayFigures says")
    version = models.PositiveSmallIntegerField(
        db_default=1, help_text="figures.FIGURES_VERSION when they were counted"
    )

    class Meta:
        db_table = "reporting_daysums"
        ordering = ("day",)

    def __str__(self) -> str:
        return f"Totals of {self.day}"


class StaleDay(models.Model):
    """A day whose stored totals are outdated; written by triggers on PostgreSQL only."""

    day = models.DateField(db_index=True)

    class Meta:
        db_table = "reporting_changedday"
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"Changed: {self.day}"
