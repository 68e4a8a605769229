"""The filters of labels. Invalid values are ignored."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict

from oottam.backoffice.kitchen.labels.queries import BoxFilter
from oottam.backoffice.kitchen.labels.stocks import STOCKS, Stock
from oottam.backoffice.shared.queries import parse_pk
from oottam.schedule.models import Meal


@dataclass(frozen=True, slots=True)
class LabelFilter:
    """Which labels, on which paper, the first at which place of a started sheet (from 1)."""

    stock: Stock
    start: int
    boxes: BoxFilter

    def address(self, boxes: BoxFilter) -> str:
        """Return the query string for these boxes on this paper."""
        query: dict[str, object] = {"stock": self.stock.key}
        if boxes.meal:
            query["meal"] = boxes.meal
        if boxes.only_changed:
            query["only"] = "changed"
        if self.start > 1:
            query["from"] = self.start
        return urlencode(query)

    def pages(self, count: int) -> int:
        """Return the number of sheets for `count` labels."""
        return -(-(self.start - 1 + count) // self.stock.per_page)


def parse_filters(query: QueryDict) -> LabelFilter:
    """Parse stock, meal, only and from; the default paper is the shop's."""
    stock = STOCKS.get(query.get("stock", "")) or STOCKS[settings.LABEL_STOCK]
    start = parse_pk(query.get("from", "")) or 1
    meal = parse_pk(query.get("meal", ""))
    return LabelFilter(
        stock=stock,
        start=start if start <= stock.per_page else 1,
        boxes=BoxFilter(
            meal=meal if meal in Meal.values else None,
            only_changed=query.get("only") == "changed",
        ),
    )
