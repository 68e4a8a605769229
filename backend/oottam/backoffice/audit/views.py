"""Who did what, newest first."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.backoffice.audit import queries
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.templatetags.staff import ACTIONS
from oottam.core.days import parse_day


@staff_page(Permission.SEE_AUDIT)
def show(request: StaffRequest) -> HttpResponse:
    """The part of the record that the address asks for."""
    asked = _read(request)
    people = queries.people()
    names = {person.pk: person.get_username() for person in people}
    rows, behind = queries.page_of(asked, names)
    given = {
        "who": asked.who,
        "reference": asked.reference,
        "action": asked.action,
        "from": asked.first,
        "to": asked.last,
    }
    onward = {name: value for name, value in given.items() if value} | {"before": behind}
    shown = {
        "title": "Audit log",
        "asked": asked,
        "rows": rows,
        "next": f"?{urlencode(onward)}" if behind else "",
        "people": people,
        "nobody": queries.NOBODY,
        "actions": ACTIONS.items(),
    }
    return render(request, "backoffice/audit/audit.html", shown)


def _read(request: StaffRequest) -> queries.AuditFilter:
    """What an address spells wrong is left out."""
    query = request.GET
    who, action = query.get("who", ""), query.get("action", "")
    is_somebody = who == queries.NOBODY or parse_pk(who) is not None
    reference = query.get("reference", "").replace("\0", "").strip().upper()
    return queries.AuditFilter(
        who=who if is_somebody else "",
        reference=reference[: queries.MAX_REFERENCE_LENGTH],
        action=action if action in ACTIONS else "",
        first=parse_day(query.get("from", "")),
        last=parse_day(query.get("to", "")),
        before=parse_pk(query.get("before", "")),
    )
