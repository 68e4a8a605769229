"""The list of ingredients, and the form of one."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.ingredients.forms import IngredientForm
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.decorators import READING, StaffRequest, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request.action_view import version_of
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.services.ingredients import (
    StaleIngredientError,
    UnknownIngredientError,
    add_ingredient,
    as_recorded,
    save_ingredient,
)
from oottam.plans.domain.dish_names import dish_key
from oottam.plans.models import Ingredient, KitchenItem
from oottam.workflow.models import Allergen

MAX_WORDS_LENGTH = 100
DISHES_SHOWN = 30


@staff_page(Permission.COOK)
def show_all(request: StaffRequest) -> HttpResponse:
    """By name, all on one page: a kitchen has some hundreds; `q` narrows the list."""
    words = " ".join(request.GET.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    names = dict(Allergen.choices)
    wanted = dish_key(words).split()
    found = Ingredient.objects.annotate(dishes=Count("kitchenitem")).order_by("name")
    rows = [
        (each, [str(names.get(code, code)) for code in each.allergens])
        for each in found
        if all(word in dish_key(each.name) for word in wanted)
    ]
    shown = {"title": "Ingredients", "rows": rows, "words": words}
    return render(request, "backoffice/kitchen/ingredients/ingredients.html", shown)


@staff_page(Permission.COOK, methods=(*READING, "POST"))
def show(request: StaffRequest, ingredient: int) -> HttpResponse:
    """One of them, and its form."""
    kept = Ingredient.objects.filter(pk=parse_pk(str(ingredient)) or 0).first()
    if kept is None:
        raise Http404
    form = IngredientForm(request.POST if request.method == "POST" else None, kept)
    if form.is_valid():
        try:
            save_ingredient(
                number=kept.pk,
                version=version_of(request),
                values=form.said(),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleIngredientError as error:
            stale = _bring_together(form, error.ingredient, version_of(request))
            return _page(request, form, kept.name, _dishes_of(kept), error.ingredient, stale=stale)
        except UnknownIngredientError as error:
            raise Http404 from error
        else:
            messages.success(request, "Saved. All sheets now use it.")
            return redirect("backoffice:kitchen-ingredient", kept.pk)
    return _page(request, form, kept.name, _dishes_of(kept), kept)


@staff_page(Permission.COOK, methods=(*READING, "POST"))
def new(request: StaffRequest) -> HttpResponse:
    """The form of one that the kitchen did not have."""
    form = IngredientForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = add_ingredient(values=form.said(), actor=request.user, now=timezone.now())
        except DomainError as error:
            form.refuse(error)
        else:
            messages.success(request, f"{isolate(made.name)} can now be used in dishes.")
            return redirect("backoffice:kitchen-ingredients")
    return _page(request, form, "New ingredient")


def _dishes_of(kept: Ingredient) -> "QuerySet[KitchenItem, KitchenItem]":
    return KitchenItem.objects.filter(amounts__ingredient=kept).order_by("name")


def _bring_together(form: IngredientForm, now: Ingredient, seen: int) -> dict[str, Any]:
    """What a colleague has changed since; the form, which was sent, takes over what only she changed."""
    told, changes = conflicts.change_entries("ingredient.", now.name, seen, now.version)
    typed = as_recorded(form.said())
    if bought := changes.pop("bought", None):
        # Three fields that are bought by: hers where none of them was changed, else said beside the first.
        of_both = ("unit", "step", "step_grams") if typed["bought"] == bought[0] else ("unit",)
        changes |= dict.fromkeys(of_both, bought)
        typed |= dict.fromkeys(of_both, typed["bought"])
    conflicts.bring_together(
        form,
        IngredientForm(None, now),
        changes,
        typed,
        lambda _, value: conflicts.describe_value(value),
    )
    return {"named": now.name, "told": told}


def _page(
    request: StaffRequest,
    form: IngredientForm,
    title: str,
    dishes: "QuerySet[KitchenItem, KitchenItem] | None" = None,
    kept: Ingredient | None = None,
    *,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    wrong = form if form.is_bound else None
    known = list(Ingredient.objects.values_list("group", "unit"))
    shown: dict[str, Any] = {
        "title": title,
        "form": form,
        "wrong": wrong,
        "kept": kept,
        "quicker": stale,
        "version": version_of(request) if wrong and not stale else kept and kept.version,
        "dishes": list(dishes[:DISHES_SHOWN]) if dishes is not None else [],
        "groups": sorted({group for group, _ in known if group}),
        "units": sorted({unit for _, unit in known if unit}),
    }
    status = 409 if stale else 422 if wrong else 200
    return render(request, "backoffice/kitchen/ingredients/ingredient.html", shown, status=status)
