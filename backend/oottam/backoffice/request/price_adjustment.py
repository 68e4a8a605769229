"""The adjustment that follows from other days: what the schedule proposes, for the desk to look at and to note."""

from django.http import HttpRequest

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import forms
from oottam.plans.models import PlanChange
from oottam.requests.models import Request


def adjustment_form(request: HttpRequest, asked_for: Request) -> forms.AdjustForm | None:
    """Filled in by the change of the schedule that the address names; None where it names none, or it is noted."""
    number = parse_pk(request.GET.get("adjust", ""))
    if number is None:
        return None
    change = PlanChange.objects.filter(pk=number, plan__request=asked_for, undone_at=None).first()
    price = change.data.get("price") if change else None
    if change is None or not price or not price["difference"]:
        return None
    paise, words = price["difference"], price["words"]
    if any(
        a.paise == paise and a.reason == words and a.at >= change.at
        for a in asked_for.adjustments.all()
    ):
        return None
    way = forms.LESS if paise < 0 else "more"
    return forms.AdjustForm(initial={"way": way, "rupees": abs(paise), "reason": words})
