"""The page of the health plans and the doctors."""

import io
import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from PIL import Image

from oottam import catalogue
from oottam.menu import drafts, editions, live
from oottam.menu.content import Content, shipped
from oottam.menu.differences import compare
from oottam.workflow.models import AppointmentSlot
from tests.backoffice.menu.conftest import text_of
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.menu import fake_renderer, make_photo, publish
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/plans/"
PHOTO, PHOTO_BACK = (
    "/backoffice/menu/pictures/doctor/photo",
    "/backoffice/menu/pictures/doctor/back",
)
COLUMNS = (
    "name", "speciality", "registration", "years", "languages", "fee", "times", "image",
)  # fmt: skip
FACTS: dict[str, Any] = {
    "name": "Dr. Sample Person",
    "speciality": "Dietetics",
    "registration": "Sample Council 000",
    "years": 12,
    "languages": "Tamil, English",
    "fee": "First call free",
    "times": "Mon to Fri, 5 pm to 8 pm",
}
DOCTORS = shipped("site.json")["doctors"]["names"]
GAIN: dict[str, Any] = {"health-plans-plans-0-title": "<b>Gain</b>"}


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def fields(
    doctors: Sequence[Any] = DOCTORS, shown_doctors: Sequence[Any] = DOCTORS, **changed: Any
) -> dict[str, Any]:
    shown = {
        f"health-plans-plans-{at}-{key}": plan[key]
        for at, plan in enumerate(shipped("catalogue/health-plans.json")["plans"])
        for key in ("title", "description", "image")
    }
    return {
        **{f"initial-{name}": value for name, value in shown.items()},
        **shown,
        "initial-site-doctors-names": json.dumps(rows(shown_doctors)),
        **{f"site-doctors-names.{key}": [row[key] for row in rows(doctors)] for key in COLUMNS},
        **changed,
    }


def rows(doctors: Sequence[Any]) -> list[dict[str, str]]:
    """As the form posts them, of names and of entries with facts."""
    entries = [{"name": each} if isinstance(each, str) else each for each in doctors]
    return [{key: str(entry.get(key, "")) for key in COLUMNS} for entry in entries]


def doctors() -> list[Any]:
    return list(drafts.load().content.file("site.json")["doctors"]["names"])


def upload(client: Client, doctor: str, image: bytes) -> Any:
    photo = SimpleUploadedFile("a.jpg", image)
    return client.post(PHOTO, {"photo": photo, "doctor": doctor, "across": "0", "down": "50"})


def plan(at: int) -> Any:
    return drafts.load().content.file("catalogue/health-plans.json")["plans"][at]


def test_words_and_pictures_of_a_plan_are_stored(client: Client) -> None:
    changed: dict[str, Any] = {
        "health-plans-plans-1-title": "Lighter",
        "health-plans-plans-1-description": "Two\nlines.",
        "health-plans-plans-1-image": "plan-nutrition",
    }
    assert client.post(PAGE, fields(**changed)).status_code == 302
    assert plan(1) == {
        "id": "weight-loss",
        "title": "Lighter",
        "description": "Two lines.",
        "image": "plan-nutrition",
    }
    assert doctors() == DOCTORS


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"health-plans-plans-0-title": ""}, "This field is required."),
        ({"health-plans-plans-0-description": "x" * 301}, "at most 300"),
        ({"health-plans-plans-0-image": "none-of-them"}, "Select a valid choice"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, changed: dict[str, Any], sentence: str
) -> None:
    answer = client.post(PAGE, fields(**changed))
    assert (answer.status_code, text_of(answer).count(sentence)) == (422, 2)
    assert drafts.load().revision == 0


def test_doctors_are_added_renamed_moved_and_removed(client: Client) -> None:
    names = [DOCTORS[1], "Mala Iyer", "Dr. Kavitha Raman-Iyer", ""]
    assert client.post(PAGE, fields(names)).status_code == 302
    assert doctors() == [DOCTORS[1], "Dr. Mala Iyer", "Dr. Kavitha Raman-Iyer"]


