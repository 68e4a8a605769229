"""The list of recipes, and the page of one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice import dietary
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.menu import draft_forms
from oottam.backoffice.menu.harm import HarmedPlan, find_harmed
from oottam.backoffice.menu.recipes.forms import RecipeForm
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.kitchen.services.recipes import RecipePreview, preview, recipes_of
from oottam.menu import drafts, recipes
from oottam.menu.content import Content
from oottam.menu.merging import ValuesChangedError

MAX_WORDS_LENGTH = 100
NOT_KNOWN = RecipePreview({}, {}, {})


@dataclass(frozen=True, slots=True)
class Derived:
    """What ingredients make of a dish; all text. `unknown`: ingredients whose finer diets are not known."""

    allergens: str
    avoided: str
    nonveg: str
    unknown: str


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List recipes by name, the dishes that lack one, and those that the kitchen cooks by its own; `q` filters."""
    search_text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    content = drafts.load().content
    known, named = recipes.ingredients_of(content), recipes.named_dishes(content)
    words = name_key(search_text).split()
    found = [
        (each, derive(known, each.get("grams", ())), key in named)
        for key, each in sorted(recipes.recipes_of(content).items())
        if all(word in key for word in words)
    ]
    own = preview_of(content).own
    context = {
        "title": "Recipes",
        "search_text": search_text,
        "rows": found,
        "lacking": recipes.lacking(content),
        "own": [
            each["name"]
            for each in recipes.recipes_of(content).values()
            if name_key(each["name"]) in own
        ],
    }
    return render(request, "backoffice/menu/recipes/list.html", context)


@staff_page(Permission.EDIT_MENU, methods=(*SAFE_METHODS, "POST"))
def detail(request: StaffRequest, recipe: str) -> HttpResponse:
    """Show the recipe of a dish of the draft, a new one where there is none, and save its form."""
    content = drafts.load().content
    key = name_key(recipe)
    stored, dish = recipes.recipes_of(content).get(key), recipes.named_dishes(content).get(key)
    if stored is None and dish is None:
        raise Http404
    name = stored["name"] if stored else dish.name if dish else ""
    known, current = recipes.ingredients_of(content), recipes.values_of(stored)
    mark = dish.mark if dish else ""
    if request.method != "POST":
        return _render(request, content, name, RecipeForm(None, current, known, mark), current)
    form, shown = (
        RecipeForm(request.POST, current, known, mark),
        draft_forms.from_text(request.POST.get("shown", "")),
    )
    if "more" in request.POST or "remove" in request.POST:
        form.without(parse_pk(request.POST.get("remove", "")) or 0)
        return _render(request, content, name, form, shown, is_typing=True)
    if not form.is_valid():
        return _render(request, content, name, form, shown)
    typed = form.values()
    try:
        recipes.save(name, shown, typed, actor=request.user, now=timezone.now())
    except ValuesChangedError as error:
        form.merge(error, shown, typed)
        return _render(request, drafts.load().content, name, form, error.current, is_conflict=True)
    except DomainError as error:
        form.refuse(error)
        return _render(request, content, name, form, shown)
    messages.success(request, draft_forms.SAVED)
    return redirect("backoffice:menu-recipe", name)


def derive(known: Mapping[str, Any], keys: Iterable[str]) -> Derived:
    """Return what ingredients, by id, make of a dish."""
    parts = [known[key] for key in keys if key in known]
    allergens = {code for each in parts for code in each["allergens"]}
    tags = {code for each in parts for code in each.get("tags", ())}
    return Derived(
        dietary.labels(tuple(sorted(allergens))),
        dietary.labels(tuple(sorted(tags))),
        ", ".join(each["name"] for each in parts if each["diet"] == "nonveg"),
        ", ".join(each["name"] for each in parts if "tags" not in each),
    )


def preview_of(content: Content) -> RecipePreview:
    """Return what publishing the draft's recipes would lead to; nothing for recipes that contradict one another."""
    try:
        return preview(recipes_of(content))
    except ImproperlyConfigured:
        return NOT_KNOWN


def harmed_by(planned: RecipePreview, names: Iterable[str]) -> list[HarmedPlan]:
    """Return whom these dishes would harm once the draft is published."""
    keys = {name_key(name) for name in names}
    contents = {key: each for key, each in planned.contents.items() if key in keys}
    return find_harmed(contents, timezone.localdate())


def _render(
    request: StaffRequest,
    content: Content,
    name: str,
    form: RecipeForm,
    shown: Mapping[str, Any],
    *,
    is_conflict: bool = False,
    is_typing: bool = False,
) -> HttpResponse:
    key = name_key(name)
    stored, dish = recipes.recipes_of(content).get(key), recipes.named_dishes(content).get(key)
    known = recipes.ingredients_of(content)
    planned = preview_of(content)
    is_refused = form.is_bound and not is_typing
    context = {
        "title": name,
        "address": reverse("backoffice:menu-recipe", args=[name]),
        "form": form,
        "invalid_form": form if is_refused else None,
        "conflict": {"named": name, "entries": ()} if is_conflict else None,
        "is_typing": is_typing,
        "is_new": stored is None,
        "menus": dish.menus if dish else (),
        "shown": draft_forms.to_text(shown),
        "derived": derive(known, form.keys),
        "ingredients": sorted(each["name"] for each in known.values()),
        "harmed": harmed_by(planned, [name]),
        "cooked_as": planned.own.get(name_key(name), ""),
    }
    status = 409 if is_conflict else 422 if is_refused else 200
    return render(request, "backoffice/menu/recipes/recipe.html", context, status=status)
