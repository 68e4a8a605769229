"""The navigation of the back office, by permission."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

from oottam import catalogue
from oottam.accounts import totp
from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.guide import SECTIONS
from oottam.backoffice.shared.decorators import BACKOFFICE_ROOT


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A navigation item; `icon` is a symbol of layout/icon.html, `part` the fragment of its address."""

    label: str
    icon: str
    name: str
    permission: Permission
    part: str = ""


ITEMS = (
    NavigationItem("Today", "sun", "backoffice:home", Permission.WORK_REQUESTS),
    NavigationItem("Requests", "inbox", "backoffice:inbox", Permission.WORK_REQUESTS),
    NavigationItem("New order", "add", "backoffice:new-order", Permission.WORK_REQUESTS),
    NavigationItem("Plans", "calendar", "backoffice:plans", Permission.WORK_REQUESTS),
    NavigationItem("Kitchen", "pot", "backoffice:kitchen", Permission.COOK),
    NavigationItem("Runs", "rider", "backoffice:runs-today", Permission.DELIVER),
    NavigationItem("Calendar", "month", "backoffice:calendar", Permission.COOK, "today"),
    NavigationItem("Menu", "menu", "backoffice:menu", Permission.EDIT_MENU),
    NavigationItem("Mails", "mail", "backoffice:mails", Permission.WORK_REQUESTS),
    NavigationItem("Money", "note", "backoffice:money", Permission.WORK_REQUESTS),
    NavigationItem("Reports", "bars", "backoffice:reports", Permission.SEE_REVENUE),
    NavigationItem("Staff", "people", "backoffice:staff", Permission.MANAGE),
    NavigationItem("Audit log", "list", "backoffice:audit", Permission.SEE_AUDIT),
    NavigationItem("Privacy", "shield", "backoffice:privacy", Permission.ERASE),
)
# In the bar at the foot of a phone; if there are more, its last entry opens the others.
MAX_AT_FOOT = 5
OWN_ACCOUNT = NavigationItem("Your account", "key", "backoffice:account", Permission.OWN_ACCOUNT)


def navigation(request: HttpRequest) -> dict[str, object]:
    """Context processor: the shop's name, and the user's permissions and navigation."""
    user, permissions = request.user, permissions_of(request.user)
    if permissions and totp.requires_setup(request):
        permissions = frozenset()  # every page would redirect to the set-up
    items = [(item, reverse(item.name)) for item in ITEMS if item.permission in permissions]
    # Addresses may be nested: the longest match is the current one.
    enclosing = [
        address
        for _, address in items
        if request.path == address
        or (address != BACKOFFICE_ROOT and request.path.startswith(address))
    ]
    here = max(enclosing, key=len, default="")
    entries = [
        {
            "label": item.label,
            "icon": item.icon,
            "address": f"{address}#{item.part}" if item.part else address,
            "here": address == here,
        }
        for item, address in items
    ]
    at_foot = MAX_AT_FOOT if len(entries) <= MAX_AT_FOOT else MAX_AT_FOOT - 1
    return {
        "account_here": request.path.startswith(reverse(OWN_ACCOUNT.name)),
        "help": _help(request),
        "home": start_page(user) if user.is_authenticated else BACKOFFICE_ROOT,
        "brand": catalogue.current().site.brand.name,
        "may": {permission.name.lower(): True for permission in permissions},
        "navigation_items": entries,
        "more_items": entries[at_foot:],
        "is_among_more": any(entry["here"] for entry in entries[at_foot:]),
    }


def _help(request: HttpRequest) -> str:
    """Return the address of the guide's section about this page; "" on the guide itself."""
    name = request.resolver_match.url_name or "" if request.resolver_match else ""
    guide = reverse("backoffice:guide")
    if request.path == guide:
        return ""
    return f"{guide}#{SECTIONS[name]}" if name in SECTIONS else guide


def start_page(account: User) -> str:
    """Return the address of the user's first item; the root of the back office without permissions."""
    permissions = permissions_of(account)
    return next(
        (reverse(item.name) for item in ITEMS if item.permission in permissions),
        BACKOFFICE_ROOT,
    )
