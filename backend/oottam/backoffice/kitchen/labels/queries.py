"""Whose boxes get labels on a day, and what stands on each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.backoffice.food import describe_clashes
from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.core.natural_sort import natural
from oottam.kitchen.day import DishAnswer, PackedBox, PackedDish, packed_boxes
from oottam.kitchen.domain.dietary import Answer
from oottam.plans.models import Meal
from oottam.workflow.models import FINER_DIETS, Allergen, Diet


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of a day's boxes; meal None is every one."""

    meal: int | None = None
    only_changed: bool = False

    def has(self, box: PackedBox) -> bool:
        """Whether this one is among them."""
        return self.meal in (None, box.meal) and (box.is_changed or not self.only_changed)


def boxes_of(day: date) -> list[PackedBox]:
    """One for each box that stands on the day, in the order in which they are carried; four queries.

    By meal, PIN code, locality, address and name; those without a PIN code come last.
    """
    return sorted(packed_boxes(day), key=_way)


def labels_of(boxes: Sequence[PackedBox], day: date) -> list[Label]:
    """What stands on each."""
    return [label_of(box, day) for box in boxes]


def label_of(box: PackedBox, day: date) -> Label:
    """What the kitchen packs by, and whoever carries the box finds the door by: no phone number, no street."""
    is_numbered = box.of > 1 and not box.is_made_up
    return Label(
        day=day,
        meal=Meal(box.meal).label,
        name=box.person.name,
        reference=box.person.reference,
        stop=" · ".join(part for part in (_spaced(box.pin), box.locality) if part),
        delivery_time=box.delivery_time,
        mark=_mark(box),
        warnings=tuple(_warnings(box)),
        dishes=tuple(Dish(_called(dish), dish.quantity) for dish in box.dishes if dish.cooked),
        allergens=tuple(name for code, name in Allergen.choices if code in box.needs.allergens),
        diet=_diet(box),
        note=box.note,
        number=box.seq if is_numbered else 0,
        of=box.of if is_numbered else 0,
        is_made_up=box.is_made_up,
        is_free=box.is_free,
        is_changed=box.is_changed,
    )


def _way(box: PackedBox) -> tuple[object, ...]:
    place = (box.pin, natural(box.locality), natural(box.address))
    return box.meal, not box.pin, *place, box.person.name.casefold(), box.person.reference


def _diet(box: PackedBox) -> str:
    """One that has to be kept while packing; of an event, whose dishes are agreed one by one, the plain one, too."""
    diet = Diet(box.needs.diet)
    is_named = diet in FINER_DIETS or (box.meal == Meal.EVENT and diet == Diet.VEG)
    return str(diet.label) if is_named else ""


def _spaced(pin: str) -> str:
    return f"{pin[:3]} {pin[3:]}" if pin else ""


def _called(dish: PackedDish) -> str:
    """What lies in the box: of dishes that were ordered to be chosen among, the one; a substitute says for what it is."""
    if not dish.is_other or not dish.cooked:
        return dish.ordered
    is_choice = dish.cooked in dish.ordered.split(" / ")
    return dish.cooked if is_choice else f"{dish.cooked}, instead of {dish.ordered}"


def _warnings(box: PackedBox) -> Iterator[str]:
    """What clashes, in the words of the kitchen's sheet and for whom that names it; and what is not in the box."""
    if box.needs.is_for_kitchen or box.meal == Meal.EVENT:
        for dish in box.dishes:
            if dish.cooked and dish.answer is Answer.CLASH:
                found = DishAnswer(dish.cooked, dish.answer, dish.clashes, is_agreed=dish.is_agreed)
                yield describe_clashes([found])
    for dish in box.dishes:
        if not dish.cooked:
            yield f"No suitable dish: {dish.quantity} × {dish.ordered} (see sheet)"


def _mark(box: PackedBox) -> str:
    """Of all that lies in the box; none for a box of which nobody knows yet what does."""
    known = [dish.is_veg for dish in box.dishes if dish.cooked]
    if False in known:
        return NONVEG
    return VEG if known and all(known) else ""
