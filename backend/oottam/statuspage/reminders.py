"""The page on which a customer opts out of reminders, for ever. CSRF exempt, as the token is the only credential.

Its token names a person by digests, not a request: the page shows nothing of either, and outlives both. A GET changes
nothing; mail programs post here, too (RFC 8058).
"""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam.requests.identity import read_person_token
from oottam.statuspage.links import opt_out_path
from oottam.statuspage.pages import form_page, not_found_page, render_page, see_other
from oottam.workflow.services import reminder_rules


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the button, or that there are no more reminders. A POST stores the wish, and redirects to this page."""
    digests = read_person_token(token)
    if not digests:
        return not_found_page()
    if request.method != "POST":
        return _respond(200, has_opted_out=reminder_rules.has_opted_out(digests))
    try:
        reminder_rules.opt_out(digests, timezone.now())
    except DatabaseError:
        return _respond(503, is_failed=True)
    return see_other(opt_out_path(token))


def _respond(status: int, *, has_opted_out: bool = False, is_failed: bool = False) -> HttpResponse:
    return render_page("reminders", status, has_opted_out=has_opted_out, is_failed=is_failed)
