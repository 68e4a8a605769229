"""The shop's icon and large pictures, changed by form."""

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from oottam.menu import drafts, live
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import make_photo

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/pictures/"


@pytest.fixture(autouse=True)
def scenes(settings: Any, tmp_path: Path) -> None:
    """A storefront with one large picture."""
    shutil.copytree(settings.STOREFRONT, tmp_path / "dist")
    settings.STOREFRONT = tmp_path / "dist"
    hero = {"file": "hero-x", "widths": [640, 1280], "height": 720, "tone": "fff"}
    (tmp_path / "dist/renderer").mkdir(exist_ok=True)
    pictures = json.dumps({"dishes": {}, "scenes": {"hero": hero}})
    (tmp_path / "dist/renderer/pictures.json").write_text(pictures)


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("meena"))


def upload(client: Client, name: str, image: bytes) -> Any:
    return client.post(f"{PAGE}{name}/photo", {"photo": SimpleUploadedFile("a.png", image)})


def stored(path: str) -> bytes:
    return live.photo_bytes(drafts.load().content.photos[path])


def transparent(edge: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", (edge, edge), (200, 30, 30, 128)).save(out, "PNG")
    return out.getvalue()


def test_pages_show_shipped_pictures_until_there_are_own_ones(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert 'src="/order/assets/hero-x-640.webp"' in page
    assert page.count("Still the sample") == 3
    assert upload(client, "hero", make_photo((60, 30))).status_code == 302
    digest = drafts.load().content.photos["scenes/hero.jpg"]
    page = client.get(PAGE).content.decode()
    assert f'src="/backoffice/menu/photos/{digest}"' in page
    assert page.count("Still the sample") == 2
    assert client.post(f"{PAGE}hero/back").status_code == 302
    assert not drafts.load().is_changed


def test_large_picture_keeps_its_shape_and_loses_its_metadata(client: Client) -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0110] = "a phone"
    Image.new("RGB", (3000, 1500), "red").save(out, "JPEG", exif=exif)
    upload(client, "share", out.getvalue())
    with Image.open(io.BytesIO(stored("share.jpg"))) as picture:
        assert (picture.width, picture.height) == (2000, 1000)
        assert not picture.getexif()


def test_icon_stays_transparent_and_square(client: Client) -> None:
    assert upload(client, "icon", transparent(1100)).status_code == 302
    with Image.open(io.BytesIO(stored("icon.png"))) as icon:
        assert (icon.format, icon.mode, icon.size) == ("PNG", "RGBA", (1024, 1024))
    digest = drafts.load().content.photos["icon.png"]
    sent = client.get(f"/backoffice/menu/photos/{digest}")
    assert sent["Content-Type"] == "image/png"


@pytest.mark.parametrize(
    ("name", "image", "sentence"),
    [
        ("icon", transparent(511), "An icon has to be square, 512 pixels wide at least."),
        ("icon", make_photo((600, 512)), "An icon has to be square, 512 pixels wide at least."),
        ("hero", b"no", "This file is no photo that can be read."),
        ("hero", b"", "This file is empty. Choose it again."),
    ],
)
def test_wrong_picture_is_refused_in_one_sentence(
    client: Client, name: str, image: bytes, sentence: str
) -> None:
    answer = upload(client, name, image)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not drafts.load().is_changed


def test_the_kitchen_has_a_picture_once_the_shop_takes_one(client: Client) -> None:
    page = " ".join(client.get(PAGE).content.decode().split())
    assert 'Your kitchen <span class="status new">Not shown</span>' in page
    assert "Show no picture" not in page
    assert upload(client, "kitchen", make_photo((60, 30))).status_code == 302
    assert list(drafts.load().content.photos) == ["scenes/kitchen.jpg"]
    assert "Show no picture" in client.get(PAGE).content.decode()
    assert client.post(f"{PAGE}kitchen/back").status_code == 302
    assert not drafts.load().is_changed


def test_unknown_picture_is_not_found(client: Client) -> None:
    assert upload(client, "nothing", make_photo()).status_code == 404
    assert client.post(f"{PAGE}nothing/back").status_code == 404
