"""The buttons of a dish on the page Sold out and on the kitchen's sheet. They belong to the form in form.html."""

from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from oottam.core.direction import isolated_html

TODAY, OPEN = "today", "open"
_MARK = f"""<div class="row"><button form="sold-out" name="{TODAY}" value="{{name}}">Today</button>\
<a class="button secondary" href="{{until}}">Until…</a>\
<button form="sold-out" name="{OPEN}" value="{{name}}" class="secondary">Until I take it back</button></div>"""
_TAKE_BACK = """<button form="sold-out" formaction="{action}" name="dish" value="{name}" class="secondary">\
Take it back<span class="visually-hidden"> {shown}</span></button>"""


def mark_buttons(name: str, back: str = "") -> SafeString:
    """Render for how long a dish is sold out; `back` is the page after the form of "Until…", else the list."""
    query = {"dish": name, **({"next": back} if back else {})}
    return format_html(
        _MARK, name=name, until=f"{reverse('backoffice:sold-out')}?{urlencode(query)}"
    )


def take_back_button(name: str) -> SafeString:
    """Render the button that puts a dish back on sale."""
    action = reverse("backoffice:sold-out-take-back")
    return format_html(_TAKE_BACK, name=name, action=action, shown=isolated_html(name))


def describe_until(until: date | None, today: date) -> str:
    """Describe as "today", "until Tue 8 Dec" or "until you take it back"."""
    if until is None:
        return "until you take it back"
    return "today" if until == today else f"until {until:%a} {until.day} {until:%b}"
