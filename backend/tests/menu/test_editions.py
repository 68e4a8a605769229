"""Drafts and editions: one draft, published whole, now or later, and back again."""

import io
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from PIL import Image

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.maintenance import reversal
from oottam.menu import drafts, editions, live, photos, sold_out
from oottam.menu.content import Content
from oottam.menu.drafts import DraftChangedError
from oottam.menu.models import Edition, EditionState, MenuDraft, SoldOut
from tests.factories.menu import (
    FAILING,
    edit_draft,
    edit_price,
    fake_renderer,
    publish,
    with_price,
    write_program,
)

pytestmark = pytest.mark.django_db
DISH = "Berry Smoothie"
NOON = datetime(2026, 12, 10, 6, 30, tzinfo=UTC)  # 12:00 in India


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    return fake_renderer(tmp_path, monkeypatch, settings)


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("meena")


def price_in(content: Content) -> float:
    found: float = content.file("catalogue/veg.json")["categories"][0]["items"][1]["prices"]["week"]
    return found


def page() -> str:
    menu = live.read(timezone.now())
    rendered = live.render(menu)
    assert rendered
    return (rendered.folder / "site/index.html").read_text("ascii")


def test_new_draft_equals_the_live_menu_and_counts_its_changes() -> None:
    assert (drafts.load().is_changed, drafts.load().revision) == (False, 0)
    assert edit_price(DISH, 99) == 1
    view = drafts.load()
    assert (view.is_changed, price_in(view.content), price_in(view.base)) == (True, 99, 266)
    assert [each.sentence for each in view.changes] == [f"{DISH} costs 99"]


def test_edit_without_effect_is_not_counted_as_a_change() -> None:
    edit_price(DISH, 99)
    assert edit_price(DISH, 99) == 1
    assert AuditEntry.objects.filter(action="menu.edit").count() == 1


def test_concurrent_edit_is_rejected_with_the_first_editors_changes(owner: User) -> None:
    edit_price(DISH, 99, revision=0, actor=owner)
    with pytest.raises(DraftChangedError, match="meena changed the menu") as raised:
        edit_price("Dry Fruit Smoothie", 88, revision=0)
    assert [each.sentence for each in raised.value.changes] == [f"{DISH} costs 99"]
    assert drafts.load().revision == 1


def test_publishing_makes_an_edition_live_and_empties_the_draft(owner: User) -> None:
    edit_price(DISH, 99)
    edition = publish(note="Winter", actor=owner)
    assert (edition.number, edition.state, edition.note) == (1, "live", "Winter")
    view = drafts.load()
    assert (view.is_changed, view.live_number, price_in(view.base)) == (False, 1, 99)
    assert page().endswith("<h1>[1, {}]</h1>")
    assert AuditEntry.objects.get(action="menu.publish").actor == owner


def test_replaced_edition_stores_when_it_stopped_being_live() -> None:
    edit_price(DISH, 99)
    publish(now=NOON)
    edit_price(DISH, 98)
    publish(now=NOON + timedelta(hours=1))
    first, second = Edition.objects.order_by("number")
    assert (first.state, first.live_to) == ("replaced", NOON + timedelta(hours=1))
    assert (second.state, second.live_from, second.live_to) == (
        "live",
        NOON + timedelta(hours=1),
        None,
    )


def test_form_of_an_older_draft_does_not_publish() -> None:
    revision = edit_price(DISH, 99)
    edit_price(DISH, 98)
    with pytest.raises(DraftChangedError):
        publish(revision=revision)
    assert not Edition.objects.exists()


def test_a_draft_changed_during_the_trial_is_not_published(monkeypatch: pytest.MonkeyPatch) -> None:
    edit_price(DISH, 99)
    monkeypatch.setattr(editions, "render_trial", lambda *_: edit_price(DISH, 98))
    with pytest.raises(DraftChangedError):
        publish()
    assert not Edition.objects.exists()


def test_unchanged_draft_is_not_published() -> None:
    with pytest.raises(DomainError, match="Nothing has changed"):
        publish()


