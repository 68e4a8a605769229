"""DATABASE_URL with a primary and its standbys: the shop finds the one that takes writes."""

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


def test_hosts_are_joined_by_commas_each_with_its_port() -> None:
    found = read("postgres://asha:p%40ss@one:6001,two/shop?sslmode=require")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("asha", "p@ss", "shop")
    assert (found["HOST"], found["PORT"]) == ("one,two", "6001,5432")
    assert found["OPTIONS"]["sslmode"] == "require"


def test_of_several_hosts_the_one_that_takes_writes_is_looked_for_and_none_waited_for_long() -> (
    None
):
    options = read("postgres://asha@one,two/shop")["OPTIONS"]
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("read-write", 2)


def test_addresses_of_the_sixth_version_stand_in_brackets() -> None:
    found = read("postgres://asha@[fd00::1]:6001,[fd00::2]/shop")
    assert (found["HOST"], found["PORT"]) == ("fd00::1,fd00::2", "6001,5432")


def test_what_the_address_says_of_itself_counts() -> None:
    options = read("postgres://asha@one,two/shop?connect_timeout=4")["OPTIONS"]
    assert int(options["connect_timeout"]) == 4


def test_sockets_may_be_several_hosts_too() -> None:
    options = read("postgres:///shop?host=/run/a,/run/b")["OPTIONS"]
    assert options["target_session_attrs"] == "read-write"


def test_one_host_is_asked_nothing_more() -> None:
    found = read("postgres://asha@one/shop")
    assert "target_session_attrs" not in found["OPTIONS"]
    assert found["HOST"] == "one"


@pytest.mark.parametrize("hosts", ["one,", ",two", "one,,two", "one:x,two"])
def test_a_host_that_is_none_is_refused(hosts: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is not understood"):
        read(f"postgres://asha@{hosts}/shop")


class Answering:
    """A connection whose server says this of itself, or nothing any more."""

    def __init__(self, said: str | None) -> None:
        self._said = said

    def execute(self, query: str) -> "Answering":
        if self._said is None:
            raise psycopg.OperationalError("gone")
        assert "transaction_read_only" in query
        return self

    def fetchone(self) -> tuple[str | None]:
        return (self._said,)


@pytest.mark.parametrize(
    ("said", "usable"),
    [("off", True), ("on", False), (None, False)],
    ids=["primary", "standby", "gone"],
)
def test_a_connection_is_kept_only_while_its_server_takes_writes(
    said: str | None, usable: bool
) -> None:
    wrapper = DatabaseWrapper(read("postgres://asha@one,two/shop"))
    wrapper.connection = Answering(said)
    assert wrapper.is_usable() is usable


@pytest.mark.postgresql_only
@pytest.mark.django_db(transaction=True)
def test_a_server_that_was_made_read_only_is_left() -> None:
    with connection.cursor() as cursor:
        assert connection.is_usable()
        cursor.execute("SET default_transaction_read_only = on")
        assert not connection.is_usable()
    connection.close()
