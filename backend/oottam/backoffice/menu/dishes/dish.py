"""The page of a dish of the menu, the page of a new dish, and the list of dishes that are off the menu."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.dish_queries import DishData, load_dish_data
from oottam.backoffice.menu.dishes.forms import DishForm, PhotoForm, initial_of
from oottam.backoffice.menu.draft_forms import (
    NOT_PUBLISHED,
    SAVED,
    confirmed_tokens,
    posted_revision,
)
from oottam.backoffice.shared.conflicts import ChangeEntry
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form, staff_page
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.services.dishes import find_items
from oottam.menu import dishes, drafts, live
from oottam.menu.content import MENUS
from oottam.menu.dishes import LABELS
from oottam.menu.drafts import Change, DraftChangedError, DraftView
from oottam.menu.models import Photo
from oottam.menu.pictures import shipped_picture
from oottam.menu.prices import LargeChangeError
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import BoxLine, Serving, ServingState


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Show a dish of the draft, and save its form."""
    view = drafts.load()
    category, dish = _found(view, menu, dish_id)
    initial = initial_of(view.content, category, dish)
    posted = request.POST if request.method == "POST" else None
    form = DishForm(posted, _categories(view, menu), initial)
    if not form.is_valid():
        return _render(request, view, menu, dish, form)
    try:
        dishes.edit(
            menu=menu,
            dish_id=dish_id,
            values=form.values(),
            changed=form.changed,
            confirmed=confirmed_tokens(request),
            revision=posted_revision(request),
            actor=request.user,
            now=timezone.now(),
        )
    except LargeChangeError as error:
        return _render(request, view, menu, dish, form, large=error)
    except DraftChangedError as error:
        view = drafts.load()
        category, dish = _found(view, menu, dish_id)
        current = initial_of(view.content, category, dish)
        form.merge(DishForm(None, _categories(view, menu), current))
        return _render(request, view, menu, dish, form, changes=error.changes)
    except DomainError as error:
        form.refuse(error)
        return _render(request, view, menu, dish, form)
    messages.success(request, SAVED)
    return redirect("backoffice:menu-dish", menu, dish_id)


@staff_form(Permission.EDIT_MENU)
def new(request: StaffRequest, menu: str) -> HttpResponse:
    """Add a dish; its photograph follows on its own page."""
    view = drafts.load()
    posted = request.POST if request.method == "POST" else None
    initial = {"mark": "nonveg" if menu == "nonveg" else "veg"}
    form = DishForm(posted, _categories(view, menu), initial)
    context: dict[str, Any] = {
        "title": "New dish",
        "menu": menu,
        "label": LABELS[menu],
        "form": form,
    }
    if form.is_valid():
        with form.shows_errors():
            dish_id = dishes.add(
                menu=menu,
                values=form.values(),
                actor=request.user,
                now=timezone.now(),
            )
            name = isolate(form.cleaned_data["name"])
            messages.success(request, f"{name} is saved, not live yet. Now take its photo.")
            return redirect("backoffice:menu-dish", menu, dish_id)
    if form.is_bound:
        context["invalid_form"] = form
    status = 422 if form.is_bound else 200
    return render(request, "backoffice/menu/dishes/new.html", context, status=status)


