"""The weekly menu: a week as a grid, the picture of an item, a week copied, two days swapped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.draft_forms import SAVED
from oottam.backoffice.menu.pictures import picture_address, picture_choices, picture_tiles
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import StaffForm
from oottam.catalogue.meals import MEALS
from oottam.core.direction import isolate
from oottam.core.merging import Edit, EditsRefusedError
from oottam.menu import drafts, weekly
from oottam.menu.content import Content
from oottam.menu.editions import content_facts
from oottam.menu.weekly import (
    DAYS,
    ITEMS,
    MAX_NAME_LENGTH,
    NAME,
    PICTURE,
    PROTEIN,
    WEEKS,
    WeeklyCell,
    value_of,
)

_WEEK_CHOICES = [(str(week), f"Week {week}") for week in WEEKS]
_DAY_CHOICES = [(str(at), day) for at, day in enumerate(DAYS)]


class PictureForm(StaffForm):
    """The picture of an item."""

    action = "menu-weekly-picture"
    picture = forms.ChoiceField(label="Picture", show_hidden_initial=True)

    def __init__(self, data: Any, content: Content, current: str) -> None:
        super().__init__(data, initial={"picture": current})
        self.offer("picture", picture_choices(content))


class CopyForm(StaffForm):
    """Copy the week of the page to another one."""

    action = "menu-weekly-copy"
    to = forms.ChoiceField(label="Copy to", choices=_WEEK_CHOICES)

    def __init__(self, data: Any, week: int) -> None:
        super().__init__(data)
        self.week = week
        self.offer("to", [choice for choice in _WEEK_CHOICES if choice[0] != str(week)])


class SwapForm(StaffForm):
    """Swap two days of the week of the page."""

    action = "menu-weekly-swap"
    one = forms.ChoiceField(label="Swap", choices=_DAY_CHOICES)
    other = forms.ChoiceField(label="with", choices=_DAY_CHOICES, initial="1")

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError if the two days are the same."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("one") and given.get("one") == given.get("other"):
            self.add_error("other", "Choose two different days.")
        return given


MAX_LENGTH = 200  # characters of a field that are read
MAX_PROTEIN_LENGTH = 30
TYPED = (NAME, PROTEIN)  # the fields of a grid; pictures have their own page
SHOWN = "shown-"


def parse_week(text: str) -> int:
    """The week of a query string; the first one for anything else."""
    return int(text) if text in map(str, WEEKS) else WEEKS[0]


def parse_grid(week: int, posted: QueryDict) -> list[Edit[WeeklyCell]]:
    """Return the values that differ from what was shown: "breakfast-0-1-name" from "shown-breakfast-0-1-name"."""
    edits = []
    for cell in _cells(week):
        name = _name(cell)
        if name in posted and f"{SHOWN}{name}" in posted:
            typed = str(posted[name]).replace("\0", "")[:MAX_LENGTH]
            edits.append(Edit(cell, str(posted[f"{SHOWN}{name}"]), typed))
    return [edit for edit in edits if edit.typed.strip() != edit.shown]


def _cells(week: int) -> list[WeeklyCell]:
    return [
        WeeklyCell(week, meal, day, item, field)
        for day in range(len(DAYS))
        for meal in MEALS
        for item in ITEMS
        for field in TYPED
    ]


def _name(cell: WeeklyCell) -> str:
    return f"{cell.meal}-{cell.day}-{cell.item}-{cell.field}"


def days_of(
    content: Content,
    week: int,
    edits: Sequence[Edit[WeeklyCell]],
    refused: EditsRefusedError | None,
) -> list[tuple[str, list[tuple[str, list[dict[str, Any]]]]]]:
    """The week's days, their meals, and the items of each: two fields, and the address of the picture's page.

    A value that was typed stays in its field, one that only a colleague changed shows theirs. `computed` is the protein
    by the recipes, if the menu says something else.
    """
    changed = {edit.cell: edit.typed for edit in edits}
    dishes = content_facts(content)["dishes"]

    def item_at(meal: str, day: int, item: int) -> dict[str, Any]:
        picture = value_of(content, WeeklyCell(week, meal, day, item, PICTURE))
        fields = [
            _field(content, WeeklyCell(week, meal, day, item, name), changed, refused)
            for name in TYPED
        ]
        address = reverse("backoffice:menu-weekly-picture", args=[week, meal, day + 1, item + 1])
        name, protein = (field["was"] for field in fields)
        return {
            "fields": fields,
            "picture": picture_address(content, picture),
            "address": address,
            "name": name,
            "computed": weekly.computed_protein(name, protein, dishes),
        }

    return [
        (
            label,
            [(meal.capitalize(), [item_at(meal, day, item) for item in ITEMS]) for meal in MEALS],
        )
        for day, label in enumerate(DAYS)
    ]


def _field(
    content: Content,
    cell: WeeklyCell,
    changed: Mapping[WeeklyCell, str],
    refused: EditsRefusedError | None,
) -> dict[str, Any]:
    """Return a field; `was` is the draft's value."""
    was = value_of(content, cell)
    error = ""
    if refused:
        error = refused.errors.get(cell, "")
        if cell in refused.conflicts:
            error = f"A colleague has since changed this to “{isolate(was)}”."
    label = f"{DAYS[cell.day]} {cell.meal}, {'first' if cell.item == 0 else 'second'} item"
    if cell.field == PROTEIN:
        label += ", protein"
    length = MAX_NAME_LENGTH if cell.field == NAME else MAX_PROTEIN_LENGTH
    return {
        "id": f"week-{_name(cell)}",
        "name": _name(cell),
        "label": label,
        "value": changed.get(cell, was),
        "was": was,
        "max_length": length,
        "error": error,
    }


