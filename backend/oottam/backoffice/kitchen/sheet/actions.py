"""What is pressed on the sheet. A button sends its meal and dish, as 2:17; the board takes the new sheet as JSON."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.sheet.views import as_json, day_sheet
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, wants_json
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.core.errors import DomainError
from oottam.kitchen.services import choices, cooking


@staff_action(Permission.COOK)
def choose(request: StaffRequest, day: date) -> HttpResponse:
    """Cook this alternative."""
    return _do(request, day, choices.choose, "item", "chosen")


@staff_action(Permission.COOK)
def unchoose(request: StaffRequest, day: date) -> HttpResponse:
    """Nobody has chosen."""
    return _do(request, day, choices.undo_choice, "item")


@staff_action(Permission.COOK)
def put_back(request: StaffRequest, day: date) -> HttpResponse:
    """The dish that was replaced is cooked after all."""
    return _do(request, day, choices.undo_substitution, "item")


@staff_action(Permission.COOK)
def cook(request: StaffRequest, day: date) -> HttpResponse:
    """The dish is cooked."""
    return _do(request, day, cooking.cook, "item")


@staff_action(Permission.COOK)
def uncook(request: StaffRequest, day: date) -> HttpResponse:
    """It is not."""
    return _do(request, day, cooking.uncook, "item")


def way_back(day: date, meal: int) -> str:
    """The day's sheet, where a phone shows this meal."""
    page = reverse("backoffice:kitchen-day", args=[day])
    return f"{page}?meal={meal}#meal-{meal}" if meal else page


def _do(request: StaffRequest, day: date, doing: Callable[..., None], *names: str) -> HttpResponse:
    """One function of a service, told the meal and, by these names, the numbers that the button sends."""
    sent = _numbers(request.POST.get("dish", ""), 1 + len(names))
    if sent is None:
        return _refused(request, day, 0, "Please use the buttons on the sheet.")
    meal, *numbers = sent
    told: dict[str, Any] = dict(zip(names, numbers, strict=True))
    try:
        doing(day=day, meal=meal, actor=request.user, now=timezone.now(), **told)
    except DomainError as error:
        return _refused(request, day, meal, str(error))
    if wants_json(request):
        return as_json(day_sheet(request, day))
    return redirect(way_back(day, meal))


def _refused(request: StaffRequest, day: date, meal: int, sentence: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": sentence}, status=422)
    messages.error(request, sentence)
    return redirect(way_back(day, meal))


def _numbers(sent: str, count: int) -> list[int] | None:
    """A meal (0: every one) and numbers of dishes; None where it is anything else."""
    meal, *rest = sent.split(":")
    numbers = [found for each in rest if (found := parse_pk(each))]
    is_meal = len(meal) == 1 and meal in "01234"
    return [int(meal), *numbers] if is_meal and len(numbers) == count - 1 == len(rest) else None
