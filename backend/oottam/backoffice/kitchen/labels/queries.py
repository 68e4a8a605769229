"""The boxes that get labels on a day, and the contents of each label."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from oottam import catalogue
from oottam.backoffice.dietary import describe_clashes
from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.catalogue.choices import Allergen
from oottam.catalogue.recipes import alternatives_of
from oottam.core.names import natural_key
from oottam.kitchen.day import DishAnswer, PackedBox, PackedDish, packed_boxes
from oottam.kitchen.domain.dietary import Answer
from oottam.kitchen.services.dish_facts import amounts_on
from oottam.kitchen.services.sold_out import sold_out_dishes
from oottam.schedule.models import Meal
from oottam.workflow.models import FINER_DIETS, Diet

NOTHING: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class BoxFilter:
    """Which of a day's boxes; `meal` None is every one."""

    meal: int | None = None
    only_changed: bool = False

    def matches(self, box: PackedBox) -> bool:
        return self.meal in (None, box.meal) and (box.is_changed or not self.only_changed)


def boxes_of(day: date) -> list[PackedBox]:
    """Return the day's boxes in the order of delivery; four queries.

    By meal, PIN code, locality, address and name; boxes without a PIN code are last.
    """
    return sorted(packed_boxes(day), key=_delivery_order)


def labels_of(boxes: Sequence[PackedBox], day: date) -> list[Label]:
    """Return the boxes' labels, in their order; of today and later, sold-out dishes are named (three queries at most).

    Where the shop shows figures on labels, by the day's recipes: three more.
    """
    is_over = day < timezone.localdate()
    sold_out = {} if is_over else sold_out_dishes(day).by_item
    amounts = NOTHING
    if catalogue.current().site.figures == "pages-and-labels":
        amounts = amounts_on(
            day, {item for box in boxes for dish in box.dishes for item in dish.items}
        )
    return [label_of(box, day, sold_out, amounts) for box in boxes]


def label_of(
    box: PackedBox,
    day: date,
    sold_out: Collection[int] = (),
    amounts: Mapping[int, str] = NOTHING,
) -> Label:
    """Return what packing and delivery need: no phone number, no street.

    `sold_out` are the kitchen's dishes, `amounts` what they hold.
    """
    is_numbered = box.of > 1 and not box.is_replacement
    pin = f"{box.pin[:3]} {box.pin[3:]}" if box.pin else ""
    return Label(
        day=day,
        meal=Meal(box.meal).label,
        name=box.person.name,
        reference=box.person.reference,
        stop=" · ".join(filter(None, (pin, box.locality))),
        delivery_time=box.delivery_time,
        mark=_mark(box),
        warnings=tuple(_warnings(box, sold_out)),
        dishes=tuple(
            Dish(_dish_name(dish), dish.quantity, amounts.get(dish.items[-1], ""))
            for dish in box.dishes
            if dish.cooked
        ),
        allergens=tuple(name for code, name in Allergen.choices if code in box.needs.allergens),
        diet=_diet(box),
        note=box.note,
        number=box.seq if is_numbered else 0,
        of=box.of if is_numbered else 0,
        is_replacement=box.is_replacement,
        is_free=box.is_free,
        is_changed=box.is_changed,
    )


def _delivery_order(box: PackedBox) -> tuple[object, ...]:
    place = (box.pin, natural_key(box.locality), natural_key(box.address))
    return box.meal, not box.pin, *place, box.person.name.casefold(), box.person.reference


def _diet(box: PackedBox) -> str:
    """Return a diet that packing must respect; for an event, whose dishes are agreed singly, the vegetarian one too."""
    diet = Diet(box.needs.diet)
    is_named = diet in FINER_DIETS or (box.meal == Meal.EVENT and diet == Diet.VEG)
    return str(diet.label) if is_named else ""


def _dish_name(dish: PackedDish) -> str:
    """Return the dish's name on the label; a replacement includes the name of the replaced dish."""
    if not dish.is_other or not dish.cooked:
        return dish.ordered
    is_choice = dish.cooked in alternatives_of(dish.ordered)
    return dish.cooked if is_choice else f"{dish.cooked}, instead of {dish.ordered}"


def _warnings(box: PackedBox, sold_out: Collection[int]) -> Iterator[str]:
    """Yield clashes as the kitchen's sheet words them, for the people it names, and missing dishes."""
    if box.needs.is_for_kitchen or box.meal == Meal.EVENT:
        for dish in box.dishes:
            if dish.cooked and dish.answer is Answer.CLASH:
                answer = DishAnswer(
                    dish.cooked, dish.answer, dish.clashes, is_agreed=dish.is_agreed
                )
                yield describe_clashes([answer])
    for dish in box.dishes:
        if not dish.cooked:
            yield f"No suitable dish: {dish.quantity} × {dish.ordered} (see sheet)"
        elif any(item in sold_out for item in dish.items):
            yield f"SOLD OUT: {dish.cooked if dish.is_other else dish.ordered}"


def _mark(box: PackedBox) -> str:
    """Return the mark of the whole box; "" while a dish is unknown."""
    known = [dish.is_veg for dish in box.dishes if dish.cooked]
    if False in known:
        return NONVEG
    return VEG if known and all(known) else ""
