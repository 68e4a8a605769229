"""Audit codes that other code than their writer reads, and what staff read of each code."""

from enum import StrEnum


class RequestAction(StrEnum):
    """What an edit does to a request. The values are stored."""

    ENTER = "request.enter"
    CONFIRM = "request.confirm"
    BEGIN = "request.begin"
    COMPLETE = "request.complete"
    CANCEL = "request.cancel"
    REOPEN = "request.reopen"
    UNDO = "request.take-back"
    ASSIGN = "request.assign"
    EDIT_DETAILS = "request.facts"
    EDIT_EVENT = "request.event"
    APPLY_ANSWERS = "request.take-answers"
    CARRY = "request.carry"
    MERGE = "request.merge"
    ADD_DUPLICATE = "request.take-double"
    UNMERGE = "request.part"
    REMOVE_DUPLICATE = "request.give-double"
    ADJUST_PRICE = "price.adjust"
    UNDO_PRICE = "price.undo"
    RECORD_PAYMENT = "payment.note"
    UNDO_PAYMENT = "payment.undo"
    RECORD_REFUND = "refund.note"
    UNDO_REFUND = "refund.undo"
    ISSUE_PAPER = "paper.issue"


# Texts of audit actions, after the actor's name.
ACTIONS = {
    "request.enter": "entered it for the customer",
    "request.confirm": "confirmed it",
    "request.begin": "made it active",
    "request.complete": "completed it",
    "request.cancel": "cancelled it",
    "request.reopen": "reopened it",
    "request.take-back": "undid the last step",
    "request.assign": "assigned it",
    "request.follow-up": "set the follow-up date",
    "request.facts": "changed the details",
    "request.event": "changed the event",
    "request.ask": "asked",
    "request.claim-payment": "said that a payment was made",
    "request.close-ticket": "noted a question as answered",
    "request.answer": "answered questions",
    "request.take-answers": "used the customer's answers",
    "request.carry": "filled in details from an earlier order",
    "request.status": "changed the status",
    "request.new-link": "replaced the link of the customer's page",
    "request.note": "wrote a note",
    "request.merge": "merged it into its duplicate",
    "request.take-double": "merged a duplicate into it",
    "request.part": "unmerged it",
    "request.give-double": "unmerged a duplicate from it",
    "food.read": "read that there is no allergy",
    "food.accept": "accepted dishes that clash or are not known",
    "health.open": "viewed the health details",
    "mail.now": "sent a waiting mail",
    "message.send": "wrote to the customer",
    "price.adjust": "adjusted the price",
    "price.undo": "undid a price change",
    "payment.note": "recorded a payment",
    "payment.undo": "undid a payment",
    "cash.hand-over": "received a rider's cash",
    "cash.undo": "undid a cash handover",
    "refund.note": "recorded a refund",
    "refund.undo": "undid a refund",
    "paper.issue": "issued a receipt or bill",
    "tax.profile": "set the tax profile",
    "schedule.confirm": "planned the remaining boxes",
    "schedule.skip": "skipped boxes",
    "schedule.pause": "paused the plan",
    "schedule.resume": "resumed the plan",
    "schedule.desk-only": "changed whether the customer may change the plan",
    "schedule.customer-rules": "changed what customers may change in their plans",
    "schedule.move": "moved a box",
    "schedule.box": "changed the dishes in a box",
    "schedule.days": "changed the days",
    "schedule.weekdays": "changed the meal days",
    "schedule.address": "changed the delivery address",
    "schedule.forfeit": "charged a box as delivered",
    "schedule.make-up": "replaced a box",
    "schedule.cancel": "cancelled the upcoming boxes",
    "schedule.undo": "undid a change to the plan",
    "schedule.close": "closed a day",
    "schedule.open": "reopened a closed day",
    "kitchen.choose": "chose a dish to cook",
    "kitchen.unchoose": "undid a choice",
    "kitchen.substitute": "replaced a dish",
    "kitchen.unsubstitute": "undid a replacement",
    "kitchen.cook": "marked a dish as cooked",
    "kitchen.uncook": "unmarked a dish as cooked",
    "recipes.check": "checked the recipes",
    "cash.count": "counted the day's cash",
    "statement.import": "sent a bank's list",
    "statement.attach": "matched a payment with its line",
    "statement.decide": "said what a line of a bank's list is",
    "statement.rules": "changed how payments arrive",
    "recipes.drop": "dropped recipes that waited in the menu",
    "ingredient.add": "added an ingredient",
    "ingredient.change": "changed an ingredient",
    "dish.describe": "changed a dish",
    "dish.name": "gave a dish one more name",
    "dish.merge": "merged two dishes",
    "dish.part": "unmerged two dishes",
    "route.add": "added a route",
    "route.change": "changed a route",
    "route.move": "moved a route",
    "route.close": "closed a route",
    "route.reopen": "reopened a route",
    "run.assign": "assigned a run to a rider",
    "run.take-over": "asked to take over a run",
    "run.agree": "accepted a take-over",
    "run.refuse": "declined a take-over",
    "run.withdraw": "withdrew a take-over request",
    "stop.place": "assigned its stop to a route",
    "stop.move": "moved its stop",
    "stop.hint": "changed the door note",
    "delivery.delivered": "delivered a box",
    "delivery.failed": "could not deliver a box",
    "delivery.undo": "undid a delivery result",
    "delivery.again": "redelivered a box",
    "delivery.forfeited": "charged an undelivered box as delivered",
    "delivery.ask-again": "reopened an undelivered box",
    "delivery.rule": "changed whether boxes without a result count as delivered",
    "list.export": "downloaded a list",
    "mail.again": "resent a mail",
    "appointment.agree": "booked an appointment",
    "appointment.done": "recorded that the appointment took place",
    "appointment.missed": "recorded a no-show",
    "appointment.cancelled": "released the time",
    "person.export": "exported a person's data",
    "person.erase": "erased the person's data",
    "person.forget-health": "erased the health details",
    "menu.edit": "changed the menu, not live yet",
    "menu.discard": "dropped changes of the menu that were not live yet",
    "menu.publish": "published the menu",
    "menu.schedule": "scheduled the menu",
    "menu.withdraw": "took back the scheduled menu",
    "menu.sold-out": "marked a dish as sold out",
    "menu.available": "put a sold-out dish back on sale",
    "staff.invite": "created the account",
    "staff.roles": "changed the roles of",
    "staff.change": "changed the account",
    "staff.close": "closed the account",
    "staff.open": "reopened the account",
    "staff.link": "created a link for",
    "staff.withdraw": "withdrew the links of",
    "staff.end-sessions": "ended the sessions of",
    "staff.password": "set the password of",
    "staff.second-factor-on": "switched on the second factor of",
    "staff.second-factor-off": "switched off the second factor of",
    "staff.recovery-codes": "created recovery codes for",
    "staff.recovery-code": "used a recovery code of",
}
