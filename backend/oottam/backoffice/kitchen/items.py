"""The kitchen's dishes: recipes, portions, and their names on the menus."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.harm import digest_of, find_harmed
from oottam.backoffice.kitchen.dish_form import MAX_NAME_LENGTH, DishForm, MergeForm
from oottam.backoffice.kitchen.dish_queries import (
    INCOMPLETE,
    DishData,
    DishFilter,
    dish_choices,
    ingredients,
    load_dish_data,
    page_of,
    parse_filters,
)
from oottam.backoffice.shared import conflicts
from oottam.backoffice.shared.conflicts import posted_version
from oottam.backoffice.shared.decorators import (
    StaffRequest,
    error_page,
    staff_action,
    staff_form,
    staff_page,
)
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleRecordError
from oottam.kitchen.services import recipe_check, unpublished_recipes
from oottam.kitchen.services.dish_editing import (
    DishValues,
    MarkError,
    describe_grams,
    save_dish,
)
from oottam.kitchen.services.dish_facts import (
    ingredients_to_read,
)
from oottam.kitchen.services.dish_merging import merge, name_dish, unmerge
from oottam.kitchen.services.recipe_versions import contents_with
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import (
    KitchenItem,
)


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List dishes by name; `q` and `only` filter."""
    filters = parse_filters(request.GET)
    rows, behind = page_of(filters)
    context = {
        "title": "Dishes",
        "filters": filters,
        "rows": rows,
        "next": filters.address(behind) if behind else "",
        "offered": unpublished_recipes.offered(),
        "is_checked": recipe_check.is_checked(),
        "to_read": ingredients_to_read(),
        "views": [
            ("All", DishFilter(filters.search_text).address(), not filters.only),
            (
                "Recipe incomplete",
                DishFilter(filters.search_text, INCOMPLETE).address(),
                bool(filters.only),
            ),
        ],
    }
    return render(request, "backoffice/kitchen/items/items.html", context)


@staff_form(Permission.COOK)
def detail(request: StaffRequest, dish: int) -> HttpResponse:
    """Show a dish and save its form; `version` fills it from an earlier recipe, `unpublished` from the menu's draft."""
    dish_data = _found(dish)
    if dish_data.dish.merged_into_id:
        messages.info(request, f"{isolate(dish_data.dish.name)} is now merged into this one.")
        return redirect("backoffice:kitchen-item", dish_data.dish.merged_into_id)
    parts, dishes = ingredients(), dish_choices()
    if request.method != "POST":
        values, said = _proposed(request, dish_data)
        form = DishForm(values, None, parts, dishes)
        return _render(request, dish_data, form, MergeForm(None, dishes), dishes, proposed=said)
    form = DishForm(dish_data.values, request.POST, parts, dishes)
    shown: dict[str, Any] = {}
    if "more" in request.POST:
        shown = {"is_typing": True}
    elif form.is_valid():
        harmed = _harmed(dish_data.dish, form.values())
        if harmed and request.POST.get("harm") != digest_of(harmed):
            form.add_error(None, "It harms people with a running plan. Read whom, and tick it.")
            shown = {"harmed": harmed}
        else:
            try:
                _save(request, dish_data.dish, form)
            except MarkError as error:
                form.refuse(error)
                shown = {"marked": error.names}
            except DomainError as error:
                form.refuse(error)
            except KitchenItem.DoesNotExist:  # merged meanwhile: its page says so
                return redirect("backoffice:kitchen-item", dish)
            except StaleRecordError as error:
                stale, changes = conflicts.changes_of_record(
                    "dish.", error.record, posted_version(request)
                )
                form.merge_changes(DishForm(dish_data.values, None, parts, dishes), changes)
                shown = {"stale": stale}
            else:
                messages.success(request, "Saved.")
                return redirect("backoffice:kitchen-item", dish)
    return _render(request, dish_data, form, MergeForm(None, dishes), dishes, **shown)


def _save(request: StaffRequest, dish: KitchenItem, form: DishForm) -> None:
    with transaction.atomic():
        save_dish(
            item=dish.pk,
            version=posted_version(request),
            values=form.values(),
            first=form.cleaned_data["first"],
            sell_out="sell_out" in request.POST,
            actor=request.user,
            now=timezone.now(),
        )
        if "unpublished" in request.POST:
            recipe = unpublished_recipes.offered().dishes.get(dish.pk)
            unpublished_recipes.forget(recipe=recipe)


def _proposed(request: StaffRequest, dish_data: DishData) -> tuple[DishValues, str]:
    """Return what the form begins with, and what a page says of it where that is not what is stored."""
    if "unpublished" in request.GET:
        recipe = unpublished_recipes.offered().dishes.get(dish_data.dish.pk)
        if recipe is not None:
            return unpublished_recipes.dish_values(recipe), "This recipe waited in the menu."
    version = parse_pk(request.GET.get("version", ""))
    former = next((each for each in dish_data.former if each.pk == version), None)
    if former is None or "grams" not in former.values:
        return dish_data.values, ""
    values = former.values
    said = f"This is the recipe that was cooked until {format_day(former.until)}."
    return (
        DishValues(
            portion=values["portion"],
            mark=values["mark"],
            allergens_known=values["is_complete"],
            grams={int(number): Decimal(grams) for number, grams in values["grams"].items()},
            eaten={
                int(number): Decimal(share) for number, share in values.get("eaten", {}).items()
            },
            station=values["station"],
            method=values["method"],
        ),
        said,
    )


