"""The panels of a request's page: what was ordered, the next step, messages, and what changed meanwhile."""

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.http import HttpRequest

from oottam.accounts.roles import Permission
from oottam.api import endpoints
from oottam.api.forms import Form
from oottam.api.reorder import submitted_body
from oottam.audit.models import AuditEntry
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import queries
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.queries import RequestData
from oottam.backoffice.request.schedule import ScheduleSummary
from oottam.backoffice.request.text import WAYS, format_value
from oottam.enquiries.models import SubscriptionMeal
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine
from oottam.outbox.models import OutboxEntry
from oottam.plans.initial_schedule import PLANNED
from oottam.requests.models import CLOSED, Kind, Request, Status
from oottam.workflow.models import WRITTEN_BY_HAND, Channel, Message, SlotState, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services.checklist import Item
from oottam.workflow.services.details import MEAL_KINDS, ORDERS, details_of
from oottam.workflow.services.editing import to_json_value
from oottam.workflow.services.meal_times import place_in_menu
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.undo_window import is_waiting


@dataclass(frozen=True, slots=True)
class Line:
    """A dish of an order, and whether the amounts of the customer's page differ from the shop's."""

    line: OrderLine
    differs: bool
    original_differs: bool


@dataclass(frozen=True, slots=True)
class MealOfWeek:
    """The days of one meal in one week of a combo."""

    meal: str
    slots: list[ComboSlot]


@dataclass(frozen=True, slots=True)
class Week:
    """One week of a combo; `number` begins at 1."""

    number: int
    meals: list[MealOfWeek]


@dataclass(frozen=True, slots=True)
class Meal:
    """A meal of a subscription; `differs` where the menu has another title for it."""

    meal: SubscriptionMeal
    place: str
    differs: bool


@dataclass(frozen=True, slots=True)
class OrderSummary:
    """The ordered items. Only the list of the request's kind has rows."""

    lines: list[Line]
    any_line_differs: bool
    weeks: list[Week]
    meals: list[Meal]
    total_differs: bool
    count_differs: bool
    discount_differs: bool


def summarise_order(request: Request) -> OrderSummary:
    order: Order | None = getattr(request, "order", None)
    combo: ComboOrder | None = getattr(request, "combo", None)
    ordered = order or combo
    lines = [_line(line) for line in order.lines.all()] if order else []
    slots = list(combo.slots.all()) if combo else []
    is_subscription = request.kind == Kind.SUBSCRIPTION
    meals = request.subscription.meals.all() if is_subscription else ()
    counted = len(lines) + len(slots)
    return OrderSummary(
        lines=lines,
        any_line_differs=any(line.differs or line.original_differs for line in lines),
        weeks=_weeks(slots),
        meals=[Meal(meal, place_in_menu(meal), meal.menu_title != meal.title) for meal in meals],
        total_differs=bool(ordered and ordered.claimed_total_paise != ordered.total_paise),
        count_differs=bool(ordered and ordered.claimed_count != counted),
        discount_differs=bool(combo and combo.claimed_discount_paise != combo.discount_paise),
    )


def long_texts(request: Request) -> list[tuple[str, str]]:
    """Return the whole texts that are stored shortened, each with its title."""
    form: type[Form] = endpoints.of_kind(request.kind).form
    return form.long_texts(submitted_body(request))


def _line(line: OrderLine) -> Line:
    before = line.original_paise or line.charged_paise
    claimed = line.claimed_original_paise
    return Line(
        line=line,
        differs=line.claimed_paise != line.charged_paise,
        # Only the non-veg form carries lines before discount.
        original_differs=claimed is not None and claimed != before,
    )


def _weeks(slots: list[ComboSlot]) -> list[Week]:
    return [
        Week(
            number,
            [
                MealOfWeek(meal, list(of_meal))
                for meal, of_meal in groupby(of_week, lambda slot: slot.meal)
            ],
        )
        for number, of_week in groupby(slots, lambda slot: slot.week)
    ]


# The form that fills in a checklist item, by kind; ids of its fields begin with it.
FORMS = {Kind.EVENT: "event", Kind.APPOINTMENT: "slot", Kind.NUTRITION: "follow-up"}
_FIELDS = {"slot": "date", "follow_up_on": "on"}


@dataclass(frozen=True, slots=True)
class Step:
    """`name` is "ask", "day", "read", "confirm", "dishes", "plan", "complete", "reopen" or "" for none; `sentence` is the
    reason.
    """

    name: str
    sentence: str


