"""Builds the OpenAPI document of all endpoints from their forms and replies."""

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import PlainValidatorFunctionSchema, WrapValidatorFunctionSchema

from oottam.api import endpoints
from oottam.api.endpoints import Endpoint
from oottam.api.forms import Rule
from oottam.api.limits import MAX_BODY, MAX_KEY_LENGTH
from oottam.catalogue import Catalogue
from oottam.core.responses import CONTENT_TYPE, Refusal, Success

_REF = "#/components/schemas/{model}"
_DESCRIPTION = (
    "What the storefront sends to the server. Every reply is JSON of one of two shapes. "
    "Fields that are not listed are ignored. A body is UTF-8 JSON of at most "
    f"{MAX_BODY // 1024} KiB, names no field twice, and holds no NUL character."
)
_KEY_DESCRIPTION = (
    "New for each filled-in form, and kept when it is sent again: the same key with the same body "
    "gets the first reply and stores nothing more; with another body it is refused with 422."
)
_ERROR_DESCRIPTIONS = {
    "400": "The body is not the JSON that is described above, or the Idempotency-Key is malformed.",
    "403": "A page of another site sent it, which is not in ALLOWED_ORIGINS.",
    "405": "The address was not sent a POST.",
    "413": f"The body is larger than {MAX_BODY // 1024} KiB.",
    "415": "The body is not sent as application/json in UTF-8.",
    "422": "Fields are missing or wrong: each is named in `errors`, by its path in the body.",
    "429": "Too many requests were stored from one sender; try again after `Retry-After` seconds.",
    "500": "An unexpected failure; nothing was stored.",
    "503": "The database did not take it; nothing was stored. Try again after `Retry-After`.",
}


def document(catalogue: Catalogue) -> dict[str, Any]:
    """Return the document as JSON values, with the bounds and lists of this catalogue."""
    registered = endpoints.registered()
    _, schemas = _Schemas(catalogue).generate_definitions(
        [
            (kind, "validation", TypeAdapter(kind).core_schema)
            for kind in [*(endpoint.form for endpoint in registered), Success, Refusal]
        ]
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The calls of the storefront",
            "version": "1",
            "description": _DESCRIPTION,
        },
        "paths": {endpoint.path: {"post": _operation(endpoint)} for endpoint in registered},
        "components": {
            "parameters": {"IdempotencyKey": _idempotency_key()},
            "responses": {
                "Success": _response("The request is stored.", "Success"),
                **{code: _response(text, "Refusal") for code, text in _ERROR_DESCRIPTIONS.items()},
            },
            "schemas": dict(sorted(schemas.items())),
        },
    }


def text(catalogue: Catalogue) -> str:
    """Return the content of contract/openapi.json."""
    return json.dumps(document(catalogue), indent=2, ensure_ascii=False) + "\n"


def _operation(endpoint: Endpoint[Any]) -> dict[str, Any]:
    body = {"$ref": _REF.format(model=endpoint.form.__name__)}
    return {
        "operationId": endpoint.kind.value,
        "summary": str(endpoint.kind.label),
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}],
        "requestBody": {"required": True, "content": {CONTENT_TYPE: {"schema": body}}},
        "responses": {
            "200": {"$ref": "#/components/responses/Success"},
            **{code: {"$ref": f"#/components/responses/{code}"} for code in _ERROR_DESCRIPTIONS},
        },
    }


def _idempotency_key() -> dict[str, Any]:
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": _KEY_DESCRIPTION,
        "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_KEY_LENGTH,
            "pattern": r"^[\x21-\x7e]+$",
        },
    }


def _response(description: str, schema: str) -> dict[str, Any]:
    content = {CONTENT_TYPE: {"schema": {"$ref": _REF.format(model=schema)}}}
    return {"description": description, "content": content}


class _Schemas(GenerateJsonSchema):
    """Generates pydantic's schemas with the rules' additions from one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(ref_template=_REF)
        self._catalogue = catalogue

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Use explicit titles only."""
        return False

    def function_plain_schema(self, schema: PlainValidatorFunctionSchema) -> JsonSchemaValue:
        """Return the rule's schema for a field whose input has any type."""
        rule: Rule = schema["metadata"]["rule"]
        return rule.schema(self._catalogue)

    def function_wrap_schema(self, schema: WrapValidatorFunctionSchema) -> JsonSchemaValue:
        """Add the rule's schema to that of the input type."""
        rule: Rule = schema["metadata"]["rule"]
        return {**super().function_wrap_schema(schema), **rule.schema(self._catalogue)}
