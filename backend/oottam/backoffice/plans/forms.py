"""The forms of a plan; each builds an action of `plans/services`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from oottam.audit.log import MAX_REASON_LENGTH
from oottam.backoffice.plans.addresses import (
    describe_address_change,
    describe_withdrawal,
    later_address,
)
from oottam.backoffice.shared.fields import (
    Day,
    MultilineText,
    PlainText,
    PrimaryKey,
    StaffForm,
    Weekdays,
)
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.plans.services import plan_actions
from oottam.plans.services.action_runner import Action, ActionResult
from oottam.plans.services.change_text import describe_outcome
from oottam.schedule.choices import PLAN_MEALS
from oottam.schedule.domain import actions
from oottam.schedule.domain.plan_schedule import ScheduleDraft, has_meal
from oottam.schedule.domain.track_length import MAX_SERVINGS
from oottam.workflow.services.editing import NO_ACCEPTED_WARNINGS, AcceptedWarnings
from oottam.workflow.services.later_addresses import place_of

MAX_BOXES = 400
# None says anything about health: a customer who is ill is "not at home".
COMMON_REASONS = (
    "The customer asked",
    "Travelling",
    "Not at home",
    "Our mistake",
    "The kitchen asked",
)


def parse_pks(values: Iterable[Any]) -> list[int]:
    """Return the valid primary keys, each once."""
    numbers = (parse_pk(str(value)) for value in values)
    return list(dict.fromkeys(number for number in numbers if number))


class Boxes(forms.Field):
    """Primary keys of the selected servings."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        pks = parse_pks(value or ())
        if len(pks) < len(set(value or ())) or len(pks) > MAX_BOXES:
            raise ValidationError("These boxes do not exist.")
        return pks

    def validate(self, value: Sequence[int]) -> None:
        if self.required and not value:
            raise ValidationError("Select boxes first.")


class OneBox(Boxes):
    """The primary key of one serving."""

    def validate(self, value: Sequence[int]) -> None:
        super().validate(value)
        if len(value) > 1:
            raise ValidationError("One box at a time, please.")


MEALS = [(meal.value, str(meal.label)) for meal in PLAN_MEALS]


class Meals(forms.TypedMultipleChoiceField):
    """Meals of a plan."""

    def __init__(self) -> None:
        super().__init__(
            label="Meals", coerce=int, choices=MEALS, widget=forms.CheckboxSelectMultiple
        )


_REASON = ("common", "reason")
_OF_ADDRESS = ("weekdays", "address", "pin", "locality", "door_note")


class PlanForm(StaffForm):
    """An action on a plan, its boxes and its reason. `title` and `button` are texts of its page.

    `previews_immediately`: its effect can be previewed before anything is filled in. `hint` explains how to undo it,
    `hint_past_cutoff` how to do so after the cut-off.
    """

    title: str
    button: str
    success_message: str
    previews_immediately: ClassVar[bool] = True
    hint: ClassVar[str] = "Can be undone until the cut-off."
    hint_past_cutoff: ClassVar[str] = "The cut-off has passed: to change it, make another change."
    refused_as: ClassVar[dict[str, str]] = {"dates": "servings"}

    common = forms.ChoiceField(
        label="Reason",
        required=False,
        choices=[(reason, reason) for reason in COMMON_REASONS],
        widget=forms.RadioSelect,
    )
    reason = PlainText(
        label="Other reason",
        required=False,
        max_length=MAX_REASON_LENGTH - max(map(len, COMMON_REASONS)) - 2,
    )

    def __init__(self, data: QueryDict | None, *, draft: ScheduleDraft, initial: QueryDict) -> None:
        super().__init__(data, initial={**self.default_initial(draft), **_initial_from(initial)})
        self.order_fields([name for name in self.fields if name not in _REASON])
        self.selected = parse_pks((initial if data is None else data).getlist("servings"))
        self.prepare(draft)

    def prepare(self, draft: ScheduleDraft) -> None:
        """Limit the choices to the plan's meals and boxes."""
        if meals := cast("Meals | None", self.fields.get("meals")):
            meals.choices = [(meal, name) for meal, name in MEALS if meal in draft.meals()]

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        """Return the initial values; the address may have others."""
        return {}

    @property
    def missing_selection(self) -> str:
        """What has to be selected on the timeline first; "" for nothing."""
        return "Select boxes first" if "servings" in self.fields and not self.selected else ""

    def build_action(self) -> Action:
        """Build the action, of a valid form."""
        raise NotImplementedError

    def describe(self, outcome: ActionResult, draft: ScheduleDraft) -> list[str]:
        """Return the preview's sentences, of a valid form."""
        weekdays = {meal: track.weekdays for meal, track in draft.tracks.items()}
        return describe_outcome(outcome, weekdays)

    def accepted(self) -> AcceptedWarnings:
        """Return the accepted warnings about dishes."""
        return NO_ACCEPTED_WARNINGS

    def full_reason(self) -> str:
        """Join the common reason and the typed one."""
        values = (self.cleaned_data["common"], self.cleaned_data["reason"].strip())
        return ": ".join(filter(None, values))

    @property
    def has_reason(self) -> bool:
        """Whether a reason was posted, which stays while errors are corrected."""
        return self.is_bound and any(self[name].value() for name in _REASON)

    def input_fields(self) -> list[forms.BoundField]:
        """The fields to fill in, without the reason."""
        return [field for field in self.visible_fields() if field.name not in _REASON]


