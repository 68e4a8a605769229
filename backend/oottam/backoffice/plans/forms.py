"""The forms of a plan. Each reads what is asked for, as an action of the schedule's domain."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from oottam.backoffice.plans.fields import Boxes, OneBox, common_reason, numbers, own_reason
from oottam.backoffice.request.fields import Day
from oottam.backoffice.request.forms import StaffForm
from oottam.plans.domain import actions
from oottam.plans.domain.plan_schedule import Draft
from oottam.plans.domain.track_length import MAX_SERVINGS
from oottam.plans.models import Meal
from oottam.plans.services import plan_actions
from oottam.plans.services.action_runner import Action
from oottam.workflow.services.editing import NOTHING_ACCEPTED, Accepted

MEALS = [(meal.value, str(meal.label)) for meal in (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)]
_REASON = ("common", "reason")


class PlanForm(StaffForm):
    """What is done, to which boxes, and why. `title` and `button` are words; `said` is told when it was done.

    `at_once`: what it does can be shown before anything is filled in. `hint`: how it is taken back; once the kitchen was
    told, `hint_when_told`.
    """

    title: str
    button: str
    said: str
    at_once: ClassVar[bool] = True
    hint: ClassVar[str] = "Can be undone until the cut-off."
    hint_when_told: ClassVar[str] = "The cut-off has passed: to change it, make another change."
    refused_as: ClassVar[dict[str, str]] = {"dates": "servings"}

    common = common_reason()
    reason = own_reason()

    def __init__(self, data: QueryDict | None, *, draft: Draft, initial: QueryDict) -> None:
        super().__init__(data, initial={**self.usual(draft), **_begun(initial)})
        self.order_fields([name for name in self.fields if name not in _REASON])
        self.ticked = numbers((initial if data is None else data).getlist("servings"))
        self.fit(draft)

    def fit(self, draft: Draft) -> None:
        """Offer what this plan has."""

    def usual(self, draft: Draft) -> Mapping[str, Any]:
        """What is filled in to begin with."""
        return {}

    @property
    def lacks(self) -> str:
        """What has to be chosen on the schedule first; "" where nothing has to, or it was."""
        return "Select boxes first" if "servings" in self.fields and not self.ticked else ""

    def build_action(self) -> Action:
        """What was asked for; of a form that is valid."""
        raise NotImplementedError

    def accepted(self) -> Accepted:
        """What was ticked over dishes; nothing where it brings none."""
        return NOTHING_ACCEPTED

    def why(self) -> str:
        """The reasons, those of one tap first."""
        given = (self.cleaned_data["common"], self.cleaned_data["reason"].strip())
        return ": ".join(words for words in given if words)

    @property
    def has_reason(self) -> bool:
        """Whether one was given already, which stays while something else is mended."""
        return self.is_bound and any(self[name].value() for name in _REASON)

    def asked(self) -> list[forms.BoundField]:
        """What is to be filled in, besides the reason."""
        return [field for field in self.visible_fields() if field.name not in _REASON]


class SkipForm(PlanForm):
    """No boxes on some days."""

    action = "skip"
    title, button, said = "Skip", "Skip", "Skipped."
    servings = Boxes()

    def build_action(self) -> Action:
        """Those that were ticked."""
        return actions.Skip(servings=self.cleaned_data["servings"])


class PauseForm(PlanForm):
    """No boxes for some time."""

    action = "pause"
    title, button, said = "Pause", "Pause", "Paused."
    refused_as = {"from": "first", "to": "last"}
    first = Day(label="First day off")
    last = Day(label="Last day off", required=False, help_text="Leave empty to pause until resumed")
    meals = forms.TypedMultipleChoiceField(
        label="Meals", coerce=int, choices=MEALS, widget=forms.CheckboxSelectMultiple
    )

    def fit(self, draft: Draft) -> None:
        """The meals that it has."""
        field: Any = self.fields["meals"]
        field.choices = [(meal, name) for meal, name in MEALS if meal in meals_of(draft)]

    def usual(self, draft: Draft) -> Mapping[str, Any]:
        """Everything, from the first day that can be changed."""
        meals = meals_of(draft)
        days = [draft.calendar.first_open(meal) for meal in meals]
        return {"first": max(days, default=""), "meals": meals}

    def build_action(self) -> Action:
        """Until a day, or until further notice."""
        given = self.cleaned_data
        return actions.Pause(given["first"], given["last"], given["meals"])


class ResumeForm(PlanForm):
    """It goes on."""

    action = "resume"
    title, button, said = "Resume", "Resume", "Resumed."
    on = Day(label="Resume on")

    def usual(self, draft: Draft) -> Mapping[str, Any]:
        """The first day that can be."""
        days = [draft.calendar.first_open(meal) for meal in meals_of(draft)]
        return {"on": max(days, default="")}

    def build_action(self) -> Action:
        """From that day on."""
        return actions.Resume(self.cleaned_data["on"])


class MoveForm(PlanForm):
    """One box comes on another day."""

    action = "move"
    title, button, said = "Move one box", "Move", "Moved."
    at_once = False
    servings = OneBox()
    to = Day(label="New day")

    def build_action(self) -> Action:
        """The one that was ticked."""
        return actions.Move(self.cleaned_data["servings"][0], self.cleaned_data["to"])


class DaysForm(PlanForm):
    """More or fewer days of a meal, or one more meal."""

    action = "days"
    title, button, said = "Change days", "Change days", "Days changed."
    at_once = False
    meal = forms.TypedChoiceField(label="Meal", coerce=int, choices=MEALS)
    days = forms.IntegerField(
        label="Total days",
        min_value=1,
        max_value=MAX_SERVINGS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    refused_as = {"servings": "days"}

    def fit(self, draft: Draft) -> None:
        """Each with the days that it has."""
        field: Any = self.fields["meal"]
        field.choices = [(meal, _with_days(draft, meal, name)) for meal, name in MEALS]

    def usual(self, draft: Draft) -> Mapping[str, Any]:
        """The days that it has."""
        first = next(iter(meals_of(draft)), None)
        return {"meal": first, "days": draft.tracks[first].servings} if first else {}

    def build_action(self) -> Action:
        """So many, in the place of those that it has."""
        return plan_actions.ChangeDays(self.cleaned_data["meal"], self.cleaned_data["days"])


class ForfeitForm(PlanForm):
    """Too late to skip."""

    action = "forfeit"
    title, button, said = (
        "Charge one box as delivered",
        "Charge as delivered",
        "Charged as delivered.",
    )
    servings = OneBox()
    make_up = forms.BooleanField(
        label="Replace it: add one box at the end", required=False, initial=False
    )

    def build_action(self) -> Action:
        """The one that was ticked."""
        return actions.Forfeit(
            self.cleaned_data["servings"][0], replace_box=self.cleaned_data["make_up"]
        )


class MakeUpForm(PlanForm):
    """One more box, for one that nobody got."""

    action = "make-up"
    title, button, said = "Replace one box", "Replace", "One box added."
    servings = OneBox()

    def build_action(self) -> Action:
        """For the one that was ticked."""
        return actions.Replace(self.cleaned_data["servings"][0])


class UndoForm(PlanForm):
    """What was done is put back."""

    action = "undo"
    title, button, said = "Undo", "Undo", "Undone."
    hint = hint_when_told = "To have it again, do it again."
    change = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    @property
    def lacks(self) -> str:
        """Which change it is about."""
        return "" if self["change"].value() else "Choose what to undo"

    def build_action(self) -> Action:
        """That change."""
        return plan_actions.Undo(self.cleaned_data["change"])


def _begun(given: QueryDict) -> dict[str, Any]:
    """What an address fills in."""
    return {name: given.getlist(name) if name == "servings" else given[name] for name in given}


def meals_of(draft: Draft) -> list[int]:
    """Those of which it has boxes: a meal that was taken away has none."""
    return [meal for meal, track in draft.tracks.items() if track.servings]


def _with_days(draft: Draft, meal: int, name: str) -> str:
    track = draft.tracks.get(meal)
    if track is None or not track.servings:
        return f"{name} (none so far)"
    return f"{name} ({track.servings} day{'' if track.servings == 1 else 's'})"
