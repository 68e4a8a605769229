"""The categories of a menu and the order of its dishes."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.dishes.forms import CategoryForm
from oottam.backoffice.menu.draft_forms import SAVED, change_list, places_beside
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.core.errors import NotFoundError
from oottam.menu import dishes, drafts
from oottam.menu.content import MENUS
from oottam.menu.dishes import LABELS

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
        with form.shows_errors():
            title, now = form.cleaned_data["title"], timezone.now()
            dishes.add_category(menu=menu, title=title, actor=request.user, now=now)
            messages.success(request, SAVED)
            return redirect("backoffice:menu-categories", menu)
    return _render(request, menu, form)


@staff_action(Permission.EDIT_MENU)
def rename(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Give a category another name."""
    form = CategoryForm(request.POST, row=category)
    if form.is_valid():
        with form.shows_errors():
            try:
                title, now = form.cleaned_data["title"], timezone.now()
                dishes.rename_category(
                    menu=menu, category=category, title=title, actor=request.user, now=now
                )
                messages.success(request, SAVED)
            except NotFoundError:
                messages.error(request, LEFT)
            return redirect("backoffice:menu-categories", menu)
    return _render(request, menu, form)


@staff_action(Permission.EDIT_MENU)
def remove(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Remove an empty category."""
    return _change(request, menu, dishes.remove_category, success=SAVED, category=category)


@staff_action(Permission.EDIT_MENU)
def move_category(request: StaffRequest, menu: str, category: str) -> HttpResponse:
    """Move a category before another one, `before`; "" is the end."""
    before, place = request.POST.get("before", ""), f"#category-{category}"
    return _change(request, menu, dishes.move_category, place, category=category, before=before)


@staff_action(Permission.EDIT_MENU)
def move(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Move a dish into `category`, before the dish `before`; "" is the end."""
    category, before = request.POST.get("category", ""), request.POST.get("before", "")
    values = {"dish_id": dish_id, "category": category, "before": before}
    return _change(request, menu, dishes.move, f"#dish-{dish_id}", **values)


def _change(
    request: StaffRequest,
    menu: str,
    change: Callable[..., None],
    place: str = "",
    success: str = "",
    **values: str,
) -> HttpResponse:
    back = f"{reverse('backoffice:menu-categories', args=[menu])}{place}"
    return change_list(request, change, back=back, left=LEFT, success=success, menu=menu, **values)


def _render(request: StaffRequest, menu: str, form: CategoryForm | None = None) -> HttpResponse:
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
        **places_beside(categories, at),
        "dishes": [
            {"id": dish["id"], "name": dish["name"], **places_beside(items, place)}
            for place, dish in enumerate(items)
        ],
    }
