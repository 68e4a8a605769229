"""Forms of all eight kinds, right in every field, each one like no other."""

import json

from tests.endpoint_cases import BODIES, KINDS

PATHS = list(BODIES)
_NAMES = {path: "firstName" if "firstName" in body else "name" for path, body in BODIES.items()}


def form(number: int) -> tuple[str, bytes]:
    """The path and body of form `number`; eight neighbours are of eight kinds.

    Each has its own person, so that no rate limit is reached.
    """
    path = PATHS[number % len(PATHS)]
    person = {
        _NAMES[path]: f"Drill வாசகர் {number}",
        "phone": f"9{number:09}",
        "email": f"drill{number}@example.com",
    }
    known = {field: value for field, value in person.items() if field in BODIES[path]}
    return path, json.dumps({**BODIES[path], **known}, ensure_ascii=False).encode()


def kind(path: str) -> str:
    """What the shop calls the forms of this path."""
    return KINDS[path]
