"""What the proxy in front has to pass on, and what caches on the way may keep."""

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
def test_the_example_passes_on_what_the_server_relies_on(header: str, value: str) -> None:
    said = re.findall(rf"proxy_set_header {header} (\S+);", EXAMPLE.read_text())
    assert said == [value]


@pytest.mark.parametrize("port", [443, 8443])
@pytest.mark.django_db
def test_forms_are_taken_from_pages_of_the_same_name_and_port(port: int) -> None:
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
def test_no_cache_keeps_that_a_page_is_missing() -> None:
    answer = Client().get("/nowhere")
    assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")


@pytest.mark.enable_socket
@pytest.mark.skipif(not find_nginx(), reason="nginx is not installed")
def test_one_address_holds_so_many_requests_and_no_other_waits_for_it(tmp_path: Path) -> None:
    """No server listens behind it: who is let in hears of that."""
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


def test_what_the_proxy_itself_refuses_tells_its_id_too() -> None:
    refusals = re.findall(
        r"location (?:@|= /\.)\w+ \{(.*?)\n    \}", EXAMPLE.read_text(), re.DOTALL
    )
    assert len(refusals) == 4
    assert all("add_header X-Request-ID $request_id always;" in each for each in refusals)


def test_the_proxys_log_names_ids_and_nobody() -> None:
    said = EXAMPLE.read_text()
    assert re.findall(r"log_format (\w+) '(.*)';", said) == [
        ("oottam", "$time_iso8601 $request_id $request_method $status $request_time")
    ]
    assert re.findall(r"access_log (.*);", said) == ["off", "/var/log/nginx/oottam.log oottam"]


def test_the_proxy_speaks_no_tls_that_is_out_of_date() -> None:
    said = EXAMPLE.read_text()
    assert re.findall(r"ssl_protocols (.*);", said) == ["TLSv1.2 TLSv1.3"]
    [ciphers] = re.findall(r"ssl_ciphers (\S+);", said)
    assert all(
        re.fullmatch(r"ECDHE-(ECDSA|RSA)-.*(GCM|POLY1305).*", each) for each in ciphers.split(":")
    )
