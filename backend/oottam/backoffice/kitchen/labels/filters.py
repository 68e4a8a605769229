"""What an address of labels asks for. What it spells wrong is left out."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict

from oottam.backoffice.kitchen.labels.queries import Chosen
from oottam.backoffice.kitchen.labels.stocks import STOCKS, Stock
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.plans.models import Meal


@dataclass(frozen=True, slots=True)
class LabelFilter:
    """Which labels, on which paper, the first one at which place of a begun sheet (from 1)."""

    stock: Stock
    start: int
    chosen: Chosen

    def address(self, chosen: Chosen) -> str:
        """Such labels on this paper, as a query string."""
        given: dict[str, object] = {"stock": self.stock.key}
        if chosen.meal:
            given["meal"] = chosen.meal
        if chosen.only_changed:
            given["only"] = "changed"
        if self.start > 1:
            given["from"] = self.start
        return urlencode(given)

    def pages(self, count: int) -> int:
        """How many sheets so many labels need."""
        return -(-(self.start - 1 + count) // self.stock.per_page)


def parse_filters(query: QueryDict) -> LabelFilter:
    """By the names stock, meal, only and from; the paper is the shop's where none is named."""
    stock = STOCKS.get(query.get("stock", "")) or STOCKS[settings.LABEL_STOCK]
    start = parse_pk(query.get("from", "")) or 1
    meal = parse_pk(query.get("meal", ""))
    return LabelFilter(
        stock=stock,
        start=start if start <= stock.per_page else 1,
        chosen=Chosen(
            meal=meal if meal in Meal.values else None,
            only_changed=query.get("only") == "changed",
        ),
    )
