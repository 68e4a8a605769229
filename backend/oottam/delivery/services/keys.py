"""What a tap is known by: drawn by the phone, so that one that comes again counts once."""

from oottam.core.errors import DomainError

MAX_KEY_LENGTH = 64  # characters


def require_key(key: str) -> None:
    """Raises DomainError for none, or one that is too long to be kept."""
    if not key or len(key) > MAX_KEY_LENGTH:
        raise DomainError("This tap has no key.")
