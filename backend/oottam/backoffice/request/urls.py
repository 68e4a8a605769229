"""The addresses of one request, below its own: the page, and what is posted to it."""

from django.urls import path

from oottam.backoffice.request import actions, sending, views

urlpatterns = [
    path("", views.show, name="request"),
    path("confirm", actions.confirm, name="confirm"),
    path("complete", actions.complete, name="complete"),
    path("cancel", actions.cancel, name="cancel"),
    path("take-back", actions.take_back, name="take-back"),
    path("reopen", actions.reopen, name="reopen"),
    path("assign", actions.assign, name="assign"),
    path("follow-up", actions.follow_up, name="follow-up"),
    path("facts", actions.fulfilment, name="facts"),
    path("answers", actions.take_answers, name="take-answers"),
    path("event", actions.event, name="event"),
    path("slot", actions.slot, name="slot"),
    path("slot/settle", actions.settle_slot, name="settle-slot"),
    path("price", actions.price, name="price"),
    path("adjust", actions.adjust, name="adjust"),
    path("price/undo", actions.undo_price, name="undo-price"),
    path("payment", actions.payment, name="payment"),
    path("payment/undo", actions.undo_payment, name="undo-payment"),
    path("refund", actions.refund, name="refund"),
    path("refund/undo", actions.undo_refund, name="undo-refund"),
    path("note", actions.note, name="note"),
    path("message", sending.message, name="message"),
    path("merge", actions.merge, name="merge"),
    path("carry", actions.carry, name="carry"),
    path("part", actions.unmerge, name="part"),
    path("mail", actions.resend_mails, name="send-again"),
    path("message/now", sending.send_now, name="send-now"),
    path("health", views.health, name="health"),
]
