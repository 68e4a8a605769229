"""Codes of `workflow/choices.py`, as columns and released migrations name them."""

from oottam.core.fields import CodesOf
from oottam.workflow.choices import (
    FINER_DIETS,
    PLAIN_DIETS,
    Channel,
    LedgerReason,
    Meal,
    PaymentMethod,
    SlotState,
    Template,
    TicketKind,
)

__all__ = ["Meal", "TicketKind"]
# Releases up to 0.3.0 know no finer diets.
diets = CodesOf(PLAIN_DIETS)
finer_diets = CodesOf(FINER_DIETS)
methods = CodesOf(PaymentMethod)
ledger_reasons = CodesOf(LedgerReason)
slot_states = CodesOf(SlotState)
templates = CodesOf(Template)
channels = CodesOf(Channel)
