"""`python -m tools.own_pictures PICTURES TARGET`: a shop's photographs and icon, in every size that the pages ask for.

PICTURES is the folder `pictures` of a contract folder: dishes/<key>.jpg, scenes/<key>.jpg, icon.png, share.jpg.
Needs Pillow, which runs the server too.
"""

import difflib
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NoReturn

from PIL import Image, ImageOps, UnidentifiedImageError

SHIPPED = Path(__file__).resolve().parents[1] / "frontend" / "shared" / "pictures"
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".avif"}
QUALITY = {"webp": {"quality": 80, "method": 6}, "avif": {"quality": 60, "speed": 6}}
DISH = {320: 320, 640: 640}  # width to height in pixels
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ICON_LEAST = 512
SAFE = 0.8  # of a maskable icon, the part that no phone cuts away
SHARE = (1200, 630)


def main() -> None:
    """Make them, or end with one sentence on the file that cannot be taken."""
    pictures, target = map(Path, sys.argv[1:])
    colours = {}
    scenes = _shipped_scenes()
    for kind in ("dishes", "scenes"):
        for file in _photographs(pictures / kind):
            sizes = DISH if kind == "dishes" else scenes.get(file.stem)
            if sizes is None:
                near = ", ".join(difflib.get_close_matches(file.stem, scenes, 3)) or ", ".join(
                    scenes
                )
                _stop(file, f"no page shows a scene of this name; there are {near}")
            colours[file.stem] = _sized(file, target / kind, sizes)
    target.mkdir(parents=True, exist_ok=True)
    (target / "colours.json").write_text(json.dumps(colours), "ascii")
    _icons(pictures, target / "icons")


def _photographs(folder: Path) -> list[Path]:
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    files = [file for file in files if not file.name.startswith(".")]
    for file in files:
        if file.suffix.lower() not in SUFFIXES:
            _stop(file, f"it is none of {', '.join(sorted(SUFFIXES))}")
        if not KEY.fullmatch(file.stem):
            _stop(file, "its name may have small letters, digits and single hyphens only")
    return files


def _shipped_scenes() -> dict[str, dict[int, int]]:
    """The sizes of each composed picture, by its key."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for file in (SHIPPED / "scenes").glob("*.webp"):
        with Image.open(file) as image:
            found[file.stem.rpartition("-")[0]][image.width] = image.height
    return dict(found)


def _sized(file: Path, folder: Path, sizes: dict[int, int]) -> str:
    """Every size in both formats; gives the mean colour as "#rrggbb"."""
    photograph = _opened(file).convert("RGB")
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in sizes.items():
        cut = ImageOps.fit(photograph, (width, height), Image.Resampling.LANCZOS)
        for suffix, quality in QUALITY.items():
            cut.save(folder / f"{file.stem}-{width}.{suffix}", **quality)  # type: ignore[arg-type]
    mean = photograph.resize((1, 1), Image.Resampling.BOX).tobytes()
    return f"#{mean.hex()}"


def _icons(pictures: Path, folder: Path) -> None:
    """What browsers and phones show for the shop, from one square icon.png; what shared links show, from share.jpg."""
    if (file := pictures / "icon.png").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        icon = _opened(file).convert("RGBA")
        if icon.width != icon.height or icon.width < ICON_LEAST:
            _stop(
                file,
                f"it is {icon.width} x {icon.height}; it has to be square, {ICON_LEAST} pixels at least",
            )
        for size in (192, 512):
            _scaled(icon, size).save(folder / f"icon-{size}.png", optimize=True)
        _on_ground(icon, 512, SAFE).save(folder / "icon-maskable-512.png", optimize=True)
        _on_ground(icon, 180, 1).save(folder / "apple-touch-icon.png", optimize=True)
        _scaled(icon, 32).save(folder / "favicon.ico", sizes=[(32, 32)])
    if (file := pictures / "share.jpg").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        shared = ImageOps.fit(_opened(file).convert("RGB"), SHARE, Image.Resampling.LANCZOS)
        shared.save(folder / "share.jpg", quality=86, progressive=True)


def _scaled(icon: Image.Image, size: int) -> Image.Image:
    return icon.resize((size, size), Image.Resampling.LANCZOS)


def _on_ground(icon: Image.Image, size: int, part: float) -> Image.Image:
    """The icon on white, where phones show no ground through it."""
    ground = Image.new("RGBA", (size, size), "white")
    inner = _scaled(icon, round(size * part))
    ground.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2))
    return ground.convert("RGB")


def _opened(file: Path) -> Image.Image:
    try:
        return ImageOps.exif_transpose(Image.open(file))
    except (UnidentifiedImageError, OSError) as error:
        _stop(file, f"it cannot be read as a picture ({type(error).__name__})")


def _stop(file: Path, why: str) -> NoReturn:
    sys.exit(f"oottam: The picture {file} cannot be taken: {why}.")


if __name__ == "__main__":
    main()
