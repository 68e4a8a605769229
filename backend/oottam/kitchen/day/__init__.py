"""The one way to count a day: what is cooked for whom, and what lies in each box."""

from oottam.kitchen.day.delivery_boxes import CarriedBox, boxes_to_carry
from oottam.kitchen.day.next_meal import next_meal
from oottam.kitchen.day.types import (
    Allergy,
    Alternatives,
    ChangedPlan,
    DayView,
    Difference,
    DishAnswer,
    DishTotal,
    Event,
    KitchenNote,
    MealSheet,
    NothingFits,
    Option,
    PackedBox,
    PackedDish,
    Person,
    Share,
    Substituted,
    Ticked,
    Turned,
)
from oottam.kitchen.day.view import day_view, packed_boxes, told, tried_out
from oottam.kitchen.domain.dietary import Answer

__all__ = [
    "Allergy",
    "Alternatives",
    "Answer",
    "CarriedBox",
    "ChangedPlan",
    "DayView",
    "Difference",
    "DishAnswer",
    "DishTotal",
    "Event",
    "KitchenNote",
    "MealSheet",
    "NothingFits",
    "Option",
    "PackedBox",
    "PackedDish",
    "Person",
    "Share",
    "Substituted",
    "Ticked",
    "Turned",
    "boxes_to_carry",
    "day_view",
    "next_meal",
    "packed_boxes",
    "told",
    "tried_out",
]