def field_id(kind: str, item: Item) -> str:
    """Return the id of the page's field that fills this checklist item."""
    if kind == Kind.EVENT and item.field == "agreed_paise":
        return "price-agreed_paise"  # the form of the price is beside the other amounts
    return f"{FORMS.get(Kind(kind), 'details')}-{_FIELDS.get(item.field, item.field)}"


def next_step(
    request: Request,
    missing: list[Item],
    permissions: frozenset[Permission],
    now: datetime,
    summary: ScheduleSummary | None,
    *,
    food: FoodCheck | None,
    refusal: str,
    is_read: bool,
    note: str = "",
) -> Step:
    """Choose by status, missing details, permissions, the schedule (`summary`) and the dishes (`food`).

    `refusal` is the reason if the agreed days are impossible; `note` what to check first; `is_read` whether no text
    asks "allergy?".
    """
    if request.status in CLOSED:
        return _step_of_closed(request, permissions)
    if request.status == Status.NEW:
        return _step_of_new(request, missing, food, refusal, note, is_read=is_read)
    if request.kind == Kind.APPOINTMENT and slot_to_come(request, now):
        return Step("", "The appointment is still to come.")
    if request.kind in PLANNED:
        return _step_of_plan(summary, food)
    return Step("complete", "Complete it when everything agreed is done.")


def _step_of_plan(summary: ScheduleSummary | None, food: FoodCheck | None) -> Step:
    """A planned request is worked on its plan, and completed with its last box."""
    if summary is None or summary.is_over:
        return Step("complete", "All boxes are done.")
    if summary.without_dishes:
        return Step("dishes", "No dishes are chosen yet.")
    if food and any(not dish.is_agreed for dish in food.clashes):
        return Step(
            "plan", "Replace these dishes on the plan, or note there what the customer agreed to."
        )
    return Step("", "Deliveries are scheduled; it closes after the last box.")


def _step_of_closed(request: Request, permissions: frozenset[Permission]) -> Step:
    if request.erased_at is not None:
        return Step("", "The customer's data has been erased: it is closed for good.")
    if request.merged_into is not None:
        return Step("", f"Duplicate of {request.merged_into.reference}, which is handled instead.")
    if Permission.REOPEN in permissions:
        return Step("reopen", "It is closed.")
    return Step("", "It is closed. The owner can reopen it.")


def _step_of_new(
    request: Request,
    missing: list[Item],
    food: FoodCheck | None,
    refusal: str,
    note: str,
    *,
    is_read: bool,
) -> Step:
    if request.kind in MEAL_KINDS and details_of(request).zone_ok is False:
        return Step(
            "", "The address is outside our delivery area: agree another one, or cancel it."
        )
    if not missing and refusal:
        return Step("day", refusal)
    if not missing and not is_read:
        return Step("read", "The kitchen sees only allergies that are recorded.")
    if not missing:
        is_doubtful = food is not None and (food.clashes or food.unknown or food.sold_out)
        return Step("confirm", "" if is_doubtful or note else "All details are complete.")
    count = len(missing)
    return Step("ask", f"{count} detail{'' if count == 1 else 's'} missing")


def slot_to_come(request: Request, now: datetime) -> bool:
    """Return whether an agreed appointment has not begun."""
    return any(
        slot.state == SlotState.AGREED and slot.starts_at > now for slot in request.slots.all()
    )


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message, with its mail or its WhatsApp link ("" for neither). `is_new`: it has just been sent."""

    message: Message
    channel: str
    mail: OutboxEntry | None
    chat_url: str
    is_new: bool
    is_held: bool  # for the undo window of its transition


@dataclass(frozen=True, slots=True)
class TemplateOption:
    """A template to choose from."""

    template: Template
    is_chosen: bool


def is_reachable(customer_request: Request) -> bool:
    """Return whether there is a mailbox, or a number that WhatsApp can call."""
    return bool(customer_request.email or customer_request.phone_normalised)


def draft_form(request: HttpRequest, customer_request: Request) -> MessageForm | None:
    """Make the form for the template in `?write=`, filled in from the request; None where it names none."""
    chosen = _chosen(request.GET.get("write", ""))
    if chosen is None or not is_reachable(customer_request):
        return None
    proposed = message_templates.draft(chosen, message_templates.template_context(customer_request))
    initial = {"template": chosen, "subject": proposed.subject, "text": proposed.text}
    return MessageForm(initial=initial)


def messages_context(
    request: HttpRequest, request_data: queries.RequestData, form: StaffForm | None
) -> dict[str, Any]:
    """Return the page's context: sent messages, newest first, and the templates on offer."""
    customer_request = request_data.request
    chosen = _chosen(form["template"].value() or "") if form else None
    has_price = (
        customer_request.kind in ORDERS or details_of(customer_request).agreed_paise is not None
    )
    new = parse_pk(request.GET.get("sent", ""))
    mails = {mail.message_id: mail for mail in request_data.mails if mail.message_id is not None}
    return {
        "sent_messages": [
            SentMessage(
                message=message,
                channel=WAYS[message.channel],
                mail=mails.get(message.pk),
                chat_url=_chat_url(message),
                is_new=message.pk == new,
                is_held=is_waiting(message, mails.get(message.pk)),
            )
            for message in reversed(customer_request.messages.all())
        ],
        "can_write": is_reachable(customer_request),
        "template_options": [
            TemplateOption(each, each == chosen)
            for each in WRITTEN_BY_HAND
            if each != Template.QUOTE or each == chosen or has_price
        ],
        "chosen": chosen,
        "mismatch": message_templates.mismatch_message(chosen, customer_request) if chosen else "",
    }


