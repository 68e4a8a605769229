"""Where each box of a day goes, computed row by row, compared with the runs and labels."""

from datetime import date

from oottam.core.days import EVERY_DAY
from oottam.kitchen.day import delivery_boxes, packed_boxes
from oottam.schedule.models import Meal, Serving
from oottam.workflow.models import BoxAddress, LaterAddress
from oottam.workflow.services.details import details_of


def verify(day: date) -> None:
    """Assert that runs and labels have the address that the customer chose, or that of meal and weekday."""
    labels = {box.serving_id: box.address for box in packed_boxes(day, with_dishes=False)}
    for meal in (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER):
        for box in delivery_boxes(day, meal):
            expected = _address(box.serving_id)
            assert (box.address, labels[box.serving_id]) == (expected, expected), "the address"


def _address(serving_id: int) -> str:
    serving = Serving.objects.select_related("plan__request__fulfilment").get(pk=serving_id)
    request, day = serving.plan.request, serving.date or date.max
    later = list(
        LaterAddress.objects.filter(request=request, undone_at=None).order_by("from_date", "pk")
    )
    chosen = BoxAddress.objects.filter(request=request, date=day, meal=serving.meal).first()
    begun = [row for row in later if row.from_date <= day]
    if chosen and chosen.address_id is None:
        begun = [row for row in begun if (row.meals, row.weekdays) == (0b111, EVERY_DAY)]
    elif chosen and any(row.pk == chosen.address_id for row in later):
        begun = [row for row in later if row.pk == chosen.address_id]
    else:
        begun = [
            row
            for row in begun
            if row.meals & 1 << (serving.meal - 1) and row.weekdays & 1 << day.weekday()
        ]
    return begun[-1].address if begun else details_of(request).address
