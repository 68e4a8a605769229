"""The secret key that signs staff sessions: from SECRET_KEY, or generated once and stored."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.core import private_files

MIN_LENGTH = 50  # characters, as in Django's deployment check


def check_secret_key(given: str, var: Path, *, is_shared: bool) -> None:
    """Raise ImproperlyConfigured if the key is too short, or missing although the database `is_shared`.

    Servers with different keys would not recognise each other's sessions and rate-limit entries.
    """
    if given:
        _check_length(given, "SECRET_KEY")
    elif is_shared:
        raise ImproperlyConfigured(
            "PostgreSQL needs SECRET_KEY, the same for every server at this database. "
            + _describe_remedy(_path(var))
        )


def secret_key(given: str, var: Path) -> str:
    """Return `given` if set, else the key in `var`/secret-key (mode 600), which the first start generates.

    Raises ImproperlyConfigured if the stored key is too short or the folder is not writable.
    """
    if given:
        return given
    path = _path(var)
    try:
        if not path.exists():
            _generate(path)
        private_files.restrict(path)
        return _check_length(path.read_text(encoding="ascii").strip(), str(path))
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept in {path} ({error.strerror}). "
            "Make that folder writable, point OOTTAM_VAR to another one, or set SECRET_KEY."
        ) from error


def _path(var: Path) -> Path:
    return var / "secret-key"


def _describe_remedy(path: Path) -> str:
    if path.exists():
        return f"Set it to what stands in {path}, which was used so far."
    return f"Set it to a random word of {MIN_LENGTH} characters or more."


def _generate(path: Path) -> None:
    """Write a temporary file and link it, so that concurrent starts use the same key."""
    private_files.make_folder(path.parent)
    temporary = path.with_name(f"secret-key.{os.getpid()}")
    with os.fdopen(private_files.create(temporary), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(MIN_LENGTH) + "\n")
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass  # created concurrently; that key is used
    finally:
        temporary.unlink()


def _check_length(key: str, source: str) -> str:
    if len(key) < MIN_LENGTH:
        raise ImproperlyConfigured(
            f"The key in {source} is shorter than {MIN_LENGTH} characters. Use a longer random one, "
            "or remove it to have one made."
        )
    return key
