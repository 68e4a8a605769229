"""Where staff can go, by what they may do."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from oottam import catalogue
from oottam.staff.roles import Permission, permissions_of


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of the navigation; `icon` names a symbol of frame/icons.svg.html."""

    label: str
    icon: str
    name: str
    permission: Permission


PLACES = (
    Place("Requests", "inbox", "backoffice:inbox", Permission.WORK_REQUESTS),
    Place("Mails", "mail", "backoffice:mails", Permission.WORK_REQUESTS),
)


def frame(request: HttpRequest) -> dict[str, object]:
    """For every template: the shop's name, what this person may do, and where they can go."""
    held = permissions_of(request.user)
    here = request.path
    return {
        "brand": catalogue.current().site.brand.name,
        "may": {permission.name.lower(): True for permission in held},
        "places": [
            {"label": place.label, "icon": place.icon, "address": address, "here": is_here}
            for place in PLACES
            if place.permission in held
            for address in [reverse(place.name)]
            for is_here in [here.startswith(address)]
        ],
    }
