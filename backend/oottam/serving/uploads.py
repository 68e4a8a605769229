"""Which requests may have a long body: photographs and workbooks of staff who may open the page that takes them."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.urls import Resolver404, resolve

from oottam.accounts import sessions
from oottam.accounts.roles import Permission, permissions_of
from oottam.api.limits import MAX_BODY
from oottam.billing.statements import files as statement_files
from oottam.menu import photos, workbook_reader

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_TIMEOUT_SECONDS = 30.0  # to receive a whole body
UPLOAD_TIMEOUT_SECONDS = 180.0
MAX_UPLOADS = 4  # at a time, each in memory
MAX_PER_ACCOUNT = 2
MULTIPART_BYTES = 64 * 1024  # the other fields of the form
# The longest file that a page takes, by the page's name. The proxies of deploy/ have the same bounds.
FILE_BYTES = {
    "menu-dish-photo": photos.MAX_UPLOAD_BYTES,
    "menu-doctor-photo": photos.MAX_UPLOAD_BYTES,
    "menu-picture": photos.MAX_UPLOAD_BYTES,
    "menu-spreadsheet-read": workbook_reader.MAX_BYTES,
    "statements-import": statement_files.MAX_BYTES,
}


class Limits(NamedTuple):
    """The most bytes of a body, the seconds to receive it in, and the status of a longer one."""

    size: int
    seconds: float
    error_status: int = 413
    account: int | None = None  # of an upload


class Uploads:
    """Admits uploads, a few at a time, and fewer of one account."""

    def __init__(self) -> None:
        self._accounts: Counter[int] = Counter()

    @property
    def running(self) -> int:
        """Return how many uploads are being received."""
        return self._accounts.total()

    async def limits(self, environ: "WSGIEnvironment") -> Limits:
        """Return the limits of a request's body: an upload's, for whom the page allows, else those of a form."""
        form = Limits(MAX_BODY, BODY_TIMEOUT_SECONDS)
        if environ["REQUEST_METHOD"] != "POST" or not _may_be_long(environ):
            return form
        try:
            page = resolve(environ["PATH_INFO"])
        except Resolver404:
            return form
        size = FILE_BYTES.get(page.url_name or "")
        if size is None:
            return form
        cookies, permission = environ.get("HTTP_COOKIE", ""), page.func.permission  # type: ignore[attr-defined]
        account = await asyncio.to_thread(find_account, cookies, permission)
        if account is None:
            return form
        if self.running >= MAX_UPLOADS or self._accounts[account] >= MAX_PER_ACCOUNT:
            return form._replace(error_status=503)
        return Limits(size + MULTIPART_BYTES, UPLOAD_TIMEOUT_SECONDS, account=account)

    @contextmanager
    def counted(self, limits: Limits) -> Iterator[None]:
        """Count an upload while its body is received. Follows `limits` without an await between them."""
        account = limits.account
        if account is None:
            yield
            return
        self._accounts[account] += 1
        try:
            yield
        finally:
            self._accounts[account] -= 1


def _may_be_long(environ: "WSGIEnvironment") -> bool:
    """Whether the body may be longer than a form's, which need no slot."""
    length = environ.get("CONTENT_LENGTH")
    return length is None or int(length) > MAX_BODY


def find_account(cookies: str, permission: Permission) -> int | None:
    """Return the primary key of the account whose session the cookies name, if it has the permission. Blocks."""
    try:
        cookie = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    if cookie is None:
        return None
    close_old_connections()
    try:
        user = sessions.user_of(cookie.value)
        return user.pk if permission in permissions_of(user) else None
    except DatabaseError:
        return None
    finally:
        close_old_connections()
