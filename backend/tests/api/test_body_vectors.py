"""contract/vectors/bodies.json: what the forms' own checks let through is accepted, kept whole, and flagged.

The storefront's forms send these bodies (frontend/storefront/routes/bodies.test.tsx).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from oottam.api.forms import is_blank
from oottam.api.limits import MAX_BODY
from oottam.backoffice.inbox import exports
from oottam.requests.identity import token_of
from oottam.requests.models import NO_NAME, Flag, Kind, Request
from oottam.workflow.services.message_templates import greeting_name
from tests.api_client import stored
from tests.backoffice.request.request_page import address, page, section, text
from tests.conftest import Send
from tests.endpoint_cases import BODIES, KINDS
from tests.factories.accounts import make_desk_client
from tests.http_client import browse, caller
from tests.outbox.mails import mail_about, part

FILE = Path(__file__).parents[3] / "contract" / "vectors" / "bodies.json"
FORMS: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))["forms"]
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
PATHS = {kind: path for path, kind in KINDS.items()}
LONG = [Flag.LONG_NAME, Flag.LONG_PHONE, Flag.LONG_EMAIL, Flag.LONG_ADDRESS, Flag.LONG_TEXT]
by_name = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
FLAGGED = {"; ".join(vector["flags"]): vector for vector in reversed(VECTORS) if vector["flags"]}
LONG_ONES = [vector for vector in FLAGGED.values() if {*vector["flags"]} & {*LONG}]


def written_out(value: Any) -> Any:
    """A value of the file, with repeated texts at their length."""
    is_repeated = isinstance(value, dict) and value.keys() == {"repeat", "times"}
    return value["repeat"] * value["times"] if is_repeated else value


def body_of(vector: dict[str, Any]) -> dict[str, Any]:
    sent = vector.get("body", vector["typed"])
    return FORMS[vector["form"]]["body"] | {name: written_out(sent[name]) for name in sent}


def accepted(send: Send, vector: dict[str, Any]) -> Request:
    return stored(send, PATHS[vector["form"]], body_of(vector))


def test_every_form_has_its_example_and_vectors() -> None:
    examples = {kind: BODIES[PATHS[kind]] for kind in FORMS}
    assert {kind: form["body"] for kind, form in FORMS.items()} == examples
    assert {vector["form"] for vector in VECTORS} == FORMS.keys()


@by_name
def test_vector_fits_into_a_body(vector: dict[str, Any]) -> None:
    assert len(json.dumps(body_of(vector), ensure_ascii=False).encode()) <= MAX_BODY


@pytest.mark.every_case
@pytest.mark.django_db
@by_name
def test_body_is_accepted_kept_whole_and_flagged(send: Send, vector: dict[str, Any]) -> None:
    request = accepted(send, vector)
    assert json.loads(request.body) == body_of(vector)
    assert [*request.flags.values_list("flag", flat=True)] == vector["flags"]


@pytest.mark.django_db
@pytest.mark.parametrize("vector", FLAGGED.values(), ids=FLAGGED.keys())
def test_desk_reads_the_flags_on_the_page_in_the_list_and_in_the_export(
    send: Send, vector: dict[str, Any]
) -> None:
    request, client = accepted(send, vector), make_desk_client()
    labels = [Flag(flag).label for flag in vector["flags"]]
    assert [label for label in labels if label not in section(page(client, request), "step")] == []
    assert "; ".join(labels) in text(client.get("/backoffice/requests/").content.decode())
    [row] = exports.rows(Request.objects.all())
    assert row[-1] == "; ".join(labels)
    assert max(len(str(cell)) for cell in row) <= 401  # of a name


@pytest.mark.django_db
@pytest.mark.parametrize("vector", LONG_ONES, ids=lambda vector: vector["name"])
def test_long_text_is_short_on_pages_and_in_mails_and_whole_on_request(
    send: Send, vector: dict[str, Any]
) -> None:
    request, client = accepted(send, vector), make_desk_client()
    is_nutrition = request.kind == Kind.NUTRITION
    shown = (
        client.post(address(request, "health")).content.decode()
        if is_nutrition
        else page(client, request)
    )
    typed = list(map(written_out, vector["typed"].values()))
    assert [value[-40:] for value in typed if value not in shown] == []
    titles = [f"all {len(value)} characters" for value in typed]
    assert [title for title in titles if title not in text(shown)] == []
    for short in (
        client.get("/backoffice/requests/").content.decode(),
        part(mail_about(request, "shop"), "plain"),
        browse(caller(), f"/status/{token_of(request.pk)}").body.decode(),
    ):
        assert [value[-40:] for value in typed if value in short] == []


@pytest.mark.parametrize(
    "blank", [" ", "\n\t ", "\u00a0\u3000", "\u200b\ufeff", "\u3164\u2800", "\U000e0001"]
)
def test_text_without_a_visible_character_is_blank(blank: str) -> None:
    assert is_blank(blank)


@pytest.mark.parametrize("visible", [".", " ஆ ", "👩\u200d🍳", "क्ष\u200d", "-"])
def test_text_with_a_visible_character_is_not_blank(visible: str) -> None:
    assert not is_blank(visible)


@pytest.mark.django_db
@pytest.mark.parametrize("path", BODIES)
def test_customer_without_a_name_is_called_so_in_lists(send: Send, path: str) -> None:
    names = [name for name in ("name", "lastname", "firstName", "lastName") if name in BODIES[path]]
    request = stored(send, path, {**BODIES[path], **dict.fromkeys(names, " ")})
    assert request.customer_name == NO_NAME
    assert Flag.NAME_MISSING in request.flags.values_list("flag", flat=True)
    mail = part(mail_about(request, "customer"), "plain")
    assert (mail.count("Hello,\n"), NO_NAME in mail) == (1, False)
    assert greeting_name(request) == ""


@pytest.mark.django_db
def test_address_that_no_mail_server_takes_gets_no_mail(send: Send) -> None:
    request = stored(send, PATHS["event"], {**BODIES[PATHS["event"]], "email": f"{'a' * 250}@b.in"})
    assert request.email == ""
    assert "No e-mail" in text(page(make_desk_client(), request))


@pytest.mark.django_db
def test_desk_reads_an_unclear_age_as_it_was_typed(send: Send) -> None:
    request = stored(send, PATHS["nutrition"], {**BODIES[PATHS["nutrition"]], "age": "1e2"})
    shown = make_desk_client().post(address(request, "health")).content.decode()
    assert "Age unclear: “1e2”" in section(shown, "asked")
