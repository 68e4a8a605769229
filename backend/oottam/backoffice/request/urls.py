"""The addresses of one request: its page, and an action for each form."""

from django.urls import path

from oottam.backoffice.request import (
    appointment_forms,
    details_forms,
    message_forms,
    money_forms,
    paper_forms,
    ticket_forms,
    views,
    workflow_forms,
)
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.action_view import action_view
from oottam.backoffice.request.answers import ApplyAnswersForm

# Path below the request's -> form. The URL's name is the form's `action`.
ACTIONS: dict[str, type[ActionForm]] = {
    "confirm": workflow_forms.ConfirmForm,
    "complete": workflow_forms.CompleteForm,
    "cancel": workflow_forms.CancelForm,
    "take-back": workflow_forms.UndoTransitionForm,
    "reopen": workflow_forms.ReopenForm,
    "assign": workflow_forms.AssignForm,
    "follow-up": workflow_forms.FollowUpForm,
    "facts": details_forms.DetailsForm,
    "answers": ApplyAnswersForm,
    "allergy-read": workflow_forms.ReadAllergyForm,
    "event": details_forms.EventDetailsForm,
    "slot": appointment_forms.SlotForm,
    "slot/settle": appointment_forms.SettleSlotForm,
    "price": money_forms.PriceForm,
    "adjust": money_forms.AdjustForm,
    "price/undo": money_forms.UndoPriceForm,
    "payment": money_forms.PaymentForm,
    "payment/undo": money_forms.UndoPaymentForm,
    "refund": money_forms.RefundForm,
    "refund/undo": money_forms.UndoRefundForm,
    "papers/bill": paper_forms.BillForm,
    "papers/supplementary": paper_forms.SupplementaryForm,
    "papers/credit-note": paper_forms.CreditNoteForm,
    "papers/receipt": paper_forms.ReceiptForm,
    "papers/refund-voucher": paper_forms.RefundVoucherForm,
    "new-link": workflow_forms.NewLinkForm,
    "note": workflow_forms.NoteForm,
    "message": message_forms.MessageForm,
    "ticket/answer": ticket_forms.AnswerTicketForm,
    "ticket/close": ticket_forms.CloseTicketForm,
    "merge": workflow_forms.MergeForm,
    "carry": workflow_forms.CopyDetailsForm,
    "part": workflow_forms.UnmergeForm,
}

urlpatterns = [
    path("", views.detail, name="request"),
    *(path(below, action_view(form), name=form.action) for below, form in ACTIONS.items()),
    path("mail", message_forms.resend_mail, name="resend-mail"),
    path("message/now", message_forms.send_now, name="send-now"),
    path("health", views.health, name="health"),
]
