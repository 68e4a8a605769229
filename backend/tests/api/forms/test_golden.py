"""Golden replies of every endpoint to hundreds of invalid bodies (golden/replies.jsonl): status, messages, order.

After an intended change, regenerate the file with `REWRITE_GOLDEN=1` and review the diff.
"""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from oottam.api import endpoints, validation
from oottam.api.errors import RequestRejectedError
from oottam.api.writing.batch import PendingRequest
from tests.bodies import without
from tests.endpoint_cases import BODIES, KINDS
from tests.orders.examples import COMBO

GOLDEN = Path(__file__).parent / "golden" / "replies.jsonl"
AT = datetime(2026, 11, 2, 6, 30, tzinfo=UTC)
LONG = "ஊ" * 20_001
VALUES: list[Any] = [
    *(None, True, 0, -1, 5, 41, 6.5, 10**9, 10**12 + 1, -1e13),
    *("", " \n\u00a0", "x", "06", "٦", "24:00", "08:30\n", "asha@", "a@example.com\n", LONG),
    *([], [None], ["x", 5], [[]], {}, {"x": 1}),
]
ENTRIES: list[Any] = [
    *(None, "x", [], {}, {"name": 5, "price": "5"}, {"name": " ", "discountedCost": True}),
    *({"name": "x" * 201}, {"name": "Nothing 🥗 of ours " * 5, "price": 10**13, "more": [1]}),
    *({"id": "", "title": None}, {"id": "x" * 61, "title": 5, "image": [], "desc": 1, "category": {}}),
]  # fmt: skip
SECTIONS: list[Any] = [
    {"breakfast": False, "lunch": False, "dinner": False},
    {"breakfast": 1, "lunch": "true", "dinner": None},
    {"lunch": True, "supper": True},
]
COMBOS: list[Any] = [
    {"week5": {}, "week1": []},
    {"week1": {"supper": [], "lunch": {}, "dinner": None}},
    {"week1": {"lunch": ["Monday", "Monday", "Sunday", 5, None, "x" * 70, "monday"]}},
    {"week2": {"lunch": ["Monday"] * 201}},
    {f"week{number}": {} for number in range(5, 300)},
    {"week1": {f"meal{number}": [] for number in range(300)}},
]
RAW = [
    *(b"", b"{", b"[]", b"null", b'"text"', b"5", b"NaN", b'{"date": NaN}', b'{"a": 1, "a": 2}'),
    *(b'{"a": {"b": 1, "b": 1}}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": 1e16}'),
    *(b'{"a": ' + b"1" * 31 + b"}", b'{"a": 0e99}', b'{"a": 1e-99999999999}', b"\xff", b"\xef\xbb\xbf{}"),
    *(b'{"a": "\\u0000"}', b'{"\\u0000": 1}', b'{"a": "\\ud800"}', b'{"a": ["\\udc00x"]}', b'{"a": "\x01"}'),
    *(b"[" * 32 + b"]" * 32, b"[" * 33 + b"]" * 33, b"[" * 9999, b'{"a": "' + b"[" * 99 + b'"}'),
    *(b"[" + b"[]," * 25_001 + b"[]]", b"{'a': 1}", b"{} {}", b'{"a" 1}', b"{\n\n  name}"),
]  # fmt: skip


def cases() -> Iterator[tuple[str, str, bytes]]:
    """A name, a call's path and a body for it."""
    for path, body in BODIES.items():
        kind = KINDS[path]
        items = body.get("selectedItems")
        for field in body:
            yield f"{kind} without {field}", path, _dumped(without(body, field))
            for value in VALUES:
                shown = "too long" if value is LONG else json.dumps(value)
                yield f"{kind} {field}={shown}", path, _dumped({**body, field: value})
        several = [("sections", value) for value in SECTIONS if "sections" in body]
        several += [("selectedItems", value) for value in COMBOS if path == COMBO]
        if isinstance(items, list):
            lists = [[*items, entry] for entry in ENTRIES]
            lists += [ENTRIES, [*items, *items], [items[0]] * 201, [None, items[0], items[0]]]
            lists += [[{**items[0], extra: value}] for extra in items[0] for value in VALUES[:9]]
            several += [("selectedItems", value) for value in lists]
        for number, (field, value) in enumerate(several):
            yield f"{kind} {field} {number}", path, _dumped({**body, field: value})
            wrong = {**body, "email": "asha", "phone": None, "extra": 1, field: value}
            yield f"{kind} {field} {number} and others", path, _dumped(without(wrong, "name"))
        yield f"{kind} of nulls", path, _dumped(dict.fromkeys(body))
        yield f"{kind} of fives, backwards", path, _dumped(dict.fromkeys(reversed(body), 5))
        yield f"{kind} of lists", path, _dumped({name: [value] for name, value in body.items()})
    for number, raw in enumerate(RAW):
        yield f"JSON {number}", COMBO, raw


def _dumped(body: Any) -> bytes:
    return json.dumps(body).encode()


def reply(path: str, raw: bytes) -> dict[str, Any]:
    """The status and all that is said; of a body that is taken, what is made of it."""
    call = endpoints.find(path)
    assert call
    try:
        taken = validation.validate_body(call, raw, None, AT)
    except RequestRejectedError as refused:
        return {"http": refused.reply.status, **json.loads(refused.reply.body), **refused.headers}
    assert isinstance(taken, PendingRequest)
    return {"http": 200, "flags": taken.accepted.flags, "extras": taken.extras}


def test_invalid_bodies_get_their_golden_replies() -> None:
    found = [
        json.dumps([name, reply(path, raw)], ensure_ascii=False) for name, path, raw in cases()
    ]
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text("\n".join(found) + "\n", "utf-8")
    assert found == GOLDEN.read_text("utf-8").splitlines()
