"""Price calculation. Pure functions: no framework, no database, no clock.

Amounts are whole paise. The numbers (tiers, discounts, minimums) come from contract/rules.json, and
contract/vectors/ holds orders with their exact amounts, which the storefront's tests run as well.
"""

from oottam.pricing.combos import ComboDiscount, ComboQuote, ComboRules, price_combos
from oottam.pricing.day_orders import (
    DayOrderQuote,
    DayPriceRules,
    LineCost,
    PricedItem,
    Tier,
    price_day_order,
)
