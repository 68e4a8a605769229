"""Compares the customer's answers on the status page with the saved details, and the form that applies them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.text import LABELS, foreign_pin_hint, format_value
from oottam.backoffice.shared.fields import StaffForm, YesNo
from oottam.requests.models import Request
from oottam.workflow.models import CustomerAnswer, Diet
from oottam.workflow.services import customer_answers
from oottam.workflow.services.customer_answers import (
    ComparedAnswer,
    accepts_answers,
    answered_names,
    answers_of,
    differences,
)
from oottam.workflow.services.details import MEAL_KINDS, details_of
from oottam.workflow.services.editing import to_json_value


@dataclass(frozen=True, slots=True)
class Answers:
    """The customer's forms and how they differ from the saved details."""

    forms: Sequence[CustomerAnswer] = ()
    differences: Sequence[ComparedAnswer] = ()


def answers_to(request: Request) -> Answers:
    """Read the answers by one query; empty for a request that accepts none."""
    if not accepts_answers(request):
        return Answers()
    answer_forms = answers_of(request)
    return Answers(answer_forms, differences(request, answer_forms))


class ApplyAnswersForm(ActionForm):
    """Save the selected answers as the request's details."""

    action = "take-answers"
    kinds = MEAL_KINDS
    success_message = "The customer's answers are saved."
    # A colleague used them, or the request is not new any more.
    unavailable_message = "There is no answer left to use."
    take = forms.MultipleChoiceField(
        label="Answers",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": "One of these answers is used already. Look at the rest."
        },
    )
    zone_ok = YesNo(label="In delivery area", required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        choices: Sequence[tuple[str, str]],
        selected: Sequence[str],
        needs_zone: bool,
        pin: str = "",
    ) -> None:
        super().__init__(data, initial={"take": selected})
        self.offer("take", choices)
        self.fields["zone_ok"].help_text = foreign_pin_hint(pin)
        if not needs_zone:
            del self.fields["zone_ok"]

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> "ApplyAnswersForm | None":
        customer_request = cls.load(reference)
        return answers_form(customer_request, answers_to(customer_request), data)

    def clean_take(self) -> list[str]:
        selected: list[str] = self.cleaned_data["take"]
        if not selected:
            raise forms.ValidationError("Tick at least one answer.")
        return selected

    def execute(self, **context: Any) -> Request:
        values = self.cleaned_data
        return customer_answers.apply_answers(
            names=values["take"], zone_ok=values.get("zone_ok"), **context
        )


def answers_form(request: Request, answers: Answers, data: Any = None) -> ApplyAnswersForm | None:
    """Offer the answers that differ, the safe ones selected; None where none differs."""
    open_rows = [row for row in answers.differences if not row.is_same]
    if not open_rows:
        return None
    fulfilment = details_of(request)
    answered = {row.name: row.answered for row in open_rows}
    return ApplyAnswersForm(
        data,
        choices=[(row.name, LABELS[row.name]) for row in open_rows],
        selected=[row.name for row in open_rows if row.is_safe],
        needs_zone=fulfilment.zone_ok is None,
        pin=answered.get("pin") or fulfilment.pin,
    )


def answers_view(answers: Answers, form: StaffForm | None) -> dict[str, Any]:
    """Return when the customer answered, a row for each question, and the names of all that were answered.

    A row has the last answer, the different ones before it, and the saved value, as text; "" for none.
    """
    selected = form["take"].value() if form else ()
    return {
        "at": max((each.at for each in answers.forms), default=None),
        "rows": [
            {
                "name": row.name,
                "label": LABELS[row.name],
                "answered": _format(row.name, row.answered),
                "earlier": [_format(row.name, value) for value in row.earlier],
                "saved": ""
                if row.current in (None, "", Diet.UNKNOWN)
                else _format(row.name, row.current),
                "is_same": row.is_same,
                "is_ticked": row.name in selected,
            }
            for row in answers.differences
        ],
        "answered": answered_names(answers.forms),
        "is_pending": any(not row.is_same for row in answers.differences),
    }


def _format(name: str, value: Any) -> str:
    return format_value(name, to_json_value(value), {})
