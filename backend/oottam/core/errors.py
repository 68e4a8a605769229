"""What the rules of any room raise, for the person who asked."""


class StaleError(Exception):
    """Somebody else has changed the request since its page was shown."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"{reference} has been changed since")
        self.reference = reference


class DomainError(Exception):
    """This cannot be done, for a reason that `str(error)` tells the person who asked, in a sentence.

    `field` names the field of the form that is at fault, where one is.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field
