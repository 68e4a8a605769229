"""The page of the shop's details."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_page
from oottam.backoffice.menu.shop.fields import FIELDS, SECTIONS, ShopForm
from oottam.backoffice.menu.values.forms import (
    ValueField,
    ValuesForm,
    invalid_form,
    save_values,
    values_form,
)
from oottam.menu import drafts
from oottam.menu.content import SITE


@staff_page(Permission.EDIT_MENU, methods=(*SAFE_METHODS, "POST"))
def detail(request: StaffRequest) -> HttpResponse:
    """Show the shop's details, and save those that were changed."""
    form = values_form(request, FIELDS, ShopForm)
    if save_values(request, form, "the shop"):
        return redirect("backoffice:menu-shop")
    site = drafts.load().content.file(SITE)
    context: dict[str, Any] = {
        "title": "The shop",
        "form": form,
        "invalid_form": invalid_form(form),
        "sections": [
            {
                "section": each,
                "is_sample": _is_sample(site, each.block),
                **split(form, each.fields),
            }
            for each in SECTIONS
        ],
    }
    return render(request, "backoffice/menu/shop/shop.html", context, status=form.status)


def split(form: ValuesForm, fields: Sequence[ValueField]) -> Mapping[str, Any]:
    """The bound fields of a section, and the labels and values of those that are only read."""
    return {
        "fields": [form[each.name] for each in fields if each.name in form.fields],
        "read_only": [form.read_only[each.name] for each in fields if each.name in form.read_only],
    }


def _is_sample(site: Any, block: str) -> bool:
    return bool(block and site.get(block, {}).get("sample"))
