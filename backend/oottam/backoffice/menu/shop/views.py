"""The page of the shop's details."""

from collections.abc import Sequence
from typing import Any

from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.shop.fields import FIELDS, NEEDED, SECTIONS, ShopForm
from oottam.backoffice.menu.values.forms import (
    render_values,
    save_values,
    values_form,
)
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.menu import drafts
from oottam.menu.content import SITE


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the shop's details, and save those that were changed."""
    form = values_form(request, FIELDS, ShopForm)
    if save_values(request, form, "the shop"):
        return redirect("backoffice:menu-shop")
    site = drafts.load().content.file(SITE)
    sections: dict[str, dict[str, Any]] = {
        section.id: {
            "section": section,
            "is_sample": bool(site.get(section.block, {}).get("sample")),
            "fields": [form[field.name] for field in section.fields if field.name in form.fields],
            "read_only": [
                form.read_only[field.name]
                for field in section.fields
                if field.name in form.read_only
            ],
        }
        for section in SECTIONS
    }
    needed = [sections.pop(section_id) for section_id in NEEDED]
    context: dict[str, Any] = {
        "title": "The shop",
        "needed": needed,
        "more": list(sections.values()),
        "samples": sum(section["is_sample"] for section in sections.values()),
        "is_more_open": any(_is_wanted(request, each["fields"]) for each in sections.values()),
    }
    return render_values(request, "shop/shop.html", form, context)


def _is_wanted(request: StaffRequest, fields: Sequence[BoundField]) -> bool:
    """Whether one of the fields has an error, or a row that was added, removed or moved just now."""
    moved = request.POST.get("do", "").split("/")[1:2]
    return any(field.errors or field.html_name in moved for field in fields)
