"""The page of the combos' price: a meal, its discounts, and what customers then pay."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.dishes.forms import PriceField
from oottam.backoffice.menu.draft_forms import SAVED, MergingForm, confirmed_tokens
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.core.merging import EditsRefusedError, ValuesChangedError
from oottam.core.money import short_rupees
from oottam.menu import combos, drafts
from oottam.menu.combos import PRICE, ComboPrices, Discount, prices_of
from oottam.menu.content import Content
from oottam.menu.prices import LargeChangeError, format_price

STEPS = 4  # lines of discounts, if the draft has no more
MAX_STEPS = 12


class CombosForm(MergingForm):
    """The price of a meal and lines of discounts; empty lines are ignored."""

    action = "menu-combos"
    price = PriceField("Price of a meal, ₹")

    def __init__(self, data: Any, current: ComboPrices) -> None:
        super().__init__(data, initial=initial_of(current))
        posted = sum(f"meals-{at}" in data for at in range(MAX_STEPS)) if data else 0
        self.steps = max(STEPS, len(current.discounts), posted)
        self.fields["price"].required = True
        self.fields["price"].error_messages["required"] = "Type a price in rupees, such as 375."
        for at in range(self.steps):
            self.fields[f"meals-{at}"] = forms.IntegerField(
                label="Meals at least",
                required=False,
                min_value=1,
                max_value=999,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                show_hidden_initial=True,
                error_messages={"invalid": "Type a whole number, such as 15."},
            )
            self.fields[f"off-{at}"] = PriceField("₹ off")

    @property
    def lines(self) -> Sequence[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each discount."""
        return [(self[f"meals-{at}"], self[f"off-{at}"]) for at in range(self.steps)]

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for a line with one of its two values."""
        given: dict[str, Any] = super().clean() or {}
        for at in range(self.steps):
            meals, off = f"meals-{at}", f"off-{at}"
            if meals in given and off in given and (given[meals] is None) != (given[off] is None):
                empty = meals if given[meals] is None else off
                self.add_error(empty, "Fill in both fields of the line, or neither.")
        return given

    def typed(self) -> ComboPrices:
        """Return the values of a valid form; its lines keep their order."""
        return self._prices(self.cleaned_data)

    def initial_values(self) -> ComboPrices | None:
        """Return what the form showed; None if it is no form of this page."""
        try:
            shown = {
                name: field.clean(self.data.get(f"initial-{name}", ""))
                for name, field in self.fields.items()
            }
        except forms.ValidationError:
            return None
        return self._prices(shown)

    def _prices(self, values: Mapping[str, Any]) -> ComboPrices:
        lines = ((values[f"meals-{at}"], values[f"off-{at}"]) for at in range(self.steps))
        return ComboPrices(
            values["price"], tuple(Discount(meals, off) for meals, off in lines if meals and off)
        )

    def rows_of_discounts(self) -> list[int]:
        """The line of each discount of `typed`."""
        return [at for at in range(self.steps) if self.cleaned_data.get(f"meals-{at}")]


def initial_of(prices: ComboPrices) -> dict[str, str]:
    """What the fields show."""
    fields = {PRICE: format_price(prices.price)}
    for at, discount in enumerate(prices.discounts):
        fields |= {f"meals-{at}": str(discount.meals), f"off-{at}": format_price(discount.off)}
    return fields


@staff_form(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the price and the discounts, and save them."""
    content = drafts.load().content
    current = prices_of(content)
    form = CombosForm(request.POST if request.method == "POST" else None, current)
    if not form.is_valid():
        return _render(request, content, form, current)
    typed = form.typed()
    try:
        is_changed = combos.save(
            shown=form.initial_values() or current,
            typed=typed,
            confirmed=confirmed_tokens(request),
            actor=request.user,
            now=timezone.now(),
        )
    except LargeChangeError as error:
        return _render(request, content, form, typed, large=error)
    except ValuesChangedError as error:
        form.merge(CombosForm(None, error.current))
        return _render(request, drafts.load().content, form, error.current, status=409)
    except EditsRefusedError as error:
        rows = form.rows_of_discounts()
        for field, sentence in error.errors.items():
            name, _, at = field.partition("-")
            form.add_error(f"{name}-{rows[int(at)] if rows else 0}", sentence)
        return _render(request, content, form, current)
    if is_changed:
        messages.success(request, SAVED)
    else:
        messages.info(request, "Nothing was changed.")
    return redirect("backoffice:menu-combos")


def _examples(content: Content, prices: ComboPrices) -> list[tuple[int, str, str, str]]:
    """Meals, price, discount and what is paid: at each step, and just below it."""
    fewest, most = combos.limits_of(content)
    steps = {discount.meals for discount in prices.discounts}
    counts = {fewest, most, *steps, *(step - 1 for step in steps)}
    rows = []
    for meals in sorted(count for count in counts if fewest <= count <= most):
        paid = combos.quote(content, prices, meals)
        rows.append(
            (
                meals,
                short_rupees(paid.base_price),
                short_rupees(paid.discount) if paid.discount else "",
                short_rupees(paid.final_amount),
            )
        )
    return rows


def _render(
    request: StaffRequest,
    content: Content,
    form: CombosForm,
    examples_of: ComboPrices,
    *,
    large: LargeChangeError | None = None,
    status: int = 200,
) -> HttpResponse:
    fewest, most = combos.limits_of(content)
    context = {
        "title": "Price of a meal",
        "form": form,
        "invalid_form": form if form.errors else None,
        "is_conflict": status == 409,
        "large": large,
        "fewest": fewest,
        "most": most,
        "examples": _examples(content, examples_of),
        "is_typed": large is not None,
    }
    if status == 200 and form.is_bound:
        status = 422
    return render(request, "backoffice/menu/weekly/combos.html", context, status=status)
