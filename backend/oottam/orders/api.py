"""The order endpoints, registered with the API."""

from oottam.api.endpoints import Endpoint, register
from oottam.orders import combo_orders, day_orders, mails, reorder
from oottam.requests.models import Kind

DAY_ORDERS = (
    ("/vegmeal-form.php", Kind.VEG, day_orders.VegMealForm),
    ("/nonvegmeal-form.php", Kind.NONVEG, day_orders.NonvegMealForm),
    ("/mealtray-form.php", Kind.TRAY, day_orders.MealTrayForm),
)

register(
    *(
        Endpoint(
            path,
            kind,
            "order",
            form,
            day_orders.accept,
            mails.day_order,
            reorder.day_order,
            rows="order__lines",
        )
        for path, kind, form in DAY_ORDERS
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
