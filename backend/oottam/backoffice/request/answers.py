"""What the customer answered herself, beside what is saved."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oottam.backoffice.request import forms
from oottam.backoffice.request.text import LABELS, format_value
from oottam.requests.models import Request
from oottam.workflow.models import CustomerAnswer, Diet
from oottam.workflow.services.customer_answers import (
    Difference,
    accepts_answers,
    answered_names,
    answers_of,
    differences,
)
from oottam.workflow.services.details import details_of
from oottam.workflow.services.editing import to_json_value


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One question: the last answer, other answers before it, and what is saved; in words, "" for nothing."""

    name: str
    label: str
    answered: str
    earlier: Sequence[str]
    saved: str
    is_same: bool
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class AnswersView:
    """`answered` are the names of the questions; the rows are those of a request that takes answers."""

    at: datetime | None = None
    rows: Sequence[AnswerRow] = ()
    answered: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_pending(self) -> bool:
        """Whether some of them are not what is saved."""
        return any(not row.is_same for row in self.rows)


@dataclass(frozen=True, slots=True)
class Answers:
    """The customer's forms and what they come to, for one page."""

    forms: Sequence[CustomerAnswer] = ()
    differences: Sequence[Difference] = ()


def answers_to(request: Request) -> Answers:
    """None of a request that takes no answers (any more); one query."""
    if not accepts_answers(request):
        return Answers()
    found = answers_of(request)
    return Answers(found, differences(request, found))


def answers_form(
    request: Request, answers: Answers, data: Any = None
) -> forms.TakeAnswersForm | None:
    """Which of them to use; None where nothing would change."""
    open_rows = [row for row in answers.differences if not row.is_same]
    if not open_rows:
        return None
    return forms.TakeAnswersForm(
        data,
        choices=[(row.name, LABELS[row.name]) for row in open_rows],
        ticked=[row.name for row in open_rows if row.is_safe],
        asks_zone=details_of(request).zone_ok is None,
    )


def answers_view(answers: Answers, form: forms.StaffForm | None) -> AnswersView:
    """With what the form has ticked."""
    if not answers.forms:
        return AnswersView()
    ticked = form["take"].value() if form else ()
    return AnswersView(
        at=max(each.at for each in answers.forms),
        rows=[
            AnswerRow(
                name=row.name,
                label=LABELS[row.name],
                answered=_words(row.name, row.answered),
                earlier=[_words(row.name, value) for value in row.earlier],
                saved=""
                if row.current in (None, "", Diet.UNKNOWN)
                else _words(row.name, row.current),
                is_same=row.is_same,
                is_ticked=row.name in ticked,
            )
            for row in answers.differences
        ],
        answered=frozenset(answered_names(answers.forms)),
    )


def _words(name: str, value: Any) -> str:
    return format_value(name, to_json_value(value), {})
