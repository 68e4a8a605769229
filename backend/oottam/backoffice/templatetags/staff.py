"""Template tags and filters of the staff's pages: assets, money, times in India, audit actions."""

from datetime import datetime, time
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.audit.actions import ACTIONS
from oottam.audit.models import AuditEntry
from oottam.core import page_assets
from oottam.core.clock import clock_time
from oottam.core.money import short_rupees
from oottam.outbox.models import State
from oottam.outbox.transport import is_smtp_configured
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from oottam.workflow.services.customer_answers import ANSWER
from oottam.workflow.services.meal_times import place_in_menu

register = template.Library()

register.filter(place_in_menu)


register.simple_tag(page_assets.url_of, name="page_asset")


@register.simple_tag
def staff_asset(source: str) -> str:
    """Return the address of a built file of frontend/backoffice."""
    return page_assets.url_of(f"backoffice/{source}")


@register.simple_tag
def staff_island(source: str) -> SafeString:
    """Return the head's tags for an island: its styles, its script, and the modules that this imports."""
    island = page_assets.island(f"backoffice/{source}")
    return format_html_join(
        "\n  ",
        '<link rel="{}" href="{}">',
        [("stylesheet", style) for style in island.styles]
        + [("modulepreload", code) for code in island.imports],
    ) + format_html('\n  <script type="module" src="{}"></script>', island.script)


@register.filter
def rupees(paise: int | None) -> str:
    """Format paise in rupees, without ".00"; "" for None."""
    return "" if paise is None else short_rupees(paise)


@register.filter
def mail_state(state: str) -> str:
    """Return a mail state's label on screen; the labels of `State` are part of released migrations."""
    if state == State.SENT and not is_smtp_configured():
        return "Saved as a file"
    return "Held back" if state == State.WITHHELD else str(State(state).label)


@register.simple_tag
def mail_verb() -> str:
    """Return what happens to a mail that is due: it is "sent" or "saved as a file"."""
    return "sent" if is_smtp_configured() else "saved as a file"


@register.filter
def chart_height(percent: int) -> int:
    """Return the height of a bar, in a chart of 60 units."""
    return round(percent * 0.6)


@register.filter
def chart_top(percent: int) -> int:
    """Return where the bar begins, from above."""
    return 60 - chart_height(percent)


@register.filter
def signed_rupees(paise: int) -> str:
    """Format with a sign, as "+₹20", "−₹100"."""
    return f"{'−' if paise < 0 else '+'}{rupees(abs(paise))}"


@register.filter
def more_or_less(paise: int) -> str:
    """Format a price difference, as "₹252 more", "₹100 less"."""
    return f"{rupees(abs(paise))} {'less' if paise < 0 else 'more'}"


@register.filter
def indian_time(moment: datetime) -> str:
    """Format in India's time, as "22 Nov, 6:05 pm", with the year unless it is this one."""
    local = timezone.localtime(moment)
    year = "" if local.year == timezone.localtime().year else f" {local.year}"
    return f"{local.day} {local:%b}{year}, {clock_time(local)}"


@register.filter
def clock(moment: datetime) -> str:
    """Format in India's time, as "9:12 am" today, as "22 Nov, 6:05 pm" on another day."""
    local = timezone.localtime(moment)
    is_today = local.date() == timezone.localdate()
    return clock_time(local) if is_today else indian_time(moment)


@register.filter
def hour(at: time | datetime) -> str:
    """Format as "6:30 pm"; a datetime in India's time."""
    return clock_time(timezone.localtime(at) if isinstance(at, datetime) else at)


@register.filter
def age(moment: datetime) -> str:
    """Format the time since, in the largest unit: "3 min", "5 h", "2 days"."""
    minutes = max(0, int((timezone.now() - moment).total_seconds() // 60))
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} days"


@register.filter
def actor_name(entry: AuditEntry) -> str:
    """Return the colleague's name, or who acted without an account."""
    if entry.actor:
        return entry.actor.get_username()
    is_customer = entry.action == ANSWER or entry.data.get("by_customer")
    return "The customer" if is_customer else "The server"


@register.filter
def describe_action(action: str) -> str:
    """Describe an action in the past tense: "request.confirm" as "confirmed it"."""
    return ACTIONS.get(action, action.replace(".", ", ").replace("-", " "))


@register.filter
def chat_number(phone: str) -> str:
    """Return the number as wa.me expects it: digits with the country code."""
    return phone.lstrip("+")


@register.simple_tag
def query(**values: object) -> str:
    """Return a query string of the values that are not empty."""
    return urlencode({name: value for name, value in values.items() if value})


@register.filter
def status_address(request: Request) -> str:
    """Return the address of the customer's status page."""
    return reverse("status", args=[token_of(request.pk, request.link_number)])
