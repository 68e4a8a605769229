"""A shop's photographs and icon are cut to the sizes that pages use; a file that cannot be used is named."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from PIL import Image

from oottam.menu.content import Content, read_folder
from oottam.rendering import pictures
from tests.factories.menu import swapped_colours

ROOT = Path(__file__).parents[3]
HERO = {"file": "hero-abcdef", "widths": [640, 1024, 1280], "height": 720, "tone": "c84"}
SHIPPED: pictures.Table = {"dishes": {}, "scenes": {"hero": HERO}}


def put(file: Path, width: int, height: int, colour: str = "#c08a3e") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (width, height), colour).save(file)


def sizes(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for file in sorted(folder.iterdir()):
        with Image.open(file) as image:
            found[file.name] = image.size
    return found


def write_sizes(folder: Path, kind: str, key: str) -> pictures.Photograph:
    photograph = pictures.photographs(folder / "in", SHIPPED)[kind][key]
    (folder / "out").mkdir(exist_ok=True)
    pictures.write_sizes(photograph, folder / "out")
    return photograph


def use_all(folder: Path) -> None:
    """Use every file of `in`."""
    pictures.photographs(folder / "in", SHIPPED)
    pictures.write_icons(folder / "in", folder)


def test_a_dish_is_a_square_in_two_sizes_and_formats(tmp_path: Path) -> None:
    put(tmp_path / "in/dishes/thinai-pongal.png", 1600, 900)
    name = write_sizes(tmp_path, "dishes", "thinai-pongal").name
    assert name[:-6] == "thinai-pongal-"
    assert sizes(tmp_path / "out") == {
        f"{name}-320.avif": (320, 320),
        f"{name}-320.webp": (320, 320),
        f"{name}-640.avif": (640, 640),
        f"{name}-640.webp": (640, 640),
    }


def test_pages_find_a_dish_by_its_key_with_the_nearest_tone_of_the_style_sheet(
    tmp_path: Path,
) -> None:
    put(tmp_path / "in/dishes/thinai-pongal.png", 1600, 900, "#c08a3e")
    photograph = write_sizes(tmp_path, "dishes", "thinai-pongal")
    tones = frozenset({"c84", "fff", "000"})
    assert pictures.picture_source(photograph, tmp_path / "out", tones) == {
        "file": photograph.name,
        "widths": [320, 640],
        "height": 640,
        "tone": "c84",
    }


def test_a_changed_photograph_has_another_name_and_an_unchanged_one_is_not_cut_again(
    tmp_path: Path,
) -> None:
    put(tmp_path / "in/dishes/pongal.png", 640, 640)
    first = write_sizes(tmp_path, "dishes", "pongal").name
    before = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "out").iterdir()}
    assert write_sizes(tmp_path, "dishes", "pongal").name == first
    assert {file.name: file.stat().st_mtime_ns for file in (tmp_path / "out").iterdir()} == before
    put(tmp_path / "in/dishes/pongal.png", 640, 640, "#000000")
    assert write_sizes(tmp_path, "dishes", "pongal").name != first


def test_a_scene_has_the_sizes_of_the_shipped_one(tmp_path: Path) -> None:
    put(tmp_path / "in/scenes/hero.jpg", 2000, 2000)
    name = write_sizes(tmp_path, "scenes", "hero").name
    assert {file: size for file, size in sizes(tmp_path / "out").items() if "webp" in file} == {
        f"{name}-640.webp": (640, 360),
        f"{name}-1024.webp": (1024, 576),
        f"{name}-1280.webp": (1280, 720),
    }


def test_the_kitchen_is_a_scene_of_which_none_is_shipped(tmp_path: Path) -> None:
    put(tmp_path / "in/scenes/kitchen.jpg", 2000, 2000)
    name = write_sizes(tmp_path, "scenes", "kitchen").name
    assert {file: size for file, size in sizes(tmp_path / "out").items() if "webp" in file} == {
        f"{name}-480.webp": (480, 360),
        f"{name}-960.webp": (960, 720),
    }


def test_pages_find_a_doctors_square_photograph_of_which_none_is_shipped(tmp_path: Path) -> None:
    put(tmp_path / "in/doctors/dr-sample.jpg", 700, 900)
    (tmp_path / "out").mkdir()
    table: pictures.Table = {"dishes": {}, "scenes": {"hero": HERO}}
    names = pictures.add_photographs(table, tmp_path / "in", tmp_path / "out")
    assert table["doctors"]["dr-sample"]["widths"] == [320, 640]
    assert sizes(tmp_path / "out").keys() == set(names)


def test_an_icon_becomes_all_that_browsers_and_phones_ask_for(tmp_path: Path) -> None:
    put(tmp_path / "in/icon.png", 600, 600)
    put(tmp_path / "in/share.jpg", 800, 800)
    (tmp_path / "out").mkdir()
    pictures.write_icons(tmp_path / "in", tmp_path / "out")
    assert sizes(tmp_path / "out") == {
        "apple-touch-icon.png": (180, 180),
        "favicon.ico": (32, 32),
        "icon-192.png": (192, 192),
        "icon-512.png": (512, 512),
        "icon-maskable-512.png": (512, 512),
        "share.jpg": (1200, 630),
    }
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        file.name for file in (ROOT / "frontend/public").iterdir()
    }


@pytest.mark.parametrize("names", [("icon.PNG", "share.jpeg"), ("Icon.webp", "SHARE.JPG")])
def test_icon_and_share_are_found_whatever_their_case_and_ending(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    for name in names:
        put(tmp_path / "in" / name, 600, 600)
    (tmp_path / "out").mkdir()
    pictures.write_icons(tmp_path / "in", tmp_path / "out")
    assert {"icon-192.png", "share.jpg"} <= sizes(tmp_path / "out").keys()
    content = read_folder_of(tmp_path / "in")
    assert content.photo("icon.png")
    assert content.photo("share.jpg")


def read_folder_of(folder: Path) -> Content:
    """The content of a contract folder with these pictures."""
    folder.rename(folder.parent / "pictures")
    return read_folder(folder.parent, lambda image: str(len(image)))


def test_pictures_of_pages_are_on_white_in_srgb_without_metadata(tmp_path: Path) -> None:
    (tmp_path / "in/dishes").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    red, clear = Image.new("RGB", (640, 640), "red"), Image.new("RGBA", (640, 640))
    options: dict[str, Any] = {"icc_profile": swapped_colours(), "comment": b"at home"}
    red.save(tmp_path / "in/share.jpg", **options)
    red.save(tmp_path / "in/icon.png", **options)
    red.save(tmp_path / "in/dishes/pongal.jpg", **options)
    clear.save(tmp_path / "in/dishes/idli.png")
    pictures.write_icons(tmp_path / "in", tmp_path / "out")
    for key in ("pongal", "idli"):
        write_sizes(tmp_path, "dishes", key)
    for file in (tmp_path / "out").iterdir():
        with Image.open(file) as image:
            pixel = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
            assert not {"comment", "exif", "icc_profile"} & image.info.keys()
        assert isinstance(pixel, tuple)
        expected = (255, 255, 255) if file.name.startswith("idli") else (0, 255, 0)
        assert max(abs(a - b) for a, b in zip(pixel, expected, strict=True)) < 8, file.name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("scenes/heroes.jpg", "no page shows a scene of this name; there are hero"),
        ("dishes/Thinai Pongal.jpg", "its name may have small letters, digits and single hyphens"),
        ("dishes/pongal.gif", "it is none of .avif, .jpeg, .jpg, .png, .webp."),
        ("icon.png", "it is 600 x 400; it has to be square, 512 pixels at least."),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, name: str, reason: str) -> None:
    put(tmp_path / "in" / name, 600, 400)
    with pytest.raises(ImproperlyConfigured) as raised:
        use_all(tmp_path)
    assert str(raised.value).startswith(f"The picture {tmp_path / 'in' / name} cannot be used: ")
    assert reason in str(raised.value)


def test_a_text_that_is_called_a_picture_is_named(tmp_path: Path) -> None:
    file = tmp_path / "in/dishes/pongal.jpg"
    file.parent.mkdir(parents=True)
    file.write_text("a photo of pongal", "utf-8")
    with pytest.raises(
        ImproperlyConfigured, match=r"pongal\.jpg cannot be used: it cannot be read"
    ):
        write_sizes(tmp_path, "dishes", "pongal")


def test_a_phones_photograph_is_read_small(tmp_path: Path) -> None:
    """At full size 50 megapixels take 400 MB of the server that starts."""
    put(tmp_path / "large.jpg", 8000, 6000)
    put(tmp_path / "wide.jpg", 6000, 1300)
    assert pictures._open(tmp_path / "large.jpg").size == (4000, 3000)
    assert pictures._open(tmp_path / "wide.jpg").size == (6000, 1300)
