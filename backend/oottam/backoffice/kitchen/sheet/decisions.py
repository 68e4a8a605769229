"""The forms by which the kitchen replaces a dish on a day, or chooses one of several."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.dietary import FoodFields
from oottam.backoffice.kitchen.sheet.actions import sheet_address
from oottam.backoffice.kitchen.sheet.sheet_view import tagged_lines
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.backoffice.shared.fields import PlainText, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import WHOLE_DAY
from oottam.core.direction import isolate
from oottam.core.names import name_key
from oottam.kitchen.day import MealSheet, day_view
from oottam.kitchen.services import choices
from oottam.kitchen.services.choices import MAX_REASON_LENGTH
from oottam.kitchen.services.dietary_acceptance import DayCheck, check_day
from oottam.schedule.models import KitchenItem, Meal

MAX_NAME_LENGTH = 200
Choice = tuple[int, str]  # a dish's primary key and name


class DecideForm(FoodFields, StaffForm):
    """Base of the two forms below: its own fields are the service's arguments, the others accept clashes."""

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["clash"].label = "They get it anyway"
        self.fields["not_known"].label = "Not known, and they get it anyway"

    def decision_fields(self) -> list[forms.BoundField]:
        """The fields that accept nothing."""
        return [field for field in self if field.name not in FoodFields.base_fields]

    def acceptance(self, request: StaffRequest) -> dict[str, Any]:
        """Return who decides now, and what they accept."""
        return {"actor": request.user, "now": timezone.now(), "accepted": self.accepted()}

    def decision(self) -> dict[str, Any]:
        """Return the decision, of a valid form."""
        return {field.name: self.cleaned_data[field.name] for field in self.decision_fields()}


class ReplaceForm(DecideForm):
    """Replace a dish by another one, at a meal or the whole day."""

    action = "replace"
    item = forms.TypedChoiceField(label="Missing dish", coerce=int)
    instead = forms.CharField(
        label="Cook instead",
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"list": "dishes", "autocomplete": "off"}),
        help_text="Vegetarians get it only if it is marked vegetarian.",
    )
    meal = forms.TypedChoiceField(label="For", coerce=int)
    reason = PlainText(
        label="Reason",
        required=False,
        max_length=MAX_REASON_LENGTH,
        help_text="For example: sold out at the market. Shown on the sheet.",
    )

    def __init__(
        self,
        data: Any,
        *,
        meal: int,
        due: Sequence[Choice],
        names: Mapping[str, int],
        item: int | None = None,
    ) -> None:
        super().__init__(data, initial={"meal": meal, "item": item})
        self._names = names
        self.offer("item", [("", "Choose"), *due])
        self.offer("meal", [(meal, f"{Meal(meal).label} only"), (WHOLE_DAY, "The whole day")])

    def clean_instead(self) -> int:
        """Return the primary key."""
        item = self._names.get(name_key(self.cleaned_data["instead"]))
        if item is None:
            raise forms.ValidationError("No such dish. Choose one from the list.")
        return item


class ChooseForm(DecideForm):
    """Choose the alternative that is cooked."""

    action = "choose"
    chosen = forms.TypedChoiceField(label="What to cook", coerce=int)

    def __init__(self, data: Any, *, options: Sequence[Choice], chosen: int | None) -> None:
        super().__init__(data, initial={"chosen": chosen})
        self.offer("chosen", options)


@staff_form(Permission.COOK)
def replace(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Replace a dish of the meal; raises Http404 for no meal."""
    due = _due(_sheet(day, meal))
    real = KitchenItem.objects.filter(alternatives=None, merged_into=None).order_by("name")
    names = {key: (pk, name) for key, pk, name in real.values_list("key", "pk", "name")}
    form = ReplaceForm(
        request.POST if request.method == "POST" else None,
        meal=meal,
        due=due,
        names={key: pk for key, (pk, _) in names.items()},
        item=parse_pk(request.GET.get("item", "")),
    )
    check = None
    if form.is_valid():
        decision = form.decision()
        check = check_day(day, decision["meal"], decision["item"], instead=decision["instead"])
        name = dict(due)[decision["item"]]
        with form.shows_errors():
            choices.substitute(day=day, **decision, **form.acceptance(request))
            messages.success(request, f"{isolate(name)} is replaced.")
            return redirect(sheet_address(day, meal))
    context = {
        "title": f"Replace a dish, {str(Meal(meal).label).lower()}",
        "due": due,
        "names": [name for _, name in names.values()],
    }
    return _render(request, form, check, sheet_address(day, meal), {**context, "day": day})


@staff_form(Permission.COOK)
def choose(request: StaffRequest, day: date, meal: int, dish: int) -> HttpResponse:
    """Choose an alternative, where one of them clashes for a customer; raises Http404 for no meal."""
    sheet = _sheet(day, meal)
    dishes = next(
        (each for each in (sheet.alternatives if sheet else ()) if each.item == dish), None
    )
    options = {option.item: option.name for option in dishes.options} if dishes else {}
    chosen = parse_pk(request.GET.get("option", ""))
    form = ChooseForm(
        request.POST if request.method == "POST" else None,
        options=list(options.items()),
        chosen=chosen,
    )
    check = check_day(day, meal, dish, chosen=chosen) if chosen in options else None
    if form.is_valid():
        decision = form.decision()
        check = check_day(day, meal, dish, **decision)
        with form.shows_errors():
            choices.choose(day=day, meal=meal, item=dish, **decision, **form.acceptance(request))
            messages.success(request, f"{isolate(options[decision['chosen']])} is chosen.")
            return redirect(sheet_address(day, meal))
    context = {
        "title": f"{isolate(dishes.name)}, {str(Meal(meal).label).lower()}"
        if dishes
        else "Choose a dish",
        "due": options,
    }
    return _render(request, form, check, sheet_address(day, meal), {**context, "day": day})


def _render(
    request: StaffRequest,
    form: DecideForm,
    check: DayCheck | None,
    back: str,
    context: dict[str, Any],
) -> HttpResponse:
    form.limit_to(check)
    invalid_form = form if form.is_bound else None
    context |= {
        "form": form,
        "invalid_form": invalid_form,
        "seen": check.seen if check else "",
        # A person once, for several meals.
        "left_out": dict.fromkeys(check.left_out) if check else (),
        "harmed": tagged_lines(check.people, "") if check else "",
        "back": back,
    }
    status = 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/sheet/decision.html", context, status=status)


def _sheet(day: date, meal: int) -> MealSheet | None:
    if meal not in Meal.values:
        raise Http404
    return day_view(day).meal(meal)


def _due(sheet: MealSheet | None) -> list[Choice]:
    """Return the meal's cooked dishes, replaced dishes and alternatives, by name."""
    if sheet is None:
        return []
    names = {total.item: total.name for total in sheet.dishes}
    names |= {alternative.item: alternative.name for alternative in sheet.alternatives}
    names |= {substitution.item: substitution.name for substitution in sheet.substitutions}
    return sorted(names.items(), key=lambda dish: dish[1].casefold())
