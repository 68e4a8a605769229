"""A new edition, or a dish sold out, becomes live in a running server; else the former menu stays, and is tried again."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.utils import timezone

from oottam import rendering
from oottam.catalogue.folder import SHIPPED
from oottam.menu import live, sold_out
from oottam.menu.live import LiveMenu
from oottam.menu.models import Server
from oottam.serving import asgi, menu_watcher
from oottam.serving.menu_watcher import MenuWatcher, Served
from tests.factories.menu import (
    FAILING,
    RENDERER,
    edit_price,
    fake_renderer,
    publish,
    write_program,
)

pytestmark = pytest.mark.django_db
DISH = "Berry Smoothie"


class Application:
    """Notes what it is to reply from: the catalogue."""

    def __init__(self) -> None:
        self.used: list[Any] = []

    def use(self, replies: Any) -> None:
        self.used.append(replies)

    @property
    def used_prices(self) -> list[tuple[int, int]]:
        """Edition and price of a dish, of each menu that was used."""
        return [
            (known.edition, known.menus["veg"].by_name[DISH].prices["week"]) for known in self.used
        ]


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    monkeypatch.setattr(asgi, "read_live", lambda rendered, known: known)
    monkeypatch.setenv("OOTTAM_CONTRACT", "")
    return fake_renderer(tmp_path, monkeypatch, settings)


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def watcher(application: Application, monkeypatch: pytest.MonkeyPatch) -> MenuWatcher:
    monkeypatch.setattr(menu_watcher, "POLL_SECONDS", 0.0)
    return MenuWatcher(application, Served(live.read(timezone.now()), None))  # type: ignore[arg-type]


def test_an_edition_is_live_at_the_next_look(
    watcher: MenuWatcher, application: Application
) -> None:
    watcher.look()
    assert application.used == []
    edit_price(DISH, 99)
    publish()
    watcher.look()
    watcher.look()
    assert application.used_prices == [(1, 9900)]
    newest = rendering.latest(django_settings.VAR)
    assert newest
    assert os.environ["OOTTAM_CONTRACT"] == str(newest.contract)


def test_sold_out_dish_and_its_return_are_noticed(
    watcher: MenuWatcher, application: Application
) -> None:
    owner, now = User.objects.create_user("meena"), timezone.now()
    sold_out.mark(dish_name=DISH, until=None, actor=owner, now=now)
    watcher.look()
    sold_out.remove(dish_name=DISH, actor=owner, now=now)
    watcher.look()
    assert [list(known.sold_out) for known in application.used] == [[DISH], []]


def test_a_failure_keeps_the_former_menu_is_logged_once_and_tried_again(
    watcher: MenuWatcher,
    application: Application,
    program: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    edit_price(DISH, 99)
    publish()
    for file in (django_settings.VAR / "rendered").iterdir():  # another server has published it
        file.rename(django_settings.VAR / f"{file.name}-gone")
    write_program(program, FAILING)
    watcher.look()
    watcher.look()
    assert (len(caplog.records), application.used) == (1, [])
    assert "no picture idli" in caplog.text
    write_program(program, RENDERER)
    watcher.look()
    assert application.used_prices == [(1, 9900)]


def test_failures_are_tried_ever_more_rarely(
    watcher: MenuWatcher, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looks = 0.0, []

    def fail(_: datetime) -> LiveMenu:
        looks.append(clock)
        raise DatabaseError("no connection")

    monkeypatch.setattr(menu_watcher, "POLL_SECONDS", 2.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    monkeypatch.setattr(live, "read", fail)
    for second in range(0, 400, 2):
        clock = float(second)
        watcher.look()
    assert looks == [0, 2, 6, 14, 30, 62, 122, 182, 242, 302, 362]
    assert application.used == []


def test_a_rendering_of_another_build_waits_for_that_builds_server(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pages name scripts that this server does not have."""
    edit_price(DISH, 99)
    publish()
    menu = live.read(timezone.now())
    watcher = MenuWatcher(application, Served(menu, live.render(menu)))  # type: ignore[arg-type]
    (django_settings.STOREFRONT / "renderer/render.js").write_text("2", "ascii")
    live.render(menu)
    watcher.look()
    assert application.used == []


def test_a_folder_that_was_rendered_by_hand_is_noticed(
    application: Application, tmp_path: Path, settings: Any
) -> None:
    settings.CONTRACT = tmp_path / "own"
    settings.CONTRACT.mkdir()
    text = (SHIPPED / "site.json").read_text("utf-8")
    (settings.CONTRACT / "site.json").write_text(text, "utf-8")
    menu = live.read(timezone.now())
    watcher = MenuWatcher(application, Served(menu, live.render(menu)))  # type: ignore[arg-type]
    (settings.CONTRACT / "site.json").write_text(text.replace("Oottam", "Thinai"), "utf-8")
    watcher.look()
    assert application.used == []
    live.render(menu)
    watcher.look()
    assert [known.site.brand.name for known in application.used] == ["Thinai"]


def test_each_server_says_which_edition_it_shows(
    watcher: MenuWatcher, application: Application, program: Path
) -> None:
    watcher._report()
    assert [(row.edition, row.error) for row in Server.objects.all()] == [(0, "")]
    Server.objects.create(name="gone", edition=0, seen_at=datetime(2026, 1, 1, tzinfo=UTC))
    edit_price(DISH, 99)
    publish()
    watcher.look()
    watcher._report()
    assert [(row.edition, row.error) for row in Server.objects.all()] == [(1, "")]