@pytest.mark.parametrize("names", [[""], ["Dr. "], ["Dr. A"], ["Dr. Mala Iyer", "mala"] * 7])
def test_wrong_doctors_are_refused(client: Client, names: list[str]) -> None:
    assert client.post(PAGE, fields(names)).status_code == 422
    assert doctors() == DOCTORS


def test_a_rows_button_moves_it_in_the_form_alone(client: Client) -> None:
    answer = client.post(PAGE, fields(do="up/site-doctors-names/2"))
    page = text_of(answer)
    assert (answer.status_code, "Nothing is saved yet." in page) == (200, True)
    assert page.index(f'value="{DOCTORS[1]}"') < page.index(f'value="{DOCTORS[0]}"')
    assert drafts.load().revision == 0


def test_a_colleagues_change_of_the_list_is_shown(client: Client) -> None:
    client.post(PAGE, fields([*DOCTORS, "Dr. Mala Iyer"]))
    answer = client.post(PAGE, fields(DOCTORS[:2]))
    page = text_of(answer)
    assert (answer.status_code, "Changed by someone else." in page) == (409, True)
    assert "Dr. Mala Iyer" in page
    assert len(doctors()) == 4


def test_appointments_of_a_doctor_who_left_keep_the_name_and_are_named(
    client: Client, send: Send
) -> None:
    request = make_request_now(send, "appointment")
    slot = AppointmentSlot.objects.create(
        request=request,
        doctor=DOCTORS[0],
        starts_at=timezone.now() + timedelta(days=2),
        minutes=30,
    )
    assert "appointment to come" not in text_of(client.get(PAGE))
    client.post(PAGE, fields(DOCTORS[1:]))
    assert f"{DOCTORS[0]} is not on this list and has 1 appointment to come." in text_of(
        client.get(PAGE)
    )
    slot.refresh_from_db()
    assert slot.doctor == DOCTORS[0]


def test_words_are_text(client: Client) -> None:
    client.post(PAGE, fields(["Dr. <b>Iyer</b>"], **GAIN))
    page = client.get(PAGE).content.decode()
    assert "&lt;b&gt;Iyer&lt;/b&gt;" in page
    assert "&lt;b&gt;Gain&lt;/b&gt;" in page
    assert "<b>" not in page


def test_facts_of_a_doctor_are_stored_shown_and_emptied(client: Client) -> None:
    names = [DOCTORS[0], FACTS]
    assert client.post(PAGE, fields(names)).status_code == 302
    assert doctors() == names
    page = text_of(client.get(PAGE))
    assert all(f'value="{value}"' in page for value in FACTS.values())
    changed = {**FACTS, "name": "Dr. Other Name", "years": 13}
    assert client.post(PAGE, fields([changed], names)).status_code == 302
    assert doctors() == [changed]
    assert client.post(PAGE, fields(["Dr. Other Name"], [changed])).status_code == 302
    assert doctors() == ["Dr. Other Name"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"years": "0"}, "Doctor 1, years of experience: Enter whole years, 1 to 70."),
        ({"years": "71"}, "Enter whole years, 1 to 70."),
        ({"years": "some"}, "at most 2 characters"),
        ({"speciality": "x" * 61}, "Doctor 1, speciality: Ensure this value has at most 60"),
        ({"registration": "x" * 61}, "at most 60"),
        ({"languages": "x" * 81}, "at most 80"),
        ({"fee": "x" * 41}, "at most 40"),
        ({"times": "x" * 81}, "at most 80"),
        ({"image": "../x"}, "is not written as it has to be"),
    ],
)
def test_a_wrong_fact_is_refused(client: Client, wrong: dict[str, str], sentence: str) -> None:
    answer = client.post(PAGE, fields([{**FACTS, **wrong}]))
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert doctors() == DOCTORS


def test_one_name_stands_once(client: Client) -> None:
    answer = client.post(PAGE, fields([FACTS["name"], FACTS]))
    assert "The same doctor is there twice." in text_of(answer)


