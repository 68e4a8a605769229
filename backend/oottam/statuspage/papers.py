"""The customer's page of a receipt or bill: what is frozen in it, readable on a phone and to print."""

import re
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from oottam.api import endpoints
from oottam.billing.models import Paper
from oottam.billing.presentation import format_day, paper_view
from oottam.core.mangled_paths import trim_path
from oottam.core.money import format_rupees
from oottam.requests.identity import requests_with_token, token_of
from oottam.requests.models import Request
from oottam.statuspage.links import page_path
from oottam.statuspage.pages import not_found_page, render_page

NUMBER = re.compile(r"[A-Z0-9/-]{1,16}")


class PaperLink(NamedTuple):
    """A receipt or bill on the status page."""

    title: str
    number: str
    day: str
    amount: str
    url: str
    is_cancelled: bool


@require_safe
def show(request: HttpRequest, token: str, number: str) -> HttpResponse:
    """Show a paper of the token's request; respond 404 to another number, and to an invalid token."""
    order, number = requests_with_token(token).first(), trim_path(number)
    if order is None or not NUMBER.fullmatch(number):
        return not_found_page()
    paper = Paper.objects.filter(request=order, number=number).first()
    if paper is None:
        return not_found_page()
    view = {
        "reference": order.reference,
        "noun": endpoints.of_kind(order.kind).noun,
        "status_url": page_path(order),
    }
    return render_page("paper", 200, view=view, paper=paper_view(paper))


def paper_links(request: Request) -> list[PaperLink]:
    """Return a request's papers in the order of issue; one query."""
    token = token_of(request.pk, request.link_number)
    papers = Paper.objects.filter(request=request).order_by("pk")
    return [
        PaperLink(
            paper.content["title"],
            paper.number,
            format_day(paper.content["day"]),
            format_rupees(paper.paise),
            reverse("status-paper", args=[token, paper.number]),
            paper.cancelled_at is not None,
        )
        for paper in papers
    ]
