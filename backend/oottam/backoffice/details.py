"""What is particular to each kind of request, and who may see it."""

from typing import Any

from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth import get_permission_codename
from django.contrib.auth.models import AnonymousUser, User

from oottam.backoffice.combos import ComboInline
from oottam.backoffice.enquiries import (
    AppointmentInline,
    EventInline,
    NutritionInline,
    SubscriptionInline,
)
from oottam.backoffice.orders import OrderInline
from oottam.requests.models import Kind

DETAILS: "dict[str, type[InlineModelAdmin[Any, Any]]]" = {
    Kind.VEG: OrderInline,
    Kind.NONVEG: OrderInline,
    Kind.TRAY: OrderInline,
    Kind.COMBO: ComboInline,
    Kind.SUBSCRIPTION: SubscriptionInline,
    Kind.EVENT: EventInline,
    Kind.APPOINTMENT: AppointmentInline,
    Kind.NUTRITION: NutritionInline,
}


def may_see(user: User | AnonymousUser, kind: str) -> bool:
    """Whether somebody may read what is particular to a kind: what is told of health, for one."""
    model = DETAILS[kind].model._meta
    rights = (get_permission_codename(action, model) for action in ("view", "change"))
    return any(user.has_perm(f"{model.app_label}.{right}") for right in rights)
