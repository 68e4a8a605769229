"""The forms by which the kitchen decides what is cooked on a day: a dish that is replaced, one of several that is chosen."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.food import FoodFields
from oottam.backoffice.kitchen.sheet.actions import way_back
from oottam.backoffice.kitchen.sheet.customer_notes import tagged_lines
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_page
from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.day import MealSheet, day_view
from oottam.kitchen.services import choices
from oottam.kitchen.services.choices import MAX_REASON_LENGTH
from oottam.kitchen.services.dietary_acceptance import DayCheck, check_day
from oottam.plans.domain.dish_names import dish_key
from oottam.plans.models import KitchenItem, Meal
from oottam.plans.models.days import EVERY_MEAL

MAX_NAME_LENGTH = 200
Choice = tuple[int, str]  # a dish's number and name


class DecideForm(FoodFields, StaffForm):
    """Any of them: its own fields are what the service is told, besides the ticks over what clashes."""

    def __init__(self, data: Any, **given: Any) -> None:
        super().__init__(data, **given)
        self.fields["clash"].label = "They get it anyway"
        self.fields["not_known"].label = "Not known, and they get it anyway"

    def own_fields(self) -> list[forms.BoundField]:
        """Besides the ticks."""
        return [field for field in self if field.name not in FoodFields.base_fields]

    def given(self) -> dict[str, Any]:
        """Of a form that is valid: what is decided."""
        return {field.name: self.cleaned_data[field.name] for field in self.own_fields()}


class ReplaceForm(DecideForm):
    """Which dish, by which one, at which meal, and why."""

    action = "replace"
    item = forms.TypedChoiceField(label="Missing dish", coerce=int)
    instead = forms.CharField(
        label="Cook instead",
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"list": "dishes", "autocomplete": "off"}),
        help_text="Vegetarians get it only if it is marked vegetarian.",
    )
    meal = forms.TypedChoiceField(label="For", coerce=int)
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=MAX_REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="For example: sold out at the market. Shown on the sheet.",
    )

    def __init__(
        self, data: Any, *, meal: int, due: Sequence[Choice], names: Mapping[str, int]
    ) -> None:
        super().__init__(data, initial={"meal": meal})
        self._names = names
        items: Any = self.fields["item"]
        items.choices = [("", "Choose"), *due]
        meals: Any = self.fields["meal"]
        meals.choices = [(meal, f"{Meal(meal).label} only"), (EVERY_MEAL, "The whole day")]

    def clean_instead(self) -> int:
        """The dish's number; raises ValidationError for none that the kitchen has."""
        found = self._names.get(dish_key(self.cleaned_data["instead"]))
        if found is None:
            raise forms.ValidationError("No such dish. Choose one from the list.")
        return found


class ChooseForm(DecideForm):
    """Which of its alternatives is cooked."""

    action = "choose"
    chosen = forms.TypedChoiceField(label="What to cook", coerce=int)

    def __init__(self, data: Any, *, options: Sequence[Choice], chosen: int | None) -> None:
        super().__init__(data, initial={"chosen": chosen})
        field: Any = self.fields["chosen"]
        field.choices = options


@staff_page(Permission.COOK, methods=(*SAFE_METHODS, "POST"))
def replace(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Which dish of the meal is replaced, and by which; raises Http404 for no meal."""
    due = _due(_sheet(day, meal))
    real = KitchenItem.objects.filter(alternatives=None, merged_into=None).order_by("name")
    names = {key: (pk, name) for key, pk, name in real.values_list("key", "pk", "name")}
    form = ReplaceForm(
        request.POST if request.method == "POST" else None,
        meal=meal,
        due=due,
        names={key: pk for key, (pk, _) in names.items()},
    )
    found = None
    if form.is_valid():
        given = form.given()
        found = check_day(day, given["meal"], given["item"], instead=given["instead"])
        name = dict(due)[given["item"]]
        if _is_done(request, form, choices.substitute, day=day, **given):
            messages.success(request, f"{isolate(name)} is replaced.")
            return redirect(way_back(day, meal))
    shown = {
        "title": f"Replace a dish, {str(Meal(meal).label).lower()}",
        "due": due,
        "names": [name for _, name in names.values()],
    }
    return _page(request, form, found, way_back(day, meal), {**shown, "day": day})


@staff_page(Permission.COOK, methods=(*SAFE_METHODS, "POST"))
def choose(request: StaffRequest, day: date, meal: int, dish: int) -> HttpResponse:
    """Which alternative is cooked, where one of them clashes for somebody; raises Http404 for no meal."""
    sheet = _sheet(day, meal)
    of = next((each for each in (sheet.alternatives if sheet else ()) if each.item == dish), None)
    options = {each.item: each.name for each in of.options} if of else {}
    chosen = parse_pk(request.GET.get("option", ""))
    form = ChooseForm(
        request.POST if request.method == "POST" else None,
        options=list(options.items()),
        chosen=chosen,
    )
    found = check_day(day, meal, dish, chosen=chosen) if chosen in options else None
    if form.is_valid():
        given = form.given()
        found = check_day(day, meal, dish, **given)
        if _is_done(request, form, choices.choose, day=day, meal=meal, item=dish, **given):
            messages.success(request, f"{isolate(options[given['chosen']])} is chosen.")
            return redirect(way_back(day, meal))
    shown = {
        "title": f"{isolate(of.name)}, {str(Meal(meal).label).lower()}" if of else "Choose a dish",
        "due": options,
    }
    return _page(request, form, found, way_back(day, meal), {**shown, "day": day})


def _is_done(request: StaffRequest, form: DecideForm, doing: Any, **given: Any) -> bool:
    """One function of a service; False where it refuses, which the form says then."""
    try:
        doing(actor=request.user, now=timezone.now(), accepted=form.accepted(), **given)
    except DomainError as error:
        form.refuse(error)
        return False
    return True


def _page(
    request: StaffRequest,
    form: DecideForm,
    found: DayCheck | None,
    back: str,
    shown: dict[str, Any],
) -> HttpResponse:
    form.limit_to(found)
    wrong = form if form.is_bound else None
    shown |= {
        "form": form,
        "wrong": wrong,
        "seen": found.seen if found else "",
        "left_out": dict.fromkeys(found.left_out) if found else (),  # once, for two meals too
        "harmed": tagged_lines(found.people, "") if found else "",
        "back": back,
    }
    status = 422 if wrong else 200
    return render(request, "backoffice/kitchen/sheet/decide.html", shown, status=status)


def _sheet(day: date, meal: int) -> MealSheet | None:
    if meal not in Meal.values:
        raise Http404
    return day_view(day).meal(meal)


def _due(sheet: MealSheet | None) -> list[Choice]:
    """What is cooked for the meal, what is already replaced, and the alternatives; by name."""
    if sheet is None:
        return []
    found = {total.item: total.name for total in sheet.dishes}
    found |= {each.item: each.name for each in sheet.alternatives}
    found |= {each.item: each.name for each in sheet.substitutions}
    return sorted(found.items(), key=lambda dish: dish[1].casefold())
