"""Requirements for the proxy: passed headers, limits, logging, TLS, caching."""

import re
import select
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from oottam.api.limits import MAX_BODY
from oottam.serving import uploads
from system_tests.support.nginx import find_nginx, proxy
from system_tests.support.shop import free_port
from system_tests.support.visitor import Visitor
from tests.api_client import until

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
EXAMPLE = DEPLOY / "nginx.conf"
CADDYFILE = DEPLOY / "container" / "Caddyfile"


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


needs_nginx = pytest.mark.skipif(not find_nginx(), reason="nginx is not installed")


# A page that takes files, of each name.
UPLOADS: dict[str, dict[str, str]] = {
    "menu-dish-photo": {"menu": "nonveg", "dish_id": "chicken-65"},
    "menu-doctor-photo": {},
    "menu-picture": {"picture": "event-birthday"},
    "menu-spreadsheet-read": {},
    "statements-import": {},
}
BOUND = {
    EXAMPLE: r"location ~ (\S+) \{\s+client_max_body_size (\d+)k;",
    CADDYFILE: r"@\w+ path_regexp (\S+)\n\s*request_body @\w+ \{\s+max_size (\d+)KiB",
}
FORM_BOUND = {
    EXAMPLE: r"^    client_max_body_size (\d+)k;",
    CADDYFILE: r"request_body \{\s+max_size (\d+)KiB",
}


@pytest.mark.parametrize("file", [EXAMPLE, CADDYFILE])
def test_proxy_takes_bodies_as_long_as_the_server_does(file: Path) -> None:
    bounds = re.findall(BOUND[file], file.read_text())
    found = {}
    for name, words in UPLOADS.items():
        path = reverse(f"backoffice:{name}", kwargs=words)
        [found[name]] = [int(size) * 1024 for pattern, size in bounds if re.search(pattern, path)]
    assert found == {
        name: size + uploads.MULTIPART_BYTES for name, size in uploads.FILE_BYTES.items()
    }
    forms = re.findall(FORM_BOUND[file], file.read_text(), re.MULTILINE)
    assert [int(size) * 1024 for size in forms] == [MAX_BODY]
    assert not any(re.search(pattern, "/backoffice/menu/") for pattern, _ in bounds)


def send_slowly(stack: ExitStack, port: int, cookie: str, address: str) -> socket.socket:
    """A client that announces a photo and does not send it."""
    path = reverse("backoffice:menu-dish-photo", kwargs=UPLOADS["menu-dish-photo"])
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n{cookie}Content-Length: 9999999\r\n\r\n"
    held = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
    held.sendall(head.encode())
    return held


@pytest.mark.enable_socket
@needs_nginx
def test_upload_without_a_session_cookie_is_led_to_the_log_in_and_reaches_no_server(
    tmp_path: Path,
) -> None:
    """The server's port accepts connections and answers none."""
    tmp_path.chmod(0o755)
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as stack:
        port = stack.enter_context(proxy(tmp_path, [server.getsockname()[1]]))
        answer = send_slowly(stack, port, "Cookie: csrftoken=1\r\n", "10.0.0.1").recv(4096)
        assert answer.startswith(b"HTTP/1.1 303 ")
        assert b"\r\nLocation: /backoffice/login/?next=/backoffice/menu/&was=lost\r\n" in answer
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.enable_socket
@needs_nginx
def test_uploads_at_a_time_are_limited_by_address(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    cookie = "Cookie: a=b; __Secure-sessionid=x1\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as stack:
        port = stack.enter_context(proxy(tmp_path, [server.getsockname()[1]]))
        held = [send_slowly(stack, port, cookie, "10.0.0.1") for _ in range(9)]
        refused, _, _ = select.select(held, [], [], 60)
        assert [each.recv(12) for each in refused] == [b"HTTP/1.1 429"]
        server.settimeout(60)
        for _ in range(8):
            stack.enter_context(server.accept()[0])
        other = send_slowly(stack, port, cookie, "10.0.0.2")
        stack.enter_context(server.accept()[0])
        assert select.select([other], [], [], 0)[0] == []


@pytest.mark.enable_socket
@needs_nginx
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
