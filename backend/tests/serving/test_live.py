"""The real server in its own process: start, orders, stop, and startup errors."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.bodies import veg_body
from tests.serving.live import BACKEND, first_line, migrate, rest, rows, start, with_tables

pytestmark = pytest.mark.enable_socket
VEG = "/vegmeal-form.php"


@pytest.fixture
def server(environment: dict[str, str]) -> "Iterator[subprocess.Popen[str]]":
    with_tables(environment)
    with start(environment) as process:
        yield process


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_accepted_order_is_stored_when_the_server_has_stopped(
    server: "subprocess.Popen[str]", environment: dict[str, str], stop: signal.Signals
) -> None:
    url = f"http://127.0.0.1:{environment['PORT']}"
    assert first_line(server) == (
        f"Oottam is open at {url}/order/ (staff: {url}/backoffice/). Ctrl-C stops it.\n"
    )
    with closing(HTTPConnection("127.0.0.1", int(environment["PORT"]))) as browser:
        browser.request("POST", VEG, json.dumps(veg_body()), {"Content-Type": "application/json"})
        reply = browser.getresponse()
        assert (reply.status, json.loads(reply.read())["status"]) == (200, "success")
        browser.request("GET", "/order/meal/VegMeal")
        page = browser.getresponse()
        assert (page.status, page.read()[:7]) == (200, b"<title>")
        browser.request("GET", "/readyz")
        assert browser.getresponse().read() == b'{"status": "ready"}'
    server.send_signal(stop)
    code, out, err = rest(server)
    assert (code, out) == (0, "Oottam has stopped; every accepted order is stored.\n")
    assert "Traceback" not in err
    assert "Asha" not in err
    var = environment["OOTTAM_VAR"]
    assert [
        rows(var, "requests_request"),
        rows(var, "orders_order"),
        rows(var, "orders_orderline"),
    ] == [
        1,
        1,
        1,
    ]


def refusal(environment: dict[str, str]) -> str:
    with start(environment) as process:
        code, out, err = rest(process)
    assert (code, out) == (1, "")
    assert "Traceback" not in err
    return err


def test_port_in_use_is_a_one_line_error(environment: dict[str, str]) -> None:
    with_tables(environment)
    with socket.create_server(("127.0.0.1", int(environment["PORT"]))):
        assert refusal(environment) == (
            f"oottam: Cannot listen on 127.0.0.1 port {environment['PORT']} (Address already in use). "
            "Stop what uses that port, or set HOST and PORT to others.\n"
        )


def test_database_without_tables_is_a_one_line_error(environment: dict[str, str]) -> None:
    assert refusal(environment) == (
        "oottam: The database's tables are not up to date. Run: make migrate\n"
    )


@pytest.mark.parametrize(
    ("name", "value", "begins"),
    [
        ("PORT", "http", "oottam: PORT='http' is not a whole number from 1 to 65535."),
        ("HOST", "no.such.host.invalid", "oottam: Cannot listen on no.such.host.invalid port "),
        ("BEHIND_TLS", "1", "oottam: BEHIND_TLS=1 needs TRUSTED_PROXY, the address of the proxy"),
        ("TRUSTED_PROXY", "foo", "oottam: TRUSTED_PROXY='foo' is not an internet address."),
        ("DATABASE_URL", "oracle://x", "oottam: DATABASE_URL is not understood."),
        (
            "OOTTAM_CONTRACT",
            "/nowhere",
            "oottam: The contract folder /nowhere is not there. Make it,",
        ),
    ],
)
def test_invalid_setting_is_a_one_line_error(
    environment: dict[str, str], name: str, value: str, begins: str
) -> None:
    said = refusal({**environment, name: value})
    assert said.startswith(begins)
    assert said.count("\n") == 1


def test_missing_storefront_is_a_one_line_error(environment: dict[str, str], dist: Path) -> None:
    with_tables(environment)
    (dist / "routes.json").unlink()
    assert refusal(environment).startswith("oottam: The storefront is not built: ")


def test_shop_behind_a_proxy_works_and_logs_no_customer(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """Orders, refused forms and a backup; the JSON log lines name requests, not customers."""
    settings = {"LOG_FORMAT": "JSON", "LOG_LEVEL": "DEBUG", "TRUSTED_PROXY": "127.0.0.1"}
    environment = {**environment, **settings, "OOTTAM_MAIL_WORKER": "0"}
    migrate(environment)
    backup = [sys.executable, str(BACKEND / "manage.py"), "backup", str(tmp_path / "copy.sqlite3")]
    identity = "4f0c1a2b-0000-4000-8000-0123456789ab"
    proxied = {"X-Forwarded-For": "203.0.113.9", "X-Request-ID": identity}
    json_type = {"Content-Type": "application/json"}
    with start(environment) as server:
        first_line(server)
        with closing(HTTPConnection("127.0.0.1", int(environment["PORT"]))) as browser:
            statuses, ids = [], []
            for body, headers in [
                (json.dumps(veg_body()), {**json_type, **proxied}),
                (json.dumps(veg_body(timing="Asha")), json_type),
                ("{", json_type),
                (json.dumps(veg_body()), {}),
            ]:
                browser.request("POST", VEG + "?email=asha@example.com", body, headers)
                reply = browser.getresponse()
                reply.read()
                statuses.append(reply.status)
                ids.append(reply.headers["X-Request-ID"])
        copied = subprocess.run(backup, env=environment, capture_output=True, text=True, check=True)
        server.send_signal(signal.SIGTERM)
        _, _, err = rest(server)
    assert statuses == [200, 422, 400, 415]
    lines = [json.loads(line) for line in err.splitlines()]
    calls = [line for line in lines if line["logger"] == "oottam.access"]
    assert [(line["route"], line["status"]) for line in calls] == [(VEG, each) for each in statuses]
    assert [line["request_id"] for line in calls] == ids
    assert ids[0] == identity
    assert len(set(ids)) == 4
    for told in ("Asha", "asha", "98400", "Beach", "203.0.113.9"):
        assert told not in err
    assert copied.stdout.endswith(" holds 1 requests, and is sound.\n")


def test_deployment_check_has_no_warnings(environment: dict[str, str]) -> None:
    manage = [
        sys.executable,
        str(BACKEND / "manage.py"),
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ]
    behind_tls = {**environment, "BEHIND_TLS": "1", "TRUSTED_PROXY": "127.0.0.1"}
    for settings in (environment, behind_tls):
        checked = subprocess.run(manage, env=settings, capture_output=True, text=True, check=False)
        assert (checked.returncode, "WARNING" in checked.stderr) == (0, False), checked.stderr


def test_cookies_behind_tls_have_the_secure_prefix(
    environment: dict[str, str],
) -> None:
    asking = (
        "from django.conf import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME)"
    )
    behind_tls = {
        **environment,
        "BEHIND_TLS": "1",
        "TRUSTED_PROXY": "127.0.0.1",
        "PYTHONPATH": str(BACKEND),
        "DJANGO_SETTINGS_MODULE": "oottam.config.settings",
    }
    said = subprocess.check_output([sys.executable, "-c", asking], env=behind_tls, text=True)
    assert said.split() == ["__Secure-sessionid", "__Secure-csrftoken"]
