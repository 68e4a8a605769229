"""Texts that describe a request's status to its customer; none contains customer input."""

from collections.abc import Mapping

from oottam.requests.models import Kind, Request, Status

# Follows "Your veg meal order".
_STATUS_TEXTS: Mapping[Status, str] = {
    Status.NEW: "has been received",
    Status.CONFIRMED: "is confirmed",
    Status.ACTIVE: "is under way",
    Status.COMPLETED: "is complete",
    Status.CANCELLED: "has been cancelled",
}
_SENTENCES: Mapping[Status, str] = {
    Status.CONFIRMED: "We have agreed on everything with you. If anything changes, please call us.",
    Status.ACTIVE: "Your meals arrive on the days we agreed on. If anything changes, please call us.",
    Status.COMPLETED: "Thank you! We hope to cook for you again.",
    Status.CANCELLED: "There is nothing to pay. If you did not expect this, please call us.",
}
# Overrides by kind.
_STATUS_TEXTS_BY_KIND: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {Status.CONFIRMED: "is being answered", Status.COMPLETED: "has been answered"},
}
_SENTENCES_BY_KIND: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {
        Status.CONFIRMED: "We will reply to you by email.",
        Status.COMPLETED: "Thank you for asking us.",
    },
    Kind.APPOINTMENT: {Status.COMPLETED: "Thank you for your visit."},
}
_STEPS = ("Received", "Confirmed", "Under way", "Complete")
_STEPS_BY_KIND: Mapping[Kind, tuple[str, ...]] = {
    Kind.EVENT: ("Received", "Confirmed", "Complete"),
    Kind.APPOINTMENT: ("Received", "Confirmed", "Complete"),
    Kind.NUTRITION: ("Received", "Being answered", "Answered"),
}


def headline(request: Request, noun: str) -> str:
    """Format as "Your veg meal order is confirmed."."""
    if request.merged_into is not None:
        return f"We received your {noun} twice."
    kind, status = Kind(request.kind), Status(request.status)
    return f"Your {agreed_noun(request, noun)} {_STATUS_TEXTS_BY_KIND.get(kind, _STATUS_TEXTS).get(status, _STATUS_TEXTS[status])}."


def agreed_noun(request: Request, noun: str) -> str:
    """Return "event" for "event enquiry" once it is no longer only a request."""
    if request.status == Status.NEW or request.kind == Kind.NUTRITION:
        return noun
    return noun.removesuffix(" enquiry").removesuffix(" request")


def sentence(request: Request, next_step: str, *, is_paused: bool = False) -> str:
    """Explain the status; `next_step` is the acknowledgement's sentence for a new request."""
    if request.merged_into is not None:
        return f"We are continuing with {request.merged_into.reference}. This one is closed."
    kind, status = Kind(request.kind), Status(request.status)
    if status == Status.NEW:
        return next_step
    if is_paused:
        return "Your paused meals start again as soon as you ask us to. Please call us."
    if kind == Kind.NUTRITION and status == Status.CONFIRMED and not request.email:
        return "We will call you."  # the desk entered it without an email
    return _SENTENCES_BY_KIND.get(kind, _SENTENCES).get(status, _SENTENCES[status])


def progress_steps(request: Request) -> list[tuple[str, str]]:
    """Return (step, state) pairs, the state "done", "here" or "ahead"; [] if cancelled."""
    steps = _STEPS_BY_KIND.get(Kind(request.kind), _STEPS)
    current = {
        Status.NEW: 0,
        Status.CONFIRMED: 1,
        Status.ACTIVE: len(steps) - 2,
        Status.COMPLETED: len(steps) - 1,
    }.get(Status(request.status))
    if current is None:
        return []
    states = [
        "done" if at < current else "here" if at == current else "ahead" for at in range(len(steps))
    ]
    return list(zip(steps, states, strict=True))
