"""The forms of a request's page. What they check is how something is written; what may be done, the service knows."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User

from oottam import catalogue
from oottam.audit.record import MAX_REASON_LENGTH
from oottam.backoffice.food import FOR_KITCHEN, FoodFields
from oottam.backoffice.request.fields import Clock, Day, Rupees, Weekdays, Words, YesNo
from oottam.backoffice.request.first_day import FirstDay
from oottam.backoffice.request.text import as_of
from oottam.core.errors import DomainError
from oottam.core.money import MAX_PAISE
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.outbox.transport import mails_reach_people
from oottam.plans.domain.calendar import MONDAY_TO_SATURDAY
from oottam.workflow.models import (
    WRITTEN_BY_HAND,
    Allergen,
    Channel,
    Diet,
    EventDetails,
    FulfilmentDetails,
    MealTime,
    PaymentMethod,
    SlotState,
)
from oottam.workflow.services.appointments import MAX_MINUTES
from oottam.workflow.services.details import plain_pin
from oottam.workflow.services.editing import BeyondError
from oottam.workflow.services.meal_times import FIELDS, label_of
from oottam.workflow.services.messages import MAX_LENGTH, MAX_SUBJECT_LENGTH
from oottam.workflow.services.notes import MAX_LENGTH as MAX_NOTE_LENGTH

NO_ALLERGENS = "none"
LESS = "less"
USUAL_MINUTES = 30
LAST_METHOD = (
    "payment_method"  # in the session: how the last payment came that this person recorded
)
IF_FREE = "0 if it is free"
MAX_KITCHEN_NOTE = 500  # characters
_SHORT = {"rows": 2}


class StaffForm(forms.Form):
    """One form of the page. `action` is the name of its address; ids begin with it, as each page has several forms.

    Where a page has the same form for several rows, `row` tells them apart.
    """

    action: ClassVar[str]
    # Fields by the names under which the service refuses them, where those differ.
    refused_as: ClassVar[dict[str, str]] = {}

    def __init__(self, data: Any = None, *, row: str = "", **given: Any) -> None:
        self.key = f"{self.action}-{row}" if row else self.action
        super().__init__(data, auto_id=f"{self.key}-%s", label_suffix="", **given)

    def refuse(self, error: DomainError) -> None:
        """Show beside the field at fault what the service says against it."""
        field = self.refused_as.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, str(error))

    def first_error(self) -> str:
        """The first sentence against it, for a page that shows the form no more."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")


def _reason(label: str, *, required: bool) -> forms.CharField:
    widget = forms.Textarea(attrs=_SHORT)
    return forms.CharField(
        label=label, required=required, max_length=MAX_REASON_LENGTH, widget=widget
    )


NO_ADDRESS = "There is no e-mail address: tell the customer by phone or WhatsApp."
NO_MAIL_SERVER = "No mail server is set up: a mail is only saved as a file."


