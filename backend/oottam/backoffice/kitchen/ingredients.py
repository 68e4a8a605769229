"""The ingredients of dishes, with allergens and shopping units."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.dietary import labels
from oottam.backoffice.harm import digest_of, find_harmed
from oottam.backoffice.kitchen.ingredient_form import IngredientForm
from oottam.backoffice.shared import conflicts
from oottam.backoffice.shared.conflicts import posted_version
from oottam.backoffice.shared.decorators import StaffRequest, staff_form, staff_page
from oottam.backoffice.templatetags.staff import query
from oottam.catalogue.choices import ALLERGEN_LIST, Allergen, joined_after
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleRecordError
from oottam.core.names import name_key
from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.dish_facts import ingredients_to_read
from oottam.kitchen.services.ingredients import (
    add_ingredient,
    as_recorded,
    contents_changed_by,
    save_ingredient,
)
from oottam.kitchen.services.recipe_files import nutrition_of
from oottam.schedule.models import Ingredient, KitchenItem

SOURCES = ("packet", "own", "IFCT 2017", "USDA SR Legacy")
MAX_WORDS_LENGTH = 100
# Lists of ingredients that wait for somebody: without values, with doubtful ones, not compared with all allergens.
NO_VALUES, DOUBTFUL, NOT_COMPARED = "values", "labels", "allergens"
TOLERANCE = 0.2  # between the energy that is computed and that of a packet
DISHES_SHOWN = 30


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List ingredients by name on one page, as a kitchen has some hundreds; `q` and `only` filter.

    Of those that wait for somebody, the ones that mend most dishes come first.
    """
    search_text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    names = dict(Allergen.choices)
    wanted = name_key(search_text).split()
    queryset = Ingredient.objects.annotate(dishes=Count("kitchenitem")).order_by("name")
    found = list(queryset)
    to_read = ingredients_to_read()
    mended: Mapping[str, Mapping[int, int]] = {
        NO_VALUES: to_read.without_values,
        DOUBTFUL: to_read.doubtful,
        NOT_COMPARED: {
            each.pk: each.dishes for each in found if each.allergen_list < ALLERGEN_LIST
        },
    }
    only = request.GET.get("only", "")
    if only not in mended:
        only = ""
    else:
        found = [each for each in found if each.pk in mended[only]]
        found.sort(key=lambda each: -mended[only][each.pk])
    labels_of_tabs = {
        "": "All",
        NO_VALUES: f"Values missing ({len(to_read.without_values)})",
        DOUBTFUL: f"Labels to read ({len(to_read.doubtful)})",
        NOT_COMPARED: f"Allergens to compare ({len(mended[NOT_COMPARED])})",
    }
    context = {
        "title": "Ingredients",
        "rows": [
            (
                each,
                [str(names.get(code, code)) for code in each.allergens],
                mended.get(only, {}).get(each.pk),
            )
            for each in found
            if all(word in name_key(each.name) for word in wanted)
        ],
        "search_text": search_text,
        "only": only,
        "views": [
            (label, f"?{query(q=search_text, only=key)}", key == only)
            for key, label in labels_of_tabs.items()
            if not key or mended[key]
        ],
        "to_read": to_read,
    }
    return render(request, "backoffice/kitchen/ingredients/ingredients.html", context)


@staff_form(Permission.COOK)
def detail(request: StaffRequest, ingredient: int) -> HttpResponse:
    """Show an ingredient and save its form."""
    ingredient_row = get_object_or_404(Ingredient, pk=ingredient)
    offered = None
    if "unpublished" in (request.POST or request.GET):
        offered = unpublished_recipes.offered().ingredients.get(ingredient_row.pk)
    if request.method != "POST":
        values = unpublished_recipes.ingredient_values(offered) if offered else ingredient_row
        form = IngredientForm(None, values)
    else:
        form = IngredientForm(request.POST, ingredient_row)
    if form.is_valid():
        contents = contents_changed_by(ingredient_row, form.values())
        harmed = find_harmed(contents, timezone.localdate())
        if harmed and request.POST.get("harm") != digest_of(harmed):
            form.add_error(
                None, "It harms people with a running plan: read the list below and tick it."
            )
            return _render(request, form, ingredient_row, harmed=harmed)
        try:
            with transaction.atomic():
                save_ingredient(
                    number=ingredient_row.pk,
                    version=posted_version(request),
                    values=form.values(),
                    first=form.cleaned_data["first"],
                    actor=request.user,
                    now=timezone.now(),
                )
                if offered:
                    unpublished_recipes.forget(ingredient=offered)
        except DomainError as error:
            form.refuse(error)
        except StaleRecordError as error:
            stale = _merge_changes(form, error.record, posted_version(request))
            return _render(request, form, error.record, stale=stale)
        except Ingredient.DoesNotExist as error:
            raise Http404 from error
        else:
            _confirm_saved(request, ingredient_row.pk)
            return redirect("backoffice:kitchen-ingredient", ingredient_row.pk)
    return _render(request, form, ingredient_row)


