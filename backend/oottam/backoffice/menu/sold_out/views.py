"""Sold out: a dish is marked with two taps, and put back on sale with one."""

from datetime import date
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.redirects import safe_redirect
from oottam.backoffice.menu.sold_out import queries
from oottam.backoffice.menu.sold_out.buttons import OPEN, TODAY, describe_until
from oottam.backoffice.menu.sold_out.forms import UntilForm
from oottam.core.direction import isolate, isolated_html
from oottam.core.errors import DomainError
from oottam.menu import sold_out

MAX_SEARCH_LENGTH = 100  # characters


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List what is sold out, then the other dishes of the live menus; for `dish`, ask for its last day."""
    return _render(request, request.GET.get("q", ""), dish=_clean(request.GET.get("dish", "")))


@staff_action(Permission.COOK)
def mark(request: StaffRequest) -> HttpResponse:
    """Mark a dish as sold out: `today`, until it is taken back (`open`), or `dish` until a day."""
    sent, today = request.POST, timezone.localdate()
    search_text, until = sent.get("q", ""), today
    form = None
    dish = _clean(sent.get(TODAY, "") or sent.get(OPEN, ""))
    if not dish:
        dish, form = _clean(sent.get("dish", "")), UntilForm(sent)
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
    dish = _clean(request.POST.get("dish", ""))
    if sold_out.remove(dish_name=dish, actor=request.user, now=timezone.now()):
        messages.success(request, f"{isolate(dish)} is on sale again.")
    else:
        messages.info(request, f"{isolate(dish)} was on sale already.")
    return redirect(_back(request, request.POST.get("q", "")))


def _marked(dish: str, until: date | None, today: date) -> SafeString:
    """Say what was done, and how many boxes hold the dish; the link leads to their meal, or to the list of several."""
    done = format_html("{} is sold out {}.", isolated_html(dish), describe_until(until, today))
    meals = queries.meals_with(dish, today)
    if not meals:
        return format_html("{} No box to come holds it.", done)
    address = reverse("backoffice:sold-out")
    if len(meals) == 1:
        [only] = meals
        replace = reverse("backoffice:kitchen-replace", args=[only.day, only.meal])
        address = f"{replace}?item={only.item}"
    boxes = sum(each.boxes for each in meals)
    held = f"{boxes} box holds it" if boxes == 1 else f"{boxes} boxes hold it"
    return format_html('{} {}: <a href="{}">Replace</a>', done, held, address)


def _back(request: StaffRequest, text: str) -> str:
    """Return the page that the form came from, or the list with the search."""
    query = f"?{urlencode({'q': text[:MAX_SEARCH_LENGTH]})}" if text else ""
    return safe_redirect(request.POST.get("next", ""), f"{reverse('backoffice:sold-out')}{query}")


def _clean(name: str) -> str:
    return name.replace("\0", "").strip()[:MAX_SEARCH_LENGTH]


def _render(
    request: StaffRequest,
    text: str,
    *,
    dish: str = "",
    form: UntilForm | None = None,
    status: int = 200,
) -> HttpResponse:
    text, today = _clean(text), timezone.localdate()
    back = safe_redirect((request.POST or request.GET).get("next", ""), "")
    marked = queries.marked(today)
    context = {
        "title": "Sold out",
        "search_text": text,
        "marked": marked,
        "dishes": queries.on_sale({each.name for each in marked}, text, back),
        "dish": dish,
        "back": back,
        "form": form or UntilForm(),
        "invalid_form": form,
    }
    return render(request, "backoffice/menu/sold_out/sold_out.html", context, status=status)
