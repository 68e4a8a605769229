"""The draft's pages, for staff alone.

They are those of the storefront's renderer without their scripts: links lead to other pages of the preview, and nothing
can be sent. So the storefront's code and the content security policy need not know of a preview.
"""

import json
import mimetypes
import re
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.core.errors import DomainError
from oottam.menu import drafts, editions
from oottam.menu.content import Content
from oottam.rendering import Rendering

START: Final = "order"  # of the pages' addresses, as on the storefront
ASSETS = f"{START}/assets/"
DIGEST_LENGTH = 24
NOTE = "<p>Preview: this is not live yet. Nothing can be ordered here: links work, buttons and forms are off.</p>"
_TITLE = re.compile(r"<title>(.*?)(?: · [^<]*)?</title>", re.DOTALL)
_SCRIPTS = re.compile(
    r"<script\b.*?</script>|<noscript\b.*?</noscript>|<link\b[^>]*\brel=\"modulepreload\"[^>]*>",
    re.DOTALL,
)
_LINK = re.compile(rf'(<a\b[^>]*\bhref=")(/{START}\b)')
_ASSET = re.compile(rf"/{ASSETS}([\w.-]+)")
_rendered: dict[str, Rendering] = {}


@staff_page(Permission.EDIT_MENU)
def choose(request: StaffRequest) -> HttpResponse:
    """List the storefront's pages, each with a link to its preview."""
    digest = drafts.load().content.digest[:DIGEST_LENGTH]
    pages = [
        (title, reverse("backoffice:menu-preview-page", args=[digest, f"{START}{path}"]))
        for path, title in _pages(settings.STOREFRONT)
    ]
    context = {"title": "Preview", "pages": pages}
    return render(request, "backoffice/menu/publishing/preview.html", context)


@staff_page(Permission.EDIT_MENU, waits=True)
def page(request: StaffRequest, digest: str, page: str) -> HttpResponseBase:
    """Show a page of the draft, or a photograph on it; it is rendered first where that has not happened."""
    try:
        rendering = _rendering(digest)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:menu-preview")
    if rendering is None:
        messages.info(request, "The menu has changed: this is how it is now.")
        return redirect("backoffice:menu-preview")
    if page.startswith(ASSETS):
        return _photograph(rendering, page.removeprefix(ASSETS))
    routes = json.loads((rendering.folder / "routes.json").read_bytes())["pages"]
    path = page.removeprefix(START).rstrip("/") or "/"
    file = {route.lower(): file for route, file in routes.items()}.get(path.lower())
    if file is None or not page.startswith(START):
        raise Http404
    text = (rendering.folder / "site" / file).read_text("utf-8")
    base = request.path.removesuffix(page).rstrip("/")
    return HttpResponse(without_scripts(text, base, _own_pictures(rendering)))


def without_scripts(text: str, base: str, own_pictures: frozenset[str]) -> str:
    """Take scripts and forms out of a page, and lead its links and the shop's own photographs below `base`."""
    text = _SCRIPTS.sub("", text)
    text = _LINK.sub(rf"\g<1>{base}\g<2>", text)
    text = _ASSET.sub(
        lambda found: f"{base}{found[0]}" if found[1] in own_pictures else found[0], text
    )
    text = text.replace("<form", "<form inert")
    text = text.replace(
        "<title>", '<meta name="robots" content="noindex, nofollow"><title>Preview: ', 1
    )
    return re.sub(r"<body[^>]*>", lambda found: found[0] + NOTE, text, count=1)


def _rendering(digest: str) -> Rendering | None:
    """The rendering of the draft; None if the digest is that of an earlier one. Raises DomainError."""
    known = _rendered.get(digest)
    if known and known.folder.is_dir():
        return known
    content: Content = drafts.load().content
    if content.digest[:DIGEST_LENGTH] != digest:
        return None
    _rendered.clear()  # one draft is looked at, on this server
    facts = editions.content_facts(content)
    found = _rendered[digest] = editions.render_trial(content, timezone.now(), facts)
    return found


def _own_pictures(rendering: Rendering) -> frozenset[str]:
    """Names of the files of the shop's own photographs, which are not served before the draft is live."""
    return frozenset(json.loads((rendering.folder / "pictures.json").read_bytes()))


def _photograph(rendering: Rendering, name: str) -> FileResponse:
    file = rendering.folder.parent / "pictures" / name
    if name not in _own_pictures(rendering) or not file.is_file():
        raise Http404
    kind, _ = mimetypes.guess_type(name)
    return FileResponse(file.open("rb"), content_type=kind or "application/octet-stream")


@lru_cache(maxsize=1)
def _pages(storefront: Path) -> list[tuple[str, str]]:
    """Paths of the storefront's pages, below /order, with their titles."""
    routes = storefront / "routes.json"
    if not routes.is_file():
        return []
    found = []
    for path, file in json.loads(routes.read_bytes())["pages"].items():
        with (storefront / "site" / file).open(encoding="utf-8") as text:
            title = _TITLE.search(text.read(8192))
        found.append((path, unescape(title[1]) if title else path))
    return found
