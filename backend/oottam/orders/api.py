"""The order endpoints, registered with the API."""

from oottam.api.endpoints import Endpoint, register
from oottam.orders import combo_orders, day_orders, mails, reorder
from oottam.requests.models import Kind

register(
    Endpoint(
        "/vegmeal-form.php",
        Kind.VEG,
        "order",
        day_orders.VegMealForm,
        day_orders.accept,
        mails.day_order,
        reorder.day_order,
        rows="order__lines",
    ),
    Endpoint(
        "/nonvegmeal-form.php",
        Kind.NONVEG,
        "order",
        day_orders.NonvegMealForm,
        day_orders.accept,
        mails.day_order,
        reorder.day_order,
        rows="order__lines",
    ),
    Endpoint(
        "/mealtray-form.php",
        Kind.TRAY,
        "order",
        day_orders.MealTrayForm,
        day_orders.accept,
        mails.day_order,
        reorder.day_order,
        rows="order__lines",
    ),
    Endpoint(
        "/weekmonth-form.php",
        Kind.COMBO,
        "order",
        combo_orders.WeekMonthForm,
        combo_orders.accept,
        mails.combo,
        reorder.combo,
        rows="combo__slots",
    ),
)
