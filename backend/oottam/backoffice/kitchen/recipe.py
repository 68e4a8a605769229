"""The recipe of a dish, for the day's portions."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.sheet.actions import sheet_address
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.backoffice.shared.fields import StaffForm
from oottam.kitchen.day import day_view
from oottam.kitchen.day.dishes import KitchenIngredient, dishes_on
from oottam.schedule.models import KitchenItem, Meal

_KILO = Decimal(1000)
_PIECE = "piece"
_HALF = Decimal("0.5")
# Below the first number of grams, an amount is rounded to a multiple of the second.
_STEPS = (
    (Decimal(10), _HALF),
    (Decimal(100), Decimal(1)),
    (Decimal(1000), Decimal(5)),
    (Decimal(10_000), Decimal(10)),
)
_MAX_STEP = Decimal(100)


def amount(grams: Decimal, ingredient: KitchenIngredient) -> str:
    """Format as "1.25 kg" or "40 g"; an ingredient bought by the piece as "12 pieces, 600 g"."""
    weighed = weight(grams)
    if ingredient.unit != _PIECE:
        return weighed
    pieces = _rounded(grams * ingredient.step / ingredient.step_grams, _HALF)
    return f"{_number(pieces)} piece{'' if pieces <= 1 else 's'}, {weighed}"


def weight(grams: Decimal) -> str:
    """Round to half a gram below 10 g and to coarser steps above; never to nothing."""
    step = next((step for below, step in _STEPS if grams < below), _MAX_STEP)
    rounded = _rounded(grams, step)
    if rounded < _KILO:
        return f"{_number(rounded)} g"
    return f"{_number(rounded / _KILO)} kg"


def _rounded(value: Decimal, step: Decimal) -> Decimal:
    return max((value / step).to_integral_value(ROUND_HALF_UP), Decimal(1)) * step


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"


MAX_PORTIONS = 5000


class PortionsForm(StaffForm):
    action = "portions"
    portions = forms.IntegerField(
        label="Portions",
        min_value=1,
        max_value=MAX_PORTIONS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


@staff_page(Permission.COOK)
def detail(request: StaffRequest, day: date, meal: int, dish: int) -> HttpResponse:
    """Show the amount of each ingredient, and the method where there is one, by the recipe of the day."""
    item = get_object_or_404(KitchenItem, pk=dish)
    if meal not in Meal.values:
        raise Http404
    due = _portions_due(day, meal, item)
    form = PortionsForm(request.GET if "portions" in request.GET else {"portions": due or 1})
    portions = form.cleaned_data["portions"] if form.is_valid() else due or 1
    cooked = dishes_on(day, [item.pk], with_recipes=True)[item.pk]
    context = {
        "title": f"{item.name}, recipe",
        "dish": item,
        "day": day,
        "meal_name": Meal(meal).label,
        "back": sheet_address(day, meal),
        "due": due,
        "form": form,
        "portions": portions,
        "portion": cooked.portion,
        "is_complete": cooked.contents.is_complete,
        "parts": [
            (ingredient.name, amount(grams * portions, ingredient))
            for ingredient, grams in sorted(cooked.grams.items(), key=lambda part: -part[1])
        ],
        "method": cooked.method,
    }
    return render(request, "backoffice/kitchen/recipe.html", context)


def _portions_due(day: date, meal: int, item: KitchenItem) -> int:
    """Return the portions on the meal's sheet."""
    sheet = day_view(day).meal(meal)
    totals = sheet.dishes if sheet else ()
    return next((total.quantity for total in totals if total.item == item.pk), 0)