def test_facts_are_named_in_differences() -> None:
    site = shipped("site.json")
    after = {**site, "doctors": {"sample": False, "names": [*DOCTORS[:2], FACTS]}}
    before, more = Content().replace("site.json", after), {**FACTS, "fee": "₹500", "image": "x"}
    changed = {**after, "doctors": {"sample": False, "names": [*DOCTORS[:2], more]}}
    assert [each.sentence for each in compare(Content(), before)] == [
        f"The shop, doctors, names, {DOCTORS[2]}: was “{DOCTORS[2]}”",
        "The shop, doctors, names, Dr. Sample Person: “Dr. Sample Person”",
    ]
    photo = Content().replace("site.json", changed).with_photo("doctors/x.jpg", "a")
    assert [each.sentence for each in compare(before, photo)] == [
        "The shop, doctors, names, Dr. Sample Person, fee: “First call free” becomes “₹500”",
        "Photo of Dr. Sample Person: an own one.",
    ]


def test_a_photo_is_cut_cleaned_kept_under_another_name_and_removed(client: Client) -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0110] = "a phone"
    Image.new("RGB", (60, 30), "red").save(out, "JPEG", exif=exif)
    assert upload(client, DOCTORS[1], out.getvalue()).status_code == 302
    entry = {"name": DOCTORS[1], "image": "dr-arjun-mehta"}
    assert doctors() == [DOCTORS[0], entry, DOCTORS[2]]
    digest = drafts.load().content.photos["doctors/dr-arjun-mehta.jpg"]
    with Image.open(io.BytesIO(live.photo_bytes(digest))) as picture:
        assert (picture.size, dict(picture.getexif())) == ((30, 30), {})
    assert f'src="/backoffice/menu/photos/{digest}"' in text_of(client.get(PAGE))
    renamed = {**entry, "name": "Dr. Other Name"}
    client.post(PAGE, fields([renamed], doctors()))
    assert drafts.load().content.photos == {"doctors/dr-arjun-mehta.jpg": digest}
    assert client.post(PHOTO_BACK, {"doctor": "Dr. Other Name"}).status_code == 302
    assert (doctors(), drafts.load().content.photos) == (["Dr. Other Name"], {})


def test_a_photo_leaves_with_its_doctor(client: Client) -> None:
    upload(client, DOCTORS[1], make_photo())
    client.post(PAGE, fields(DOCTORS[:1], doctors()))
    assert drafts.load().content.photos == {}
    revision = drafts.load().revision
    client.post(PAGE, fields(DOCTORS[:1], DOCTORS[:1]))
    assert drafts.load().revision == revision


@pytest.mark.parametrize(
    ("doctor", "image", "sentence"),
    [
        (DOCTORS[0], b"no photo", "This file is no photo that can be read."),
        (DOCTORS[0], b"", "This file is empty."),
        ("Dr. Nobody", make_photo(), "This doctor is not on the list any more."),
    ],
)
def test_a_wrong_photo_is_refused_in_one_sentence(
    client: Client, doctor: str, image: bytes, sentence: str
) -> None:
    answer = upload(client, doctor, image)
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert not drafts.load().is_changed


def test_a_photo_of_a_doctor_who_left_cannot_be_removed(client: Client) -> None:
    page = text_of(client.post(PHOTO_BACK, {"doctor": "Dr. Nobody"}, follow=True))
    assert "This doctor is not on the list any more." in page


def test_doctors_with_facts_are_published_exported_and_imported(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    fake_renderer(tmp_path, monkeypatch, settings)
    client.post(PAGE, fields([FACTS, DOCTORS[0]]))
    upload(client, DOCTORS[0], make_photo())
    names = doctors()
    publish()
    content = editions.content_of(1)
    assert content.file("site.json")["doctors"] == {"sample": False, "names": names}
    call_command("menu", "export", str(tmp_path / "out"))
    assert (tmp_path / "out/pictures/doctors/dr-kavitha-raman.jpg").is_file()
    assert catalogue.load(tmp_path / "out").site.doctors == (FACTS["name"], DOCTORS[0])
    client.post(PAGE, fields(DOCTORS, names))
    call_command("menu", "import", str(tmp_path / "out"))
    assert drafts.load().content.menu == content.menu
