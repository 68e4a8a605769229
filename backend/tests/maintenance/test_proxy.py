"""Requirements for the proxy: passed headers, limits, logging, TLS, caching."""

import re
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.test import Client

from system_tests.support.nginx import find_nginx, proxy
from system_tests.support.shop import free_port
from system_tests.support.visitor import Visitor
from tests.api_client import until

EXAMPLE = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Host", "$http_host"),  # with its port: origins are compared with it
        ("X-Forwarded-For", "$remote_addr"),
        ("X-Forwarded-Proto", "$scheme"),
        ("X-Request-ID", "$request_id"),
    ],
)
def test_example_passes_required_headers(header: str, value: str) -> None:
    output = re.findall(rf"proxy_set_header {header} (\S+);", EXAMPLE.read_text())
    assert output == [value]


@pytest.mark.parametrize("port", [443, 8443])
@pytest.mark.django_db
def test_forms_require_the_same_host_and_port(port: int) -> None:
    browser = Client(enforce_csrf_checks=True, headers={"host": f"localhost:{port}"})
    browser.get("/backoffice/login/", secure=True)
    token = browser.cookies["csrftoken"].value
    form = {"username": "nobody", "password": "wrong", "csrfmiddlewaretoken": token}

    def status(origin: str) -> int:
        answer = browser.post("/backoffice/login/", form, secure=True, headers={"origin": origin})
        return answer.status_code

    assert status(f"https://localhost:{port}") != 403
    assert status("https://localhost:9") == 403


@pytest.mark.django_db
def test_404_is_not_cached() -> None:
    answer = Client().get("/nowhere")
    assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")


@pytest.mark.enable_socket
@pytest.mark.skipif(not find_nginx(), reason="nginx is not installed")
def test_connections_are_limited_by_address(tmp_path: Path) -> None:
    """No server runs behind nginx, so admitted requests get 502."""
    tmp_path.chmod(0o755)
    slow = b"POST /x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1\r\nContent-Length: 9\r\n\r\n"
    with proxy(tmp_path, [free_port()]) as port, ExitStack() as stack:
        for _ in range(200):
            held = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            held.sendall(slow)

        def status_for(address: str) -> int:
            with Visitor(port, address=address) as visitor:
                return visitor.get("/").status

        until(lambda: status_for("10.0.0.1") == 429)
        assert status_for("10.0.0.2") == 503


def test_proxy_errors_contain_the_request_id() -> None:
    refusals = re.findall(
        r"location (?:@|= /\.)\w+ \{(.*?)\n    \}", EXAMPLE.read_text(), re.DOTALL
    )
    assert len(refusals) == 4
    assert all("add_header X-Request-ID $request_id always;" in each for each in refusals)


def test_proxy_log_contains_ids_but_no_personal_data() -> None:
    output = EXAMPLE.read_text()
    assert re.findall(r"log_format (\w+) '(.*)';", output) == [
        ("oottam", "$time_iso8601 $request_id $request_method $status $request_time")
    ]
    assert re.findall(r"access_log (.*);", output) == ["off", "/var/log/nginx/oottam.log oottam"]


def test_proxy_rejects_old_tls() -> None:
    output = EXAMPLE.read_text()
    assert re.findall(r"ssl_protocols (.*);", output) == ["TLSv1.2 TLSv1.3"]
    [ciphers] = re.findall(r"ssl_ciphers (\S+);", output)
    assert all(
        re.fullmatch(r"ECDHE-(ECDSA|RSA)-.*(GCM|POLY1305).*", each) for each in ciphers.split(":")
    )