MAX_NAMED = 5  # names in a message


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show a week, and save what was changed in it."""
    week = parse_week(request.GET.get("week", ""))
    if request.method != "POST":
        return _render(request, week)
    edits = parse_grid(week, request.POST)
    try:
        kept = weekly.save(edits, actor=request.user, now=timezone.now())
    except EditsRefusedError as error:
        return _render(request, week, edits, error)
    if edits:
        messages.success(request, SAVED)
    else:
        messages.info(request, "Nothing was changed.")
    typed = [edit.cell for edit in edits if edit.cell.field == PROTEIN]
    if apart := _apart(typed):
        messages.warning(request, f"The recipes give another protein: {'; '.join(apart)}.")
    if kept:
        names = ", ".join(isolate(name) for name in kept[:MAX_NAMED])
        messages.warning(request, f"Look at the picture of {names}: it stayed as it was.")
    return redirect(_address(week))


def _apart(cells: Sequence[WeeklyCell]) -> list[str]:
    """Return the items whose stated protein differs from the recipes, each with the recipes' protein."""
    if not cells:
        return []
    content = drafts.load().content
    dishes = content_facts(content)["dishes"]
    found = []
    for cell in cells:
        name = value_of(content, replace(cell, field=NAME))
        if computed := weekly.computed_protein(name, value_of(content, cell), dishes):
            found.append(f"{isolate(name)} {computed}")
    return found


@staff_form(Permission.EDIT_MENU)
def picture(
    request: StaffRequest, week: int, section: str, weekday: int, position: int
) -> HttpResponse:
    """Choose the picture of an item; `weekday` and `position` count from 1."""
    if week not in WEEKS or section not in MEALS or not 1 <= weekday <= len(DAYS):
        raise Http404
    if position - 1 not in ITEMS:
        raise Http404
    content = drafts.load().content
    cell = WeeklyCell(week, section, weekday - 1, position - 1, PICTURE)
    posted = request.POST if request.method == "POST" else None
    form = PictureForm(posted, content, value_of(content, cell))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        edit = Edit(cell, request.POST.get("initial-picture", ""), form.cleaned_data["picture"])
        try:
            weekly.save([edit], actor=request.user, now=timezone.now())
        except EditsRefusedError as error:
            status = 409 if error.conflicts else 422
            form.add_error("picture", _picture_problem(error))
        else:
            messages.success(request, SAVED)
            return redirect(_address(week))
    name = value_of(content, replace(cell, field=NAME))
    context = {
        "title": f"Picture of {name}",
        "place": f"Week {week}, {DAYS[weekday - 1]} {section}",
        "back": _address(week),
        "form": form,
        "invalid_form": form if form.errors else None,
        "current": picture_address(content, value_of(content, cell)),
        "pictures": picture_tiles(content),
    }
    return render(request, "backoffice/menu/weekly/picture.html", context, status=status)


