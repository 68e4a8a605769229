"""Template filters of the kitchen's pages."""

from django import template
from django.utils.safestring import SafeString

from oottam.backoffice.kitchen.sheet.sheet_view import render_person
from oottam.kitchen.day import Person
from oottam.workflow.models import Diet

register = template.Library()


@register.filter("diet")
def _diet(code: str) -> str:
    return str(Diet(code).label)


@register.filter("whose")
def _whose(person: Person, plans: str) -> SafeString:
    """Return reference and name, linked for users who may open plans."""
    return render_person(person, plans)
