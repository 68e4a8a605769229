"""The result of the check of allergies and diets, as text and as fields to accept it by."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import forms

from oottam.audit.log import MAX_REASON_LENGTH
from oottam.backoffice.shared.fields import PlainText
from oottam.catalogue.choices import Allergen, Tag
from oottam.core.direction import isolate
from oottam.kitchen.day import DishAnswer
from oottam.kitchen.domain.dietary import NONVEG, Answer, Needs
from oottam.kitchen.services.dietary_acceptance import DayCheck
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.workflow.models import Diet
from oottam.workflow.services.editing import AcceptedWarnings

NO_TAGS = "none"
FOR_KITCHEN = "for_kitchen"  # a field of forms that may add to the kitchen note
_LABELS = {**dict(Allergen.choices), **dict(Tag.choices), NONVEG: "Meat, fish or eggs"}


@lru_cache(maxsize=1024)
def labels(codes: tuple[str, ...]) -> str:
    """Format as "Milk, Onion or garlic"."""
    return ", ".join(str(_LABELS.get(code, code)) for code in codes)


class TagsField(forms.MultipleChoiceField):
    """The tags of an ingredient; the cleaned value is [] for none, None for not known."""

    def __init__(self) -> None:
        super().__init__(
            label="Avoided by some diets",
            required=False,
            choices=[(NO_TAGS, "None of these"), *Tag.choices],
            widget=forms.CheckboxSelectMultiple,
            help_text="For the diets eggs, vegan, Jain, no onion and garlic. None ticked means not known.",
        )

    def clean(self, value: Any) -> Any:
        """Raise ValidationError for "None of these" beside a tag."""
        selected = super().clean(value)
        if NO_TAGS in selected and len(selected) > 1:
            raise forms.ValidationError("Choose either none or some of these.")
        return [code for code in selected if code != NO_TAGS] if selected else None


def describe_needs(needs: Needs, *, with_plain_diet: bool = False) -> str:
    """Describe allergies, then the diet: "Eggs, Milk; Jain"; the plain vegetarian diet only `with_plain_diet`."""
    is_plain = needs.diet in (Diet.UNKNOWN, Diet.VEG, Diet.ANY)
    diet = (
        ""
        if is_plain and not (with_plain_diet and needs.diet == Diet.VEG)
        else Diet(needs.diet).label
    )
    return "; ".join(filter(None, (labels(needs.allergens), str(diet))))


def describe_clashes(dishes: Iterable[DishAnswer]) -> str:
    """Format as "Dal has milk; Paneer Tikka has milk, as was agreed"."""
    return "; ".join(
        f"{isolate(dish.name)} has {labels(dish.clashes).lower()}{', as was agreed' if dish.is_agreed else ''}"
        for dish in dishes
        if dish.answer is Answer.CLASH
    )


def food_view(check: FoodCheck | None) -> dict[str, Any] | None:
    """Return a check for layout/food.html; None where nothing was checked.

    Clashes are sentences (`is_agreed`: all of them), unknown dishes a list of names.
    """
    if check is None:
        return None
    return {
        "needs": describe_needs(check.needs, with_plain_diet=True),
        "clashes": [describe_clashes([dish]) for dish in check.clashes],
        "unknown": ", ".join(isolate(dish.name) for dish in check.unknown),
        "seen": check.seen,
        "is_agreed": is_agreed(check),
        "sold_out": [isolate(str(dish)) for dish in check.sold_out],
    }


def is_agreed(check: FoodCheck) -> bool:
    """Return whether every clash was agreed with the customer; true where there is none."""
    return all(dish.is_agreed for dish in check.clashes)


class FoodFields(forms.Form):
    """The checkboxes that accept what a check found; the posted `seen` is the digest of the displayed check."""

    clash = forms.BooleanField(label="The customer gets it anyway", required=False)
    clash_reason = PlainText(
        label="Why it is all right",
        required=False,
        max_length=MAX_REASON_LENGTH,
        help_text="For the audit log. What the kitchen does differently belongs in the kitchen note.",
    )
    not_known = forms.BooleanField(
        label="Not known, and the customer gets it anyway", required=False
    )
    left_out = forms.BooleanField(label="They get no replacement", required=False)
    sold_out = forms.BooleanField(
        label="Sold out: I replace it, or it is there in time", required=False
    )

    def limit_to(self, check: FoodCheck | DayCheck | None) -> None:
        """Leave out the fields that this check does not need."""
        fields: Any = self.fields
        if not (check and check.clashes):
            del fields["clash"], fields["clash_reason"]
        if not (check and check.unknown):
            del fields["not_known"]
        if not (isinstance(check, DayCheck) and check.left_out):
            del fields["left_out"]
        if not (isinstance(check, FoodCheck) and check.sold_out):
            del fields["sold_out"]

    def accepted(self) -> AcceptedWarnings:
        """Return the accepted warnings of a valid form."""
        values = self.cleaned_data
        return AcceptedWarnings(
            self.data.get("seen", ""),
            values.get("clash", False),
            values.get("clash_reason", ""),
            values.get("not_known", False),
            values.get("left_out", False),
            values.get("replace_later", False),
            values.get(FOR_KITCHEN, ""),
            values.get("sold_out", False),
        )

    def food_fields(self) -> list[forms.BoundField]:
        """Return the checkboxes and the reason that the form has."""
        names = (
            "clash",
            "clash_reason",
            FOR_KITCHEN,
            "replace_later",
            "not_known",
            "left_out",
            "sold_out",
        )
        return [self[name] for name in names if name in self.fields]