def suggested(customer_request: Request) -> tuple[Template, str] | None:
    """Return the template that goes with the request's status, and its link's text; None when sent or impossible."""
    if not is_reachable(customer_request):
        return None
    sent = {each.template for each in customer_request.messages.all() if each.withdrawn_at is None}
    if customer_request.status in (Status.CONFIRMED, Status.ACTIVE):
        proposed = Template.CONFIRMATION, "Write the confirmation"
    elif customer_request.status == Status.NEW and details_of(customer_request).agreed_paise:
        proposed = Template.QUOTE, "Send a quotation"
    elif customer_request.status == Status.CANCELLED and customer_request.merged_into is None:
        proposed = Template.CANCELLED, "Tell the customer"
    else:
        return None
    return None if proposed[0] in sent else proposed


def _chat_url(message: Message) -> str:
    is_chat = message.channel == Channel.WHATSAPP and message.request.phone_normalised
    return chat_link(message) if is_chat else ""


def _chosen(text: str) -> Template | None:
    return next((each for each in WRITTEN_BY_HAND if each == text), None)


# Audit entries that do not raise the request's version.
_BESIDE = ("schedule.", "delivery.", "stop.", "run.", "mail.", "person.export", "list.", "health.")
# The page has these forms in every status.
_ALWAYS = frozenset(
    {
        "note",
        "payment",
        "undo-payment",
        "undo-price",
        "refund",
        "undo-refund",
        "adjust",
        "price",
        "assign",
        "message",
        "merge",
    }
)


def conflict_view(
    request_data: RequestData,
    form: StaffForm,
    current: StaffForm | None,
    version: int,
    *,
    is_open: bool,
) -> dict[str, Any]:
    """Return the context of layout/conflict.html; merge the colleague's changes into a form that the page still has."""
    entries_of_request = [
        entry for entry in request_data.entries if not entry.action.startswith(_BESIDE)
    ]
    entries = conflicts.changes_since(entries_of_request, version, request_data.request.version)
    names = {colleague.pk: colleague.get_username() for colleague in request_data.colleagues}
    is_offered = form.action == MessageForm.action or (
        current is not None and (is_open or form.action in _ALWAYS)
    )
    if is_offered and current is not None:
        _merge(form, current, entries, names)
    paid = queries.paid(request_data.request)
    return {
        "named": request_data.request.reference,
        "entries": describe_history(entries, names, paid),
        "typed": [] if is_offered else _typed(form),
    }


def _merge(
    form: StaffForm,
    current: StaffForm,
    entries: list[AuditEntry],
    names: dict[int, str],
) -> None:
    """Merge by the form's field names; the audit log uses the service's."""
    form.is_valid()
    service_names = {form.refused_as.get(name, name): name for name in form.refused_as} | {
        name: name for name in form.fields if name not in form.refused_as.values()
    }
    changes = conflicts.changes_of(entries)
    values = {name: to_json_value(value) for name, value in form.cleaned_data.items()}
    raw = {name: form.data.get(name, "") for name in form.fields if name not in values}
    conflicts.merge_changes(
        form,
        current,
        {
            name: changes[service_name]
            for name, service_name in service_names.items()
            if service_name in changes
        },
        {**values, **raw},
        lambda name, value: format_value(service_names[name], value, names),
    )


def _typed(form: StaffForm) -> list[tuple[str, str]]:
    """Return label and text of the filled-in fields, to be read."""
    result = []
    for field in form.visible_fields():
        value = field.value()
        values = value if isinstance(value, list) else [value]
        labels = {str(choice): str(label) for choice, label in getattr(field.field, "choices", ())}
        text = ", ".join(
            labels.get(str(each), str(each)) for each in values if each not in (None, "")
        )
        if text:
            result.append((str(field.label), text))
    return result
