"""A customer's answers on the page "What we need to start".

Answers confirm nothing and change no details until the desk applies them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from oottam.api.writing.rate_limits import count_status_form
from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.requests.models import Request, Status
from oottam.workflow.models import CustomerAnswer, Diet
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.details import MEAL_KINDS, details_of, set_details
from oottam.workflow.services.editing import EditContext, RequestEdit, edit_request
from oottam.workflow.services.health_access import record_health_access
from oottam.workflow.services.meal_times import FIELDS, meal_times

ANSWER = "request.answer"
APPLY = RequestAction.APPLY_ANSWERS
NOTES_APART = "; "
NOT_EATEN = "Must not eat: “{}”"  # alone, the answer would read as a wish on the label
MAX_ANSWERS = 10  # forms per request
TIMES = tuple(FIELDS.values())
_MEALS = {field: meal for meal, field in FIELDS.items()}
# In the form's order.
QUESTIONS = (
    "diet",
    "allergens",
    "kitchen_note",
    "start_date",
    *TIMES,
    "address",
    "pin",
    "locality",
    "door_note",
)
# Asked together with an item of the checklist.
_ASKED_WITH = {"kitchen_note": "allergens", "locality": "pin"}
_OF_HEALTH = ("allergens", "kitchen_note")


class AnswersClosedError(Exception):
    """The request accepts no answers: it is not new, is no plan, or has MAX_ANSWERS of them."""


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """The customer's last answer to a question, compared with the request's details.

    `earlier` answers differ from the last one; `proposed` is the value that applying it would set.
    """

    name: str
    answered: Any
    earlier: Sequence[Any]
    current: Any
    proposed: Any

    @property
    def is_same(self) -> bool:
        """Whether applying it would change nothing."""
        return bool(self.proposed == self.current)

    @property
    def is_safe(self) -> bool:
        """Whether it replaces nothing that the desk typed."""
        adds = self.name in _OF_HEALTH
        return adds or self.current in (None, "", Diet.UNKNOWN)


def accepts_answers(request: Request) -> bool:
    """Return whether the customer can answer: a plan that is not confirmed yet."""
    return request.kind in MEAL_KINDS and request.status == Status.NEW and request.erased_at is None


def questions(request: Request) -> list[str]:
    """Return the questions the customer may answer: the address only without one, times only of ordered meals."""
    fulfilment = details_of(request)
    times = {FIELDS[time.meal] for time in meal_times(fulfilment)}
    has_address = bool(fulfilment.address.strip())
    return [
        name
        for name in QUESTIONS
        if (name not in TIMES or name in times) and (name != "address" or not has_address)
    ]


def unanswered(request: Request, answered: Collection[str] = ()) -> list[str]:
    """Return questions with missing details, without those that are `answered`."""
    if not accepts_answers(request):
        return []
    lacking = {item.field for item in missing(request)}
    open_names = [
        name
        for name in questions(request)
        if _ASKED_WITH.get(name, name) in lacking and _ASKED_WITH.get(name, name) not in answered
    ]
    if open_names and not details_of(request).door_note and "door_note" not in answered:
        open_names.append("door_note")
    return open_names


def answered_names(answers: Iterable[CustomerAnswer]) -> set[str]:
    """Return the questions that any of these forms answered."""
    return {name for answer in answers for name in QUESTIONS if _is_given(getattr(answer, name))}


def answers_of(request: Request) -> list[CustomerAnswer]:
    """Return answers to the request and its duplicates, oldest first; one query."""
    of_request = Q(request=request) | Q(request__merged_into=request)
    return list(CustomerAnswer.objects.filter(of_request))


def unused_answers() -> Exists:
    """Build a condition for new requests with answers later than the last applied ones."""
    used = AuditEntry.objects.filter(
        action=APPLY, reference=OuterRef(OuterRef("reference")), at__gte=OuterRef("at")
    )
    return Exists(CustomerAnswer.objects.filter(~Exists(used), request=OuterRef("pk")))


def submit(
    *, request_id: UUID, key: str, given: Mapping[str, Any], now: datetime, sender: str
) -> None:
    """Store the answers of one form, once per key; `sender` is the customer's IP address.

    Raises AnswersClosedError, NotFoundError and, at the address's cap, RequestRejectedError.
    """
    with transaction.atomic():
        request = Request.objects.select_for_update().filter(pk=request_id).first()
        if request is None or not accepts_answers(request):
            raise AnswersClosedError
        answers = CustomerAnswer.objects.filter(request=request)
        if answers.filter(key=key).exists():
            return
        if answers.count() >= MAX_ANSWERS:
            raise AnswersClosedError
        count_status_form(sender, now)
        with edit_request(
            reference=request.reference, version=request.version, action=ANSWER, actor=None, now=now
        ) as edit:
            _store(edit, key, given)


def _store(edit: RequestEdit, key: str, given: Mapping[str, Any]) -> None:
    """Store answers. The audit log names the questions, never the answers."""
    allowed = questions(edit.request)
    answers = {name: given[name] for name in allowed if _is_given(given.get(name))}
    CustomerAnswer.objects.create(request=edit.request, key=key, at=edit.now, **answers)
    edit.data["answered"] = list(answers)


def differences(request: Request, answers: Sequence[CustomerAnswer]) -> list[ComparedAnswer]:
    """Return a row for each answered question, in the order of questions."""
    fulfilment = details_of(request)
    known = meal_times(fulfilment)
    ordered = {FIELDS[each.meal] for each in known}
    times = {FIELDS[each.meal]: each.time for each in known if each.is_settled}
    result = []
    for name in QUESTIONS:
        values = [getattr(answer, name) for answer in answers]
        values = [value for value in values if _is_given(value)]
        if not values or (name in TIMES and name not in ordered):
            continue
        column = "full_diet" if name == "diet" else name
        current = times.get(name) if name in TIMES else getattr(fulfilment, column)
        earlier = [value for value in values[:-1] if value != values[-1]]
        proposed = _proposed(name, values, current)
        result.append(ComparedAnswer(name, values[-1], earlier, current, proposed))
    return result


def apply_answers(
    *, names: Collection[str], zone_ok: bool | None = None, **context: Unpack[EditContext]
) -> Request:
    """Set the request's details from these answers. Reading health answers is recorded.

    Allergies are added to the known ones, and a note is appended. `zone_ok` is set where the desk has checked it.
    Raises DomainError, and what `edit_request` raises.
    """
    with edit_request(action=APPLY, **context) as edit:
        request = edit.request
        if not accepts_answers(request):
            raise DomainError("Only a new request takes the customer's answers.")
        rows = differences(request, answers_of(request))
        given = {row.name: row.proposed for row in rows if row.name in names}
        if given.keys() & {*_OF_HEALTH}:
            record_health_access(reference=request.reference, actor=context["actor"], now=edit.now)
        times = {_MEALS[name]: value for name, value in given.items() if name in TIMES}
        fulfilment = {name: value for name, value in given.items() if name not in TIMES}
        if zone_ok is not None:
            fulfilment["zone_ok"] = zone_ok
        set_details(edit, fulfilment, times)
    return edit.request


def _proposed(name: str, values: Sequence[Any], current: Any) -> Any:
    """Return the last answer; but no allergy or note is lost by a later answer."""
    if name == "allergens":
        together = {*(current or ()), *(code for codes in values for code in codes)}
        return current if current is not None and together == {*current} else sorted(together)
    if name == "kitchen_note":
        notes = dict.fromkeys(map(NOT_EATEN.format, values))
        return NOTES_APART.join(
            filter(None, (current, *(note for note in notes if note not in (current or ""))))
        )
    return values[-1]


def _is_given(value: Any) -> bool:
    return value is not None and value != ""