class ConfirmForm(FoodFields, StaffForm):
    """Whether the customer is mailed, and what is asked over dishes that clash or of which it is not known.

    `mail_hint` says why the tick is off, or is not there.
    """

    action = "confirm"
    refused_as = {
        **dict.fromkeys(("channel", "subject", "text"), "mail"),
        "kitchen_note": FOR_KITCHEN,
    }
    for_kitchen = forms.CharField(
        label="What the kitchen does differently",
        required=False,
        max_length=MAX_KITCHEN_NOTE,
        help_text="Added to the kitchen note: on the sheet and on each label. For example: no paneer, more dal",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    replace_later = forms.BooleanField(
        label="I will replace these dishes on the plan", required=False
    )
    mail = forms.BooleanField(label="Mail the customer", required=False)

    def __init__(self, data: Any = None, *, food: FoodCheck | None, email: str) -> None:
        super().__init__(data, initial={"mail": mails_reach_people()})
        self.ask(food)
        if food and food.clashes:
            self.fields[
                "clash_reason"
            ].help_text = "For the audit log"  # the kitchen has its own field
        else:
            del self.fields[FOR_KITCHEN], self.fields["replace_later"]
        self.mail_hint = "" if mails_reach_people() else NO_MAIL_SERVER
        if not email:
            del self.fields["mail"]
            self.mail_hint = NO_ADDRESS


class CompleteForm(StaffForm):
    """Nothing to fill in."""

    action = "complete"


class CancelForm(StaffForm):
    """Why it is off."""

    action = "cancel"
    reason = _reason("Reason for cancelling", required=True)
    give_back = Rupees(label="Refund, in rupees", required=False)


class TakeBackForm(StaffForm):
    """Nothing to fill in."""

    action = "take-back"


class ReopenForm(StaffForm):
    """Why it is worked again."""

    action = "reopen"
    reason = _reason("Reason for reopening", required=False)


class AssignForm(StaffForm):
    """Whose it is."""

    action = "assign"
    assignee = forms.ChoiceField(label="Assigned to", required=False)

    def __init__(
        self, data: Any = None, *, colleagues: Iterable[User], assignee: User | None = None
    ) -> None:
        super().__init__(data, initial={"assignee": assignee.pk if assignee else ""})
        named = {str(one.pk): one.get_username() for one in colleagues}
        if assignee:  # someone who has left still has it
            named.setdefault(str(assignee.pk), assignee.get_username())
        field: Any = self.fields["assignee"]
        field.choices = [("", "Nobody"), *named.items()]


class FollowUpForm(StaffForm):
    """When to come back to it; empty when that is not needed."""

    action = "follow-up"
    refused_as = {"follow_up_on": "on"}
    on = Day(label="Follow up on", required=False)


TIMES_AGREED = "times_agreed"
# What its schedule says, once there is one.
_OF_THE_SCHEDULE = {"start_date", "days", "weekdays"}


class FoodForm(StaffForm):
    """What somebody must not get."""

    diet = forms.ChoiceField(label="Diet", choices=Diet.choices, required=False)
    allergens = forms.MultipleChoiceField(
        label="Allergies",
        required=False,
        choices=[(NO_ALLERGENS, "None (asked)"), *Allergen.choices],
        widget=forms.CheckboxSelectMultiple,
    )
    kitchen_note = forms.CharField(
        label="Kitchen note",
        required=False,
        max_length=MAX_KITCHEN_NOTE,
        help_text="It is printed on each box's label too: write what to leave out, and nothing else about health.",
    )

    def show_age(self, since: date | None) -> None:
        """Say beside allergies that came along from before since when they are known."""
        if since:
            said = f"Known {as_of(since)}. Check with the customer."
            self.fields["allergens"].help_text = said

    @staticmethod
    def known_food(fulfilment: FulfilmentDetails) -> dict[str, Any]:
        """As it is known."""
        asked = fulfilment.allergens is not None
        return {
            "diet": fulfilment.eats,
            "allergens": (fulfilment.allergens or [NO_ALLERGENS]) if asked else None,
            "kitchen_note": fulfilment.kitchen_note,
        }

    def clean_diet(self) -> str:
        """As it was where nothing is said of it."""
        return str(self.cleaned_data["diet"] or self.initial["diet"])

    def clean_allergens(self) -> list[str] | None:
        """Codes; none when there are none; None until somebody has asked."""
        ticked: list[str] = self.cleaned_data["allergens"]
        if NO_ALLERGENS in ticked and len(ticked) > 1:
            raise forms.ValidationError("Choose either none or some of these.")
        if not ticked:
            return None
        return [] if ticked == [NO_ALLERGENS] else ticked


class DetailsForm(FoodForm):
    """What kitchen and riders need of an order. Empty is what nobody knows yet."""

    action = "facts"
    start_date = Day(label="First day", required=False)
    address = Words(label="Address", required=False, max_length=2000, rows=2)
    pin = forms.CharField(
        label="PIN code",
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    locality = forms.CharField(label="Locality", required=False, max_length=100)
    zone_ok = YesNo(label="In delivery area", required=False)
    door_note = forms.CharField(
        label="Door note for the rider",
        required=False,
        max_length=200,
        help_text="For example: second floor, ring twice",
    )

    def __init__(
        self,
        data: Any = None,
        *,
        fulfilment: FulfilmentDetails,
        times: Sequence[MealTime],
        proposed: FirstDay | None = None,
        has_weekdays: bool = False,
        is_planned: bool = False,
    ) -> None:
        known = {name: getattr(fulfilment, name, None) for name in self.base_fields}
        known |= self.known_food(fulfilment)
        super().__init__(data, initial=known)
        self.times = times
        self._ask_times(times)
        own = [name for name in self.fields if name not in FoodForm.base_fields]
        self.order_fields(sorted(own, key=_place))
        self.show_age(fulfilment.health_since)
        if has_weekdays:
            self.fields["weekdays"] = Weekdays(label="Meal days")
            self.initial["weekdays"] = fulfilment.weekdays or MONDAY_TO_SATURDAY
            first = [name for name in ("start_date", "days", "weekdays") if name in self.fields]
            self.order_fields(first)
        if is_planned:
            for name in _OF_THE_SCHEDULE & self.fields.keys():
                del self.fields[name]
        if proposed and data is None and "start_date" in self.fields:
            # Only shown: while nobody has sent it, it is not known.
            self.initial["start_date"] = proposed.day
            self.fields["start_date"].help_text = proposed.words

    def _ask_times(self, times: Sequence[MealTime]) -> None:
        """One field for each meal; where one time was taken for several, a tick that it is right all the same."""
        for each in times:
            name = FIELDS[each.meal]
            self.fields[name] = Clock(label=label_of(each, times), required=False)
            self.initial[name] = each.time
        if any(each.time and not each.is_settled for each in times):
            label = "These times are right (so far there was one time for all meals)"
            self.fields[TIMES_AGREED] = forms.BooleanField(label=label, required=False)

    def clean_pin(self) -> str:
        """Six digits, however they were written."""
        try:
            return plain_pin(self.cleaned_data["pin"])
        except DomainError as error:
            raise forms.ValidationError(str(error)) from None

    def changed(self) -> dict[str, Any]:
        """What differs from what was known, and the times that are agreed as they are."""
        are_agreed = self.cleaned_data.get(TIMES_AGREED, False)
        times = {
            each.meal: self.cleaned_data[FIELDS[each.meal]]
            for each in self.times
            if are_agreed or FIELDS[each.meal] in self.changed_data
        }
        others = {*self.changed_data} - {TIMES_AGREED, *FIELDS.values()}
        return {**{name: self.cleaned_data[name] for name in others}, "meal_times": times}


def _place(name: str) -> int:
    """First the days and what they cost, then the times."""
    first = ("start_date", "days", "agreed_paise", *FIELDS.values(), TIMES_AGREED)
    return first.index(name) if name in first else len(first)


class TakeAnswersForm(StaffForm):
    """Which of the customer's answers become the request's facts."""

    action = "take-answers"
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
        ticked: Sequence[str],
        asks_zone: bool,
    ) -> None:
        super().__init__(data, initial={"take": ticked})
        field: Any = self.fields["take"]
        field.choices = choices
        if not asks_zone:
            del self.fields["zone_ok"]

    def clean_take(self) -> list[str]:
        """At least one."""
        ticked: list[str] = self.cleaned_data["take"]
        if not ticked:
            raise forms.ValidationError("Tick at least one answer.")
        return ticked


class SubscriptionDetailsForm(DetailsForm):
    """A subscription comes without days and price: they are agreed."""

    days = forms.IntegerField(
        label="Days",
        required=False,
        min_value=1,
        max_value=366,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    agreed_paise = Rupees(label="Agreed price, in rupees", required=False, help_text=IF_FREE)


class EventForm(FoodForm):
    """When and where an event is, for how many, and what its guests must not get."""

    action = "event"
    date = Day(label="Event date", required=False)
    time = Clock(label="Time", required=False)
    guests = forms.IntegerField(label="Guests", required=False, min_value=1, max_value=100_000)
    venue = Words(label="Venue", required=False, max_length=2000, rows=2)

    def __init__(
        self, data: Any = None, *, details: EventDetails, fulfilment: FulfilmentDetails
    ) -> None:
        known = {name: getattr(details, name, None) for name in self.base_fields}
        super().__init__(data, initial={**known, **self.known_food(fulfilment)})
        self.order_fields([name for name in self.fields if name not in FoodForm.base_fields])
        self.show_age(fulfilment.health_since)
        self.fields["diet"].label = "Guests' diet"
        self.fields["allergens"].label = "Guests' allergies"


class SlotForm(StaffForm):
    """A doctor's time."""

    action = "slot"
    refused_as = {"starts_at": "time"}
    doctor = forms.ChoiceField(label="Doctor")
    date = Day(label="Day")
    time = Clock(label="Time")
    minutes = forms.IntegerField(
        label="Minutes", initial=USUAL_MINUTES, min_value=5, max_value=MAX_MINUTES
    )

    def __init__(self, data: Any = None, *, asked_for: str = "", taken: str = "") -> None:
        super().__init__(data, initial={"doctor": asked_for})
        field: Any = self.fields["doctor"]
        field.choices = [(name, name) for name in catalogue.current().site.doctors]
        self.tell(taken)

    def tell(self, taken: str) -> None:
        """Say beside the time which ones are taken."""
        self.fields["time"].help_text = self["time"].help_text = taken


class SettleSlotForm(StaffForm):
    """What became of the time that was agreed."""

    action = "settle-slot"
    state = forms.ChoiceField(
        choices=[(each.value, each.label) for each in SlotState if each != SlotState.AGREED]
    )


class PriceForm(StaffForm):
    """What something costs that has no price on our menus."""

    action = "price"
    agreed_paise = Rupees(label="Agreed price, in rupees", required=False, help_text=IF_FREE)


class AdjustForm(StaffForm):
    """What is taken off the price or added to it."""

    action = "adjust"
    way = forms.ChoiceField(
        label="Change",
        choices=((LESS, "Reduce"), ("more", "Add")),
        initial=LESS,
        widget=forms.RadioSelect,
    )
    rupees = Rupees(label="Amount in rupees")
    reason = _reason("Reason", required=True)

    def paise(self) -> int:
        """Below 0 when it is taken off."""
        amount: int = self.cleaned_data["rupees"]
        return -amount if self.cleaned_data["way"] == LESS else amount


class BeyondForm(StaffForm):
    """An amount of money, of which may come more than is expected: that is asked for once it is known."""

    # A tick whose value says how much too much came, in paise.
    beyond = forms.IntegerField(
        label="More than expected",
        required=False,
        max_value=2 * MAX_PAISE,
        widget=forms.HiddenInput,
    )
    asked_beyond: int | None = None

    def refuse(self, error: DomainError) -> None:
        """Ask whether so much came."""
        super().refuse(error)
        if isinstance(error, BeyondError):
            self.asked_beyond = error.beyond


class PaymentForm(BeyondForm):
    """Money that came."""

    action = "payment"
    rupees = Rupees(label="Amount in rupees")
    method = forms.ChoiceField(label="Method", choices=PaymentMethod.choices)
    paid_on = Day(label="Day")
    bank_reference = forms.CharField(
        label="Bank reference", required=False, max_length=100, help_text="If there is one"
    )


class UndoPriceForm(StaffForm):
    """Which change of the price was typed wrongly; the price agreed last where none is named."""

    action = "undo-price"
    adjustment = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )


class RefundForm(StaffForm):
    """Money that was given back."""

    action = "refund"
    refused_as = {"given_on": "refunded_on", "bank_reference": "refund_reference"}
    rupees = Rupees(label="Amount in rupees", required=False)
    method = forms.ChoiceField(label="Method", choices=PaymentMethod.choices)
    refunded_on = Day(label="Day")
    refund_reference = forms.CharField(
        label="Transfer reference", required=False, max_length=100, help_text="None for cash"
    )
    is_all = forms.BooleanField(label="Nothing more to refund", required=False)


class UndoRefundForm(StaffForm):
    """Which refund was noted by mistake, and why it is undone."""

    action = "undo-refund"
    refund = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    reason = _reason("Reason for undoing", required=False)


class UndoPaymentForm(StaffForm):
    """Which payment was noted by mistake, and why it is undone."""

    action = "undo-payment"
    payment = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    reason = _reason("Reason for undoing", required=False)


class NoteForm(StaffForm):
    """Something for colleagues to know."""

    action = "note"
    text = forms.CharField(
        label="Note for the team",
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs=_SHORT),
        error_messages={"required": "Please write something first."},
    )


class MessageForm(StaffForm):
    """Words for the customer; its two buttons say how they go."""

    action = "message"
    template = forms.ChoiceField(
        choices=[(each.value, each.label) for each in WRITTEN_BY_HAND], widget=forms.HiddenInput
    )
    channel = forms.ChoiceField(choices=Channel.choices, widget=forms.HiddenInput)
    subject = forms.CharField(
        label="Subject",
        required=False,
        max_length=MAX_SUBJECT_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="The shop's name is added in front.",
    )
    text = Words(
        label="Message",
        max_length=MAX_LENGTH,
        rows=12,
        error_messages={"required": "Please write something first."},
    )


class MergeForm(StaffForm):
    """Which request is worked in place of this one."""

    action = "merge"
    into = forms.CharField(max_length=16, widget=forms.HiddenInput)


class CarryForm(StaffForm):
    """From which request of the person it is filled in."""

    action = "carry"
    source = forms.CharField(max_length=16, widget=forms.HiddenInput)


class UnmergeForm(StaffForm):
    """Nothing to fill in."""

    action = "part"
