"""contract/openapi.json matches the server's validation."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from oottam import catalogue
from oottam.api import openapi
from oottam.core import responses
from oottam.core.responses import FieldError
from tests.bodies import without
from tests.conftest import Send
from tests.endpoint_cases import BODIES, KINDS

CONTRACT = Path(__file__).parents[3] / "contract"
DOCUMENT: dict[str, Any] = json.loads((CONTRACT / "openapi.json").read_text("utf-8"))


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    """A schema of the document, with the components that it refers to."""
    return Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def body_validator(path: str) -> Draft202012Validator:
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]
    return validator(content["application/json"]["schema"])


def test_exported_document_is_current() -> None:
    exported = (CONTRACT / "openapi.json").read_text("utf-8")
    assert exported == openapi.text(catalogue.current()), (
        "Export it again: python backend/manage.py openapi --write"
    )


def test_command_prints_the_document() -> None:
    printed = io.StringIO()
    call_command("openapi", stdout=printed)
    assert printed.getvalue() == openapi.text(catalogue.current())


def test_command_writes_the_document(tmp_path: Path, settings: Any) -> None:
    settings.CONTRACT = tmp_path
    call_command("openapi", "--write")
    assert (tmp_path / "openapi.json").read_text("utf-8") == openapi.text(catalogue.current())


def test_every_endpoint_is_described() -> None:
    described = {path: call["post"]["operationId"] for path, call in DOCUMENT["paths"].items()}
    assert described == KINDS


def test_every_schema_is_valid() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", BODIES)
def test_valid_body_matches_its_schema(path: str) -> None:
    body_validator(path).validate(BODIES[path])


@pytest.mark.parametrize("path", BODIES)
def test_schema_and_server_require_the_same_fields(send: Send, path: str) -> None:
    refused = json.loads(send({}, path).content)["errors"]
    missing = [error.message.split("'")[1] for error in body_validator(path).iter_errors({})]
    assert sorted(missing) == sorted(error["field"] for error in refused)


@pytest.mark.parametrize("path", BODIES)
def test_invalid_value_in_any_field_violates_the_schema(path: str) -> None:
    schema = body_validator(path)
    fitting = [
        field
        for field in BODIES[path]
        if schema.is_valid({**BODIES[path], field: {"nonsense": {"x": 1}}})
    ]
    assert fitting == []


def test_optional_fields_are_not_required() -> None:
    for path, body in BODIES.items():
        schema = body_validator(path)
        required = [error.message.split("'")[1] for error in schema.iter_errors({})]
        optional = [field for field in body if field not in required]
        schema.validate(without(body, *optional))


def test_replies_match_their_schemas() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    path = f"/status/{'x' * 43}"
    taken = json.loads(responses.success("Thank you!", "OT-7K2M9QX", path).body)
    without_page = json.loads(responses.success("Thank you!", "OT-7K2M9QX").body)
    refused = json.loads(responses.refusal(422, "No.", [FieldError("name", "No.")]).body)
    validator(schemas["Success"]).validate(taken)
    validator(schemas["Success"]).validate(without_page)
    assert (taken["statusPath"], "statusPath" in without_page) == (path, False)
    validator(schemas["Refusal"]).validate(refused)
    assert not validator(schemas["Success"]).is_valid(refused)
    assert not validator(schemas["Refusal"]).is_valid(taken)


def test_idempotency_key_is_described_with_its_limits() -> None:
    schema = validator(DOCUMENT["components"]["parameters"]["IdempotencyKey"]["schema"])
    allowed = {key: schema.is_valid(key) for key in ["k", "x" * 200, "", "x" * 201, "a b", "ஊ"]}
    assert list(allowed.values()) == [True, True, False, False, False, False]