def test_failed_rendering_publishes_no_edition_and_reports_the_error(program: Path) -> None:
    edit_price(DISH, 99)
    write_program(program, FAILING)
    with pytest.raises(DomainError, match=r"nothing was published.*no picture idli"):
        publish()
    assert not Edition.objects.exists()
    assert drafts.load().is_changed


@pytest.mark.parametrize(
    ("rupees", "message"),
    [
        (0, "Veg menu, Protein Smoothies, Berry Smoothie, prices, week: 0 is not more than 0"),
        (-3, "is not more than 0"),
        (10_001, "10001 is more than 10000"),
        (1.001, "is no multiple of 0.01"),
    ],
)
def test_invalid_draft_is_not_published_and_reports_where_the_error_is(
    rupees: float, message: str
) -> None:
    edit_price(DISH, rupees)
    with pytest.raises(DomainError, match=message):
        publish()
    assert not Edition.objects.exists()


def test_error_between_files_is_reported_without_server_paths(settings: Any) -> None:
    menu = Content().file("catalogue/veg.json")
    menu["categories"][0]["items"][1]["name"] = "Dry Fruit Smoothie"
    edit_draft(lambda content: content.replace("catalogue/veg.json", menu))
    with pytest.raises(DomainError, match="'Dry Fruit Smoothie' is there twice") as raised:
        publish()
    assert str(settings.VAR) not in str(raised.value)


def test_a_scheduled_edition_goes_live_at_its_time_and_not_before() -> None:
    edit_price(DISH, 99)
    edition = publish(now=NOON, starts_at=NOON + timedelta(hours=18))
    assert edition.state == "scheduled"
    assert live.read(NOON + timedelta(hours=17, minutes=59)).edition == 0
    assert live.read(NOON + timedelta(hours=18)).edition == 1
    edition.refresh_from_db()
    assert edition.live_from == NOON + timedelta(hours=18)


def test_clock_set_back_does_not_withdraw_an_edition() -> None:
    edit_price(DISH, 99)
    publish(now=NOON, starts_at=NOON + timedelta(hours=18))
    live.read(NOON + timedelta(hours=18))
    assert live.read(NOON - timedelta(days=365)).edition == 1


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1)])
def test_a_clock_that_is_set_back_makes_no_edition_live_twice_or_never(back: timedelta) -> None:
    edit_price(DISH, 99)
    starts_at = NOON + timedelta(hours=18)
    publish(now=NOON, starts_at=starts_at)
    assert live.read(starts_at - timedelta(minutes=1)).edition == 0
    assert live.read(starts_at - back).edition == 0
    assert live.read(starts_at).edition == 1
    again = starts_at - back
    assert live.read(again).edition == 1
    edit_price(DISH, 98)
    assert publish(now=again).number == 2
    for now in (again, starts_at, starts_at + timedelta(days=1)):
        assert live.read(now).edition == 2
    assert [(each.number, each.state) for each in Edition.objects.all()] == [
        (2, EditionState.LIVE),
        (1, EditionState.REPLACED),
    ]
    catalogue = live.load_catalogue(live.read(again), live.contract_folder(2), again)
    assert catalogue.for_page("1", again + timedelta(hours=23)).edition == 1
    assert catalogue.for_page("1", again + timedelta(hours=24)).edition == 2


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1)])
def test_a_dish_is_sold_out_until_its_day_after_a_clock_was_set_back(
    owner: User, back: timedelta
) -> None:
    today = timezone.localdate(NOON)
    sold_out.mark(dish_name=DISH, until=today, actor=owner, now=NOON)
    tomorrow = NOON + timedelta(hours=12)  # midnight in India
    for _ in range(2):
        assert live.read(tomorrow).until == {}
        until = "today" if back < timedelta(days=1) else today.isoformat()
        assert live.read(NOON - back).until == {DISH: until}
    sold_out.mark(dish_name=DISH, until=None, actor=owner, now=NOON - back)
    assert live.read(NOON).until == {DISH: ""}


def test_a_scheduled_edition_is_not_overtaken() -> None:
    """It was made of a menu that the other one would replace."""
    edit_price(DISH, 99)
    publish(now=NOON, starts_at=NOON + timedelta(hours=18))
    edit_price(DISH, 98)
    with pytest.raises(DomainError, match="Version 1 is scheduled"):
        publish(now=NOON)


