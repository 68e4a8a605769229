"""The pages of the storefront's words: texts.json, one page per screen."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.draft_forms import TextField
from oottam.backoffice.menu.values.forms import (
    ValueField,
    ValuesForm,
    describe,
    render_values,
    save_values,
    to_form,
    values_form,
    write_value,
)
from oottam.backoffice.menu.values.rows import Column, RowsField
from oottam.backoffice.shared.decorators import StaffRequest, staff_form, staff_page
from oottam.catalogue.own_file import schema_of
from oottam.catalogue.page_texts import PLACEHOLDER, PLACEHOLDERS, unknown_placeholder
from oottam.menu import drafts
from oottam.menu.content import shipped
from oottam.menu.values import WORDS, current_value, value_at

SCREENS: Mapping[str, str] = {
    "titles": "Titles of the pages",
    "everyPage": "Every page",
    "landing": "First page",
    "birthday": "Birthdays",
    "birthdayPage": "Birthdays: menus and booking",
    "corporate": "Corporate events",
    "corporatePage": "Corporate events: menus and booking",
    "family": "Family gatherings",
    "familyPage": "Family gatherings: menus and booking",
    "platters": "Party platters",
    "partyPlattersPage": "Party platters: menus and booking",
    "mealSubscription": "Meals",
    "vegMeal": "Veg menu",
    "nonVegMeal": "Non-veg menu",
    "mealTray": "Meal tray",
    "combos": "Combos",
    "customerChoice": "Own plan",
    "healthPlans": "Health plans",
    "nutrition": "Nutrition",
}
# What a placeholder stands for.
FILLED_IN: Mapping[str, str] = {
    "name": "the shop’s name",
    "town": "the town",
    "location": "where you are",
    "radius": "how far delivery is free",
    "categories": "how many categories the veg menu has",
    "combo_price": "the price of a combo",
    "min_days": "the fewest days of an order",
    "max_days": "the most days",
}
LABELS: Mapping[str, str] = {
    "description": "Description in search results",
    "points": "Points",
    "steps": "Steps",
    "questions": "Questions and answers",
    "featuredRecipes": "Names below the pictures",
}
ROW_LABELS: Mapping[str, str] = {"points": "point", "steps": "step", "questions": "question"}
# Plain words for technical keys.
PLAIN: Mapping[str, str] = {
    "hero": "top",
    "lead": "description",
    "promo": "lower",
    "why": "wellness",
}
PICTURE = "Alt"  # the ending of keys that describe a picture
SHIPPED_BACK = "shipped"  # the button that puts the shipped words into a field
MAX_LINE = 90  # characters; longer words get an area


class WordsField(TextField):
    """Words of a page, with placeholders; line ends become blanks."""

    def __init__(self, max_length: int, *, required: bool = False) -> None:
        rows = 2 if max_length <= 200 else 3
        widget = forms.Textarea(attrs={"rows": rows}) if max_length > MAX_LINE else None
        super().__init__(max_length=max_length, required=required, widget=widget)

    def clean(self, value: Any) -> Any:
        """Raise ValidationError for an unknown placeholder or an unpaired brace."""
        text = super().clean(value)
        if error := unknown_placeholder(text, PLACEHOLDERS):
            raise ValidationError(error)
        if re.search("[{}]", PLACEHOLDER.sub("", text)):
            raise ValidationError("A brace stands alone here. Write a placeholder as {town}.")
        return text


class WordsForm(ValuesForm):
    """The words of a screen; the button "do" of a field puts its shipped words back into it."""

    action = "menu-words"

    def rearrange(self, data: QueryDict) -> QueryDict | None:
        """Also put shipped words back."""
        step, _, name = data.get("do", "").partition("/")
        for field in self.value_fields:
            if step == SHIPPED_BACK and field.name == name:
                changed = data.copy()
                write_value(changed, field.field, name, value_at(shipped(WORDS), field.path))
                return changed
        return super().rearrange(data)


@cache
def fields_of(screen: str) -> Sequence[ValueField]:
    """The fields of a screen, in the shipped file's order."""
    schema = json.loads(schema_of(WORDS).read_text("utf-8"))
    properties = schema["properties"][screen]["properties"]
    return [
        ValueField(WORDS, (screen, key), label_of(screen, key), _field(schema["$defs"], key, rule))
        for key, rule in properties.items()
    ]


def label_of(screen: str, key: str) -> str:
    """Return a key in plain words, as "Top picture, in words" of heroAlt."""
    if screen == "titles":
        return SCREENS[key]
    if key in LABELS:
        return LABELS[key]
    is_picture = key.endswith(PICTURE)
    words = re.sub(r"([A-Z]|[0-9]+)", r" \1", key.removesuffix(PICTURE)).lower().split()
    label = " ".join(PLAIN.get(word, word) for word in words).capitalize()
    return f"{label} picture, in words" if is_picture else label


def _field(definitions: Mapping[str, Any], key: str, rule: Mapping[str, str]) -> forms.Field:
    definition = definitions[rule["$ref"].rpartition("/")[2]]
    if definition["type"] == "string":
        return WordsField(definition["maxLength"])
    items = definition["items"]
    parts = items.get("properties", {"": items})
    columns = [
        Column(
            part_key,
            part_key.capitalize() or "Name",
            WordsField(definitions[part["$ref"].rpartition("/")[2]]["maxLength"], required=True),
        )
        for part_key, part in parts.items()
    ]
    return RowsField(
        columns,
        min_rows=definition["minItems"],
        max_rows=definition["maxItems"],
        is_optional=True,
        row_label=ROW_LABELS.get(key, "name"),
    )


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the screens, each with how many of its words are the shop's own."""
    content = drafts.load().content
    rows = [
        (
            screen,
            label,
            sum(
                current_value(content, *field.place) != value_at(shipped(WORDS), field.path)
                for field in fields_of(screen)
            ),
        )
        for screen, label in SCREENS.items()
    ]
    context = {"title": "Words of the pages", "rows": rows}
    return render(request, "backoffice/menu/shop/words_list.html", context)


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest, screen: str) -> HttpResponse:
    """Show the words of a screen, and save those that were changed."""
    if screen not in SCREENS:
        raise Http404
    fields = fields_of(screen)
    form = values_form(request, fields, WordsForm)
    label = SCREENS[screen]
    if save_values(request, form, f"the words of {label}"):
        return redirect("backoffice:menu-words-screen", screen)
    context: dict[str, Any] = {
        "title": label,
        "fields": [(form[field.name], _shipped_words(form, field)) for field in fields],
        "placeholders": [(f"{{{name}}}", FILLED_IN[name]) for name in PLACEHOLDERS],
    }
    return render_values(request, "shop/words.html", form, context)


def _shipped_words(form: ValuesForm, value_field: ValueField) -> str:
    """The shipped words of a field that shows other words; else ""."""
    words = value_at(shipped(WORDS), value_field.path)
    shown = form[value_field.name].value()
    return "" if shown == to_form(value_field.field, words) else describe(words)
