"""Bodies that schemathesis generates from contract/openapi.json, valid and invalid."""

import json
from collections.abc import Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.generation import GenerationMode

from system_tests.security.malformed_bodies import Sent
from system_tests.support.shop import ROOT


def described(count: int, start: int) -> Iterator[Sent]:
    """About `count` requests, half of them valid; deterministic for the same `start`."""
    document = json.loads((ROOT / "contract" / "openapi.json").read_text("utf-8"))
    _simplify(document)
    operations: list[Any] = list(schemathesis.openapi.from_dict(document).get_all_operations())
    each = -(-count // (len(operations) * len(GenerationMode)))
    for found in operations:
        operation = found.ok()
        for mode in GenerationMode:
            strategy = operation.as_strategy(generation_mode=mode)
            for body in _examples(strategy, each, start):
                yield Sent(operation.path, body)


def _examples(strategy: Any, count: int, start: int) -> list[bytes]:
    made: list[bytes] = []

    @seed(start)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(case: Any) -> None:
        made.append(_bytes(case.body))

    collect()
    return made


def _bytes(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return json.dumps(body, default=str).encode()


def _simplify(schema: Any) -> None:
    r"""Replace the "not blank" pattern by a minimum length: schemathesis reads \S as "without any blank".

    Beside an enum both are redundant, and schemathesis treats them as contradictory.
    """
    if isinstance(schema, list):
        for part in schema:
            _simplify(part)
    if not isinstance(schema, dict):
        return
    if schema.get("pattern") == r"\S":
        del schema["pattern"]
        schema["minLength"] = 1
    if "enum" in schema:
        schema.pop("maxLength", None)
        schema.pop("minLength", None)
    for part in schema.values():
        _simplify(part)