def _picture_problem(error: EditsRefusedError) -> str:
    if error.conflicts:
        return "A colleague has since chosen another picture, which is shown above."
    return next(iter(error.errors.values()), str(error))


@staff_form(Permission.EDIT_MENU)
def copy(request: StaffRequest) -> HttpResponse:
    """Show what a copy would replace, and copy after a confirmation."""
    given = request.POST if request.method == "POST" else request.GET
    week = parse_week(given.get("week", ""))
    form = CopyForm(given, week)
    if not form.is_valid():
        return redirect(_address(week))
    target = int(form.cleaned_data["to"])
    if request.method == "POST":
        with errors_as_messages(request):
            weekly.copy_week(
                source=week,
                target=target,
                seen=given.get("seen", ""),
                actor=request.user,
                now=timezone.now(),
            )
            messages.success(request, f"Week {target} is like week {week} now. {SAVED}")
            return redirect(_address(target))
    content = drafts.load().content
    context = {
        "title": f"Copy week {week} to week {target}?",
        "week": week,
        "target": target,
        "back": _address(week),
        "changes": _replaced(content, week, target),
        "seen": weekly.seen_of(content, week, target),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "backoffice/menu/weekly/copy.html", context, status=status)


def _replaced(content: Content, source: int, target: int) -> list[tuple[str, str, str]]:
    """Place, present names and new names of each slot that a copy would change."""
    file = content.file(weekly.WEEKLY)
    found = []
    for day, label in enumerate(DAYS):
        for meal in MEALS:
            old, new = (file[f"week{week}"][meal][day]["items"] for week in (target, source))
            if old != new:
                found.append((f"{label} {meal}", _names(old), _names(new)))
    return found


def _names(items: list[dict[str, str]]) -> str:
    return ", ".join(item["name"] for item in items)


@staff_action(Permission.EDIT_MENU)
def swap(request: StaffRequest) -> HttpResponse:
    """Swap two days."""
    week = parse_week(request.POST.get("week", ""))
    form = SwapForm(request.POST)
    if not form.is_valid():
        return _render(request, week, swap_form=form)
    one, other = (int(form.cleaned_data[name]) for name in ("one", "other"))
    with errors_as_messages(request):
        weekly.swap_days(
            week=week,
            one=one,
            other=other,
            seen=request.POST.get("seen", ""),
            actor=request.user,
            now=timezone.now(),
        )
        messages.success(request, f"{DAYS[one]} and {DAYS[other]} are swapped. {SAVED}")
    return redirect(_address(week))


def _address(week: int) -> str:
    return f"{reverse('backoffice:menu-weekly')}?week={week}"


def _render(
    request: StaffRequest,
    week: int,
    edits: Sequence[Edit[WeeklyCell]] = (),
    refused: EditsRefusedError | None = None,
    swap_form: SwapForm | None = None,
) -> HttpResponse:
    content = drafts.load().content
    days = days_of(content, week, edits, refused)
    fields = [
        cell for _, meals in days for _, items in meals for item in items for cell in item["fields"]
    ]
    context: dict[str, Any] = {
        "title": "Weekly menu",
        "week": week,
        "weeks": [(f"Week {number}", _address(number), number == week) for number in WEEKS],
        "address": _address(week),
        "meals": [meal.capitalize() for meal in MEALS],
        "days": days,
        "invalid": [cell for cell in fields if cell["error"]],
        "refused": refused,
        "copy_form": CopyForm(None, week),
        "swap_form": swap_form or SwapForm(),
        "seen": weekly.seen_of(content, week),
    }
    status = 409 if refused and refused.conflicts else 422 if refused or swap_form else 200
    return render(request, "backoffice/menu/weekly/week.html", context, status=status)
