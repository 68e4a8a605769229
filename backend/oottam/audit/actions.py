"""Audit codes that other code than their writer reads."""

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
