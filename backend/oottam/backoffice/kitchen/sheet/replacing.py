"""The form that replaces a dish on a day."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.backoffice.frame.pages import READING, StaffRequest, page
from oottam.backoffice.kitchen.sheet.actions import way_back
from oottam.backoffice.request.forms import DeskForm
from oottam.common.direction import isolate
from oottam.handling.domain.changes import RefusedError
from oottam.schedule.day_view import day_view
from oottam.schedule.domain.choices import LONGEST_REASON, substitute
from oottam.schedule.models import KitchenItem, Meal
from oottam.schedule.models.days import EVERY_MEAL
from oottam.schedule.naming import folded
from oottam.staff.roles import Permission

LONGEST_NAME = 200
Choice = tuple[int, str]  # a dish's number and name


class ReplaceForm(DeskForm):
    """Which dish, by which one, at which meal, and why."""

    action = "replace"
    item = forms.TypedChoiceField(label="What is not there", coerce=int)
    instead = forms.CharField(
        label="Cook in its place",
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"list": "dishes", "autocomplete": "off"}),
        help_text="Vegetarians get it only if it is marked vegetarian.",
    )
    meal = forms.TypedChoiceField(label="When", coerce=int)
    reason = forms.CharField(
        label="Why?",
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Such as: sold out at the market. It stands on the sheet.",
    )

    def __init__(
        self, data: Any = None, *, meal: int, due: Sequence[Choice], names: Mapping[str, int]
    ) -> None:
        super().__init__(data, initial={"meal": meal})
        self._names = names
        items: Any = self.fields["item"]
        items.choices = [("", "Choose"), *due]
        meals: Any = self.fields["meal"]
        meals.choices = [(meal, f"{Meal(meal).label} only"), (EVERY_MEAL, "The whole day")]

    def clean_instead(self) -> int:
        """The dish's number; raises ValidationError for none that the kitchen has."""
        found = self._names.get(folded(self.cleaned_data["instead"]))
        if found is None:
            raise forms.ValidationError("The kitchen knows no such dish. Choose one of the list.")
        return found


@page(Permission.COOK, methods=(*READING, "POST"))
def replace(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Which dish of the meal is replaced, and by which; raises Http404 for no meal."""
    if meal not in Meal.values:
        raise Http404
    due = _due(day, meal)
    real = KitchenItem.objects.filter(alternatives=None, merged_into=None).order_by("name")
    names = {key: (pk, name) for key, pk, name in real.values_list("key", "pk", "name")}
    form = ReplaceForm(
        request.POST if request.method == "POST" else None,
        meal=meal,
        due=due,
        names={key: pk for key, (pk, _) in names.items()},
    )
    if form.is_valid():
        try:
            substitute(day=day, actor=request.user, now=timezone.now(), **form.cleaned_data)
        except RefusedError as error:
            form.refuse(error)
        else:
            messages.success(
                request, f"{isolate(dict(due)[form.cleaned_data['item']])} is replaced."
            )
            return redirect(way_back(day, meal))
    wrong = form if form.is_bound else None
    shown = {
        "title": f"Replace a dish, {str(Meal(meal).label).lower()}",
        "day": day,
        "due": due,
        "form": form,
        "wrong": wrong,
        "names": [name for _, name in names.values()],
        "back": way_back(day, meal),
    }
    status = 422 if wrong else 200
    return render(request, "backoffice/kitchen/sheet/replace.html", shown, status=status)


def _due(day: date, meal: int) -> list[Choice]:
    """What is cooked for the meal, what is already replaced, and the alternatives; by name."""
    sheet = day_view(day).meal(meal)
    if sheet is None:
        return []
    found = {total.item: total.name for total in sheet.dishes}
    found |= {each.item: each.name for each in sheet.alternatives}
    found |= {each.item: each.name for each in sheet.substitutions}
    return sorted(found.items(), key=lambda dish: dish[1].casefold())
