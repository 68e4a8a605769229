"""Signals for apps above this one."""

from django.dispatch import Signal

# Sent when the kitchen cooks another dish, within its transaction, with `day`, `meal` (0: all day), `item` (what was
# ordered), the names `ordered`, `was` and `cooked` (what was to be cooked before, and what is now), `actor` and `now`.
dish_replaced = Signal()
