"""Signals for apps above this one."""

from django.dispatch import Signal

# Sent when an edition is stored, within its transaction, with `number` and `now`.
edition_stored = Signal()
# Sent when an edition goes live, within its transaction, with `number` and `now`.
edition_live = Signal()
