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
    problem,
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
    found = queries.page_of(filters)
    context = {
        "title": "Dishes",
        "filters": filters,
        "page": found,
        "next": filters.address(found.next) if found.next else "",
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
    found = _found(dish)
    if found.dish.merged_into_id:
        messages.info(request, f"{isolate(found.dish.name)} is now merged into this one.")
        return redirect("backoffice:kitchen-item", found.dish.merged_into_id)
    parts, dishes = queries.ingredients(), queries.dishes()
    form = DishForm(found, request.POST if request.method == "POST" else None, parts, dishes)
    if form.is_valid():
        try:
            save_dish(
                item=found.dish.pk,
                version=posted_version(request),
                values=form.values(),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, changes = _changes_since(error, posted_version(request))
            form.merge_changes(DishForm(found, None, parts, dishes), changes)
            return _render(request, found, form, MergeForm(None, dishes), dishes, stale=stale)
        else:
            messages.success(request, "Saved.")
            return redirect("backoffice:kitchen-item", dish)
    return _render(request, found, form, MergeForm(None, dishes), dishes)


@staff_action(Permission.COOK)
def merge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Merge the dish into another one."""
    found, dishes = _found(dish), queries.dishes()
    form = MergeForm(request.POST, dishes)
    if form.is_valid():
        try:
            target = merge(
                item=found.dish.pk,
                version=posted_version(request),
                into=form.cleaned_data["into"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, _ = _changes_since(error, posted_version(request))
            blank = DishForm(found, None, {}, {})
            return _render(request, found, blank, form, dishes, stale=stale)
        except UnknownDishError as error:
            raise Http404 from error
        else:
            messages.success(
                request, f"{isolate(found.dish.name)} is cooked as {isolate(target.name)} now."
            )
            return redirect("backoffice:kitchen-item", target.pk)
    blank = DishForm(found, None, {}, {})
    return _render(request, found, blank, form, dishes)


@staff_action(Permission.COOK)
def unmerge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Unmerge an alias: it is a dish of its own again."""
    found = _found(dish)
    try:
        dish_again = unmerge(
            alias=parse_pk(request.POST.get("alias", "")) or 0,
            item=found.dish.pk,
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
    found = queries.everything_about(dish)
    if found is None:
        raise Http404
    return found


def _changes_since(
    error: StaleDishError, seen: int
) -> tuple[dict[str, Any], dict[str, conflicts.Change]]:
    """Return what a colleague has changed since the version `seen`: for the page, and by field."""
    entries, changes = conflicts.change_entries("dish.", error.item.name, seen, error.item.version)
    return {"named": error.item.name, "entries": entries}, changes


def _stale(request: StaffRequest, error: StaleDishError) -> HttpResponse:
    back = reverse("backoffice:kitchen-item", args=[error.item.pk])
    named = error.item.name
    return problem(request, 409, "kitchen/stale.html", str(error), named=named, back=back)


def _render(
    request: StaffRequest,
    found: queries.DishData,
    form: DishForm,
    merge_form: MergeForm,
    dishes: Any,
    *,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    invalid_form = next((each for each in (form, merge_form) if each.is_bound), None)
    context = {
        "title": found.dish.name,
        "found": found,
        "dish": found.dish,
        "form": form,
        "merge_form": merge_form,
        "invalid_form": invalid_form,
        "parts": [name for _, name in queries.ingredients().values()],
        "dishes": [name for _, name in dishes.values()],
        "conflict": stale,
        "version": posted_version(request) if invalid_form and not stale else found.dish.version,
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/items/item.html", context, status=status)