class SkipForm(PlanForm):
    action = "skip"
    title, button, success_message = "Skip", "Skip", "Skipped."
    servings = Boxes()

    def build_action(self) -> Action:
        return actions.Skip(self.cleaned_data["servings"])


class PauseForm(PlanForm):
    """Pause meals until a day, or until resumed."""

    action = "pause"
    title, button, success_message = "Pause", "Pause", "Paused."
    refused_as = {"from": "first", "to": "last"}
    first = Day(label="First day off")
    last = Day(label="Last day off", required=False, help_text="Leave empty to pause until resumed")
    meals = Meals()

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        """Pause all meals from the first day that can still be changed."""
        return {"first": first_open_day(draft), "meals": draft.meals()}

    def build_action(self) -> Action:
        values = self.cleaned_data
        return actions.Pause(values["first"], values["last"], values["meals"])


class ResumeForm(PlanForm):
    action = "resume"
    title, button, success_message = "Resume", "Resume", "Resumed."
    on = Day(label="Resume on")

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        return {"on": first_open_day(draft)}

    def build_action(self) -> Action:
        return actions.Resume(self.cleaned_data["on"])


class MoveForm(PlanForm):
    """Move one box to another day."""

    action = "move"
    title, button, success_message = "Move one box", "Move", "Moved."
    previews_immediately = False
    servings = OneBox()
    to = Day(label="New day")

    def build_action(self) -> Action:
        return actions.Move(self.cleaned_data["servings"][0], self.cleaned_data["to"])


