"""The list of ingredients, and the page of one."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice import dietary
from oottam.backoffice.layout.decorators import (
    SAFE_METHODS,
    StaffRequest,
    staff_action,
    staff_page,
)
from oottam.backoffice.menu import draft_forms
from oottam.backoffice.menu.ingredients.forms import IngredientForm
from oottam.backoffice.menu.recipes.views import harmed_by, preview_of
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.menu import drafts, ingredients, recipes
from oottam.menu.content import Content
from oottam.menu.ingredients import UnknownIngredientError
from oottam.menu.merging import ValuesChangedError
from oottam.plans.models import Ingredient

MAX_WORDS_LENGTH = 100
SHOWN_RECIPES = 30


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List ingredients by group; `q` filters."""
    search_text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    content = drafts.load().content
    words = name_key(search_text).split()
    uses = _uses(content)
    groups = [
        (title, [_row(each, uses) for each in found])
        for title, all_of_group in ingredients.groups_of(content)
        if (
            found := [
                each
                for each in all_of_group
                if all(word in name_key(each["name"]) for word in words)
            ]
        )
    ]
    context = {"title": "Ingredients", "groups": groups, "search_text": search_text}
    return render(request, "backoffice/menu/ingredients/list.html", context)


@staff_page(Permission.EDIT_MENU, methods=(*SAFE_METHODS, "POST"))
def detail(request: StaffRequest, key: str) -> HttpResponse:
    """Show an ingredient of the draft, and save its form."""
    content = drafts.load().content
    current = _found(content, key)
    if request.method != "POST":
        return _render(request, content, key, IngredientForm(None, current), current)
    form = IngredientForm(request.POST, current)
    shown = draft_forms.from_text(request.POST.get("shown", ""))
    if not form.is_valid():
        return _render(request, content, key, form, shown)
    typed = form.values(shown)
    try:
        ingredients.save(key, shown, typed, actor=request.user, now=timezone.now())
    except ValuesChangedError as error:
        form.merge(error, shown, typed)
        latest = drafts.load().content
        return _render(request, latest, key, form, error.current, is_conflict=True)
    except UnknownIngredientError:
        raise Http404 from None
    except DomainError as error:
        form.refuse(error)
        return _render(request, content, key, form, shown)
    messages.success(request, draft_forms.SAVED)
    return redirect("backoffice:menu-ingredient", key)


@staff_page(Permission.EDIT_MENU, methods=(*SAFE_METHODS, "POST"))
def new(request: StaffRequest) -> HttpResponse:
    """Add an ingredient. Its id is none that the kitchen has known: an id is never used again."""
    form = IngredientForm(request.POST if request.method == "POST" else None, {})
    if form.is_valid():
        try:
            ingredients.add(
                form.values({}),
                used=set(Ingredient.objects.values_list("key", flat=True)),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        else:
            name = isolate(form.cleaned_data["name"])
            messages.success(request, f"{name} is saved, not live yet. Recipes can hold it now.")
            return redirect("backoffice:menu-ingredients")
    return _render(request, drafts.load().content, "", form, {})


@staff_action(Permission.EDIT_MENU)
def remove(request: StaffRequest, key: str) -> HttpResponse:
    """Remove an ingredient that no recipe holds."""
    try:
        name = ingredients.remove(key, actor=request.user, now=timezone.now())
    except UnknownIngredientError:
        raise Http404 from None
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:menu-ingredient", key)
    messages.success(request, f"{isolate(name)} is removed, not live yet.")
    return redirect("backoffice:menu-ingredients")


def _found(content: Content, key: str) -> dict[str, Any]:
    try:
        return ingredients.values_of(content, key)
    except UnknownIngredientError:
        raise Http404 from None


def _uses(content: Content) -> dict[str, int]:
    uses: dict[str, int] = {}
    for recipe in recipes.recipes_of(content).values():
        for key in recipe.get("grams", ()):
            uses[key] = uses.get(key, 0) + 1
    return uses


def _row(each: Any, uses: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": each["id"],
        "name": each["name"],
        "nonveg": each["diet"] == "nonveg",
        "allergens": dietary.labels(tuple(each["allergens"])),
        "tags": dietary.labels(tuple(each["tags"])) if "tags" in each else "diets not known",
        "recipes": uses.get(each["id"], 0),
    }


def _render(
    request: StaffRequest,
    content: Content,
    key: str,
    form: IngredientForm,
    shown: Mapping[str, Any],
    *,
    is_conflict: bool = False,
) -> HttpResponse:
    holding = [each["name"] for each in ingredients.used_in(content, key)] if key else []
    name = str(_found(content, key)["name"]) if key else "New ingredient"
    planned = preview_of(content)
    page = reverse("backoffice:menu-ingredient", args=[key]) if key else ""
    context = {
        "title": name,
        "key": key,
        "address": page,
        "form": form,
        "invalid_form": form if form.is_bound else None,
        "conflict": {"named": name, "entries": ()} if is_conflict else None,
        "shown": draft_forms.to_text(shown),
        "recipes": holding[:SHOWN_RECIPES],
        "more": len(holding) - SHOWN_RECIPES,
        "groups": [title for title, _ in ingredients.groups_of(content)],
        "harmed": harmed_by(planned, holding) if holding else [],
        "is_kitchens_own": key in planned.own_ingredients,
    }
    status = 409 if is_conflict else 422 if form.is_bound else 200
    return render(request, "backoffice/menu/ingredients/ingredient.html", context, status=status)
