"""A day, meal by meal, as sheet, labels and runs show it. Quantities are portions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum

from oottam.kitchen.domain.dietary import Answer, Needs
from oottam.workflow.models import Diet


class BoxChange(StrEnum):
    """How a box changed after the cut-off."""

    CAME = "came"
    WENT = "went"
    OTHER_DISHES = "other dishes"


@dataclass(frozen=True, slots=True)
class DoneBy:
    """A user name and a time."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Share:
    """Portions of a dish; `item` is None where nothing fits."""

    item: int | None
    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DishTotal:
    """A dish of a meal, over all menus and kinds.

    `veg` portions are for vegetarians, `by_default` were ordered with alternatives without a choice yet, `instead_of`
    are the dishes that it substitutes. `clashes` counts boxes in which it clashes with the customer's needs, `agreed`
    those with agreement.
    """

    item: int
    name: str
    mark: str
    portion: str
    quantity: int
    boxes: int
    veg: int
    by_default: int
    instead_of: tuple[Share, ...]
    cooked: DoneBy | None
    clashes: int = 0
    agreed: int = 0
    station: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative, and what would be cooked if it were chosen.

    `harmed` counts the boxes in which it would clash or might.
    """

    item: int
    name: str
    split: tuple[Share, ...]
    harmed: int = 0


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A dish with alternatives. `split` are the dishes cooked at present; `chosen` is None without a choice."""

    item: int
    name: str
    quantity: int
    veg: int
    options: tuple[Option, ...]
    split: tuple[Share, ...]
    chosen: int | None
    by: DoneBy | None


@dataclass(frozen=True, slots=True)
class SubstitutedDish:
    """A substituted dish; `meal` 0 is every meal of the day, `quantity` the portions that were due."""

    item: int
    name: str
    instead_name: str
    meal: int
    reason: str
    quantity: int
    by: DoneBy


@dataclass(frozen=True, slots=True)
class Person:
    """The customer of a box."""

    reference: str
    name: str


@dataclass(frozen=True, slots=True)
class NothingFits:
    """A dish that the customer does not eat, and that has no alternative to cook."""

    person: Person
    ordered: str
    quantity: int
    diet: str = Diet.VEG


@dataclass(frozen=True, slots=True)
class DishAnswer:
    """A dish in a box, and the codes by which it clashes with the customer's needs.

    `is_agreed`: it clashes, and the desk agreed with the customer that they get it.
    """

    name: str
    answer: Answer
    clashes: tuple[str, ...] = ()
    item: int = field(default=0, compare=False)
    is_agreed: bool = False


@dataclass(frozen=True, slots=True)
class Allergy:
    """A customer with allergies or a finer diet, and their dishes."""

    person: Person
    needs: Needs
    dishes: tuple[DishAnswer, ...]

    @property
    def clashes(self) -> bool:
        """Whether a dish clashes."""
        return any(dish.answer is Answer.CLASH for dish in self.dishes)

    @property
    def is_open(self) -> bool:
        """Whether a dish clashes, or may clash."""
        return any(dish.answer is not Answer.NONE_FOUND for dish in self.dishes)


@dataclass(frozen=True, slots=True)
class KitchenNote:
    """A customer's note for the kitchen."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event's food. Without a phone number: the kitchen calls no customer."""

    person: Person
    time: time | None
    guests: int | None
    venue: str
    dishes: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class QuantityChange:
    """A dish whose quantity differs from that at the cut-off."""

    item: int
    name: str
    was: int
    now: int

    @property
    def change(self) -> int:
        """Portions more than at the cut-off; negative for fewer."""
        return self.now - self.was

    @property
    def less(self) -> int:
        """Portions fewer than at the cut-off."""
        return self.was - self.now


@dataclass(frozen=True, slots=True)
class ChangedPlan:
    """A customer whose box changed since the cut-off, and the last reason."""

    person: Person
    change: BoxChange
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MealSheet:
    """One meal of the day. `free` of its boxes are free days: cooked and marked, not charged.

    `undecided` are customers whose boxes have no dishes yet. `locked_at` is the cut-off once it has passed;
    `differences` and `changed` came after it.
    """

    meal: int
    boxes: int
    free: int
    locked_at: datetime | None
    dishes: tuple[DishTotal, ...]
    alternatives: tuple[Alternatives, ...]
    substitutions: tuple[SubstitutedDish, ...]
    nothing_fits: tuple[NothingFits, ...]
    undecided: tuple[Person, ...]
    differences: tuple[QuantityChange, ...]
    changed: tuple[ChangedPlan, ...]
    allergies: tuple[Allergy, ...]
    notes: tuple[KitchenNote, ...]
    events: tuple[Event, ...]

    @property
    def to_choose(self) -> tuple[Alternatives, ...]:
        """The alternatives without a choice."""
        return tuple(alternative for alternative in self.alternatives if alternative.chosen is None)


@dataclass(frozen=True, slots=True)
class PackedDish:
    """A dish in a box, as ordered and as cooked (None: nothing fits).

    `is_other`: a substitute, or an alternative that was chosen or alone fits. `is_veg`: None where unknown or still
    to be chosen. `is_agreed`: it clashes, with agreement. `items` are the kitchen's dishes that it needs: what was
    ordered unless it is replaced, and what is cooked unless another alternative is left.
    """

    ordered: str
    cooked: str | None
    quantity: int
    answer: Answer
    clashes: tuple[str, ...] = ()
    is_other: bool = False
    is_veg: bool | None = None
    is_agreed: bool = False
    items: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class PackedBox:
    """A box of the day: customer, number, contents and address."""

    serving_id: int
    plan_id: int
    person: Person
    meal: int
    seq: int
    of: int
    is_free: bool
    is_replacement: bool  # a replacement; its number is beyond `of`
    state: int
    delivery_time: time | None
    address: str
    pin: str
    locality: str
    dishes: tuple[PackedDish, ...]
    needs: Needs
    note: str
    is_changed: bool  # since the cut-off


@dataclass(frozen=True, slots=True)
class DayView:
    """A day. `closed` holds reasons by meal, 0 for the whole day."""

    date: date
    meals: tuple[MealSheet, ...]
    closed: Mapping[int, str]

    def meal(self, number: int) -> MealSheet | None:
        """Return the meal's sheet, where it has one."""
        return next((sheet for sheet in self.meals if sheet.meal == number), None)
