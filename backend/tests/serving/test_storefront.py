"""The prerendered storefront under /order/."""

import gzip
import json
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam import catalogue
from oottam.serving.storefront import Storefront
from tests.http_client import Answer, Caller, browse


def fallback_application(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [b"fallback_application"]


def serve_storefront(dist: Path) -> Caller:
    return Caller(fallback_application, files=[Storefront(dist)])


@pytest.fixture
def storefront(dist: Path) -> Caller:
    return serve_storefront(dist)


# What chats append to a link, decoded and encoded.
MARKS = [*").,;:!'\"]>*_ ’”…", "%29", "%2C", "%2E", "%20", "%22", "%5D", "%3E", "%E2%80%9D"]


def title(answer: Answer) -> str:
    return answer.body.partition(b"</title>")[0].removeprefix(b"<title>").decode()


@pytest.mark.parametrize(
    ("path", "file"),
    [("/order/", "index.html"), ("/order/meal/VegMeal", "meal/VegMeal/index.html")],
)
def test_page_is_served_at_its_path(storefront: Caller, path: str, file: str) -> None:
    answer = browse(storefront, path)
    assert (answer.status, title(answer)) == (200, file)
    assert answer.headers["content-type"] == 'text/html; charset="utf-8"'
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("/order", "/order/"),
        ("/ORDER", "/order/"),
        ("/Order/", "/order/"),
        ("/order//", "/order/"),
        ("/order/meal/VegMeal/", "/order/meal/VegMeal"),
        ("/order/meal/vegmeal", "/order/meal/VegMeal"),
        ("/order/MEAL/VEGMEAL/", "/order/meal/VegMeal"),
        ("/ORDER/meal/VegMeal", "/order/meal/VegMeal"),
        *((f"/order/meal/VegMeal{mark}", "/order/meal/VegMeal") for mark in MARKS),
        ("/order/meal/VegMeal).", "/order/meal/VegMeal"),
        ("/order/MEAL/vegmeal/)", "/order/meal/VegMeal"),
        ("/order/meal/vegmeal)/", "/order/meal/VegMeal"),
        ("/order/)", "/order/"),
        ("/order,", "/order/"),
    ],
)
def test_other_spelling_redirects_to_the_canonical_path(
    storefront: Caller, path: str, canonical: str
) -> None:
    plain, with_query = browse(storefront, path), browse(storefront, path, query="a=1&b=%20")
    assert (plain.status, plain.headers["location"], plain.body) == (308, canonical, b"")
    assert with_query.headers["location"] == f"{canonical}?a=1&b=%20"
    assert plain.headers["cache-control"] == "no-cache"  # the next build may have a page there


def test_root_redirects_to_the_storefront(storefront: Caller) -> None:
    answer = browse(storefront, "/", query="from=ad")
    assert (answer.status, answer.headers["location"]) == (302, "/order/?from=ad")


def test_crawler_files_are_served_at_the_root(
    storefront: Caller,
) -> None:
    answer = browse(storefront, "/robots.txt")
    assert (answer.status, answer.body) == (200, b"User-agent: *\nDisallow: /backoffice/\n")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/order/nothing", "/order/meal", "/order/meal/VegMeal/more", "/order/platters", "/order/px",
     "/order/p/q", "/order/ஊட்டம்", "/order/\xff", "/order/../order/x", "/order/%", "/order/nothing)",
     "/order/platters%20", "/order/p_", "/order/meal/)VegMeal", "/order/meal/VegMeal-"],
)  # fmt: skip
def test_unknown_path_is_the_not_found_page(storefront: Caller, path: str) -> None:
    answer = browse(storefront, path)
    assert (answer.status, title(answer)) == (404, "404.html")


@pytest.mark.parametrize(
    "path",
    ["/order/p", "/order/P/", "/order/healthy-salads", "/order/Healthy-Salads", "/order/jusfriez"],
)
def test_three_paths_are_the_bare_not_found_page(storefront: Caller, path: str) -> None:
    answer = browse(storefront, path)
    assert (answer.status, title(answer)) == (404, "404-bare.html")


@pytest.mark.parametrize(
    "path",
    ["/order/assets/none.js", "/order/assets", "/order/assets/", "/order/assets/folder", "/order/x.png",
     "/order/index.html", "/order/meal/VegMeal/index.html", "/order/404.html", "/order/routes.json",
     "/order/assets/app-5f2c.js.br", "/order/assets/app-5f2c.js)", "/order/robots.txt.", "/order/assets/../../routes.json", "/order/../routes.json"],
)  # fmt: skip
def test_missing_file_is_a_plain_text_404(storefront: Caller, path: str) -> None:
    answer = browse(storefront, path)
    assert (answer.status, answer.body) == (404, b"Not found\n")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_hashed_asset_is_immutable(storefront: Caller) -> None:
    answer = browse(storefront, "/order/assets/app-5f2c.js")
    assert answer.status == 200
    assert answer.headers["cache-control"] == "max-age=31536000, immutable"
    assert answer.headers["content-type"] == 'text/javascript; charset="utf-8"'


def test_other_files_are_revalidated(storefront: Caller) -> None:
    answer = browse(storefront, "/order/robots.txt")
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", ["/order/", "/order/assets/app-5f2c.js", "/order/nothing"])
@pytest.mark.parametrize(
    ("accepted", "encoding", "unpack"),
    [("br, gzip", "br", brotli.decompress), ("gzip", "gzip", gzip.decompress), ("", None, bytes)],
)
def test_the_best_accepted_encoding_is_sent(
    storefront: Caller, path: str, accepted: str, encoding: str | None, unpack: Any
) -> None:
    answer = browse(storefront, path, Accept_Encoding=accepted)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert unpack(answer.body).startswith(b"<title>")