def test_withdrawn_scheduled_edition_becomes_the_draft(owner: User) -> None:
    edit_price(DISH, 99)
    publish(now=NOON, starts_at=NOON + timedelta(hours=18))
    editions.withdraw(number=1, actor=owner, now=NOON)
    assert live.read(NOON + timedelta(hours=19)).edition == 0
    assert price_in(drafts.load().content) == 99
    with pytest.raises(DomainError, match="not scheduled any more"):
        editions.withdraw(number=1, actor=owner, now=NOON)
    assert publish(now=NOON).number == 2


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(seconds=-1), timedelta(days=400)])
def test_past_or_distant_time_is_rejected(ahead: timedelta) -> None:
    edit_price(DISH, 99)
    with pytest.raises(DomainError) as raised:
        publish(now=NOON, starts_at=NOON + ahead)
    assert raised.value.field == "starts_at"


def test_restored_edition_is_a_draft_until_published_with_a_new_number(owner: User) -> None:
    edit_price(DISH, 99)
    publish()
    edit_price(DISH, 98)
    publish()
    for number, price in ((1, 99), (0, 266)):
        revision = drafts.load().revision
        editions.restore(number=number, revision=revision, actor=owner, now=NOON)
        assert price_in(drafts.load().content) == price
    assert publish().number == 3
    assert price_in(drafts.load().base) == 266


def test_discarded_draft_equals_the_live_menu(owner: User) -> None:
    revision = edit_price(DISH, 99)
    with pytest.raises(DraftChangedError):
        drafts.discard(revision=revision - 1, actor=owner, now=NOON)
    drafts.discard(revision=revision, actor=owner, now=NOON)
    view = drafts.load()
    assert (view.is_changed, view.revision) == (False, revision + 1)


def test_there_is_one_draft_and_one_live_edition() -> None:
    edit_price(DISH, 99)
    edit_price(DISH, 98)
    publish()
    edit_price(DISH, 97)
    publish()
    assert MenuDraft.objects.count() == 1
    assert Edition.objects.filter(state=EditionState.LIVE).count() == 1


def test_sold_out_dishes_are_on_the_pages_until_their_day_has_passed(owner: User) -> None:
    today = timezone.localdate(NOON)
    sold_out.mark(dish_name=DISH, until=today, actor=owner, now=NOON)
    sold_out.mark(dish_name="Dry Fruit Smoothie", until=None, actor=owner, now=NOON)
    menu = live.read(NOON)
    assert menu.until == {DISH: "today", "Dry Fruit Smoothie": ""}
    rendered = live.render(menu)
    assert rendered
    assert rendered.menu == menu.page_state
    tomorrow = live.read(NOON + timedelta(hours=12))
    assert tomorrow.until == {"Dry Fruit Smoothie": ""}
    sold_out.remove(dish_name="Dry Fruit Smoothie", actor=owner, now=NOON)
    assert live.render(live.read(NOON + timedelta(hours=12))) is None


def test_marking_again_changes_the_last_day_but_not_the_start(owner: User) -> None:
    later = NOON + timedelta(hours=2)
    sold_out.mark(dish_name=DISH, until=None, actor=owner, now=NOON)
    sold_out.mark(dish_name=DISH, until=timezone.localdate(NOON), actor=owner, now=later)
    row = SoldOut.objects.get()
    assert (row.since, row.until) == (NOON, timezone.localdate(NOON))
    sold_out.mark(dish_name=DISH, until=None, actor=owner, now=NOON + timedelta(days=3))
    assert SoldOut.objects.get().since == NOON + timedelta(days=3)


def test_an_unknown_dish_or_a_past_day_is_refused(owner: User) -> None:
    with pytest.raises(DomainError, match="Idly is not on the live menu"):
        sold_out.mark(dish_name="Idly", until=None, actor=owner, now=NOON)
    yesterday = timezone.localdate(NOON) - timedelta(days=1)
    with pytest.raises(DomainError, match="has passed"):
        sold_out.mark(dish_name=DISH, until=yesterday, actor=owner, now=NOON)
    assert not SoldOut.objects.exists()


