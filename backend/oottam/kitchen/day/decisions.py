"""A day's decisions (closed, choices, substitutions, cooked) and cut-off snapshots; one query over six tables."""

from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import connection

from oottam.kitchen.day.column_values import moment
from oottam.kitchen.day.types import DoneBy

# Type, meal, dish, number, text, user name, time.
_OF_THE_DAY = """
SELECT 'closed', c.meal, 0, 0, c.reason, u.username, c.at
FROM schedule_closedday c JOIN auth_user u ON u.id = c.by_id WHERE c.date = %s
UNION ALL SELECT 'choice', c.meal, c.item_id, c.chosen_id, '', u.username, c.at
FROM schedule_choice c JOIN auth_user u ON u.id = c.by_id WHERE c.date = %s
UNION ALL SELECT 'substitute', c.meal, c.item_id, c.instead_id, c.reason, u.username, c.at
FROM schedule_substitution c JOIN auth_user u ON u.id = c.by_id WHERE c.date = %s
UNION ALL SELECT 'cooked', c.meal, c.item_id, 0, '', u.username, c.at
FROM schedule_cooked c JOIN auth_user u ON u.id = c.by_id WHERE c.date = %s
UNION ALL SELECT 'cutoff', c.meal, 0, c.last_change, '', '', c.at
FROM schedule_lock c WHERE c.date = %s
UNION ALL SELECT 'at cutoff', c.meal, l.item_id, l.quantity, '', '', c.at
FROM schedule_lock c JOIN schedule_lockline l ON l.lock_id = c.id WHERE c.date = %s
"""


@dataclass(frozen=True, slots=True)
class Cutoff:
    """A cut-off that has passed: its moment, and the id of the last change before it."""

    at: datetime
    last_change: int


@dataclass(slots=True)
class DayDecisions:
    """Decisions by (meal, dish), where meal 0 is every meal.

    `at_cutoff` are portions by meal and dish, `reasons` those of substitutions.
    """

    closed: dict[int, str] = field(default_factory=dict)
    choices: dict[tuple[int, int], int] = field(default_factory=dict)
    substitutes: dict[tuple[int, int], int] = field(default_factory=dict)
    reasons: dict[tuple[int, int], str] = field(default_factory=dict)
    decided: dict[tuple[int, int], DoneBy] = field(default_factory=dict)
    replaced: dict[tuple[int, int], DoneBy] = field(default_factory=dict)
    cooked: dict[tuple[int, int], DoneBy] = field(default_factory=dict)
    cutoffs: dict[int, Cutoff] = field(default_factory=dict)
    at_cutoff: dict[int, dict[int, int]] = field(default_factory=dict)

    def items(self) -> set[int]:
        """Return every dish that is named."""
        pairs = (*self.choices.items(), *self.substitutes.items())
        named = {item for (_, item), other in pairs} | {other for _, other in pairs}
        return named | {item for lines in self.at_cutoff.values() for item in lines}


def day_decisions(day: date) -> DayDecisions:
    """Read the day's decisions; one query."""
    decisions = DayDecisions()
    with connection.cursor() as cursor:
        cursor.execute(_OF_THE_DAY, [day] * _OF_THE_DAY.count("%s"))
        rows = cursor.fetchall()
    for what, meal, item, number, text, by, at in rows:
        where = (meal, item)
        match what:
            case "closed":
                decisions.closed[meal] = text
            case "choice":
                decisions.choices[where], decisions.decided[where] = number, DoneBy(by, moment(at))
            case "substitute":
                decisions.substitutes[where], decisions.reasons[where] = number, text
                decisions.replaced[where] = DoneBy(by, moment(at))
            case "cooked":
                decisions.cooked[where] = DoneBy(by, moment(at))
            case "cutoff":
                decisions.cutoffs[meal] = Cutoff(moment(at), number)
            case "at cutoff":
                decisions.at_cutoff.setdefault(meal, {})[item] = number
    return decisions
