"""The forms of what kitchen and riders need: fulfilment details, an event's details, a customer's answers."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import QueryDict

from oottam import catalogue
from oottam.backoffice.dietary import labels
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.first_day import FirstDay
from oottam.backoffice.request.money_forms import IF_FREE
from oottam.backoffice.request.schedule import planned
from oottam.backoffice.request.text import as_of, foreign_pin_hint
from oottam.backoffice.request.workflow_forms import MAX_KITCHEN_NOTE, confirm_if_requested
from oottam.backoffice.shared.decorators import StaffRequest
from oottam.backoffice.shared.fields import Clock, Day, MultilineText, Rupees, Weekdays, YesNo
from oottam.catalogue.choices import ALLERGEN_LIST, Allergen
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.kitchen.services.dietary_checks import has_begun
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.calendar import MONDAY_TO_SATURDAY
from oottam.schedule.initial_schedule import SERVICE_DAYS_A_WEEK, has_weekdays, weekly_boxes
from oottam.schedule.models import MealPlan
from oottam.workflow.models import Diet, EventDetails, FulfilmentDetails, MealTime
from oottam.workflow.services import details, event_details
from oottam.workflow.services.details import MEAL_KINDS, details_of, event_of, plain_pin
from oottam.workflow.services.known_people import orders_with_other_food
from oottam.workflow.services.meal_times import FIELDS, label_of, meal_times

NO_ALLERGENS = "none"
TIMES_AGREED = "times_agreed"
ASKED = "asked"
# A request with a plan reads these from the plan.
_SCHEDULE_FIELDS = {"start_date", "days", "weekdays"}
# Its plan changes these from a day on, once they are known.
PLACE_FIELDS = ("address", "pin", "locality")


class FoodForm(ActionForm):
    """Diet, allergies and kitchen note."""

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

    def after_save(self, request: StaffRequest, result: Request) -> None:
        for other in orders_with_other_food(result):
            messages.warning(
                request,
                f"{other.reference} of the same customer has other allergies, another diet or kitchen note: "
                "change it there, too.",
            )
        confirm_if_requested(request, result)

    def add_age_hint(self, since: date | None) -> None:
        """Add the date since when copied allergies are known as a hint."""
        if since:
            message = f"Known {as_of(since)}. Check with the customer."
            self.fields["allergens"].help_text = message

    def add_later_allergens(self, fulfilment: FulfilmentDetails) -> None:
        """Add a checkbox where allergens joined the list after the customer was asked."""
        if later := fulfilment.allergens_not_asked:
            self.fields[ASKED] = forms.BooleanField(
                label=f"Asked about {labels(tuple(later)).lower()}, too",
                required=False,
                help_text="They joined the list after the customer was asked. Tick above what the customer avoids.",
            )

    def confirmed_allergen_list(self) -> dict[str, Any]:
        """Return the list of allergens that the customer was asked about, if the checkbox says so."""
        return {"allergen_list": ALLERGEN_LIST} if self.cleaned_data.get(ASKED) else {}

    @staticmethod
    def food_initial(fulfilment: FulfilmentDetails) -> dict[str, Any]:
        is_known = fulfilment.allergens is not None
        return {
            "diet": fulfilment.full_diet,
            "allergens": (fulfilment.allergens or [NO_ALLERGENS]) if is_known else None,
            "kitchen_note": fulfilment.kitchen_note,
        }

    def clean_diet(self) -> str:
        """Return the known diet where none is chosen."""
        return str(self.cleaned_data["diet"] or self.initial["diet"])

    def clean_allergens(self) -> list[str] | None:
        """Return codes; [] for no allergies, None for unknown ones."""
        selected: list[str] = self.cleaned_data["allergens"]
        if NO_ALLERGENS in selected and len(selected) > 1:
            raise forms.ValidationError("Choose either none or some of these.")
        if not selected:
            return None
        return [] if selected == [NO_ALLERGENS] else selected


class DetailsForm(FoodForm):
    """The fulfilment details of an order; an empty field is not known yet."""

    action = "details"
    kinds = MEAL_KINDS
    success_message = "Details saved."
    start_date = Day(label="First day", required=False)
    address = MultilineText(label="Address", required=False, max_length=2000, rows=2)
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
        has_past_boxes: bool = False,
    ) -> None:
        initial = {name: getattr(fulfilment, name, None) for name in self.base_fields}
        initial |= self.food_initial(fulfilment)
        super().__init__(data, initial=initial)
        if "zone_ok" in self.fields:
            self.fields["zone_ok"].help_text = foreign_pin_hint(fulfilment.pin)
        self.times = times
        self._add_time_fields(times)
        own_fields = [name for name in self.fields if name not in FoodForm.base_fields]
        self.order_fields(sorted(own_fields, key=_position))
        self.add_age_hint(fulfilment.health_since)
        if has_weekdays:
            self.fields["weekdays"] = Weekdays(label="Meal days")
            self.initial["weekdays"] = fulfilment.weekdays or MONDAY_TO_SATURDAY
            first = [name for name in ("start_date", "days", "weekdays") if name in self.fields]
            self.order_fields(first)
        of_plan = set(_SCHEDULE_FIELDS) if is_planned else set()
        if is_planned or has_past_boxes:  # papers of past days have this address
            of_plan |= {name for name in PLACE_FIELDS if getattr(fulfilment, name)}
        for name in of_plan & self.fields.keys():
            del self.fields[name]
        self.add_later_allergens(fulfilment)
        if proposed and data is None and "start_date" in self.fields:
            # An unbound form only: the day is not known until it is posted.
            self.initial["start_date"] = proposed.day
            self.fields["start_date"].help_text = proposed.hint

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> "DetailsForm":
        return details_form(cls.load(reference), data)

    def execute(self, **context: Any) -> Request:
        return details.save_details(**self.changed(), **context)

    def _add_time_fields(self, times: Sequence[MealTime]) -> None:
        """Add one field per meal; where one time was read for several meals, a checkbox that confirms it."""
        for time in times:
            name = FIELDS[time.meal]
            self.fields[name] = Clock(label=label_of(time, times), required=False)
            self.initial[name] = time.time
        if any(time.time and not time.is_settled for time in times):
            label = "These times are right (so far there was one time for all meals)"
            self.fields[TIMES_AGREED] = forms.BooleanField(label=label, required=False)

    def clean_pin(self) -> str:
        try:
            return plain_pin(self.cleaned_data["pin"])
        except DomainError as error:
            raise forms.ValidationError(str(error)) from None

    def changed(self) -> dict[str, Any]:
        """Return the changed fields, with `meal_times`: those changed, and all when they were confirmed."""
        are_agreed = self.cleaned_data.get(TIMES_AGREED, False)
        times = {
            time.meal: self.cleaned_data[FIELDS[time.meal]]
            for time in self.times
            if are_agreed or FIELDS[time.meal] in self.changed_data
        }
        others = {*self.changed_data} - {TIMES_AGREED, ASKED, *FIELDS.values()}
        values = {name: self.cleaned_data[name] for name in others}
        return {**values, **self.confirmed_allergen_list(), "meal_times": times}


def _position(name: str) -> int:
    first = ("start_date", "days", "agreed_paise", *FIELDS.values(), TIMES_AGREED)
    return first.index(name) if name in first else len(first)


class SubscriptionDetailsForm(DetailsForm):
    """A subscription's details, with days and price, which its own form does not ask for."""

    days = forms.IntegerField(
        label="Days",
        required=False,
        min_value=1,
        max_value=366,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    agreed_paise = Rupees(label="Agreed price, in rupees", required=False, help_text=IF_FREE)


def details_form(
    customer_request: Request, data: Any = None, *, first_day: FirstDay | None = None
) -> DetailsForm:
    """Make the details form of the request's kind, unbound with the proposed `first_day`."""
    is_subscription = customer_request.kind == Kind.SUBSCRIPTION
    form_class = SubscriptionDetailsForm if is_subscription else DetailsForm
    plan = planned(customer_request)
    fulfilment = details_of(customer_request)
    form = form_class(
        data,
        fulfilment=fulfilment,
        times=meal_times(fulfilment),
        proposed=first_day,
        has_weekdays=plan is None and has_weekdays(customer_request),
        is_planned=plan is not None,
        has_past_boxes=plan is None and _has_past_boxes(customer_request),
    )
    if is_subscription:
        form.fields["agreed_paise"].help_text += _weekly_price(customer_request, fulfilment.days)
    return form


def _has_past_boxes(customer_request: Request) -> bool:
    """Return whether confirming continues a cancelled plan; its address changes on the plan, from a day on."""
    plan: MealPlan | None = getattr(customer_request, "plan", None)
    return plan is not None and has_begun(plan)


def _weekly_price(customer_request: Request, days: int | None) -> str:
    """Return the menu's price as ". By our weekly menu: ₹375 a box, ₹6,750 for 18 boxes"; "" for other meals."""
    boxes = weekly_boxes(customer_request, days or SERVICE_DAYS_A_WEEK)
    if boxes is None:
        return ""
    price = catalogue.current().rules.combos.item_price
    one = f". By our weekly menu: {short_rupees(price)} a box"
    return f"{one}, {short_rupees(price * boxes)} for {boxes} boxes" if days else one


class EventDetailsForm(FoodForm):
    """When and where an event is, for how many guests, and their diet and allergies."""

    action = "event"
    kinds = frozenset({Kind.EVENT})
    success_message = "Event saved."
    date = Day(label="Event date", required=False)
    time = Clock(label="Time", required=False)
    guests = forms.IntegerField(label="Guests", required=False, min_value=1, max_value=100_000)
    venue = MultilineText(label="Venue", required=False, max_length=2000, rows=2)

    def __init__(
        self, data: Any = None, *, details: EventDetails, fulfilment: FulfilmentDetails
    ) -> None:
        initial = {name: getattr(details, name, None) for name in self.base_fields}
        super().__init__(data, initial={**initial, **self.food_initial(fulfilment)})
        self.order_fields([name for name in self.fields if name not in FoodForm.base_fields])
        self.add_age_hint(fulfilment.health_since)
        self.fields["diet"].label = "Guests' diet"
        self.fields["allergens"].label = "Guests' allergies"
        self.add_later_allergens(fulfilment)

    def execute(self, **context: Any) -> Request:
        values = {name: self.cleaned_data[name] for name in self.base_fields}
        return event_details.save_event(**values, **self.confirmed_allergen_list(), **context)

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> Self:
        return cls.of(cls.load(reference), data)

    @classmethod
    def of(cls, customer_request: Request, data: Any = None) -> Self:
        return cls(
            data, details=event_of(customer_request), fulfilment=details_of(customer_request)
        )
