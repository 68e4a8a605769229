"""Publishing: the draft becomes a numbered edition, now or at a time, after it has been rendered as a trial."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import Max

from oottam import rendering
from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.core.hook import Hook
from oottam.menu import drafts, live
from oottam.menu.checks import errors_of
from oottam.menu.content import Content
from oottam.menu.drafts import DraftChangedError
from oottam.menu.models import MAX_NOTE_LENGTH, Edition, EditionState, MenuDraft
from oottam.menu.signals import edition_stored
from oottam.rendering import RenderError, Rendering

MAX_AHEAD = timedelta(days=366)


def publish(
    *, revision: int, note: str, starts_at: datetime | None, actor: User | None, now: datetime
) -> Edition:
    """Publish the draft of this revision now, or at `starts_at` (UTC). Raises DomainError and DraftChangedError.

    The trial rendering comes first and takes seconds, so the draft is compared again before it is stored.
    """
    draft = drafts.load()
    if draft.revision != revision:
        raise DraftChangedError([change for change in draft.changes if change.revision > revision])
    scheduled = Edition.objects.filter(state=EditionState.SCHEDULED).first()
    if scheduled:
        raise DomainError(
            f"Version {scheduled.number} is scheduled. Take it back first, or wait until it is live."
        )
    facts = content_facts(draft.content)
    if not draft.is_changed and not changed_figures(draft.live_number, facts):
        raise DomainError("Nothing has changed since the live menu.")
    if starts_at is not None and starts_at <= now:
        raise DomainError("This time has passed. Choose a later one, or publish now.", "starts_at")
    if starts_at is not None and starts_at > now + MAX_AHEAD:
        raise DomainError("Choose a time within the next year.", "starts_at")
    content = draft.content
    checked = with_recipes(content)  # a green mark is held against the kitchen's recipes
    if errors := errors_of(checked, live.folder_of(checked)):
        raise DomainError(errors[0].message)
    render_trial(content, now, facts)
    note = note[:MAX_NOTE_LENGTH]
    with transaction.atomic():
        MenuDraft.objects.get_or_create(id=MenuDraft.ONLY)
        stored = MenuDraft.objects.select_for_update().get()
        if stored.revision != revision:
            raise DraftChangedError([])
        number = _next_number()
        Edition.objects.create(
            number=number,
            content=content.to_text(),
            digest=content.digest,
            figures={
                title: {"portion": held["portion"], "figures": held["figures"]}
                for title, held in facts["dishes"].items()
            },
            note=note,
            made_by=actor,
            made_at=now,
            state=EditionState.SCHEDULED,
            starts_at=starts_at or now,
        )
        if starts_at is None:
            live.make_live(number, now)
        drafts.clear(stored, f"Published version {number}", actor, now)
        data = {"edition": number, "note": note}
        if starts_at:
            data["starts_at"] = starts_at.isoformat()
        record(
            action="menu.schedule" if starts_at else "menu.publish", actor=actor, at=now, data=data
        )
        edition_stored.send(Edition, number=number, now=now)
    return Edition.objects.get(number=number)


@Hook
def content_facts(content: Content) -> Mapping[str, Any]:
    """Return what the dishes of a content hold, as the renderer reads it (`catalogue/dish_facts.py`)."""
    raise NotImplementedError


def changed_figures(live_number: int, facts: Mapping[str, Any]) -> list[str]:
    """Return the dishes whose figures differ from the live pages; none while the live pages follow the recipes."""
    live_edition = Edition.objects.filter(number=live_number).values_list("figures", flat=True)
    published = live_edition.first()
    if published is None:
        return []
    return [
        title
        for title, held in facts["dishes"].items()
        if title in published and published[title]["figures"] != held["figures"]
    ]


def render_trial(content: Content, now: datetime, facts: Mapping[str, Any]) -> Rendering:
    """Render the content as the next edition, without making it the current one; raises DomainError with the reason."""
    folder = live.folder_of(content)
    if errors := errors_of(content, folder):
        raise DomainError(errors[0].message)
    try:
        return rendering.render(
            folder,
            settings.STOREFRONT,
            settings.VAR,
            settings.CALL_BASES,
            edition=_next_number(),
            sold_out=live.read(now).until,
            facts=facts,
            is_trial=True,
        )
    except (RenderError, ImproperlyConfigured) as error:
        raise DomainError(
            f"The pages could not be made, so nothing was published. {error}"
        ) from error


@Hook
def with_recipes(content: Content) -> Content:
    """Return the content with the kitchen's recipes in its files."""
    raise NotImplementedError


def _next_number() -> int:
    return (Edition.objects.aggregate(highest=Max("number"))["highest"] or 0) + 1


def withdraw(*, number: int, actor: User, now: datetime) -> None:
    """Take back a scheduled edition; its content becomes the draft, unless there is one already."""
    with transaction.atomic():
        scheduled = Edition.objects.select_for_update().filter(
            number=number, state=EditionState.SCHEDULED
        )
        edition = scheduled.first()
        if edition is None:
            raise DomainError(f"Version {number} is not scheduled any more.")
        content = Content.from_text(edition.content)
        scheduled.update(state=EditionState.WITHDRAWN)
        MenuDraft.objects.get_or_create(id=MenuDraft.ONLY)
        if MenuDraft.objects.select_for_update().get().content == "":
            with drafts.edit(f"Took back version {number}", actor=actor, now=now) as draft:
                draft.content = content
        record(action="menu.withdraw", actor=actor, at=now, data={"edition": number})


def restore(*, number: int, revision: int, actor: User, now: datetime) -> None:
    """Make the content of an edition (0: the contract folder) the draft, to be compared and published as a new one."""
    content = content_of(number)
    sentence, data = f"Went back to version {number}", {"edition": number}
    with drafts.edit(sentence, revision=revision, actor=actor, now=now, data=data) as draft:
        draft.content = content


def content_of(number: int) -> Content:
    """Return an edition's content. Raises DomainError for an unknown one."""
    if number == 0:
        return drafts.of_folder()
    text = Edition.objects.filter(number=number).values_list("content", flat=True).first()
    if text is None:
        raise DomainError(f"There is no version {number}.")
    return Content.from_text(text)
