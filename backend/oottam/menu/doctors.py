"""The doctors of site.json, and their photographs."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.core.errors import DomainError
from oottam.menu import drafts, photos
from oottam.menu.content import SITE, Content
from oottam.menu.dishes import free_id
from oottam.menu.photos import Point

_GONE = "This doctor is not on the list any more. Open the page again."


def doctors_of(content: Content) -> list[dict[str, Any]]:
    """Return each doctor as an object, which may have only a name."""
    names = content.file(SITE)["doctors"]["names"]
    return [{"name": each} if isinstance(each, str) else each for each in names]


def to_entry(doctor: Mapping[str, Any]) -> Any:
    """Return the doctor as site.json holds it: only the name where nothing else is known."""
    return dict(doctor) if len(doctor) > 1 else doctor["name"]


def photo_of(content: Content, doctor: Mapping[str, Any]) -> str:
    """The digest of the doctor's photograph; "" without one."""
    return content.photo(_path(doctor["image"])) if "image" in doctor else ""


def set_photo(*, name: str, image: bytes, middle: Point, actor: User, now: datetime) -> None:
    """Cut the photograph, and make it the doctor's. Raises DomainError."""
    digest = photos.add(image, middle=middle, actor=actor, now=now)
    with drafts.edit(f"Changed the photo of {name}", actor=actor, now=now) as draft:
        doctors = doctors_of(draft.content)
        doctor = _find(doctors, name)
        used = {each["image"] for each in doctors if "image" in each}
        doctor.setdefault("image", free_id(name, used))
        _store(draft, doctors)
        draft.content = draft.content.with_photo(_path(doctor["image"]), digest)


def remove_photo(*, name: str, actor: User, now: datetime) -> None:
    """Show initials again. Raises DomainError."""
    with drafts.edit(f"Removed the photo of {name}", actor=actor, now=now) as draft:
        doctors = doctors_of(draft.content)
        if key := _find(doctors, name).pop("image", ""):
            _store(draft, doctors)
            draft.content = draft.content.without_photo(_path(key))


def drop_unused_photos(*, actor: User, now: datetime) -> None:
    """Remove the photographs of doctors who left: no page shows them, but the server would send them."""
    with drafts.edit("Removed photos of doctors who left", actor=actor, now=now) as draft:
        shown = {each.get("image") for each in doctors_of(draft.content)}
        for path in draft.content.photos:
            folder, _, file = path.partition("/")
            if folder == "doctors" and file.rpartition(".")[0] not in shown:
                draft.content = draft.content.without_photo(path)


def _path(key: str) -> str:
    return f"doctors/{key}.jpg"


def _find(doctors: list[dict[str, Any]], name: str) -> dict[str, Any]:
    found = next((each for each in doctors if each["name"] == name), None)
    if found is None:
        raise DomainError(_GONE, "photo")
    return found


def _store(draft: drafts.OpenDraft, doctors: list[dict[str, Any]]) -> None:
    names = [to_entry(each) for each in doctors]
    draft.file(SITE)["doctors"] = {"sample": False, "names": names}