def _harmed(dish: KitchenItem, values: DishValues) -> list[dict[str, str]]:
    """Return whom the dish would harm with these values, and does not yet."""
    contents = contents_with(values.mark, values.grams, is_complete=values.allergens_known)
    return find_harmed({dish.key: contents}, timezone.localdate())


@staff_action(Permission.COOK)
def add(request: StaffRequest) -> HttpResponse:
    """Open the dish of a name, a new one where there is none; with `same` the name is one more of that dish."""
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())[:MAX_NAME_LENGTH]
    same = request.POST.get("same", "")[:MAX_NAME_LENGTH]
    if not name:
        messages.error(request, "Enter a name.")
        return redirect("backoffice:kitchen-items")
    dish = name_dish(name, same, actor=request.user, now=timezone.now())
    return redirect("backoffice:kitchen-item", dish.pk)


@staff_action(Permission.COOK)
def check(request: StaffRequest) -> HttpResponse:
    """Note that the recipes are right."""
    recipe_check.note(actor=request.user, now=timezone.now())
    messages.success(request, "The recipes count as checked.")
    return redirect("backoffice:kitchen-items")


@staff_action(Permission.COOK)
def drop_unpublished(request: StaffRequest) -> HttpResponse:
    """Offer the recipes of the menu's draft no more."""
    unpublished_recipes.drop(actor=request.user, now=timezone.now())
    messages.success(request, "The recipes that waited in the menu are dropped.")
    return redirect("backoffice:kitchen-items")


@staff_action(Permission.COOK)
def merge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Merge the dish into another one."""
    dish_data, dishes = _found(dish), dish_choices()
    form, stale = MergeForm(request.POST, dishes), None
    if form.is_valid():
        try:
            target = merge(
                item=dish_data.dish.pk,
                version=posted_version(request),
                into=form.cleaned_data["into"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleRecordError as error:
            stale, _ = conflicts.changes_of_record("dish.", error.record, posted_version(request))
        except KitchenItem.DoesNotExist as error:
            raise Http404 from error
        else:
            messages.success(
                request, f"{isolate(dish_data.dish.name)} is cooked as {isolate(target.name)} now."
            )
            return redirect("backoffice:kitchen-item", target.pk)
    blank = DishForm(dish_data.values, None, ingredients(), dishes)
    return _render(request, dish_data, blank, form, dishes, stale=stale)


@staff_action(Permission.COOK)
def unmerge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Separate an alias from the dish again."""
    dish_data = _found(dish)
    try:
        dish_again = unmerge(
            alias=parse_pk(request.POST.get("alias", "")) or 0,
            item=dish_data.dish.pk,
            version=posted_version(request),
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:kitchen-item", dish)
    except StaleRecordError as error:
        return _stale(request, error)
    except KitchenItem.DoesNotExist as error:
        raise Http404 from error
    messages.success(request, f"{isolate(dish_again.name)} is a separate dish again.")
    return redirect("backoffice:kitchen-item", dish_again.pk)


def _found(dish: int) -> DishData:
    dish_data = load_dish_data(dish)
    if dish_data is None:
        raise Http404
    return dish_data


def _stale(request: StaffRequest, error: StaleRecordError) -> HttpResponse:
    back = reverse("backoffice:kitchen-item", args=[error.record.pk])
    named = error.record.name
    return error_page(request, 409, "kitchen/dish_changed.html", str(error), named=named, back=back)


def _render(
    request: StaffRequest,
    dish_data: DishData,
    form: DishForm,
    merge_form: MergeForm,
    dishes: Any,
    *,
    stale: dict[str, Any] | None = None,
    harmed: Sequence[dict[str, str]] = (),
    marked: Sequence[str] = (),
    proposed: str = "",
    is_typing: bool = False,
) -> HttpResponse:
    bound = next((each for each in (form, merge_form) if each.is_bound), None)
    invalid_form = None if is_typing else bound
    names = dict(ingredients().values())
    today = timezone.localdate()
    context = {
        "title": dish_data.dish.name,
        "dish_data": dish_data,
        "dish": dish_data.dish,
        "form": form,
        "merge_form": merge_form,
        "invalid_form": invalid_form,
        "is_typing": is_typing,
        "parts": list(names.values()),
        "dishes": [name for _, name in dishes.values()],
        "conflict": stale,
        "version": posted_version(request) if bound and not stale else dish_data.dish.version,
        "harmed": harmed,
        "harm": digest_of(harmed),
        "marked": marked,
        "proposed": proposed,
        "is_unpublished": "unpublished" in (request.POST or request.GET),
        "begins": max(
            (each.until + ONE_DAY for each in dish_data.former if each.until >= today), default=None
        ),
        "former": [
            (
                each,
                describe_grams(
                    (
                        names.get(int(number), "?"),
                        Decimal(grams),
                        Decimal(each.values.get("eaten", {}).get(number, 1)),
                    )
                    for number, grams in each.values["grams"].items()
                ),
            )
            for each in dish_data.former
            if "grams" in each.values
        ],
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/items/item.html", context, status=status)
