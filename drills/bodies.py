"""Forms of all eight kinds, right in every field, each one like no other."""

import json

from tests.every_call import BODIES, KINDS

PATHS = list(BODIES)
_NAMES = {path: "firstName" if "firstName" in body else "name" for path, body in BODIES.items()}


def form(number: int) -> tuple[str, bytes]:
    """The path and body of form `number`; eight neighbours are of eight kinds."""
    path = PATHS[number % len(PATHS)]
    body = {**BODIES[path], _NAMES[path]: f"Drill வாசகர் {number}"}
    return path, json.dumps(body, ensure_ascii=False).encode()


def kind(path: str) -> str:
    """What the shop calls the forms of this path."""
    return KINDS[path]
