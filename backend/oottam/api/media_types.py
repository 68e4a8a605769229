"""Which bodies are read at all: plain JSON in UTF-8.

No HTML form of another site can send it without asking first: that is what protects the calls where
CSRF tokens would elsewhere.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from oottam.api import errors

_WORD = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_PARAMETER = rf';[ \t]*(?:({_WORD})=({_WORD}|"[^"\\]*"))?[ \t]*'
_MEDIA_TYPE = re.compile(rf"application/json[ \t]*((?:{_PARAMETER})*)", re.IGNORECASE)
_ONE_PARAMETER = re.compile(_PARAMETER)


def require_json(environ: Mapping[str, Any]) -> None:
    """RequestRejectedError (415) unless the request's headers announce JSON that is not compressed."""
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if not _is_json(environ.get("CONTENT_TYPE", "")) or encoding.lower() != "identity":
        raise errors.wrong_media_type()


@lru_cache(maxsize=32)
def _is_json(content_type: str) -> bool:
    written = _MEDIA_TYPE.fullmatch(content_type.strip(" \t"))
    if not written:
        return False
    parameters = [found.groups("") for found in _ONE_PARAMETER.finditer(written[1])]
    # A name with a star carries an encoding of its own; there is one encoding here.
    return all(
        value.strip('"').lower() in ("utf-8", "utf8")
        for name, value in parameters
        if name.lower().rstrip("*") == "charset"
    )
