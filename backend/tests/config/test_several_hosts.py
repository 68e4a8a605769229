"""DATABASE_URL with a primary and standbys."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from oottam.config.database import database
from oottam.core.db.postgresql.base import DatabaseWrapper


def read(url: str) -> dict[str, Any]:
    return database(url, Path("/nowhere"))


def test_hosts_and_ports_are_joined_by_commas() -> None:
    found = read("postgres://asha:p%40ss@one:6001,two/shop?sslmode=require")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("asha", "p@ss", "shop")
    assert (found["HOST"], found["PORT"]) == ("one,two", "6001,5432")
    assert found["OPTIONS"]["sslmode"] == "require"


def test_several_hosts_select_the_primary_with_a_short_timeout() -> None:
    options = read("postgres://asha@one,two/shop")["OPTIONS"]
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("read-write", 2)


def test_ipv6_hosts_are_in_brackets() -> None:
    found = read("postgres://asha@[fd00::1]:6001,[fd00::2]/shop")
    assert (found["HOST"], found["PORT"]) == ("fd00::1,fd00::2", "6001,5432")


def test_options_of_the_url_take_precedence() -> None:
    options = read("postgres://asha@one,two/shop?connect_timeout=4")["OPTIONS"]
    assert int(options["connect_timeout"]) == 4


def test_several_sockets_are_supported() -> None:
    options = read("postgres:///shop?host=/run/a,/run/b")["OPTIONS"]
    assert options["target_session_attrs"] == "read-write"


def test_single_host_has_default_options() -> None:
    found = read("postgres://asha@one/shop")
    assert "target_session_attrs" not in found["OPTIONS"]
    assert found["HOST"] == "one"


@pytest.mark.parametrize("hosts", ["one,", ",two", "one,,two", "one:x,two"])
def test_invalid_host_is_rejected(hosts: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is not understood"):
        read(f"postgres://asha@{hosts}/shop")


class FakeConnection:
    """A connection whose server says this of itself, or nothing any more."""

    def __init__(self, setting_value: str | None) -> None:
        self._said = setting_value

    def execute(self, query: str) -> "FakeConnection":
        if self._said is None:
            raise psycopg.OperationalError("gone")
        assert "transaction_read_only" in query
        return self

    def fetchone(self) -> tuple[str | None]:
        return (self._said,)


@pytest.mark.parametrize(
    ("setting_value", "usable"),
    [("off", True), ("on", False), (None, False)],
    ids=["primary", "standby", "gone"],
)
def test_connection_is_usable_only_while_the_server_is_writable(
    setting_value: str | None, usable: bool
) -> None:
    wrapper = DatabaseWrapper(read("postgres://asha@one,two/shop"))
    wrapper.connection = FakeConnection(setting_value)
    assert wrapper.is_usable() is usable


@pytest.mark.postgresql_only
@pytest.mark.django_db(transaction=True)
def test_connection_to_a_read_only_server_is_replaced() -> None:
    with connection.cursor() as cursor:
        assert connection.is_usable()
        cursor.execute("SET default_transaction_read_only = on")
        assert not connection.is_usable()
    connection.close()
