"""The shop's rules for what customers may change in their plans themselves."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.schedule.models import (
    CustomerRules,
    MealPlan,
)


def current_rules() -> CustomerRules:
    """Return the shop's rules, or the defaults."""
    return CustomerRules.objects.first() or CustomerRules()


def set_rules(*, rules: CustomerRules, actor: User, now: datetime) -> None:
    """Store the shop's rules."""
    with transaction.atomic():
        before = current_rules()
        rules.pk = CustomerRules.ONLY
        rules.save()
        record(
            action="schedule.customer-rules",
            actor=actor,
            at=now,
            data={
                field.name: {"was": getattr(before, field.name), "now": getattr(rules, field.name)}
                for field in CustomerRules._meta.fields
                if getattr(before, field.name) != getattr(rules, field.name)
            },
        )


def set_desk_only(*, plan_id: int, is_desk_only: bool, actor: User, now: datetime) -> None:
    """Set whether only the desk may change this plan. Raises MealPlan.DoesNotExist."""
    with transaction.atomic():
        plan = (
            MealPlan.objects.select_related("request")
            .select_for_update(of=("self",))
            .get(pk=plan_id)
        )
        if plan.is_desk_only == is_desk_only:
            return
        MealPlan.objects.filter(pk=plan_id).update(is_desk_only=is_desk_only)
        record(
            action="schedule.desk-only",
            actor=actor,
            at=now,
            reference=plan.request.reference,
            data={"is_desk_only": {"was": plan.is_desk_only, "now": is_desk_only}},
        )
