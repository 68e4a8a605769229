"""The order endpoints, as registered with the API."""

from typing import Any

from oottam.api.endpoints import AcceptedRequest, Endpoint, Receipt
from oottam.catalogue import Catalogue
from oottam.orders import mails
from oottam.orders.domain import combo_orders, day_orders
from oottam.orders.wire import reorder
from oottam.orders.wire.combo import WeekMonthForm
from oottam.orders.wire.day_order import MealTrayForm, NonvegMealForm, VegMealForm
from oottam.requests.models import Kind


def accept_day_order(
    form: VegMealForm | NonvegMealForm | MealTrayForm, receipt: Receipt, catalogue: Catalogue
) -> AcceptedRequest:
    """Accept a day order, priced from its menu."""
    return day_orders.place(
        form.order(), form.customer(), receipt, catalogue.rules.day_orders, catalogue.sold_out
    )


def accept_combo(form: WeekMonthForm, receipt: Receipt, catalogue: Catalogue) -> AcceptedRequest:
    """Accept a combo order, priced from its meals."""
    return combo_orders.place(form.order(), form.customer(), receipt, catalogue.rules.combos)


ENDPOINTS: list[Endpoint[Any]] = [
    Endpoint(
        "/vegmeal-form.php",
        Kind.VEG,
        "order",
        VegMealForm,
        accept_day_order,
        mails.day_order,
        reorder.day_order,
    ),
    Endpoint(
        "/nonvegmeal-form.php",
        Kind.NONVEG,
        "order",
        NonvegMealForm,
        accept_day_order,
        mails.day_order,
        reorder.day_order,
    ),
    Endpoint(
        "/mealtray-form.php",
        Kind.TRAY,
        "order",
        MealTrayForm,
        accept_day_order,
        mails.day_order,
        reorder.day_order,
    ),
    Endpoint(
        "/weekmonth-form.php",
        Kind.COMBO,
        "order",
        WeekMonthForm,
        accept_combo,
        mails.combo,
        reorder.combo,
    ),
]
