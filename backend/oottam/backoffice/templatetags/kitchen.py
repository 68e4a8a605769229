"""What the kitchen's templates need beside what all of the staff's have."""

from django import template
from django.utils.safestring import SafeString

from oottam.backoffice.kitchen.sheet.customer_notes import whose
from oottam.kitchen.day import Person
from oottam.workflow.models import Diet

register = template.Library()


@register.filter("diet")
def _diet(code: str) -> str:
    """What the diet is called."""
    return str(Diet(code).label)


@register.filter("whose")
def _whose(person: Person, plans: str) -> SafeString:
    """Reference and name, with a link where there is the address of the `plans`."""
    return whose(person, plans)
