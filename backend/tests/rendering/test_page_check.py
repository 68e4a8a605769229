"""Rules of all the storefront's pages: each fault is found, and no text counts as one."""

from pathlib import Path

import pytest

from oottam.rendering.__main__ import main
from oottam.rendering.page_check import PageError, check_page

HEAD = "<title>T</title>"


def page(body: str, head: str = HEAD) -> str:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def check(html: str) -> None:
    check_page(html, "index.html", lambda name: name == "assets/here.webp")


@pytest.mark.parametrize(
    "body",
    [
        '<h1>Hi</h1><script type="module" src="/x.js"></script>',
        '<h1>Hi</h1><script type="application/json">{"a": "</b> style=x"}</script>',
        '<h1>Hi</h1><img src="/order/assets/here.webp" srcset="/order/assets/here.webp 2x">',
        '<h1>Hi</h1><a href="/order/meal">Meals</a><form method="post"></form>',
        '<h1 title="a style=b one=c &lt;style> &lt;template>">Hi style=x onclick=y</h1>',
        "<h1>&lt;!--page--&gt; /order/assets/gone.webp &lt;script&gt;</h1>",
        '<h1>Hi</h1><img alt="see /order/assets/gone.webp , there">',
    ],
)
def test_page_with_any_text_passes(body: str) -> None:
    check(page(body))


@pytest.mark.parametrize(
    ("fault", "html"),
    [
        ("a style attribute", page('<h1 style="color: inherit">Hi</h1>')),
        ("a style attribute", page('<h1 title="a>b" STYLE="color: inherit">Hi</h1>')),
        ("a <style> element", page("<h1>Hi</h1>", f"{HEAD}<style>a{{}}</style>")),
        ("an inline script", page("<h1>Hi</h1><script>go()</script>")),
        ("an inline event handler", page('<h1 onclick="go()">Hi</h1>')),
        ("a form", page("<h1>Hi</h1><form><input></form>")),
        ("a form", page('<h1>Hi</h1><form method="dialog"><input></form>')),
        ("content that React moved", page("<h1>Hi</h1><template></template>")),
        ("an unfilled place", page("<h1>Hi</h1><!--page-->")),
        ("0 h1 headings", page("<h2>Hi</h2>")),
        ("2 h1 headings", page("<h1>Hi</h1><h1>Ho</h1>")),
        ("not exactly one title", page("<h1>Hi</h1>", "")),
        ("not exactly one title", page("<h1>Hi</h1>", "<title></title>")),
        ("a title outside", page("<h1>Hi</h1><title>U</title>")),
        ("a link to assets/gone.webp", page('<h1>Hi</h1><img src="/order/assets/gone.webp">')),
        (
            "a link to gone.webp",
            page('<h1>Hi</h1><img srcset="/order/assets/here.webp 1x, /order/gone.webp 2x">'),
        ),
    ],
)
def test_fault_is_named(fault: str, html: str) -> None:
    with pytest.raises(PageError, match=rf"^index\.html has (.*; )?{fault}"):
        check(html)


def test_faulty_page_of_a_build_stops_it(tmp_path: Path) -> None:
    (tmp_path / "meal").mkdir()
    file = tmp_path / "meal/index.html"
    file.write_text(page('<h1>Hi</h1><a href="/order/manifest.json">M</a>'), "utf-8")
    with pytest.raises(SystemExit, match=r"^meal/index\.html has a link to manifest\.json"):
        main(tmp_path)
    (tmp_path / "manifest.json").touch()
    main(tmp_path)
