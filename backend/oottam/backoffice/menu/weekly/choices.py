"""The custom choice: its meals in their order, the page of a meal, a new meal, and meals that were taken off."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.draft_forms import (
    NOT_PUBLISHED,
    SAVED,
    MergingForm,
    change_list,
    places_beside,
)
from oottam.backoffice.menu.pictures import picture_address, picture_choices, picture_tiles
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form, staff_page
from oottam.backoffice.shared.fields import PlainText
from oottam.catalogue.meals import MEALS
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.merging import ValuesChangedError
from oottam.menu import choices, drafts
from oottam.menu.choices import FIELDS, MAX_SENTENCE_LENGTH, MAX_TITLE_LENGTH
from oottam.menu.content import Content
from oottam.menu.weekly import CHOICE

LEFT = "This meal is no longer there. This is the custom choice as it is now."


class ChoiceForm(MergingForm):
    """Name, sentence and picture of a meal, each with the value that was shown."""

    action = "menu-choice"
    title = PlainText(label="Name", max_length=MAX_TITLE_LENGTH, show_hidden_initial=True)
    desc = forms.CharField(
        label="Description",
        max_length=MAX_SENTENCE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        show_hidden_initial=True,
        help_text="What is on the plate.",
    )
    image = forms.ChoiceField(label="Picture", show_hidden_initial=True)

    def __init__(
        self, data: Any, content: Content, initial: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, initial=initial or {})
        self.offer("image", picture_choices(content))

    def clean(self) -> dict[str, Any]:
        """Put a text on one line."""
        given: dict[str, Any] = super().clean() or {}
        return {name: " ".join(value.split()) for name, value in given.items()}

    def initial_values(self) -> dict[str, str]:
        """Return the values that the posted form had shown."""
        return {name: self.data.get(f"initial-{name}", "") for name in FIELDS}


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """Show the meals in their order, and those that were taken off."""
    view = drafts.load()
    file, taken_off = view.content.file(CHOICE), choices.taken_off(view)
    context = {
        "title": "Custom choice",
        "meals": [
            (
                meal,
                meal.capitalize(),
                _rows(view.content, file[meal]),
                [each.entry for each in taken_off if each.meal == meal],
            )
            for meal in MEALS
        ],
    }
    return render(request, "backoffice/menu/weekly/choices.html", context)


def _rows(content: Content, entries: list[dict[str, str]]) -> list[dict[str, Any]]:
    return [
        {
            "id": entry["id"],
            "title": entry["title"],
            "picture": picture_address(content, entry["image"]),
            **places_beside(entries, at),
        }
        for at, entry in enumerate(entries)
    ]


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest, choice: str) -> HttpResponse:
    """Show a meal, and save what was changed in it."""
    content = drafts.load().content
    entry = choices.find(content, choice)
    form = ChoiceForm(request.POST if request.method == "POST" else None, content, entry)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            choices.edit(
                choice_id=choice,
                shown=form.initial_values(),
                typed=form.cleaned_data,
                actor=request.user,
                now=timezone.now(),
            )
        except ValuesChangedError as error:
            form.merge(ChoiceForm(None, content, error.current))
            status = 409
        except DomainError as error:
            form.refuse(error)
        else:
            messages.success(request, SAVED)
            return redirect("backoffice:menu-choices")
    context = {
        "title": entry["title"],
        "choice_id": choice,
        "place": choices.meal_of(choice).capitalize(),
        "current": picture_address(content, entry["image"]),
        "is_conflict": status == 409,
    }
    return _render(request, content, form, context, status)


@staff_form(Permission.EDIT_MENU)
def new(request: StaffRequest, section: str) -> HttpResponse:
    """Add a meal."""
    if section not in MEALS:
        raise Http404
    content = drafts.load().content
    form = ChoiceForm(request.POST if request.method == "POST" else None, content)
    if form.is_valid():
        with form.shows_errors():
            choices.add(
                meal=section, values=form.cleaned_data, actor=request.user, now=timezone.now()
            )
            name = isolate(form.cleaned_data["title"])
            messages.success(request, f"{name} is saved, not live yet. {NOT_PUBLISHED}")
            return redirect("backoffice:menu-choices")
    context = {"title": f"New {section}", "place": "Custom choice"}
    return _render(request, content, form, context, 422 if form.is_bound else 200)


def _render(
    request: StaffRequest, content: Content, form: ChoiceForm, context: dict[str, Any], status: int
) -> HttpResponse:
    context |= {
        "form": form,
        "invalid_form": form if form.is_bound else None,
        "pictures": picture_tiles(content),
    }
    return render(request, "backoffice/menu/weekly/choice.html", context, status=status)


@staff_action(Permission.EDIT_MENU)
def remove(request: StaffRequest, choice: str) -> HttpResponse:
    """Take a meal off."""
    sentence = f"{{}} is off the custom choice, not live yet. {NOT_PUBLISHED}"
    return _change(request, choices.remove, sentence, choice_id=choice)


@staff_action(Permission.EDIT_MENU)
def put_back(request: StaffRequest, choice: str) -> HttpResponse:
    """Put a meal back."""
    sentence = f"{{}} is back, not live yet. {NOT_PUBLISHED}"
    return _change(request, choices.put_back, sentence, choice_id=choice)


@staff_action(Permission.EDIT_MENU)
def move(request: StaffRequest, choice: str) -> HttpResponse:
    """Move a meal before the one named in `before`; "" is the end."""
    before = request.POST.get("before", "")
    return _change(request, choices.move, choice_id=choice, before=before)


def _change(
    request: StaffRequest, change: Callable[..., str | None], success: str = "", **values: str
) -> HttpResponse:
    back = reverse("backoffice:menu-choices")
    return change_list(request, change, back=back, left=LEFT, success=success, **values)
