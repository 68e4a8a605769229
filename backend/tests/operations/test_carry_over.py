"""Going back to an older version loses no request (deploy/carry_over.py)."""

import importlib.util
from pathlib import Path
from typing import Any

import pysqlite3
import pytest
from django.apps import apps

from oottam.config.environment import CHECKOUT
from oottam.operations import carrying_over

_spec = importlib.util.spec_from_file_location("carry_over", CHECKOUT / "deploy/carry_over.py")
assert _spec
assert _spec.loader
tool: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tool)

TABLES = """
CREATE TABLE requests_request (id TEXT PRIMARY KEY, reference TEXT, received_at TEXT, status TEXT{});
CREATE TABLE orders_order (request_id TEXT PRIMARY KEY REFERENCES requests_request (id), paise INTEGER);
CREATE TABLE orders_orderline (id INTEGER PRIMARY KEY, order_id TEXT REFERENCES orders_order (request_id));
CREATE TABLE notify_outboxentry (id INTEGER PRIMARY KEY, reference TEXT, state TEXT);
INSERT INTO requests_request (id, reference, received_at, status) VALUES ('a', 'OT-A', '1', 'confirmed');
INSERT INTO notify_outboxentry VALUES (1, 'OT-A', '{}');
"""
SINCE = """
INSERT INTO requests_request (id, reference, received_at, status) VALUES ('b', 'OT-B', '2', 'active');
INSERT INTO orders_order VALUES ('b', 5);
INSERT INTO orders_orderline VALUES (1, 'b');
"""
MAIL = "INSERT INTO notify_outboxentry VALUES (2, 'OT-B', 'sent');"


def shop(file: Path, script: str) -> Path:
    with pysqlite3.connect(str(file)) as database:
        database.executescript(script)
    database.close()
    return file


def rows(file: Path, question: str) -> list[Any]:
    database = pysqlite3.connect(str(file))
    found: list[Any] = database.execute(question).fetchall()
    database.close()
    return found


@pytest.fixture
def older(tmp_path: Path) -> Path:
    return shop(tmp_path / "older", TABLES.format("", "waiting"))


def test_a_request_comes_with_its_rows_and_is_new_to_the_older_version(
    tmp_path: Path, older: Path
) -> None:
    newer = shop(tmp_path / "newer", TABLES.format(", later TEXT", "sent") + SINCE + MAIL)
    assert tool.carry_over(newer, older) == ["OT-B"]
    requests = rows(older, "SELECT * FROM requests_request ORDER BY id")
    assert requests == [("a", "OT-A", "1", "confirmed"), ("b", "OT-B", "2", "new")]
    assert rows(older, "SELECT * FROM orders_order") == [("b", 5)]
    assert rows(older, "SELECT * FROM orders_orderline") == [(1, "b")]
    assert tool.carry_over(newer, older) == []  # a second time


def test_a_mail_that_went_out_since_is_not_sent_again(tmp_path: Path, older: Path) -> None:
    newer = shop(tmp_path / "newer", TABLES.format("", "sent") + SINCE + MAIL)
    tool.carry_over(newer, older)
    assert rows(older, "SELECT id, state FROM notify_outboxentry") == [(1, "sent"), (2, "sent")]


def test_nothing_is_written_when_something_is_not_whole(tmp_path: Path, older: Path) -> None:
    newer = shop(tmp_path / "newer", TABLES.format("", "sent") + SINCE)  # and no mail
    with pytest.raises(tool.CannotCarryError, match="without its mails"):
        tool.carry_over(newer, older)
    assert rows(older, "SELECT id FROM requests_request") == [("a",)]


def test_every_table_that_a_call_is_written_to_is_carried() -> None:
    calls = ("requests", "intake", "orders", "enquiries")
    models = [model for app in calls for model in apps.get_app_config(app).get_models()]
    tables = {model._meta.db_table for model in models}
    apart = {"intake_ratelimitentry", "requests_statuskey"}  # of no request
    assert tables - apart <= {carrying_over.REQUESTS, *carrying_over.BESIDE}
