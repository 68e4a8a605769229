"""Tables of what staff add to a request. The customer's submission is never overwritten."""

from oottam.workflow.choices import (
    DRAFTED,
    FINER_DIETS,
    REMINDERS,
    Channel,
    Diet,
    LedgerReason,
    Meal,
    PaymentMethod,
    SlotState,
    Template,
    TicketKind,
    full_diet,
)
from oottam.workflow.models.choices import (
    channels,
    diets,
    finer_diets,
    ledger_reasons,
    methods,
    slot_states,
    templates,
)
from oottam.workflow.models.fulfilment import (
    AppointmentSlot,
    BoxAddress,
    CustomerAnswer,
    EventDetails,
    FulfilmentDetails,
    LaterAddress,
    MealTime,
    ReorderLink,
)
from oottam.workflow.models.messages import Message, Note, ReminderOptOut
from oottam.workflow.models.money import (
    Adjustment,
    Credit,
    Debt,
    LedgerEntry,
    Payment,
    Refund,
    RetainedAmount,
)
from oottam.workflow.models.tickets import Ticket
