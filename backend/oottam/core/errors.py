"""Errors of domain rules, with messages for the user."""

from typing import Any


class StaleError(Exception):
    """The request was changed after its page was rendered."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"{reference} has been changed since")
        self.reference = reference


class StaleRecordError(Exception):
    """A record of the kitchen was changed after its form was shown; `record` is as it is now."""

    def __init__(self, record: Any) -> None:
        super().__init__(f"{record.name} has been changed since.")
        self.record = record


class NotFoundError(Exception):
    """What an address or a form names does not exist, or not any more."""


class DomainError(Exception):
    """A rule forbids the action; `str(error)` is a sentence for the user.

    `field` is the name of the invalid form field, or "".
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class PastCutOffError(DomainError):
    """It is too late for a box. `fact` says so to a customer; staff read behind it what can still be done."""

    def __init__(self, fact: str, advice: str, field: str = "") -> None:
        super().__init__(f"{fact}: {advice}", field)
        self.fact = fact
