"""The key that signs back-office sessions: given by the operator, or made once and kept."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.core import private_files

MIN_LENGTH = 50  # characters; Django's own deployment check asks for as many


def check_given(given: str, var: Path, *, is_shared: bool) -> None:
    """Raise ImproperlyConfigured when the key is too short, or missing where the database `is_shared`.

    Servers at one database, each with its own key, would know neither one another's sessions nor
    the senders that the others have counted.
    """
    if given:
        _long_enough(given, "SECRET_KEY")
    elif is_shared:
        raise ImproperlyConfigured(
            "PostgreSQL needs SECRET_KEY, the same for every server at this database. "
            + _how_to_get_one(_path(var))
        )


def secret_key(given: str, var: Path) -> str:
    """`given` when set, else the key kept in `var`/secret-key (mode 600), made on the first start.

    Raises ImproperlyConfigured when the kept key is too short or the folder cannot be written.
    """
    if given:
        return given
    path = _path(var)
    try:
        if not path.exists():
            _make(path)
        private_files.restrict(path)
        return _long_enough(path.read_text(encoding="ascii").strip(), str(path))
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept in {path} ({error.strerror}). "
            "Make that folder writable, point OOTTAM_VAR to another one, or set SECRET_KEY."
        ) from error


def _path(var: Path) -> Path:
    return var / "secret-key"


def _how_to_get_one(path: Path) -> str:
    if path.exists():
        return f"Set it to what stands in {path}, which was used so far."
    return f"Set it to a random word of {MIN_LENGTH} characters or more."


def _make(path: Path) -> None:
    """Write whole, then link: two processes that start together end up with the same key."""
    private_files.make_folder(path.parent)
    draft = path.with_name(f"secret-key.{os.getpid()}")
    with os.fdopen(private_files.create(draft), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(MIN_LENGTH) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first, and its key is as good
    finally:
        draft.unlink()


def _long_enough(key: str, where: str) -> str:
    if len(key) < MIN_LENGTH:
        raise ImproperlyConfigured(
            f"The key in {where} is shorter than {MIN_LENGTH} characters. Use a longer random one, "
            "or remove it to have one made."
        )
    return key
