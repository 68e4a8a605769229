"""The page of all dishes: the price grid."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.dishes.grid import (
    ALL,
    BulkForm,
    Typed,
    categories_of,
    parse_cells,
    parse_filter,
    rows_of,
)
from oottam.backoffice.menu.draft_forms import NOT_PUBLISHED, confirmed_tokens, posted_revision
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.core.merging import EditsRefusedError
from oottam.menu import drafts, prices
from oottam.menu.content import TIER_HEADINGS
from oottam.menu.dishes import LABELS
from oottam.menu.prices import Cell, LargeChangeError


@staff_form(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the dishes with their prices, and save those that were changed."""
    if request.method != "POST":
        return _render(request, Typed(), BulkForm())
    typed = parse_cells(request.POST)
    if request.POST.get("do") == "preview":
        bulk = BulkForm(request.POST)
        is_right = bulk.is_valid()
        return _render(request, typed, bulk, preview=is_right, status=200 if is_right else 422)
    try:
        count = prices.save(
            typed.edits,
            revision=posted_revision(request),
            confirmed=confirmed_tokens(request),
            actor=request.user,
            now=timezone.now(),
        )
    except EditsRefusedError as error:
        status = 409 if error.conflicts else 422
        found = {**error.errors, **error.conflicts}
        return _render(request, typed, BulkForm(), errors=found, status=status)
    except LargeChangeError as error:
        return _render(request, typed, BulkForm(), large=error, status=422)
    if count:
        what = "1 price is" if count == 1 else f"{count} prices are"
        messages.success(request, f"{what} saved, not live yet. {NOT_PUBLISHED}")
    else:
        messages.info(request, "No price was changed.")
    return redirect(f"{reverse('backoffice:menu')}{parse_filter(request.GET).address()}")


def _render(
    request: StaffRequest,
    typed: Typed,
    bulk: BulkForm,
    *,
    preview: bool = False,
    errors: Mapping[Cell, str] | None = None,
    large: LargeChangeError | None = None,
    status: int = 200,
) -> HttpResponse:
    view, filters = drafts.load(), parse_filter(request.GET)
    rows = rows_of(view.content, filters, typed, errors or {}, bulk if preview else None)
    invalid = [cell for row in rows for cell in row["cells"] if cell["error"]]
    listed = {cell["id"] for cell in invalid}
    context: dict[str, Any] = {
        "title": "Menu",
        "filters": filters,
        "address": filters.address(),
        "rows": rows,
        "tier_headings": TIER_HEADINGS.values(),
        "menus": [
            (label, filters.address(menu=menu, category=""), menu == filters.menu)
            for menu, label in [*LABELS.items(), (ALL, "All")]
        ],
        "new_menu": filters.menu if filters.menu != ALL else next(iter(LABELS)),
        "categories": categories_of(view.content, filters),
        "revision": view.revision,
        "is_changed": view.is_changed,
        "bulk": bulk,
        "is_preview": preview,
        "invalid": invalid,
        # Errors of dishes that the page no longer lists.
        "other_errors": [
            f"{cell.dish}: {sentence}"
            for cell, sentence in (errors or {}).items()
            if str(cell).replace("/", "-") not in listed
        ],
        "large": large,
        "is_unsaved": bool(invalid or errors or large or bulk.errors),
    }
    return render(request, "backoffice/menu/dishes/list.html", context, status=status)
