"""The list of dishes, and the page and actions of one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.items import queries
from oottam.backoffice.kitchen.items.forms import DishForm, MergeForm
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.conflicts import posted_version
from oottam.backoffice.layout.decorators import (
    SAFE_METHODS,
    StaffRequest,
    error_page,
    staff_action,
    staff_page,
)
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.services.dish_editing import StaleDishError, UnknownDishError, save_dish
from oottam.kitchen.services.dish_merging import merge, unmerge


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List dishes by name; `q` and `only` filter."""
    filters = queries.parse_filters(request.GET)
    page = queries.page_of(filters)
    context = {
        "title": "Dishes",
        "filters": filters,
        "page": page,
        "next": filters.address(page.next) if page.next else "",
        "views": [
            ("All", queries.DishFilter(filters.search_text).address(), not filters.only),
            (
                "Recipe incomplete",
                queries.DishFilter(filters.search_text, queries.INCOMPLETE).address(),
                bool(filters.only),
            ),
        ],
    }
    return render(request, "backoffice/kitchen/items/items.html", context)


@staff_page(Permission.COOK, methods=(*SAFE_METHODS, "POST"))
def detail(request: StaffRequest, dish: int) -> HttpResponse:
    """Show a dish and save its form."""
    dish_data = _found(dish)
    if dish_data.dish.merged_into_id:
        messages.info(request, f"{isolate(dish_data.dish.name)} is now merged into this one.")
        return redirect("backoffice:kitchen-item", dish_data.dish.merged_into_id)
    parts, dishes = queries.ingredients(), queries.dishes()
    form = DishForm(dish_data, request.POST if request.method == "POST" else None, parts, dishes)
    if form.is_valid():
        try:
            save_dish(
                item=dish_data.dish.pk,
                version=posted_version(request),
                values=form.values(),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, changes = _changes_since(error, posted_version(request))
            form.merge_changes(DishForm(dish_data, None, parts, dishes), changes)
            return _render(request, dish_data, form, MergeForm(None, dishes), dishes, stale=stale)
        else:
            messages.success(request, "Saved.")
            return redirect("backoffice:kitchen-item", dish)
    return _render(request, dish_data, form, MergeForm(None, dishes), dishes)


@staff_action(Permission.COOK)
def merge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Merge the dish into another one."""
    dish_data, dishes = _found(dish), queries.dishes()
    form = MergeForm(request.POST, dishes)
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
        except StaleDishError as error:
            stale, _ = _changes_since(error, posted_version(request))
            blank = DishForm(dish_data, None, {}, {})
            return _render(request, dish_data, blank, form, dishes, stale=stale)
        except UnknownDishError as error:
            raise Http404 from error
        else:
            messages.success(
                request, f"{isolate(dish_data.dish.name)} is cooked as {isolate(target.name)} now."
            )
            return redirect("backoffice:kitchen-item", target.pk)
    blank = DishForm(dish_data, None, {}, {})
    return _render(request, dish_data, blank, form, dishes)


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
    except StaleDishError as error:
        return _stale(request, error)
    except UnknownDishError as error:
        raise Http404 from error
    messages.success(request, f"{isolate(dish_again.name)} is a separate dish again.")
    return redirect("backoffice:kitchen-item", dish_again.pk)


def _found(dish: int) -> queries.DishData:
    dish_data = queries.load_dish_data(dish)
    if dish_data is None:
        raise Http404
    return dish_data


def _changes_since(
    error: StaleDishError, seen: int
) -> tuple[dict[str, Any], dict[str, conflicts.Change]]:
    """Return what a colleague has changed since the version `seen`: for the page, and by field."""
    entries, changes = conflicts.change_entries("dish.", error.item.name, seen, error.item.version)
    return {"named": error.item.name, "entries": entries}, changes


def _stale(request: StaffRequest, error: StaleDishError) -> HttpResponse:
    back = reverse("backoffice:kitchen-item", args=[error.item.pk])
    named = error.item.name
    return error_page(request, 409, "kitchen/dish_changed.html", str(error), named=named, back=back)


def _render(
    request: StaffRequest,
    dish_data: queries.DishData,
    form: DishForm,
    merge_form: MergeForm,
    dishes: Any,
    *,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    invalid_form = next((each for each in (form, merge_form) if each.is_bound), None)
    context = {
        "title": dish_data.dish.name,
        "dish_data": dish_data,
        "dish": dish_data.dish,
        "form": form,
        "merge_form": merge_form,
        "invalid_form": invalid_form,
        "parts": [name for _, name in queries.ingredients().values()],
        "dishes": [name for _, name in dishes.values()],
        "conflict": stale,
        "version": posted_version(request)
        if invalid_form and not stale
        else dish_data.dish.version,
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/items/item.html", context, status=status)
