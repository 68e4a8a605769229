"""A shop's photographs and icon are cut to what the pages ask for, and what cannot be taken is said in a sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[3]


def cut(pictures: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.own_pictures", str(pictures), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def put(file: Path, width: int, height: int, colour: str = "#c08a3e") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (width, height), colour).save(file)


def sizes(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for file in sorted(folder.iterdir()):
        with Image.open(file) as image:
            found[file.name] = image.size
    return found


def test_a_dish_is_a_square_in_two_sizes_and_formats_with_its_mean_colour(tmp_path: Path) -> None:
    put(tmp_path / "in/dishes/thinai-pongal.png", 1600, 900)
    assert cut(tmp_path / "in", tmp_path / "out").stderr == ""
    assert sizes(tmp_path / "out/dishes") == {
        "thinai-pongal-320.avif": (320, 320),
        "thinai-pongal-320.webp": (320, 320),
        "thinai-pongal-640.avif": (640, 640),
        "thinai-pongal-640.webp": (640, 640),
    }
    assert json.loads((tmp_path / "out/colours.json").read_text()) == {"thinai-pongal": "#c08a3e"}


def test_a_scene_has_the_sizes_of_the_shipped_one(tmp_path: Path) -> None:
    put(tmp_path / "in/scenes/hero.jpg", 2000, 2000)
    assert cut(tmp_path / "in", tmp_path / "out").stderr == ""
    found = sizes(tmp_path / "out/scenes")
    assert {name: size for name, size in found.items() if name.endswith("webp")} == {
        "hero-640.webp": (640, 360),
        "hero-1024.webp": (1024, 576),
        "hero-1280.webp": (1280, 720),
    }


def test_an_icon_becomes_all_that_browsers_and_phones_ask_for(tmp_path: Path) -> None:
    put(tmp_path / "in/icon.png", 600, 600)
    put(tmp_path / "in/share.jpg", 800, 800)
    assert cut(tmp_path / "in", tmp_path / "out").stderr == ""
    assert sizes(tmp_path / "out/icons") == {
        "apple-touch-icon.png": (180, 180),
        "favicon.ico": (32, 32),
        "icon-192.png": (192, 192),
        "icon-512.png": (512, 512),
        "icon-maskable-512.png": (512, 512),
        "share.jpg": (1200, 630),
    }
    assert sizes(tmp_path / "out/icons").keys() == {
        file.name for file in (ROOT / "frontend/public").iterdir()
    }


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("scenes/heroes.jpg", "no page shows a scene of this name; there are hero"),
        ("dishes/Thinai Pongal.jpg", "its name may have small letters, digits and single hyphens"),
        ("dishes/pongal.gif", "it is none of .avif, .jpeg, .jpg, .png, .webp."),
        ("icon.png", "it is 600 x 400; it has to be square, 512 pixels at least."),
    ],
)
def test_what_cannot_be_taken_is_named(tmp_path: Path, name: str, says: str) -> None:
    put(tmp_path / "in" / name, 600, 400)
    ended = cut(tmp_path / "in", tmp_path / "out")
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"oottam: The picture {tmp_path / 'in' / name} cannot be taken:")
    assert says in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    file = tmp_path / "in/dishes/pongal.jpg"
    file.parent.mkdir(parents=True)
    file.write_text("a photo of pongal", "utf-8")
    assert "pongal.jpg cannot be taken: it cannot be read as a picture (Unid" in (
        cut(tmp_path / "in", tmp_path / "out").stderr
    )
