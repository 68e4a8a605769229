"""Tables of the menu: the draft, its editions, photographs, dishes that are sold out.

A content (`content.py`) is stored as its canonical JSON text. Edition 0 is the contract folder and has no row.
"""

from typing import Final

from django.db import models

from oottam.core.fields import CodeField, CodesOf, optional_account

MAX_NOTE_LENGTH = 200  # characters


class EditionState(models.TextChoices):
    """Where an edition stands; at most one is live and one is scheduled."""

    SCHEDULED = "scheduled", "Scheduled"
    LIVE = "live", "Live"
    REPLACED = "replaced", "Replaced"
    WITHDRAWN = "withdrawn", "Withdrawn"


# Referenced by migrations.
edition_states = CodesOf(EditionState)


class MenuDraft(models.Model):
    """What staff are changing: a single row. Without content there is nothing unpublished."""

    ONLY: Final = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    content = models.TextField(blank=True)
    revision = models.PositiveIntegerField(
        default=0, help_text="Counts every change, published ones too: the optimistic lock"
    )
    edited_by = optional_account()
    edited_at = models.DateTimeField(null=True)
    changes = models.JSONField(
        default=list, help_text="The last changes: revision, account, time and sentence of each"
    )

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_menu_draft"),)

    def __str__(self) -> str:
        return f"Draft {self.revision}"


class Edition(models.Model):
    """A published or scheduled content. Numbers are never used again."""

    number = models.PositiveIntegerField(primary_key=True)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    figures = models.JSONField(
        null=True,
        help_text="Portion and figures of each dish as they were published; empty: they follow the recipes",
    )
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True)
    made_by = optional_account()
    made_at = models.DateTimeField()
    state = CodeField(EditionState, max_length=10)
    starts_at = models.DateTimeField(help_text="When it goes live")
    live_from = models.DateTimeField(null=True)
    live_to = models.DateTimeField(null=True, db_index=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(
                fields=("state",), condition=models.Q(state="live"), name="one_live_edition"
            ),
            models.UniqueConstraint(
                fields=("state",),
                condition=models.Q(state="scheduled"),
                name="one_scheduled_edition",
            ),
        )

    def __str__(self) -> str:
        return f"Edition {self.number}"


class Photo(models.Model):
    """An original as pages' sizes are cut from: turned, cropped, without metadata."""

    digest = models.CharField(max_length=64, primary_key=True)
    image = models.BinaryField(help_text="JPEG, 2 MB at most")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    added_by = optional_account()
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:12]


class SoldOut(models.Model):
    """A dish that cannot be ordered for some time; in every menu that has a dish of this name."""

    dish_name = models.CharField(max_length=34, unique=True)
    until = models.DateField(null=True, help_text="Its last day, IST; empty until it is taken back")
    since = models.DateTimeField()
    marked_by = optional_account()

    class Meta:
        ordering = ("dish_name",)

    def __str__(self) -> str:
        return self.dish_name


class Server(models.Model):
    """A server, and the edition that it shows: each writes its own row."""

    name = models.CharField(max_length=120, primary_key=True, help_text="Host name and port")
    edition = models.PositiveIntegerField()
    error = models.CharField(
        max_length=300, blank=True, help_text="Why it does not show the live edition"
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
