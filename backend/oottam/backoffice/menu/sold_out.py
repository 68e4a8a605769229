"""Sold out: a dish is marked with two taps, and put back on sale with one; also from the kitchen's sheet."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from oottam import catalogue
from oottam.accounts.roles import Permission
from oottam.backoffice.menu.publishing.queries import is_rendering_broken
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.fields import Day, StaffForm
from oottam.backoffice.shared.redirects import safe_redirect
from oottam.backoffice.shared.search import MAX_SEARCH_LENGTH, clean_search
from oottam.core.days import parse_day
from oottam.core.direction import isolate, isolated_html
from oottam.core.errors import DomainError
from oottam.kitchen.services.sold_out import (
    LOOK_AHEAD,
    HoldingMeal,
    is_shown_as_vegetarian,
    meals_holding,
    sold_out_dishes,
)
from oottam.menu import sold_out
from oottam.menu.models import SoldOut

TODAY, OPEN = "today", "open"
_MARK = f"""<div class="row"><button form="sold-out" name="{TODAY}" value="{{name}}">{{last}}</button>\
<a class="button secondary" href="{{until}}">Until…</a>\
<button form="sold-out" name="{OPEN}" value="{{name}}" class="secondary">Until I take it back</button></div>"""
_TAKE_BACK = """<button form="sold-out" formaction="{action}" name="dish" value="{name}" class="secondary">\
Take it back<span class="visually-hidden"> {shown}</span></button>"""


def mark_buttons(name: str, back: str = "", day: date | None = None) -> SafeString:
    """Render for how long a dish is sold out; `back` is the page after the form of "Until…", else the list.

    The first button is for today, or for all days until a later `day`, which the form sends.
    """
    query = {"dish": name, **({"next": back} if back else {})}
    return format_html(
        _MARK,
        name=name,
        until=f"{reverse('backoffice:sold-out')}?{urlencode(query)}",
        last=f"Until {day:%a} {day.day} {day:%b}" if day else "Today",
    )


def take_back_button(name: str) -> SafeString:
    """Render the button that puts a dish back on sale."""
    action = reverse("backoffice:sold-out-take-back")
    return format_html(_TAKE_BACK, name=name, action=action, shown=isolated_html(name))


def describe_until(until: date | None, today: date) -> str:
    """Describe as "today", "until Tue 8 Dec" or "until you take it back"."""
    if until is None:
        return "until you take it back"
    return "today" if until == today else f"until {until:%a} {until.day} {until:%b}"


class UntilForm(StaffForm):
    action = "sold-out"
    until = Day(label="Its last day")


MENUS = {"veg": "Veg", "nonveg": "Non-veg", "tray": "Meal tray"}


def marked_dishes(today: date) -> list[dict[str, Any]]:
    """Return what is sold out today, by name, with the meals of the next days that hold it; six queries."""
    names = _menus_by_dish()
    holding: dict[str, list[HoldingMeal]] = {}
    for meal in _meals_to_come(today):
        holding.setdefault(meal.name, []).append(meal)
    rows = SoldOut.objects.filter(Q(until__isnull=True) | Q(until__gte=today))
    return [
        {
            "row": row,
            "until": describe_until(row.until, today),
            "is_on_menu": row.dish_name in names,
            "meals": meals,
            # Those that were not replaced.
            "boxes": sum(meal.boxes for meal in meals),
            "undo": take_back_button(row.dish_name),
        }
        for row in rows.select_related("marked_by")
        for meals in [holding.get(row.dish_name, [])]
    ]


def _meals_to_come(today: date) -> list[HoldingMeal]:
    """Return the meals of the next days whose boxes hold a sold-out dish."""
    return meals_holding(sold_out_dishes(today), today, today + LOOK_AHEAD)


def on_sale(
    without: Collection[str], text: str, back: str
) -> Sequence[tuple[str, str, SafeString]]:
    """Return the other dishes whose name contains the text, the menus that have them, and their buttons, by name."""
    folded = text.casefold()
    return [
        (name, ", ".join(menus), mark_buttons(name, back))
        for name, menus in sorted(_menus_by_dish().items(), key=lambda each: each[0].casefold())
        if name not in without and folded in name.casefold()
    ]


def _menus_by_dish() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kind, menu in catalogue.current().menus.items():
        for name in menu.by_name:
            found.setdefault(name, []).append(MENUS.get(kind, kind))
    return found


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List what is sold out, then the other dishes of the live menus; for `dish`, ask for its last day."""
    return _render(
        request, request.GET.get("q", ""), dish=clean_search(request.GET.get("dish", ""))
    )