class DaysForm(PlanForm):
    """Change a meal's total number of days, or add a meal."""

    action = "days"
    title, button, success_message = "Change days", "Change days", "Days changed."
    previews_immediately = False
    meal = forms.TypedChoiceField(label="Meal", coerce=int, choices=MEALS)
    days = forms.IntegerField(
        label="Total days",
        min_value=1,
        max_value=MAX_SERVINGS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    refused_as = {"servings": "days"}

    def prepare(self, draft: ScheduleDraft) -> None:
        self.offer("meal", [(meal, _with_days(draft, meal, name)) for meal, name in MEALS])

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        first = next(iter(draft.meals()), None)
        return {"meal": first, "days": draft.tracks[first].length} if first else {}

    def build_action(self) -> Action:
        return plan_actions.ChangeDays(self.cleaned_data["meal"], self.cleaned_data["days"])


class WeekdaysForm(PlanForm):
    """Change the days of the week on which meals come."""

    action = "weekdays"
    title, button, success_message = "Change meal days", "Change meal days", "Meal days changed."
    previews_immediately = False
    refused_as = {"from": "since"}
    meals = Meals()
    weekdays = Weekdays(label="Meal days")
    since = Day(label="From")

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        """All meals, on the days of the first, from the first day that can still be changed."""
        meals = draft.meals()
        weekdays = draft.tracks[meals[0]].weekdays if meals else None
        return {"meals": meals, "weekdays": weekdays, "since": first_open_day(draft)}

    def build_action(self) -> Action:
        values = self.cleaned_data
        return plan_actions.ChangeWeekdays(values["meals"], values["weekdays"], values["since"])


class AddressForm(PlanForm):
    """Deliver to another address from a day on; `instead_of` is the later address that it replaces."""

    action = "address"
    title, button, success_message = "Change address", "Change address", "Address changed."
    previews_immediately = False
    hint = "Can be withdrawn until the cut-off of its first day."
    refused_as = {"from": "since"}
    since = Day(label="From", help_text="Earlier days keep their address")
    meals = Meals()
    weekdays = Weekdays(label="Days")
    address = MultilineText(label="Address", max_length=2000, rows=2)
    pin = forms.CharField(
        label="PIN code",
        required=False,
        max_length=20,
        help_text="Leave empty to read it from the address",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    locality = forms.CharField(label="Locality", required=False, max_length=100)
    door_note = forms.CharField(label="Door note for the rider", required=False, max_length=200)
    zone_ok = forms.BooleanField(label="We deliver to this PIN code", required=False)
    instead_of = PrimaryKey(required=False)

    def prepare(self, draft: ScheduleDraft) -> None:
        super().prepare(draft)
        row = later_address(self.initial.get("instead_of"), draft)
        if row:
            self.initial.update(
                {
                    "since": row.from_date,
                    "meals": [meal for meal in draft.meals() if has_meal(row.meals, meal)],
                    **{name: getattr(row, name) for name in _OF_ADDRESS},
                }
            )

    def default_initial(self, draft: ScheduleDraft) -> Mapping[str, Any]:
        """All meals on every day, from the first day that can still be changed."""
        since = first_open_day(draft)
        return {"meals": draft.meals(), "weekdays": EVERY_DAY, "since": since}

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                values["place"] = place_of(values["address"], values["pin"], values["locality"])
            except DomainError as error:
                self.refuse(error)
        return values

    def build_action(self) -> Action:
        values = self.cleaned_data
        return plan_actions.ChangeAddress(
            values["since"],
            values["meals"],
            values["weekdays"],
            values["place"],
            door_note=" ".join(values["door_note"].split()),
            zone_ok=values["zone_ok"],
            instead_of=values["instead_of"] or 0,
        )

    def describe(self, outcome: ActionResult, draft: ScheduleDraft) -> list[str]:
        return describe_address_change(
            self.cleaned_data["since"],
            self.cleaned_data["weekdays"],
            outcome.data["boxes"],
            self.cleaned_data["place"].pin,
        )


class ForfeitForm(PlanForm):
    """Charge a box as delivered that is past the cut-off."""

    action = "forfeit"
    title, button, success_message = (
        "Charge one box as delivered",
        "Charge as delivered",
        "Charged as delivered.",
    )
    servings = OneBox()
    replace = forms.BooleanField(
        label="Replace it: add one box at the end", required=False, initial=False
    )

    def build_action(self) -> Action:
        # Pages that were opened before 0.7.0 post "make_up".
        is_replaced = self.cleaned_data["replace"] or "make_up" in self.data
        return actions.Forfeit(self.cleaned_data["servings"][0], replace=is_replaced)


class ReplaceForm(PlanForm):
    """Add a box at the end that replaces one that was not delivered."""

    action = "replace"
    title, button, success_message = "Replace one box", "Replace", "One box added."
    servings = OneBox()

    def build_action(self) -> Action:
        return actions.Replace(self.cleaned_data["servings"][0])


class UndoForm(PlanForm):
    """Undo a change of the plan."""

    action = "undo"
    title, button, success_message = "Undo", "Undo", "Undone."
    hint = hint_past_cutoff = "To have it again, do it again."
    change = PrimaryKey()

    @property
    def missing_selection(self) -> str:
        return "" if self["change"].value() else "Choose what to undo"

    def build_action(self) -> Action:
        return plan_actions.Undo(self.cleaned_data["change"])

    def describe(self, outcome: ActionResult, draft: ScheduleDraft) -> list[str]:
        withdrawal = describe_withdrawal(self.cleaned_data["change"], draft)
        return withdrawal or super().describe(outcome, draft)


def _initial_from(values: QueryDict) -> dict[str, Any]:
    """Read initial values from the address."""
    return {name: values.getlist(name) if name == "servings" else values[name] for name in values}


def first_open_day(draft: ScheduleDraft) -> date | str:
    """Return the first day on which every meal can still be changed; "" without meals."""
    return max((draft.calendar.first_open(meal) for meal in draft.meals()), default="")


def _with_days(draft: ScheduleDraft, meal: int, name: str) -> str:
    track = draft.tracks.get(meal)
    if track is None or not track.length:
        return f"{name} (none so far)"
    return f"{name} ({track.length} day{'' if track.length == 1 else 's'})"
