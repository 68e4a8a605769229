"""The only way to count a day: dishes to cook, and the contents of each box."""

from oottam.kitchen.day.delivery_boxes import DeliveryBox, delivery_boxes
from oottam.kitchen.day.next_meal import next_meal
from oottam.kitchen.day.types import (
    Allergy,
    Alternatives,
    BoxChange,
    ChangedPlan,
    DayView,
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
    QuantityChange,
    Share,
)
from oottam.kitchen.day.view import day_view, packed_boxes, preview_decision, quantities_by_meal
from oottam.kitchen.domain.dietary import Answer
