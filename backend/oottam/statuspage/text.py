"""A request's state in a customer's words. Nothing here was typed by anybody but ourselves."""

from collections.abc import Mapping

from oottam.requests.models import Kind, Request, Status

# After "Your veg meal order".
_STATES: Mapping[Status, str] = {
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
    Status.CANCELLED: "We will not do anything further. If you did not expect this, please call us.",
}
# Where a kind says it otherwise.
_STATES_OF: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {Status.CONFIRMED: "is being answered", Status.COMPLETED: "has been answered"},
}
_SENTENCES_OF: Mapping[Kind, Mapping[Status, str]] = {
    Kind.NUTRITION: {
        Status.CONFIRMED: "We will reply to you by email.",
        Status.COMPLETED: "Thank you for asking us.",
    },
    Kind.APPOINTMENT: {Status.COMPLETED: "Thank you for your visit."},
}
_WAY = ("Received", "Confirmed", "Under way", "Complete")
_WAY_OF: Mapping[Kind, tuple[str, ...]] = {
    Kind.EVENT: ("Received", "Confirmed", "Complete"),
    Kind.APPOINTMENT: ("Received", "Confirmed", "Complete"),
    Kind.NUTRITION: ("Received", "Being answered", "Answered"),
}


def headline(request: Request, noun: str) -> str:
    """As "Your veg meal order is confirmed."."""
    if request.merged_into is not None:
        return f"We received your {noun} twice."
    kind, status = Kind(request.kind), Status(request.status)
    if status != Status.NEW and kind != Kind.NUTRITION:
        noun = noun.removesuffix(" enquiry").removesuffix(" request")  # it is more by now
    return f"Your {noun} {_STATES_OF.get(kind, _STATES).get(status, _STATES[status])}."


def sentence(request: Request, next_step: str, *, is_paused: bool = False) -> str:
    """What that means; `next_step` is what the acknowledgement promised."""
    if request.merged_into is not None:
        return f"We are continuing with {request.merged_into.reference}. This one is closed."
    kind, status = Kind(request.kind), Status(request.status)
    if status == Status.NEW:
        return next_step
    if is_paused:
        return "Your paused meals start again as soon as you ask us to. Please call us."
    if kind == Kind.NUTRITION and status == Status.CONFIRMED and not request.email:
        return "We will call you."  # entered by the desk
    return _SENTENCES_OF.get(kind, _SENTENCES).get(status, _SENTENCES[status])


def way(request: Request) -> list[tuple[str, str]]:
    """The steps from beginning to end, each "done", "here" or "ahead"; none for what is cancelled."""
    steps = _WAY_OF.get(Kind(request.kind), _WAY)
    here = {
        Status.NEW: 0,
        Status.CONFIRMED: 1,
        Status.ACTIVE: len(steps) - 2,
        Status.COMPLETED: len(steps) - 1,
    }.get(Status(request.status))
    if here is None:
        return []
    states = [
        "done" if at < here else "here" if at == here else "ahead" for at in range(len(steps))
    ]
    return list(zip(steps, states, strict=True))
