"""A picture to be made, be it a dish or a scene: where it goes, in which widths, from what."""

import dataclasses
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from .cache import Ledger, digest
from .catalogue import ROOT, wanted
from .dishes import all_dishes
from .finish import encode, grade, mean_colour
from .scenes import all_scenes

TARGET = ROOT / "frontend" / "shared" / "pictures"
COLOURS = Ledger(TARGET / "colours.json")
# Shared links show one JPEG of this size, whatever the browser that asks (1200 x 630).
SHARE = {ROOT / "frontend" / "public" / "share": 1200}
DISH_WIDTHS = (640, 320)
# Below a width that a scene names: a wide picture cut to a phone's narrow place, at 1.75 pixels to the point.
BETWEEN = {1280: (1024,)}
DRAFT_SCALE = 0.56
# Scenes are shown large, and cloth and steel turn to wax under the denoiser when it has little to go by.
SCENE_SAMPLES = 64


@dataclasses.dataclass(frozen=True)
class Picture:
    """`stems` are the files without suffix, with their width in pixels, the largest first.

    `ratio` is width by height, `suffixes` the formats (finish.FORMATS), `samples` per pixel.
    """

    key: str
    source: object
    stems: dict[Path, int]
    take: Callable
    ratio: float = 1.0
    suffixes: tuple[str, ...] = ("webp", "avif")
    samples: int = 8

    @property
    def digest(self):
        return digest(self.source)

    def is_there(self):
        return all(Path(f"{stem}.{suffix}").exists() for stem in self.stems for suffix in self.suffixes)

    def render(self, samples=None, draft=False):
        """Render at the largest width (a draft: at DRAFT_SCALE of it) and write every size, format and colour."""
        width = max(self.stems.values())
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder) / f"{self.key}.png"
            self.take(raw, round(width * DRAFT_SCALE) if draft else width, samples or self.samples)
            self.finish(grade(Image.open(raw)))

    def derive(self):
        """Write the smaller sizes that are missing from the largest there is; says whether any was."""
        largest, *smaller = sorted(self.stems, key=self.stems.get, reverse=True)
        missing = {
            stem: self.stems[stem]
            for stem in smaller
            if not all(Path(f"{stem}.{suffix}").exists() for suffix in self.suffixes)
        }
        source = Path(f"{largest}.{self.suffixes[0]}")
        if not missing or not source.exists():
            return False
        encode(Image.open(source).convert("RGB"), missing, self.suffixes)
        return True

    def finish(self, image):
        """Write an image of this picture's ratio in every size and format, and note its mean colour."""
        encode(image, self.stems, self.suffixes)
        COLOURS.record(self.key, mean_colour(image))


def _dish(key, description):
    def take(path, size, samples):
        from .studio import photograph

        photograph(key, description, path, size, samples)

    large, small = DISH_WIDTHS
    folder = TARGET / "dishes"
    return Picture(key, description, {folder / key: large, folder / f"{key}-{small}": small}, take)


def _scene(key, scene, dishes):
    def take(path, width, samples):
        from .studio import photograph_scene

        photograph_scene(key, scene, dishes, path, width, samples)

    widths = [width for named in scene["widths"] for width in (named, *BETWEEN.get(named, ()))]
    stems = {TARGET / "scenes" / f"{key}-{width}": width for width in widths}
    ratio = scene["view"].get("aspect", 1.0)
    used = {part["dish"]: dishes[part["dish"]] for part in scene["parts"] if "dish" in part}
    source = {"scene": scene, "dishes": used}
    if key == "share":
        return Picture(key, source, SHARE, take, ratio, ("jpg",), SCENE_SAMPLES)
    return Picture(key, source, stems, take, ratio, samples=SCENE_SAMPLES)


def all_pictures():
    """{key: Picture}: the dishes in the order of the menus, then the scenes.

    `source` is None for a dish that nobody describes: it has a photograph, or none at all.
    """
    dishes, scenes = all_dishes(), all_scenes()
    found = {key: _dish(key, dishes.get(key)) for key in wanted() if key in dishes or key not in scenes}
    for key, scene in scenes.items():
        found[key] = _scene(key, scene, dishes)
    return found
