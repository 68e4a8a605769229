"""The one way to count a day: what is cooked for whom, and what lies in each box."""

from oottam.schedule.day_view.carried import CarriedBox, boxes_to_carry
from oottam.schedule.day_view.next_meal import next_meal
from oottam.schedule.day_view.shapes import (
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
from oottam.schedule.day_view.view import day_view, packed_boxes, told, tried_out
from oottam.schedule.dietary import Answer

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
