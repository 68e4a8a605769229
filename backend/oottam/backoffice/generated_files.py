"""Files from background jobs: returned directly within a second, else from a page with their progress."""

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
from oottam.backoffice.shared.decorators import StaffRequest, error_page, staff_page, wants_json

DIRECT_SECONDS = 1.0  # a file that is ready by then is returned without a page
MAX_TRIES = 2  # an erasure deletes files in the making: then the job is queued again
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
    """Queue a job; return its file when it is ready within a second, else redirect to its page.

    `title` names the file to the user, `back` is the address of the requesting page.
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
        ready = files.find(file.token)
        if ready:
            break
    else:
        messages.warning(request, DELETED)
        return redirect(back)
    if ready.state == State.READY:
        return _file_response(ready, is_last=True)
    return _response_without_file(request, ready) or redirect("backoffice:file", file.token)


@staff_page(Permission.OWN_ACCOUNT)
def detail(request: StaffRequest, file: str) -> HttpResponseBase:
    """Show the file's progress, or its link; as JSON for the page's script."""
    ready = _load(request, file)
    queue.QUEUE.requeue_abandoned(ready)
    if wants_json(request):
        return JsonResponse({"state": ready.state, "done": ready.done, "total": ready.total})
    if ended := _response_without_file(request, ready):
        return ended
    context = {
        "title": ready.title,
        "file": ready,
        "is_ready": ready.state == State.READY,
        "content": reverse("backoffice:file-content", args=[file]),
    }
    return render(request, "backoffice/generated_files/file.html", context)


@staff_page(Permission.OWN_ACCOUNT)
def content(request: StaffRequest, file: str) -> HttpResponseBase:
    ready = _load(request, file)
    return (
        _file_response(ready) if ready.state == State.READY else redirect("backoffice:file", file)
    )


def _load(request: StaffRequest, token: str) -> GeneratedFile:
    """Load the file of this session, while the user has the job's permission; raises Http404, PermissionDenied."""
    file = files.find(token)
    if file is None or file.session != files.session_hash(request.session.session_key):
        raise Http404
    if jobs.find(file.job).permission not in permissions_of(request.user):
        raise PermissionDenied
    return file


def _response_without_file(request: StaffRequest, file: GeneratedFile) -> HttpResponse | None:
    """Return the response where there will be no file; None while there may be one."""
    if file.state == State.REFUSED:
        messages.info(request, file.message)
        return redirect(file.back)
    return _failed(request, file, file.message) if file.state == State.FAILED else None


def _failed(request: StaffRequest, file: GeneratedFile, message: str) -> HttpResponse:
    context = {"reason": message, "back": file.back}
    return error_page(
        request,
        503,
        "generated_files/failed.html",
        f"{file.title} could not be prepared.",
        **context,
    )


def _file_response(file: GeneratedFile, *, is_last: bool = False) -> StreamingHttpResponse:
    if not files.is_complete(file):
        raise Http404
    response = StreamingHttpResponse(_parts(file, is_last=is_last), content_type=file.media_type)
    kind = "inline" if file.is_inline else "attachment"
    response["Content-Disposition"] = f'{kind}; filename="{file.name}"'
    return response


def _parts(file: GeneratedFile, *, is_last: bool) -> Iterator[bytes]:
    """Yield the file; delete it afterwards where no page links to it (`is_last`)."""
    yield from files.read_parts(file)
    if is_last:
        files.delete(file.token)
