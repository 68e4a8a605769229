"""A session's owner reads which browser it is in, and nobody reads more than that."""

import pytest

from oottam.accounts.sessions import describe_browser

CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (CHROME, "Chrome on Windows"),
        (f"{CHROME} Edg/142.0.0.0", "Edge on Windows"),
        (f"{CHROME} OPR/110.0.0.0", "Opera on Windows"),
        (
            f"{CHROME.replace('Windows NT 10.0', 'Linux; Android 15')} SamsungBrowser/28.0",
            "Samsung Internet on Android",
        ),
        (
            "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
            "Firefox on Android",
        ),
        (f"{PHONE} Version/18.5 Mobile/15E148 Safari/604.1", "Safari on an iPhone"),
        (f"{PHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1", "Chrome on an iPhone"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on a Mac",
        ),
        ("curl/8.5", "Another browser"),
        ("<script>alert(1)</script>", "Another browser"),
        ("", "Another browser"),
        ("x" * 100_000 + "Firefox", "Another browser"),
    ],
)
def test_a_browser_gets_a_coarse_name(said: str, name: str) -> None:
    assert describe_browser(said) == name
