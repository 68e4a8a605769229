"""Stops as HTML rows of the printed list, built without a template, which is slower for hundreds of rows."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from oottam.backoffice.runs.presenters import StopView
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.clock import clock_time
from oottam.core.direction import escape

_STATES = {
    "open": "",
    "failed": '<span class="status cancelled">Not delivered</span>',
    "delivered": '<span class="status">Delivered</span>',
}


def stop_lines(stops: Iterable[StopView]) -> SafeString:
    """Render the stops in order, with a box to tick at each door that is still open."""
    plans = reverse("backoffice:plans")
    return SafeString("".join([_line(stop, plans) for stop in stops]))


def _line(stop: StopView, plans: str) -> str:
    at = (
        f' <span class="stop-time">{clock_time(stop.delivery_time)}</span>'
        if stop.delivery_time
        else ""
    )
    pin = f' <span class="hint">{escape(stop.pin)}</span>' if stop.pin else ""
    hint = f"<br><em>{escape(stop.hint)}</em>" if stop.hint else ""
    several = len(stop.boxes) > 1
    whys = "".join(
        f'<br><span class="why-not">{f"{box.reference}: " if several else ""}{escape(box.reason)}</span>'
        for box in stop.boxes
        if box.reason
    )
    boxes = "<br>".join(
        f'<a href="{plans}{box.reference}/">{box.reference}</a>'
        + (f' <span class="hint">{box.count}</span>' if box.count else "")
        for box in stop.boxes
    )
    return f"""<li class="stop {stop.state}" id="stop-{stop.number}"><div class="stop-line"><span class="stop-place">{stop.place + 1}</span>
<div class="stop-who"><strong>{escape(stop.name)}</strong>{at}<br>{escape(stop.address) or "No address."}{pin}{hint}{whys}</div>
<div class="stop-boxes">{boxes}</div><p class="stop-state">{_state(stop, several=several)}</p></div></li>
"""


def _state(stop: StopView, *, several: bool) -> str:
    if stop.state == "open":
        return f"<strong>{len(stop.boxes)} boxes</strong>" if several else ""
    last = stop.last
    if last is None:
        return _STATES[stop.state]
    late = f", arrived {indian_time(last.arrived_at)}" if last.is_late else ""
    return (
        f'{_STATES[stop.state]} <span class="hint">{escape(last.by)}, '
        f"{clock_time(timezone.localtime(last.at))}{late}</span>"
    )