def test_the_menu_is_exported_and_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_price(DISH, 99)
    publish()
    call_command("menu", "export", str(tmp_path / "out"))
    with pytest.raises(CommandError, match="is there already"):
        call_command("menu", "export", str(tmp_path / "out"))
    edit_price(DISH, 98)
    publish()
    call_command("menu", "import", str(tmp_path / "out"))
    assert price_in(drafts.load().content) == 99
    call_command("menu", "import", str(tmp_path / "out"), "--publish")
    assert price_in(drafts.load().base) == 99
    assert "Version 3 is live" in capsys.readouterr().out


def test_a_folder_with_an_error_is_not_imported(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    (folder / "catalogue").mkdir(parents=True)
    (folder / "catalogue/veg.json").write_text("{}", "ascii")
    with pytest.raises(CommandError, match=r"Nothing was imported.*veg\.json"):
        call_command("menu", "import", str(folder))
    assert not drafts.load().is_changed


def test_render_points_to_import_once_an_edition_is_live() -> None:
    edit_price(DISH, 99)
    publish()
    with pytest.raises(CommandError, match=r"Version 1 of the menu is live.*manage.py menu import"):
        call_command("render")


def test_replaced_menus_are_honoured_for_a_day() -> None:
    edit_price(DISH, 99)
    publish(now=NOON)
    edit_price(DISH, 98)
    publish(now=NOON + timedelta(hours=1))
    menu = live.read(NOON + timedelta(hours=2))
    known = live.load_catalogue(menu, live.contract_folder(2), NOON + timedelta(hours=2))

    def price(edition: str | None, at: datetime) -> int:
        return known.for_page(edition, at).menus["veg"].by_name[DISH].prices["week"]

    at = NOON + timedelta(hours=2)
    assert [price(edition, at) for edition in ("0", "1", "2", "3", None, "x", "-1", "٣")] == [
        26600, 9900, 9800, 9800, 9800, 9800, 9800, 9800,
    ]  # fmt: skip
    assert price("0", NOON + timedelta(hours=24)) == 9800
    assert price("1", NOON + timedelta(hours=24)) == 9900
    assert price("1", NOON + timedelta(hours=25)) == 9800


def test_same_content_is_rendered_into_the_same_folder() -> None:
    content = with_price(Content(), DISH, 99)
    assert live.folder_of(content) == live.folder_of(content)


@pytest.mark.parametrize("days", [9, -9])
def test_a_clock_that_is_set_leaves_the_folder_of_the_content(
    monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """The folder was removed as unused, and a file put in its place: the menu could not be published any more."""
    live.folder_of(with_price(Content(), DISH, 98))
    now = time.time() + days * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: now)
    for price in (99, 98):
        folder = live.folder_of(with_price(Content(), DISH, price))
        assert (folder / "catalogue/veg.json").is_file()


def test_photos_are_stored_once_for_all_folders(settings: Any) -> None:
    digest = photos.add(jpeg(), actor=None, now=NOON)
    for price in (99, 98):
        content = with_price(Content(), DISH, price).with_photo("dishes/idli.jpg", digest)
        file = live.folder_of(content) / "pictures/dishes/idli.jpg"
        assert file.read_bytes() == live.photo_bytes(digest)
    assert file.stat().st_nlink == 3


def jpeg(width: int = 40, height: int = 30) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "green").save(out, "JPEG")
    return out.getvalue()


def test_downgrade_lists_data_that_the_older_release_cannot_show(owner: User) -> None:
    edit_price(DISH, 99)
    publish(note="Winter")
    edit_price(DISH, 98, actor=owner)
    sold_out.mark(dish_name=DISH, until=None, actor=owner, now=NOON)
    initial = MigrationLoader(None).graph.nodes["menu", "0001_initial"]
    assert list(reversal.describe_hidden([initial])) == [
        "The published menu: pages show the contract folder again (manage.py menu export saves it): 1",
        "  edition 1  Winter",
        "The draft of the menu, last edited by: 1",
        "  meena",
        "Sold-out dishes, which can be ordered again: 1",
        "  Berry Smoothie",
    ]
