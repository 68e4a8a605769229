"""Redirects to an address that the form itself names: within the back office only."""

import posixpath
from urllib.parse import unquote, urlsplit

from django.utils.http import url_has_allowed_host_and_scheme

from oottam.backoffice.shared.decorators import BACKOFFICE_ROOT


def safe_redirect(address: str, otherwise: str) -> str:
    """Return `address` if it is within the back office, else `otherwise`."""
    if not url_has_allowed_host_and_scheme(address, allowed_hosts=None):
        return otherwise
    path = unquote(urlsplit(address).path)
    is_within = path.startswith(BACKOFFICE_ROOT) and f"{posixpath.normpath(path)}/".startswith(
        BACKOFFICE_ROOT
    )
    return address if is_within and "\\" not in path else otherwise
