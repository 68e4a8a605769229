"""What the record of who did what repeats of a person."""

from django.db.models import Q

from oottam.audit.models import Entry
from oottam.common.personal import Personal, Table

TABLES = (
    Table(
        Entry,
        "What was done",
        reference="reference",
        plain=("id", "at", "actor", "action", "reference", "day"),
        personal={
            # The facts are what was asked about allergies, among others; a dish that clashes tells of them.
            "data": Personal(
                {},
                health=Q(
                    action__in=("request.facts", "request.event", "request.carry", "food.accept")
                ),
            ),
            "reason": Personal(health=Q(action="food.accept")),
        },
    ),
)
