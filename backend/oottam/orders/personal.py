"""Personal columns of the order tables: the address. Dishes and amounts are not erased."""

from oottam.core.personal import PER_REQUEST, Personal, Table
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine

TABLES = (
    Table(Order, "Order", PER_REQUEST, request="request",
        plain="request days free_days tier breakfast lunch dinner delivery_time total_paise claimed_total_paise claimed_count",
        personal={"address": Personal()}),
    Table(OrderLine, "Dishes", PER_REQUEST, request="order__request",
        plain="id order position dish_id dish_name unit_price_paise charged_paise original_paise claimed_paise claimed_original_paise"),
    Table(ComboOrder, "Combo order", PER_REQUEST, request="request",
        plain="request days delivery_time base_paise discount_paise total_paise claimed_discount_paise claimed_total_paise claimed_count",
        personal={"address": Personal()}),
    Table(ComboSlot, "Combos", PER_REQUEST, request="order__request",
        plain="id order position week meal day items unit_price_paise"),
)  # fmt: skip
