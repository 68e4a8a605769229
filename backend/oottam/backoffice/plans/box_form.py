"""The form for what lies in a box: a line for each dish."""

from datetime import date
from typing import Any, ClassVar

from django import forms

from oottam.backoffice.food import FoodFields
from oottam.backoffice.plans import dishes
from oottam.backoffice.plans.dishes import Row
from oottam.backoffice.plans.fields import Boxes
from oottam.backoffice.plans.forms import PlanForm
from oottam.core.errors import DomainError
from oottam.plans.domain.calendar import EVENT
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.domain.plan_schedule import Box, Draft
from oottam.plans.models import BoxLine
from oottam.plans.services import plan_actions
from oottam.plans.services.action_runner import Action

THESE, SINCE = "these", "since"
FREE_LINES = 2
MORE_LINES = 5


class BoxForm(FoodFields, PlanForm):
    """Other dishes in the boxes that were ticked, or in all of that meal from then on."""

    action = "box"
    title, button, said = "Change a box", "Change", "Box changed."
    at_once = False
    servings = Boxes()
    reach = forms.ChoiceField(
        label="Which boxes",
        choices=(
            (THESE, "Only the selected ones"),
            (SINCE, "All boxes of this meal from there on"),
        ),
        initial=THESE,
        widget=forms.RadioSelect,
    )
    new = forms.BooleanField(
        label="Add names the kitchen does not know as new dishes", required=False
    )
    refused_as: ClassVar[dict[str, str]] = {"from": "reach"}

    def fit(self, draft: Draft) -> None:
        """The lines begin with what lies in the first of the ticked boxes."""
        self.draft = draft
        self.is_event = EVENT in draft.tracks  # it has one box
        if self.is_event:
            del self.fields["reach"]
        self.read_dishes: list[OrderedDish] = []
        lines = [] if self.is_bound else self._lines()
        if self.is_event and not self.lines_now:
            self.title, self.button, self.said = "Choose dishes", "Save", "Dishes saved."
        self.rows = [Row(line.ordered_name, str(line.quantity)) for line in lines]
        self.leave_room(FREE_LINES if lines else MORE_LINES)

    def asked(self) -> list[forms.BoundField]:
        """Besides what is ticked over dishes: that stands with what they do."""
        return [field for field in super().asked() if field.name not in FoodFields.base_fields]

    def leave_room(self, lines: int = MORE_LINES) -> None:
        """Empty lines below those that are filled in."""
        self.rows += [Row("", "")] * lines

    def clean(self) -> dict[str, Any]:
        """The lines, each with what is wrong with it."""
        given = super().clean() or {}
        data: Any = self.data
        written = zip(data.getlist("dish"), data.getlist("quantity"), strict=False)
        self.read_dishes, self.rows = dishes.read(
            written, kept=self._lines(), may_be_new=bool(given.get("new"))
        )
        wrong = [row.error for row in self.rows if row.error]
        self.leave_room(FREE_LINES)
        if wrong:
            raise forms.ValidationError(wrong[0])
        if not self.read_dishes:
            raise forms.ValidationError("A box needs at least one dish.")
        return given

    def build_action(self) -> Action:
        """The boxes by their numbers, or by their meal and the first one's day."""
        given, first = self.cleaned_data, self._first()
        if given.get("reach") != SINCE or first is None:
            return plan_actions.ChangeBox(self.read_dishes, servings=given["servings"])
        return plan_actions.ChangeBox(
            self.read_dishes, meal=first.meal, since=first.day or date.max
        )

    def refuse(self, error: DomainError) -> None:
        """Above the lines, as each of them is right by itself; what else is missing, beside its field."""
        has_field = error.field in ("reason", *FoodFields.base_fields)
        super().refuse(DomainError(str(error), error.field if has_field else ""))

    @property
    def typed_clash_reason(self) -> str:
        """Why a clash is right, as it was typed, while the lines do not let it be asked for."""
        return "" if "clash_reason" in self.fields else self.data.get("clash_reason", "")

    def _first(self) -> Box | None:
        ticked = [box for box in self.draft.boxes() if box.number in self.ticked]
        return min(ticked, key=lambda box: (box.day or date.max, box.seq), default=None)

    @property
    def lines_now(self) -> list[BoxLine]:
        """What lies in the first of the ticked boxes."""
        return self._lines()

    def _lines(self) -> list[BoxLine]:
        first = self._first()
        if first is None:
            return []
        return list(BoxLine.objects.filter(box_contents=first.box_contents).order_by("position"))
