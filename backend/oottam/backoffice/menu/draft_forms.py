"""What pages of the draft share: the revision that a form was made of, what saving says, and lists in an order."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from oottam.backoffice.shared.conflicts import merge_form
from oottam.backoffice.shared.decorators import StaffRequest, wants_json
from oottam.backoffice.shared.fields import PlainText, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, NotFoundError

NOT_PUBLISHED = "Customers see it once published."
SAVED = f"Saved, not live yet. {NOT_PUBLISHED}"
MAX_TOKENS_LENGTH = 100_000  # characters


class TextField(PlainText):
    """Words of the menu: on one line, with one space between them."""

    def to_python(self, value: Any) -> str:
        """A pasted line break or no-break space becomes a space, too."""
        return " ".join((super().to_python(value) or "").split())


class MergingForm(StaffForm):
    """A form whose fields have their initial values beside them (show_hidden_initial)."""

    def merge(self, unchanged: StaffForm) -> None:
        """Take over what only a colleague changed; else add it as an error. `unchanged` is a form of the current values."""
        shown = {name: self.data.get(f"initial-{name}", "") for name in self.fields}
        typed = {name: self.data.get(name, "").strip() for name in self.changed_data}
        changes = {name: (shown[name], unchanged.initial.get(name, "")) for name in self.fields}
        merge_form(self, unchanged, changes, {**shown, **typed}, self._describe)

    def _describe(self, name: str, value: str) -> str:
        labels = dict(getattr(self.fields[name], "choices", ()))
        return isolate(labels.get(value, value)) if value else "nothing"


def posted_revision(request: StaffRequest) -> int:
    """Return the draft's revision that the posted form was made of; 0 for none."""
    return parse_pk(request.POST.get("revision", "")) or 0


def confirmed_tokens(request: StaffRequest) -> list[str]:
    """Return the tokens of the large changes that the posted form confirms."""
    return request.POST.get("confirmed", "")[:MAX_TOKENS_LENGTH].split()


def places_beside(entries: Sequence[Any], at: int) -> dict[str, str]:
    """Return the ids before which an entry goes when it is moved up or down; "" is the end."""
    ids = [*(entry["id"] for entry in entries), "", ""]
    return {"before_up": ids[at - 1], "before_down": ids[at + 2]}


def change_list(
    request: StaffRequest,
    change: Callable[..., str | None],
    *,
    back: str,
    left: str,
    success: str = "",
    **values: str,
) -> HttpResponse:
    """Change a list of the draft; respond to an island with JSON, else redirect to `back` with a message.

    `left` is the message if a colleague has removed the entry, `success` the one after a change, with the name that it returns.
    """
    problem, status, name = "", 200, None
    try:
        name = change(**values, actor=request.user, now=timezone.now())
    except NotFoundError:
        problem, status = left, 404
    except DomainError as error:
        problem, status = str(error), 422
    if wants_json(request):
        return JsonResponse({"message": problem} if problem else {}, status=status)
    if problem:
        messages.error(request, problem)
    elif success:
        messages.success(request, success.format(isolate(name or "")))
    return redirect(back)
