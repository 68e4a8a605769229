"""A person with requests of all eight kinds and personal data in every desk field."""

import json
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.audit.log import record
from oottam.billing.models import LineState, MatchedPayment, PaymentClaim, StatementLine
from oottam.delivery.models import DeliveryOutcome, Outcome, Reason, StopPosition
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request
from oottam.schedule.models import (
    AcceptedDish,
    ActionType,
    BoxContents,
    KitchenItem,
    Meal,
    MealPlan,
    MealRating,
    PlanChange,
    Serving,
    ServingState,
    Track,
)
from oottam.workflow.models import (
    Adjustment,
    AppointmentSlot,
    Channel,
    CustomerAnswer,
    FulfilmentDetails,
    LaterAddress,
    Payment,
    Refund,
    Template,
    Ticket,
)
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.messages import send
from oottam.workflow.services.notes import add_note
from tests.endpoint_cases import BODIES

PHONE = "+91 73051 88264 / 73051 88265"  # two: the second one is in the search key
DIGITS = "7305188264"
EMAIL = "Zenobia.Quill@Marmalade.example"
NAME = ("Zenobia", "Quillfeather")
ADDRESS = "77 Halcyon Steps, Periwinkle Nagar, Chennai 600 041"
HEALTH = "cannot bear walnuts since the operation"
# Searched for after the erasure, in any letter case.
WORDS = (
    DIGITS, "73051 88264", "zenobia", "quillfeather", "marmalade.example", "halcyon", "periwinkle",
    "walnuts",
)  # fmt: skip


def body(path: str) -> dict[str, Any]:
    """A valid body with the person's data in every free-text field."""
    own = {
        "name": NAME[0],
        "firstName": NAME[0],
        "lastname": NAME[1],
        "lastName": NAME[1],
        "phone": PHONE,
        "email": EMAIL,
        "address": ADDRESS,
        "message": f"for {NAME[1]}, who {HEALTH}",
        "planName": f"for {NAME[1]}",
        "dietaryGoal": HEALTH,
        "allergies": HEALTH,
        "preferredFoods": f"none, {HEALTH}",
    }
    example = BODIES[path]
    names = {"surname of Quillfeather": 1}  # an unknown field
    return {**example, **{name: text for name, text in own.items() if name in example}, **names}


def work_on(request: Request, actor: User) -> None:
    """Write the person's data into every free-text field of the desk."""
    now = timezone.now()
    step: dict[str, Any] = {"reference": request.reference, "actor": actor, "now": now}

    def version() -> int:
        return Request.objects.get(pk=request.pk).version

    add_note(version=version(), text=f"{NAME[0]} {HEALTH}, call {PHONE}", **step)
    save_details(
        version=version(), address=ADDRESS, pin="600041", locality="Periwinkle Nagar",
        allergens=["peanut"], kitchen_note=HEALTH, diet="jain", door_note=f"ask for {NAME[0]}", **step,
    )  # fmt: skip
    FulfilmentDetails.objects.filter(request=request).update(texts_read=["0" * 16])
    LaterAddress.objects.create(
        request=request, from_date=now, meals=7, weekdays=127, address=ADDRESS, pin="600041",
        locality="Periwinkle Nagar", door_note=f"ask for {NAME[0]}",
    )  # fmt: skip
    CustomerAnswer.objects.create(
        request=request, key="0" * 32, at=now, allergens=["peanut"], kitchen_note=HEALTH,
        address=ADDRESS, pin="600041", locality="Periwinkle Nagar", diet="jain",
        door_note=f"ask for {NAME[0]}",
    )  # fmt: skip
    Ticket.objects.create(
        request=request, kind="complaint", key="0" * 32, at=now, text=f"{HEALTH}, says {NAME[0]}"
    )
    # A nutrition enquiry has an e-mail address but no phone number.
    send(
        version=version(), template=Template.QUESTION, channel=Channel.MAIL,
        subject=f"a question for {NAME[0]}", text=f"Dear {NAME[0]},\n\n{HEALTH}?", **step,
    )  # fmt: skip
    if request.kind == Kind.EVENT:
        save_event(
            version=version(), date=None, time=None, guests=20, venue=f"{ADDRESS}, garden", **step
        )
    if request.kind == Kind.APPOINTMENT:
        starts_at = now + timedelta(days=1)
        AppointmentSlot.objects.create(
            request=request, doctor="Dr. A", starts_at=starts_at, minutes=20
        )
    Adjustment.objects.create(request=request, paise=-100, reason=f"{NAME[1]}", by=actor, at=now)
    payment = Payment.objects.create(
        request=request, paise=100, method="upi", paid_on=now.date(),
        reference=f"zenobia@upi {DIGITS}", by=actor, at=now,
    )  # fmt: skip
    line = StatementLine.objects.create(
        digest=request.reference, reference=DIGITS, paid_on=now.date(), paise=100, payer=NAME[1],
        note=f"from {NAME[0]}", looks_settled=False, state=LineState.MATCHED, imported_at=now, by=actor,
    )  # fmt: skip
    MatchedPayment.objects.create(payment=payment, line=line)
    PaymentClaim.objects.create(request=request, utr=DIGITS, at=now)
    Refund.objects.create(
        request=request, paise=1, method="upi", given_on=now.date(),
        reference=f"zenobia@upi {DIGITS}", by=actor, at=now,
    )  # fmt: skip
    plan = MealPlan.objects.create(request=request, start_date=now)
    dish = KitchenItem.objects.get_or_create(key="halwa", defaults={"name": "Halwa"})[0]
    AcceptedDish.objects.create(plan=plan, item=dish, clashes="peanut", by=actor, at=now)
    PlanChange.objects.create(
        plan=plan, action=ActionType.PAUSE, reason=f"{NAME[0]} is away", by=actor, at=now
    )
    StopPosition.objects.create(plan=plan, hint=f"ask for {NAME[0]}")
    Track.objects.create(plan=plan, meal=Meal.LUNCH, servings=1, weekdays=127)
    box = BoxContents.objects.create(plan=plan)
    serving = Serving.objects.create(
        plan=plan, meal=Meal.LUNCH, seq=1, date=now, box_contents=box, state=ServingState.FAILED
    )
    MealRating.objects.create(serving=serving, score=1, words=f"cold, says {NAME[0]}", at=now)
    DeliveryOutcome.objects.create(
        serving=serving, key=request.reference, outcome=Outcome.FAILED, reason=Reason.OTHER,
        words=f"{NAME[0]} has moved", tapped_at=now, by=actor, at=now,
    )  # fmt: skip
    with transaction.atomic():
        record(
            action="request.test", actor=actor, at=now, reference=request.reference,
            data={"address": ADDRESS}, reason=f"{NAME[0]} said so",
        )  # fmt: skip
    OutboxEntry.objects.filter(reference=request.reference, recipient="customer").update(
        state="failed", last_error=f"550 <{EMAIL}> is unknown here"
    )


def reply(content: bytes) -> str:
    """The reference in the response to an accepted request."""
    reference: str = json.loads(content)["reference"]
    return reference
