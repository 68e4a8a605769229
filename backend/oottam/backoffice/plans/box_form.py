"""The form of a box's contents: a line for each dish."""

from datetime import date
from typing import Any

from django import forms

from oottam.backoffice.dietary import FoodFields
from oottam.backoffice.plans import dishes
from oottam.backoffice.plans.dishes import DishRow
from oottam.backoffice.plans.forms import Boxes, PlanForm
from oottam.core.errors import DomainError
from oottam.plans.services import plan_actions
from oottam.plans.services.action_runner import Action
from oottam.schedule.domain.calendar import EVENT
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import DraftServing, ScheduleDraft
from oottam.schedule.models import BoxLine

THESE, SINCE = "these", "since"
FREE_LINES = 2
MORE_LINES = 5


class BoxForm(FoodFields, PlanForm):
    """Change the dishes of the selected boxes, or of all boxes of that meal from there on."""

    action = "box"
    title, button, success_message = "Change a box", "Change", "Box changed."
    previews_immediately = False
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

    def prepare(self, draft: ScheduleDraft) -> None:
        """Fill in the contents of the first selected box."""
        self.draft = draft
        self.is_event = EVENT in draft.tracks  # it has one box
        if self.is_event:
            del self.fields["reach"]
        self.read_dishes: list[OrderedDish] = []
        lines = [] if self.is_bound else self.current_lines
        if self.is_event and not self.current_lines:
            self.title, self.button, self.success_message = "Choose dishes", "Save", "Dishes saved."
        self.rows = [DishRow(line.ordered_name, str(line.quantity)) for line in lines]
        self.add_empty_rows(FREE_LINES if lines else MORE_LINES)

    def input_fields(self) -> list[forms.BoundField]:
        """Exclude the checkboxes about dishes, which the page shows with the preview."""
        return [
            field for field in super().input_fields() if field.name not in FoodFields.base_fields
        ]

    def add_empty_rows(self, lines: int = MORE_LINES) -> None:
        """Append empty lines."""
        self.rows += [DishRow("", "")] * lines

    def clean(self) -> dict[str, Any]:
        """Parse the lines; raises ValidationError for the first line with an error."""
        values = super().clean() or {}
        data: Any = self.data
        typed = zip(data.getlist("dish"), data.getlist("quantity"), strict=False)
        self.read_dishes, self.rows = dishes.parse_dishes(
            typed, current=self.current_lines, may_be_new=bool(values.get("new"))
        )
        errors = [row.error for row in self.rows if row.error]
        self.add_empty_rows(FREE_LINES)
        if errors:
            raise forms.ValidationError(errors[0])
        if not self.read_dishes:
            raise forms.ValidationError("A box needs at least one dish.")
        return values

    def build_action(self) -> Action:
        """Name the boxes by primary key, or by their meal from the first one's day on."""
        values, first = self.cleaned_data, self._first()
        if values.get("reach") != SINCE or first is None:
            return plan_actions.ChangeBox(self.read_dishes, serving_ids=values["servings"])
        return plan_actions.ChangeBox(
            self.read_dishes, meal=first.meal, since=first.day or date.max
        )

    def refuse(self, error: DomainError) -> None:
        """Show the error above the lines, as each line is valid; errors of reason and acceptance appear at their
        fields.
        """
        has_field = error.field in ("reason", *FoodFields.base_fields)
        super().refuse(DomainError(str(error), error.field if has_field else ""))

    @property
    def typed_clash_reason(self) -> str:
        """The typed reason for a clash, while errors in the lines leave its field out."""
        return "" if "clash_reason" in self.fields else self.data.get("clash_reason", "")

    def _first(self) -> DraftServing | None:
        selected = [
            serving for serving in self.draft.servings() if serving.serving_id in self.selected
        ]
        return min(
            selected, key=lambda serving: (serving.day or date.max, serving.seq), default=None
        )

    @property
    def current_lines(self) -> list[BoxLine]:
        """The contents of the first selected box."""
        first = self._first()
        if first is None:
            return []
        return list(BoxLine.objects.filter(box_contents=first.box_contents).order_by("position"))
