"""The categories of a menu and the order of its dishes."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import (
    StaffRequest,
    staff_action,
    staff_page,
    wants_json,
)
from oottam.backoffice.menu.dishes.forms import CategoryForm
from oottam.backoffice.menu.draft_forms import SAVED
from oottam.core.errors import DomainError
from oottam.menu import dishes, drafts
from oottam.menu.content import MENUS
from oottam.menu.dishes import LABELS, UnknownDishError

LEFT = "This dish or category is no longer there. This is the menu as it is now."


@staff_page(Permission.EDIT_MENU)
def detail(request: StaffRequest, menu: str) -> HttpResponse:
    """Show the categories with their dishes."""
    return _render(request, menu)


@staff_action(Permission.EDIT_MENU)
def add(request: StaffRequest, menu: str) -> HttpResponse:
    """Add a category."""
    form = CategoryForm(request.POST)
    if form.is_valid():
        return _change(request, menu, dishes.add_category, form, **form.cleaned_data)
    return _render(request, menu, form)


@staff_action(Permission.EDIT_MENU)
def rename(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Give a category another name."""
    form = CategoryForm(request.POST, row=category)
    if form.is_valid():
        return _change(
            request, menu, dishes.rename_category, form, category=category, **form.cleaned_data
        )
    return _render(request, menu, form)


@staff_action(Permission.EDIT_MENU)
def remove(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Remove an empty category."""
    return _change(request, menu, dishes.remove_category, category=category)


@staff_action(Permission.EDIT_MENU)
def move_category(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Move a category before another one, `before`; "" is the end."""
    before, place = request.POST.get("before", ""), f"category-{category}"
    return _change(
        request, menu, dishes.move_category, place=place, category=category, before=before
    )


@staff_action(Permission.EDIT_MENU)
def move(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Move a dish into `category`, before the dish `before`; "" is the end."""
    category, before = request.POST.get("category", ""), request.POST.get("before", "")
    values = {"dish_id": dish_id, "category": category, "before": before}
    return _change(request, menu, dishes.move, None, f"dish-{dish_id}", **values)


def _change(
    request: StaffRequest,
    menu: str,
    change: Callable[..., None],
    form: CategoryForm | None = None,
    place: str = "",
    **values: str,
) -> HttpResponse:
    _known(menu)
    try:
        change(menu=menu, **values, actor=request.user, now=timezone.now())
    except UnknownDishError:
        if wants_json(request):
            return JsonResponse({"message": LEFT}, status=404)
        messages.error(request, LEFT)
    except DomainError as error:
        if wants_json(request):
            return JsonResponse({"message": str(error)}, status=422)
        if form is None:
            messages.error(request, str(error))
        else:
            form.refuse(error)
            return _render(request, menu, form)
    else:
        if wants_json(request):
            return JsonResponse({})
        if not place:
            messages.success(request, SAVED)
    fragment = f"#{place}" if place else ""
    return redirect(f"{reverse('backoffice:menu-categories', args=[menu])}{fragment}")


def _known(menu: str) -> None:
    if menu not in MENUS:
        raise Http404


def _render(request: StaffRequest, menu: str, form: CategoryForm | None = None) -> HttpResponse:
    _known(menu)
    categories = drafts.load().content.file(MENUS[menu])["categories"]
    context: dict[str, Any] = {
        "title": "Categories and order",
        "menu": menu,
        "menus": [
            (label, reverse("backoffice:menu-categories", args=[kind]), kind == menu)
            for kind, label in LABELS.items()
        ],
        "rows": [
            _row(
                categories, at, form if form and form.key == f"menu-category-{each['id']}" else None
            )
            for at, each in enumerate(categories)
        ],
        "categories": [(category["id"], category["title"]) for category in categories],
        "add_form": form if form and form.key == "menu-category" else CategoryForm(),
        "invalid_form": form,
    }
    status = 422 if form else 200
    return render(request, "backoffice/menu/dishes/categories.html", context, status=status)


def _row(categories: list[Any], at: int, form: CategoryForm | None) -> dict[str, Any]:
    category = categories[at]
    items = category["items"]
    return {
        "id": category["id"],
        "title": category["title"],
        "form": form or CategoryForm(row=category["id"], initial={"title": category["title"]}),
        "is_first": at == 0,
        "is_last": at == len(categories) - 1,
        "before_up": categories[at - 1]["id"] if at else "",
        "before_down": categories[at + 2]["id"] if at + 2 < len(categories) else "",
        "dishes": [
            {
                "id": dish["id"],
                "name": dish["name"],
                "is_first": place == 0,
                "is_last": place == len(items) - 1,
                "before_up": items[place - 1]["id"] if place else "",
                "before_down": items[place + 2]["id"] if place + 2 < len(items) else "",
            }
            for place, dish in enumerate(items)
        ],
    }