def test_unchanged_page_is_a_304(storefront: Caller) -> None:
    tag = browse(storefront, "/order/").headers["etag"]
    again = browse(storefront, "/order/", If_None_Match=tag)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)


@pytest.mark.parametrize(
    ("known", "status"),
    [
        ("{}", 304), ("W/{}", 304), ("*", 304), (" * ", 304), ('"a", {}', 304), ('W/"a",W/{}, "b"', 304),
        ('"a, b", {}', 304), ('"a"', 200), ('W/"a"', 200), ("", 200), ("a", 200), ('"*"', 200),
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/order/", "/order/robots.txt"])
def test_if_none_match_is_compared_by_rfc_9110(
    storefront: Caller, path: str, known: str, status: int
) -> None:
    tag = browse(storefront, path).headers["etag"]
    answer = browse(storefront, path, If_None_Match=known.replace("{}", tag))
    assert (answer.status, bool(answer.body)) == (status, status == 200)


def test_etag_takes_precedence_over_the_time(storefront: Caller) -> None:
    late = "Fri, 01 Jan 2100 00:00:00 GMT"
    assert browse(storefront, "/order/", If_Modified_Since=late).status == 304
    assert browse(storefront, "/order/", If_Modified_Since="never").status == 200
    both = browse(storefront, "/order/", If_Modified_Since=late, If_None_Match='"a"')
    assert both.status == 200


@pytest.mark.parametrize(
    "range_header", ["bytes=0-0", "bytes=-1", "bytes=5-2", "bytes=0-0,2-3", "x"]
)
def test_range_request_gets_the_whole_file(storefront: Caller, range_header: str) -> None:
    whole = browse(storefront, "/order/assets/app-5f2c.js")
    answer = browse(storefront, "/order/assets/app-5f2c.js", Range=range_header)
    assert (answer.status, answer.body) == (200, whole.body)
    assert "content-range" not in answer.headers
    assert "accept-ranges" not in answer.headers


def test_etag_depends_on_the_content_only(storefront: Caller, dist: Path) -> None:
    tag = browse(storefront, "/order/").headers["etag"]
    page = dist / "site" / "index.html"
    page.write_bytes(page.read_bytes())
    assert browse(serve_storefront(dist), "/order/").headers["etag"] == tag
    page.write_bytes(page.read_bytes().replace(b"x", b"y"))
    assert browse(serve_storefront(dist), "/order/").headers["etag"] != tag


def test_not_found_page_ignores_conditional_headers(storefront: Caller) -> None:
    first = browse(storefront, "/order/nothing")
    assert "etag" not in first.headers
    again = browse(storefront, "/order/nothing", If_None_Match="*", Range="bytes=0-1")
    assert (again.status, again.body) == (404, first.body)


@pytest.mark.parametrize(
    "path", ["/order/", "/order", "/order/nothing", "/order/assets/app-5f2c.js"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_post_to_a_page_is_a_405(storefront: Caller, path: str, method: str) -> None:
    answer = browse(storefront, path, method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    assert json.loads(answer.body) == {
        "status": "error",
        "message": "This address shows pages and does not accept forms.",
        "errors": [],
    }


@pytest.mark.parametrize("path", ["/order/birthday", "/order/nothing"])
@pytest.mark.parametrize("encoding", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_form_that_a_browser_sends_without_scripts_gets_a_page_that_nothing_was_sent(
    storefront: Caller, path: str, encoding: str
) -> None:
    answer = browse(storefront, path, "POST", Content_Type=f"{encoding}; charset=utf-8")
    assert (answer.status, answer.headers["cache-control"]) == (405, "no-store")
    assert answer.headers["content-type"].startswith("text/html")
    text = answer.body.decode()
    assert "Nothing was sent" in text
    contact = catalogue.current().site.contact
    for way in (f"tel:{contact.phone.replace(' ', '')}", f"https://wa.me/{contact.chat_number}"):
        assert f'href="{way}"' in text


def test_other_paths_reach_the_application(storefront: Caller) -> None:
    assert browse(storefront, "/backoffice/", "POST").body == b"fallback_application"
    assert browse(storefront, "/orders").body == b"fallback_application"


@pytest.mark.parametrize("path", ["/orders", "//order/", "/"])
def test_form_to_an_unknown_path_gets_a_json_response(storefront: Caller, path: str) -> None:
    answer = browse(storefront, path, "POST")
    assert (answer.status, json.loads(answer.body)["status"]) == (404, "error")


@pytest.mark.parametrize(
    "missing", ["routes.json", "site/404.html", "site/meal/VegMeal/index.html"]
)
def test_missing_build_file_raises_improperly_configured(dist: Path, missing: str) -> None:
    (dist / missing).unlink()
    with pytest.raises(ImproperlyConfigured) as stopped:
        Storefront(dist)
    assert str(stopped.value) == (
        f"The storefront is not built: {dist / missing} is missing. Run: make build "
        "(or point OOTTAM_STOREFRONT to a built one)."
    )


def test_invalid_routes_raise_improperly_configured(dist: Path) -> None:
    (dist / "routes.json").write_text("{}", "utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"is not as agreed: .* Run: make build"):
        Storefront(dist)
