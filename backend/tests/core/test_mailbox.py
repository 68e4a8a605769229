"""Match keys of e-mail addresses."""

import pytest

from oottam.core.mailbox import mailbox_key


@pytest.mark.parametrize(
    ("written", "mailbox"),
    [
        ("asha@example.com", "asha@example.com"),
        (" Asha@Example.COM ", "asha@example.com"),
        ("asha+lunch@example.com", "asha@example.com"),
        ("asha+a+b@example.com", "asha@example.com"),
        ("a.s.h.a@example.com", "a.s.h.a@example.com"),
        ("a.s.h.a@gmail.com", "asha@gmail.com"),
        ("A.sha+17@GoogleMail.com", "asha@gmail.com"),
        ("asha..@gmail.com", "asha@gmail.com"),
        ("a.sha@mail.gmail.com", "a.sha@mail.gmail.com"),
        ("+lunch@example.com", "+lunch@example.com"),
        ("...@gmail.com", "...@gmail.com"),
        ('"a@b"@example.com', '"a@b"@example.com'),
        ("", ""),
    ],
)
def test_spellings_of_one_address_have_one_key(written: str, mailbox: str) -> None:
    assert mailbox_key(written) == mailbox
    assert mailbox_key(mailbox) == mailbox
