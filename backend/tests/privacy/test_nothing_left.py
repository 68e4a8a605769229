"""After an erasure, and after the restore of an older backup, no file of the shop has the person's data.

Each step is a separate process with production settings. Requests of other people split and fill the
database's pages as in a real shop.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlcipher3

from tests import shared_db
from tests.privacy.people import EMAIL, PHONE, WORDS

pytestmark = [
    pytest.mark.sqlite_only,
    pytest.mark.slow,
]  # erasure does not clean PostgreSQL's files
CHECKOUT = Path(__file__).parents[3]
MANAGE = "backend/manage.py"
OTHERS = 60  # requests of other people before and after the person's

# Posts requests through the server, sends the mails, and works on the requests.
FILL = f"""
import json, random, django
django.setup()
from django.contrib.auth.models import User
from django.utils import timezone
from oottam.workflow.services.notes import add_note
from oottam.outbox import worker
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.http_client import Caller
from tests.endpoint_cases import BODIES
from tests.outbox.conftest import Clock
from tests import shared_db
from tests.privacy.people import body, reply, work_on

shop, priya, clock = Caller.of_everything(), User.objects.create_user("priya"), Clock()

def send(path, body, key):
    sent = json.dumps(body, ensure_ascii=False).encode()
    answer = shop.request("POST", path, sent, {{"Content-Type": "application/json", "Idempotency-Key": key}})
    assert answer.status_code == 200, answer.content
    return Request.objects.get(reference=reply(answer.content))

def others(count):
    for number in range(count):
        digits = f"98{{random.randrange(10**8):08}}"
        body = veg_body(phone=digits, email=f"a{{digits}}@example.com", address=digits * 20)
        sent = send("/vegmeal-form.php", body, f"key-{{digits}}")
        add_note(
            reference=sent.reference, version=1, actor=priya, now=timezone.now(), text=digits * 30
        )

others({OTHERS})
hers = [send(path, body(path), "key-zenobia-7305188264") for path in BODIES]
others({OTHERS})
clock.advance(minutes=5)
for request in hers:
    work_on(request, priya)
while worker.send_due(clock, clock):
    pass
last = send("/vegmeal-form.php", body("/vegmeal-form.php"), "key-zenobia-again")  # its mails are not sent yet
print(last.reference)
"""


class Shop:
    """Runs commands in its own folder and collects their log."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.var = folder / "var"
        self.log = self.var / "server.log"
        self.environment = environment

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=CHECKOUT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        with self.log.open("a") as log:
            log.write(done.stderr)
        return done.stdout

    def found(self) -> dict[str, list[str]]:
        """Files that contain the person's data, searched as bytes in any letter case."""
        held = {}
        for file in self.var.rglob("*"):
            if file.is_file():
                raw = file.read_bytes().lower()
                spelt = [word for word in WORDS if word.encode() in raw]
                if spelt:
                    held[file.name] = spelt
        return held


@contextmanager
def open_database(database: Path) -> Iterator[None]:
    """Keep the database open, so that its journal stays."""
    with closing(sqlcipher3.connect(database)) as server:
        server.execute("SELECT count(*) FROM requests_request").fetchone()
        yield


@pytest.fixture
def shop(tmp_path: Path, dist: Path) -> Shop:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": "backend",
        "OOTTAM_VAR": str(tmp_path / "var"),
        "OOTTAM_STOREFRONT": str(dist),
        "DJANGO_SETTINGS_MODULE": "oottam.config.settings",
        "LOG_LEVEL": "DEBUG",
        "CAP_PER_PERSON": "0",
        "CAP_PER_ADDRESS": "0",
        "FLAG_PER_PERSON": "0",
        "FLAG_PER_ADDRESS": "0",
    }
    shop = Shop(tmp_path, environment)
    shared_db.tables_in(shop.var)
    shop.run("-c", FILL)
    return shop


def test_no_file_has_personal_data_after_erasure_and_restore(shop: Shop, tmp_path: Path) -> None:
    older = str(tmp_path / "older.sqlite3")
    shop.run(MANAGE, "backup", older)
    before = shop.found()
    assert set(before["oottam.sqlite3"]) >= set(WORDS) - {"73051 88264"}
    assert any(name.endswith(".eml") for name in before)

    with open_database(shop.var / "oottam.sqlite3"):
        output = shop.run(MANAGE, "person", "erase", PHONE, "--yes", "--cancel")
        assert "Erased: 8 requests." in output  # a nutrition enquiry has no phone number
        output = shop.run(MANAGE, "person", "erase", EMAIL.swapcase(), "--yes", "--cancel")
        assert "Erased: 1 request." in output
        assert (shop.var / "oottam.sqlite3-wal").exists()
        assert shop.found() == {}
    shop.run(MANAGE, "backup", str(shop.var / "fresh.sqlite3"))
    assert shop.found() == {}

    shop.run(MANAGE, "restore", older, "--replace")
    assert "oottam.sqlite3" in shop.found()
    output = shop.run(MANAGE, "migrate")
    assert "Erased again after the restore: 9 requests." in output
    assert shop.found() == {}
