"""The page of the audit log."""

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
def list_view(request: StaffRequest) -> HttpResponse:
    """List the entries that the address filters, newest first."""
    audit_filter = _parse_filters(request)
    accounts = queries.accounts()
    names = {account.pk: account.get_username() for account in accounts}
    rows, behind = queries.page_of(audit_filter, names)
    query = {
        "who": audit_filter.actor,
        "reference": audit_filter.reference,
        "action": audit_filter.action,
        "from": audit_filter.first,
        "to": audit_filter.last,
    }
    next_page = {name: value for name, value in query.items() if value} | {"before": behind}
    context = {
        "title": "Audit log",
        "filters": audit_filter,
        "rows": rows,
        "next": f"?{urlencode(next_page)}" if behind else "",
        "accounts": accounts,
        "nobody": queries.NOBODY,
        "actions": ACTIONS.items(),
    }
    return render(request, "backoffice/audit/audit.html", context)


def _parse_filters(request: StaffRequest) -> queries.AuditFilter:
    """Parse the query string; invalid values are ignored."""
    query = request.GET
    actor, action = query.get("who", ""), query.get("action", "")
    is_valid = actor == queries.NOBODY or parse_pk(actor) is not None
    reference = query.get("reference", "").replace("\0", "").strip().upper()
    return queries.AuditFilter(
        actor=actor if is_valid else "",
        reference=reference[: queries.MAX_REFERENCE_LENGTH],
        action=action if action in ACTIONS else "",
        first=parse_day(query.get("from", "")),
        last=parse_day(query.get("to", "")),
        before=parse_pk(query.get("before", "")),
    )
