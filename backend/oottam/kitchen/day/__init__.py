"""The only way to count a day: dishes to cook, and the contents of each box."""

from oottam.kitchen.day.delivery_boxes import CarriedBox, boxes_to_carry
from oottam.kitchen.day.next_meal import next_meal
from oottam.kitchen.day.types import (
    Allergy,
    Alternatives,
    BoxChange,
    ChangedPlan,
    DayView,
    Difference,
    DishAnswer,
    DishTotal,
    DoneBy,
    Event,
    KitchenNote,
    MealSheet,
    NothingFits,
    Option,
    PackedBox,
    PackedDish,
    Person,
    Share,
    SubstitutedDish,
)
from oottam.kitchen.day.view import day_view, packed_boxes, preview_decision, quantities_by_meal
from oottam.kitchen.domain.dietary import Answer

__all__ = [
    "Allergy",
    "Alternatives",
    "Answer",
    "BoxChange",
    "CarriedBox",
    "ChangedPlan",
    "DayView",
    "Difference",
    "DishAnswer",
    "DishTotal",
    "DoneBy",
    "Event",
    "KitchenNote",
    "MealSheet",
    "NothingFits",
    "Option",
    "PackedBox",
    "PackedDish",
    "Person",
    "Share",
    "SubstitutedDish",
    "boxes_to_carry",
    "day_view",
    "next_meal",
    "packed_boxes",
    "preview_decision",
    "quantities_by_meal",
]
