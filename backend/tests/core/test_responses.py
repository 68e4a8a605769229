"""JSON responses of the endpoints."""

import json

from oottam.core.responses import FieldError, Reply, refusal, success


def test_success_has_message_and_reference() -> None:
    assert success("It is in.", "OT-1") == Reply(
        200, b'{"status":"success","message":"It is in.","reference":"OT-1"}'
    )


def test_refusal_has_message_and_errors() -> None:
    reply = refusal(422, "Look again.", [FieldError("phone", "Phone is required.")])
    assert reply.status == 422
    assert json.loads(reply.body) == {
        "status": "error",
        "message": "Look again.",
        "errors": [{"field": "phone", "message": "Phone is required."}],
    }