@staff_form(Permission.COOK)
def new(request: StaffRequest) -> HttpResponse:
    """Add an ingredient."""
    form = IngredientForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.shows_errors():
            added = add_ingredient(values=form.values(), actor=request.user, now=timezone.now())
            messages.success(request, f"{isolate(added.name)} can now be used in dishes.")
            return redirect("backoffice:kitchen-ingredients")
    return _render(request, form)


def _confirm_saved(request: StaffRequest, number: int) -> None:
    """Say that it is saved, and what that means for pages."""
    row = Ingredient.objects.get(pk=number)
    energy, silent = _energy(row), ingredients_to_read().without_values.get(number, 0)
    if silent:
        dishes = "One dish says" if silent == 1 else f"{silent} dishes say"
        messages.warning(
            request, f"Saved. {dishes} nothing of energy and protein without its values."
        )
    elif energy and energy["is_apart"]:
        messages.warning(
            request,
            f"Saved. Read the label again: the grams make {energy['kcal']} kcal, not {energy['packet']}.",
        )
    else:
        messages.success(request, "Saved.")


def _energy(row: Ingredient | None) -> dict[str, Any] | None:
    """Return the computed energy of 100 g, beside the packet's; None without values."""
    values = nutrition_of(row) if row else None
    if row is None or values is None:
        return None
    kcal = round(values.kcal)
    packet = row.packet_kcal
    is_apart = packet is not None and abs(kcal - packet) > max(20, packet * TOLERANCE)
    return {"kcal": kcal, "packet": packet, "is_apart": is_apart}


def _merge_changes(form: IngredientForm, current: Ingredient, seen: int) -> dict[str, Any]:
    """Merge the colleague's changes since the version `seen` into the form; return them for the page."""
    stale, changes = conflicts.changes_of_record("ingredient.", current, seen)
    typed = as_recorded(form.values())
    if bought := changes.pop("bought", None):
        # Three fields for one value: the colleague's where none was changed, else an error beside the first field.
        fields = ("unit", "step", "step_grams") if typed["bought"] == bought[0] else ("unit",)
        changes |= dict.fromkeys(fields, bought)
        typed |= dict.fromkeys(fields, typed["bought"])
    conflicts.merge_changes(form, IngredientForm(None, current), changes, typed)
    return stale


def _render(
    request: StaffRequest,
    form: IngredientForm,
    ingredient_row: Ingredient | None = None,
    *,
    stale: dict[str, Any] | None = None,
    harmed: Sequence[dict[str, str]] = (),
) -> HttpResponse:
    invalid_form = form if form.is_bound else None
    dishes = KitchenItem.objects.filter(amounts__ingredient=ingredient_row).order_by("name")
    context: dict[str, Any] = {
        "title": ingredient_row.name if ingredient_row else "New ingredient",
        "form": form,
        "invalid_form": invalid_form,
        "ingredient": ingredient_row,
        "conflict": stale,
        "version": posted_version(request)
        if invalid_form and not stale
        else ingredient_row and ingredient_row.version,
        "dishes": dishes[:DISHES_SHOWN] if ingredient_row else (),
        "harmed": harmed,
        "harm": digest_of(harmed),
        "is_unpublished": "unpublished" in (request.POST or request.GET),
        "sources": SOURCES,
        "not_compared": labels(joined_after(ingredient_row.allergen_list)).lower()
        if ingredient_row
        else "",
        "energy": _energy(ingredient_row),
        "groups": sorted(set(Ingredient.objects.exclude(group="").values_list("group", flat=True))),
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/ingredients/ingredient.html", context, status=status)
