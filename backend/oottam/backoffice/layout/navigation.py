"""The navigation of the back office, by permission."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

from oottam import catalogue
from oottam.accounts import totp
from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.guide.sections import SECTIONS
from oottam.backoffice.layout.decorators import BACKOFFICE_ROOT


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of the navigation; `icon` is a symbol of layout/icon.html, `part` the fragment of its address."""

    label: str
    icon: str
    name: str
    permission: Permission
    part: str = ""


PLACES = (
    Place("Today", "sun", "backoffice:home", Permission.WORK_REQUESTS),
    Place("Requests", "inbox", "backoffice:inbox", Permission.WORK_REQUESTS),
    Place("New order", "add", "backoffice:new-order", Permission.WORK_REQUESTS),
    Place("Plans", "calendar", "backoffice:plans", Permission.WORK_REQUESTS),
    Place("Kitchen", "pot", "backoffice:kitchen", Permission.COOK),
    Place("Runs", "rider", "backoffice:runs-today", Permission.DELIVER),
    Place("Calendar", "month", "backoffice:calendar", Permission.COOK, "today"),
    Place("Mails", "mail", "backoffice:mails", Permission.WORK_REQUESTS),
    Place("Money", "note", "backoffice:money", Permission.WORK_REQUESTS),
    Place("Reports", "bars", "backoffice:reports", Permission.SEE_REVENUE),
    Place("Staff", "people", "backoffice:staff", Permission.MANAGE),
    Place("Audit log", "list", "backoffice:audit", Permission.SEE_AUDIT),
    Place("Privacy", "shield", "backoffice:privacy", Permission.ERASE),
)
# The bar at the foot of a phone has so many; where there are more, its last entry opens the others.
MAX_AT_FOOT = 5
OWN = Place("Your account", "key", "backoffice:account", Permission.OWN_ACCOUNT)


def frame(request: HttpRequest) -> dict[str, object]:
    """Context processor of every template: the shop's name, the user's permissions and navigation."""
    user, permissions = request.user, permissions_of(request.user)
    if permissions and totp.requires_setup(request):
        permissions = frozenset()  # every place would redirect to the set-up
    places = [(place, reverse(place.name)) for place in PLACES if place.permission in permissions]
    # One place may lie below another: the longest address is the current one.
    enclosing = [
        address
        for _, address in places
        if request.path == address
        or (address != BACKOFFICE_ROOT and request.path.startswith(address))
    ]
    here = max(enclosing, key=len, default="")
    entries = [
        {
            "label": place.label,
            "icon": place.icon,
            "address": f"{address}#{place.part}" if place.part else address,
            "here": address == here,
        }
        for place, address in places
    ]
    at_foot = MAX_AT_FOOT if len(entries) <= MAX_AT_FOOT else MAX_AT_FOOT - 1
    return {
        "account_here": request.path.startswith(reverse(OWN.name)),
        "help": _help(request),
        "home": first_place(user) if user.is_authenticated else BACKOFFICE_ROOT,
        "brand": catalogue.current().site.brand.name,
        "may": {permission.name.lower(): True for permission in permissions},
        "places": entries,
        "more_places": entries[at_foot:],
        "is_among_more": any(entry["here"] for entry in entries[at_foot:]),
    }


def _help(request: HttpRequest) -> str:
    """Return the address of the guide's section about this page; "" on the guide itself."""
    name = request.resolver_match.url_name or "" if request.resolver_match else ""
    guide = reverse("backoffice:guide")
    if request.path == guide:
        return ""
    return f"{guide}#{SECTIONS[name]}" if name in SECTIONS else guide


def first_place(account: User) -> str:
    """Return the address where this user's work begins; the root of the back office without permissions."""
    permissions = permissions_of(account)
    return next(
        (reverse(place.name) for place in PLACES if place.permission in permissions),
        BACKOFFICE_ROOT,
    )
