"""A file from a background job: how a view asks for one, and the page that shows how far it is."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from oottam.accounts.roles import Permission, permissions_of
from oottam.background import files, jobs, queue
from oottam.background.files import GeneratedFile, IncompleteFileError, State
from oottam.background.queue import QueueFullError
from oottam.backoffice.layout.decorators import StaffRequest, problem, staff_page, wants_json

DIRECT_SECONDS = 1.0  # what is ready by then is answered without a page between
MAX_TRIES = 2  # an erasure deletes what is being made: it is made anew
DELETED = "The file was deleted because a person’s data was erased. Please create it again."
BUSY = "Too many files are being prepared. Please try again in a minute."


def respond(
    request: StaffRequest,
    job: str,
    arguments: dict[str, Any],
    *,
    title: str,
    name: str,
    media_type: str,
    back: str,
    is_inline: bool = False,
) -> HttpResponseBase:
    """Have a job make a file: answers the file when it is ready within a second, else leads to its page.

    `title` says what is being prepared, `back` is the address of the page that asks.
    """
    file = GeneratedFile(
        job=job,
        arguments=arguments,
        session=files.session_hash(request.session.session_key),
        title=title,
        name=name,
        media_type=media_type,
        back=back,
        is_inline=is_inline,
    )
    for _ in range(MAX_TRIES):
        try:
            files.store(file)
            settled = queue.QUEUE.submit(file)
        except (OSError, IncompleteFileError):
            return _failed(request, file, jobs.NO_SPACE)
        except QueueFullError:
            files.delete(file.token)
            return _failed(request, file, BUSY)
        if not settled.wait(DIRECT_SECONDS):
            return redirect("backoffice:file", file.token)
        made = files.find(file.token)
        if made:
            break
    else:
        messages.warning(request, DELETED)
        return redirect(back)
    if made.state == State.READY:
        return _sent(made, is_last=True)
    return _ended(request, made) or redirect("backoffice:file", file.token)


@staff_page(Permission.OWN_ACCOUNT)
def show(request: StaffRequest, file: str) -> HttpResponseBase:
    """How far the file of that token is, and where to get it; as JSON for the page's script."""
    made = _own(request, file)
    queue.QUEUE.look_after(made)
    if wants_json(request):
        return JsonResponse({"state": made.state, "done": made.done, "total": made.total})
    if ended := _ended(request, made):
        return ended
    shown = {
        "title": made.title,
        "file": made,
        "is_ready": made.state == State.READY,
        "content": reverse("backoffice:file-content", args=[file]),
    }
    return render(request, "backoffice/generated_files/file.html", shown)


@staff_page(Permission.OWN_ACCOUNT)
def content(request: StaffRequest, file: str) -> HttpResponseBase:
    """The file itself."""
    made = _own(request, file)
    return _sent(made) if made.state == State.READY else redirect("backoffice:file", file)


def _own(request: StaffRequest, token: str) -> GeneratedFile:
    """Only for the session that asked for it, and while its account may still have it."""
    file = files.find(token)
    if file is None or file.session != files.session_hash(request.session.session_key):
        raise Http404
    if jobs.find(file.job).permission not in permissions_of(request.user):
        raise PermissionDenied
    return file


def _ended(request: StaffRequest, file: GeneratedFile) -> HttpResponse | None:
    """What is answered where there is no file and will be none."""
    if file.state == State.REFUSED:
        messages.info(request, file.message)
        return redirect(file.back)
    return _failed(request, file, file.message) if file.state == State.FAILED else None


def _failed(request: StaffRequest, file: GeneratedFile, sentence: str) -> HttpResponse:
    shown = {"reason": sentence, "back": file.back}
    return problem(
        request, 503, "generated_files/failed.html", f"{file.title} could not be prepared.", **shown
    )


def _sent(file: GeneratedFile, *, is_last: bool = False) -> StreamingHttpResponse:
    if not files.is_whole(file):
        raise Http404
    answer = StreamingHttpResponse(_parts(file, is_last=is_last), content_type=file.media_type)
    kind = "inline" if file.is_inline else "attachment"
    answer["Content-Disposition"] = f'{kind}; filename="{file.name}"'
    return answer


def _parts(file: GeneratedFile, *, is_last: bool) -> Iterator[bytes]:
    """`is_last`: no page leads to it, so that it goes once it is sent."""
    yield from files.read_parts(file)
    if is_last:
        files.delete(file.token)
