"""What a day is, meal by meal, as the kitchen and all papers are told of it. Quantities are portions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum

from oottam.kitchen.domain.dietary import Answer, Needs
from oottam.workflow.models import Diet


class BoxChange(StrEnum):
    """What became of a plan's box after the kitchen had been told."""

    CAME = "came"
    WENT = "went"
    OTHER_DISHES = "other dishes"


@dataclass(frozen=True, slots=True)
class DoneBy:
    """Who did something, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Share:
    """So many portions of a dish; `item` is None where nothing fits."""

    item: int | None
    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DishTotal:
    """A dish of a meal: what is cooked, over all menus and kinds.

    `veg` of its portions are for people who eat no meat, fish or egg, `by_default` were ordered with alternatives
    among which nobody has chosen yet; `instead_of` are those that it replaces. `clashes` are the boxes in which it
    clashes with what their person must not get, `agreed` those of them in which that was agreed.
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


@dataclass(frozen=True, slots=True)
class Option:
    """One that may be chosen, and what would be cooked then, for all who ordered one of them.

    `harmed` are the boxes in which it would clash, or in which that is not known.
    """

    item: int
    name: str
    split: tuple[Share, ...]
    harmed: int = 0


@dataclass(frozen=True, slots=True)
class Alternatives:
    """An item of which one is cooked. `split` is what is cooked as it stands; `chosen` is None until somebody has."""

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
    """A dish that is replaced; `meal` 0 is every meal of the day, `quantity` how many portions of it were due."""

    item: int
    name: str
    instead: int
    instead_name: str
    meal: int
    reason: str
    quantity: int
    by: DoneBy


@dataclass(frozen=True, slots=True)
class Person:
    """Whose box it is."""

    reference: str
    name: str


@dataclass(frozen=True, slots=True)
class NothingFits:
    """A dish that its person does not eat, without another one that could be cooked."""

    person: Person
    ordered: str
    quantity: int
    diet: str = Diet.VEG


@dataclass(frozen=True, slots=True)
class DishAnswer:
    """A dish in a box, and whether it clashes with what the person must not get, by which codes.

    `is_agreed`: it clashes, and somebody noted that the person gets it all the same.
    """

    name: str
    answer: Answer
    clashes: tuple[str, ...] = ()
    item: int = field(default=0, compare=False)
    is_agreed: bool = False


@dataclass(frozen=True, slots=True)
class Allergy:
    """Somebody with allergies or a diet that the kitchen has to know, and the dishes that they get."""

    person: Person
    needs: Needs
    dishes: tuple[DishAnswer, ...]

    @property
    def clashes(self) -> bool:
        """Whether one of the dishes does."""
        return any(dish.answer is Answer.CLASH for dish in self.dishes)

    @property
    def is_open(self) -> bool:
        """Whether one of the dishes does, or might."""
        return any(dish.answer is not Answer.NONE_FOUND for dish in self.dishes)


@dataclass(frozen=True, slots=True)
class KitchenNote:
    """What the kitchen is asked for somebody."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Event:
    """Food for guests. No phone number: the kitchen calls nobody."""

    person: Person
    time: time | None
    guests: int | None
    venue: str
    dishes: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A dish of which the kitchen was told another number than is due now."""

    item: int
    name: str
    was: int
    now: int

    @property
    def change(self) -> int:
        """Portions more, or fewer where it is less than 0."""
        return self.now - self.was

    @property
    def less(self) -> int:
        """How many fewer."""
        return self.was - self.now


@dataclass(frozen=True, slots=True)
class ChangedPlan:
    """Whose box was changed since the kitchen was told, and the last reason given for it."""

    person: Person
    turned: BoxChange
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MealSheet:
    """One meal of the day. `free` of the boxes are free days: cooked and marked, not charged.

    `undecided` are those of whose boxes nobody knows yet what lies in them. `locked_at` is the cut-off, once it has
    passed; `differences` and `changed` are what came after it.
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
    differences: tuple[Difference, ...]
    changed: tuple[ChangedPlan, ...]
    allergies: tuple[Allergy, ...]
    notes: tuple[KitchenNote, ...]
    events: tuple[Event, ...]

    @property
    def to_choose(self) -> tuple[Alternatives, ...]:
        """Those among which somebody still has to choose."""
        return tuple(each for each in self.alternatives if each.chosen is None)


@dataclass(frozen=True, slots=True)
class PackedDish:
    """A dish in a box: as it was ordered, and as it is cooked (None: nothing fits).

    `is_other`: what replaces it, or the one of several that somebody chose or that alone fits; not another name for it.
    `is_veg`: None where that is not known, or still to be chosen. `is_agreed`: it clashes, as was agreed.
    """

    ordered: str
    cooked: str | None
    quantity: int
    answer: Answer
    clashes: tuple[str, ...] = ()
    is_other: bool = False
    is_veg: bool | None = None
    is_agreed: bool = False


@dataclass(frozen=True, slots=True)
class PackedBox:
    """One box of the day: whose, the how many-eth of how many, what lies in it and where it goes."""

    serving: int
    plan: int
    person: Person
    meal: int
    seq: int
    of: int
    is_free: bool
    is_made_up: bool  # one more, for one that did not arrive: its number is beyond `of`
    state: int
    delivery_time: time | None
    address: str
    pin: str
    locality: str
    dishes: tuple[PackedDish, ...]
    needs: Needs
    note: str
    is_changed: bool  # since the kitchen was told


@dataclass(frozen=True, slots=True)
class DayView:
    """A day. `closed` are reasons by meal, 0 for the whole day; `boxes` are there where they were asked for."""

    date: date
    meals: tuple[MealSheet, ...]
    closed: Mapping[int, str]
    boxes: tuple[PackedBox, ...] = ()

    def meal(self, number: int) -> MealSheet | None:
        """The meal's sheet, where there is anything for it."""
        return next((sheet for sheet in self.meals if sheet.meal == number), None)
