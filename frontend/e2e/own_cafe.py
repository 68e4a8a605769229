"""A cafe with a folder of its own: its server, what it must not say (words of the shipped cafe), an order and its mails."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from running_shop import fill_empty, running_shop
from shared_folders import SharedFolders
from waiting import wait_for

SHIPPED_WORDS = re.compile(
    r"Chennai|Besant Nagar|\bOottam\b|\b13 categories|\b5 km|[Pp]rotein[- ]packed|An exclusive protein"
)
ORDER = {
    "name": "Meena",
    "lastname": "",
    "phone": "98400 12345",
    "email": "meena@example.com",
    "selectedItemCount": 1,
    "date": 6,
    "sections": {"breakfast": True, "lunch": False, "dinner": False},
    "timing": "08:30",
    "address": "4 Avinashi Road, Peelamedu",
    "selectedItems": [{"name": "Berry Smoothie", "discountedCost": 1596}],
    "finalAmount": 1596,
}


@contextmanager
def served(own: Path, var: Path, shared_folders: SharedFolders) -> Iterator[str]:
    """Serve the cafe whose contract is in the folder `own`; yield its base URL."""
    with pytest.MonkeyPatch.context() as patch:
        shared_folders.copy("empty", fill_empty, var)
        patch.setenv("OOTTAM_CONTRACT", str(own))
        with running_shop(var) as address:
            yield address


def wait_for_mails(var: Path) -> list[str]:
    """The text of the shop's and the customer's mail."""
    wait_for(lambda: len([*(var / "mail").glob("*.eml")]) == 2, "two mails")
    files = (var / "mail").glob("*.eml")
    mails = [
        email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files
    ]
    return [
        "\n".join([*map(str, mail.values()), *(part.get_content() for part in mail.walk() if part.get_content_maintype() == "text")])
        for mail in mails
    ]  # fmt: skip
