"""The list of dishes, one dish, and what is done to it."""

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
from oottam.backoffice.layout.decorators import (
    READING,
    StaffRequest,
    problem,
    staff_action,
    staff_page,
)
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request.action_view import version_of
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.services.dish_editing import StaleDishError, UnknownDishError, save_dish
from oottam.kitchen.services.dish_merging import merge, unmerge


@staff_page(Permission.COOK)
def show_all(request: StaffRequest) -> HttpResponse:
    """By name; `q` and `only` narrow the list."""
    asked = queries.read(request.GET)
    found = queries.page_of(asked)
    shown = {
        "title": "Dishes",
        "asked": asked,
        "page": found,
        "next": asked.address(found.next) if found.next else "",
        "views": [
            ("All", queries.DishFilter(asked.words).address(), not asked.only),
            (
                "Recipe incomplete",
                queries.DishFilter(asked.words, queries.INCOMPLETE).address(),
                bool(asked.only),
            ),
        ],
    }
    return render(request, "backoffice/kitchen/items/items.html", shown)


@staff_page(Permission.COOK, methods=(*READING, "POST"))
def show(request: StaffRequest, dish: int) -> HttpResponse:
    """One dish, and its form."""
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
                version=version_of(request),
                values=form.said(),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, changes = _since(error, version_of(request))
            form.bring_together(DishForm(found, None, parts, dishes), changes)
            return _page(request, found, form, MergeForm(None, dishes), dishes, stale=stale)
        else:
            messages.success(request, "Saved.")
            return redirect("backoffice:kitchen-item", dish)
    return _page(request, found, form, MergeForm(None, dishes), dishes)


@staff_action(Permission.COOK)
def join(request: StaffRequest, dish: int) -> HttpResponse:
    """It is the same as another dish."""
    found, dishes = _found(dish), queries.dishes()
    form = MergeForm(request.POST, dishes)
    if form.is_valid():
        try:
            kept = merge(
                item=found.dish.pk,
                version=version_of(request),
                into=form.cleaned_data["into"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, _ = _since(error, version_of(request))
            blank = DishForm(found, None, {}, {})
            return _page(request, found, blank, form, dishes, stale=stale)
        except UnknownDishError as error:
            raise Http404 from error
        else:
            messages.success(
                request, f"{isolate(found.dish.name)} is cooked as {isolate(kept.name)} now."
            )
            return redirect("backoffice:kitchen-item", kept.pk)
    blank = DishForm(found, None, {}, {})
    return _page(request, found, blank, form, dishes)


@staff_action(Permission.COOK)
def divide(request: StaffRequest, dish: int) -> HttpResponse:
    """A name of a menu is a dish of its own again."""
    found = _found(dish)
    try:
        own = unmerge(
            alias=parse_pk(request.POST.get("alias", "")) or 0,
            item=found.dish.pk,
            version=version_of(request),
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
    messages.success(request, f"{isolate(own.name)} is a separate dish again.")
    return redirect("backoffice:kitchen-item", own.pk)


def _found(dish: int) -> queries.Found:
    found = queries.everything_about(dish)
    if found is None:
        raise Http404
    return found


def _since(error: StaleDishError, seen: int) -> tuple[dict[str, Any], dict[str, conflicts.Change]]:
    """What a colleague has done to the dish since the version that was seen."""
    told, changes = conflicts.change_entries("dish.", error.item.name, seen, error.item.version)
    return {"named": error.item.name, "told": told}, changes


def _stale(request: StaffRequest, error: StaleDishError) -> HttpResponse:
    back = reverse("backoffice:kitchen-item", args=[error.item.pk])
    named = error.item.name
    return problem(request, 409, "kitchen/stale.html", str(error), named=named, back=back)


def _page(
    request: StaffRequest,
    found: queries.Found,
    form: DishForm,
    merging: MergeForm,
    dishes: Any,
    *,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    wrong = next((each for each in (form, merging) if each.is_bound), None)
    shown = {
        "title": found.dish.name,
        "found": found,
        "dish": found.dish,
        "form": form,
        "merging": merging,
        "wrong": wrong,
        "parts": [name for _, name in queries.ingredients().values()],
        "dishes": [name for _, name in dishes.values()],
        "quicker": stale,
        "version": version_of(request) if wrong and not stale else found.dish.version,
    }
    status = 409 if stale else 422 if wrong else 200
    return render(request, "backoffice/kitchen/items/item.html", shown, status=status)