@staff_action(Permission.COOK)
def mark(request: StaffRequest) -> HttpResponse:
    """Mark a dish as sold out: `today` or until the `day` of a sheet, until it is taken back (`open`), or `dish` until a day."""
    sent, today = request.POST, timezone.localdate()
    search_text, until = sent.get("q", ""), max(today, parse_day(sent.get("day", "")) or today)
    form = None
    dish = clean_search(sent.get(TODAY, "") or sent.get(OPEN, ""))
    if not dish:
        dish, form = clean_search(sent.get("dish", "")), UntilForm(sent)
        if not form.is_valid():
            return _render(request, search_text, dish=dish, form=form, status=422)
        until = form.cleaned_data["until"]
    is_open = OPEN in sent and form is None
    try:
        sold_out.mark(
            dish_name=dish,
            until=None if is_open else until,
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        if form is None:
            messages.error(request, str(error))
            return redirect(_back(request, search_text))
        form.refuse(error)
        return _render(request, search_text, dish=dish, form=form, status=422)
    messages.success(request, _marked(dish, None if is_open else until, today))
    return redirect(_back(request, search_text))


@staff_action(Permission.COOK)
def remove(request: StaffRequest) -> HttpResponse:
    """Put a dish back on sale; nothing happens if a colleague was faster."""
    dish = clean_search(request.POST.get("dish", ""))
    if is_shown_as_vegetarian(dish):
        messages.error(
            request,
            f"{isolate(dish)} is not vegetarian by its recipe, but the live menu shows it so. Publish the right mark first.",
        )
    elif sold_out.remove(dish_name=dish, actor=request.user, now=timezone.now()):
        messages.success(request, f"{isolate(dish)} is on sale again.")
    else:
        messages.info(request, f"{isolate(dish)} was on sale already.")
    return redirect(_back(request, request.POST.get("q", "")))


def _marked(dish: str, until: date | None, today: date) -> SafeString:
    """Say what was done, and how many boxes hold the dish; the link leads to their meal, or to the list of several."""
    done = format_html("{} is sold out {}.", isolated_html(dish), describe_until(until, today))
    meals = [meal for meal in _meals_to_come(today) if meal.name == dish]
    if not meals:
        return format_html("{} No box to come holds it.", done)
    address = reverse("backoffice:sold-out")
    if len(meals) == 1:
        [only] = meals
        replace = reverse("backoffice:kitchen-replace", args=[only.day, only.meal])
        address = f"{replace}?item={only.item}"
    boxes = sum(meal.boxes for meal in meals)
    held = f"{boxes} box holds it" if boxes == 1 else f"{boxes} boxes hold it"
    return format_html('{} {}: <a href="{}">Replace</a>', done, held, address)


def _back(request: StaffRequest, text: str) -> str:
    """Return the page that the form came from, or the list with the search."""
    query = f"?{urlencode({'q': text[:MAX_SEARCH_LENGTH]})}" if text else ""
    return safe_redirect(request.POST.get("next", ""), f"{reverse('backoffice:sold-out')}{query}")


def _render(
    request: StaffRequest,
    text: str,
    *,
    dish: str = "",
    form: UntilForm | None = None,
    status: int = 200,
) -> HttpResponse:
    text, today = clean_search(text), timezone.localdate()
    back = safe_redirect((request.POST or request.GET).get("next", ""), "")
    marked = marked_dishes(today)
    context = {
        "title": "Sold out",
        "search_text": text,
        "is_late": is_rendering_broken(timezone.now()),
        "marked": marked,
        "dishes": on_sale({each["row"].dish_name for each in marked}, text, back),
        "dish": dish,
        "back": back,
        "form": form or UntilForm(),
        "invalid_form": form,
    }
    return render(request, "backoffice/menu/sold_out/sold_out.html", context, status=status)