@staff_action(Permission.EDIT_MENU)
def photo(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Make a photograph the dish's."""
    view = drafts.load()
    category, dish = _found(view, menu, dish_id)
    form = PhotoForm(request.POST, files=request.FILES)
    if form.is_valid():
        with form.shows_errors():
            dishes.set_photo(
                menu=menu,
                dish_id=dish_id,
                image=form.cleaned_data["photo"].read(),
                middle=form.middle,
                actor=request.user,
                now=timezone.now(),
            )
            messages.success(request, f"The photo is saved, not live yet. {NOT_PUBLISHED}")
            return redirect("backoffice:menu-dish", menu, dish_id)
    unbound = DishForm(None, _categories(view, menu), initial_of(view.content, category, dish))
    return _render(request, view, menu, dish, unbound, photo_form=form)


@staff_page(Permission.EDIT_MENU)
def photo_file(request: StaffRequest, digest: str) -> HttpResponse:
    """Send a photograph as it is stored."""
    try:
        image = live.photo_bytes(digest)
    except Photo.DoesNotExist:
        raise Http404 from None
    kind = "png" if image.startswith(b"\x89PNG") else "jpeg"
    return HttpResponse(image, content_type=f"image/{kind}")


@staff_action(Permission.EDIT_MENU)
def take_off(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Take a dish off the menu."""
    name = dishes.take_off(menu=menu, dish_id=dish_id, actor=request.user, now=timezone.now())
    messages.success(request, f"{isolate(name)} is off the menu, not live yet. {NOT_PUBLISHED}")
    return redirect("backoffice:menu-off")


@staff_action(Permission.EDIT_MENU)
def put_back(request: StaffRequest, menu: str, dish_id: str) -> HttpResponse:
    """Put a dish back on the menu."""
    try:
        name = dishes.put_back(
            menu=menu,
            dish_id=dish_id,
            category=request.POST.get("category", ""),
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:menu-off")
    messages.success(request, f"{isolate(name)} is back, not live yet. {NOT_PUBLISHED}")
    return redirect("backoffice:menu-dish", menu, dish_id)


@staff_page(Permission.EDIT_MENU)
def off(request: StaffRequest) -> HttpResponse:
    """List the dishes that an edition had and the draft lacks."""
    view = drafts.load()
    categories = {menu: _categories(view, menu) for menu in MENUS}
    rows = [(each, LABELS[each.menu], categories[each.menu]) for each in dishes.off_the_menu(view)]
    context = {"title": "Off the menu", "rows": rows}
    return render(request, "backoffice/menu/dishes/off.html", context)


def count_running_plans(names: Sequence[str], today: date) -> int:
    """Return how many plans have boxes still to come, or on hold, with a dish of these names."""
    to_come = Serving.objects.filter(
        state=ServingState.PLANNED, date__gte=today
    ) | Serving.objects.filter(state=ServingState.HELD)
    lines = BoxLine.objects.filter(ordered_name__in=names)
    found = to_come.filter(box_contents__lines__in=lines)
    return found.order_by().values("plan").distinct().count()


def _recipe_of(menu: str, dish: Any) -> DishData | None:
    """What the kitchen knows of the dish; None if it does not know the dish yet."""
    found = find_items([OrderedDish(menu, dish["name"], dish["id"])])
    return load_dish_data(next(iter(found.values()))) if found else None


def _found(view: DraftView, menu: str, dish_id: str) -> tuple[Any, Any]:
    return dishes.find(view.content.file(MENUS[menu]), dish_id)


def _categories(view: DraftView, menu: str) -> list[tuple[str, str]]:
    found = view.content.file(MENUS[menu])["categories"]
    return [(category["id"], category["title"]) for category in found]


def _conflict(form: DishForm, changes: Sequence[Change]) -> dict[str, Any]:
    entries = [
        ChangeEntry(change.by or "Somebody", change.sentence, change.at, []) for change in changes
    ]
    return {"conflict": {"named": "The menu", "entries": entries}, "invalid_form": form}


def _render(
    request: StaffRequest,
    view: DraftView,
    menu: str,
    dish: Any,
    form: DishForm,
    *,
    photo_form: PhotoForm | None = None,
    large: LargeChangeError | None = None,
    changes: Sequence[Change] | None = None,
) -> HttpResponse:
    is_refused = form.is_bound or bool(photo_form)
    own = dishes.photo_of(view.content, dish)
    context: dict[str, Any] = {
        "title": dish["name"],
        "menu": menu,
        "label": LABELS[menu],
        "dish": dish,
        "form": form,
        "invalid_form": (photo_form or (form if form.is_bound and not large else None)),
        "large": large,
        "revision": view.revision if changes or not form.is_bound else posted_revision(request),
        "photo_form": photo_form or PhotoForm(),
        "own_photo": own,
        "shipped_photo": "" if own else shipped_picture(dish["image"]),
        "others": dishes.others_with_picture(view.content, menu, dish),
        "plans": count_running_plans([dish["name"]], timezone.localdate()),
        "recipe": _recipe_of(menu, dish),
        **({} if changes is None else _conflict(form, changes)),
    }
    status = 409 if changes is not None else 422 if is_refused else 200
    return render(request, "backoffice/menu/dishes/dish.html", context, status=status)
