"""Where a form leads that says so itself: only to pages of the back office."""

import posixpath
from urllib.parse import unquote, urlsplit

from django.utils.http import url_has_allowed_host_and_scheme

from oottam.backoffice.layout.decorators import FIRST


def safe_redirect(asked: str, otherwise: str) -> str:
    """The address that was asked for if it is one of the back office, else the other one."""
    if not url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return otherwise
    path = unquote(urlsplit(asked).path)
    stays = path.startswith(FIRST) and f"{posixpath.normpath(path)}/".startswith(FIRST)
    return asked if stays and "\\" not in path else otherwise
