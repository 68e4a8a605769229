"""A picture to be made, be it a dish or a scene: where it goes, in which widths, from what."""

import dataclasses
import tempfile
from collections.abc import Callable
from pathlib import Path

from .cache import digest
from .catalogue import ROOT, wanted
from .dishes import all_dishes
from .finish import FORMATS, encode
from .scenes import all_scenes

TARGET = ROOT / "frontend" / "app" / "pictures"
DISH_WIDTHS = (640, 320)
DRAFT_SCALE = 0.56


@dataclasses.dataclass(frozen=True)
class Picture:
    """`stems` are the files without suffix, with their width in pixels, the largest first."""

    key: str
    source: object
    stems: dict[Path, int]
    take: Callable

    @property
    def digest(self):
        return digest(self.source)

    def is_there(self):
        return all(Path(f"{stem}.{suffix}").exists() for stem in self.stems for suffix in FORMATS)

    def render(self, samples, draft=False):
        """Render at the largest width (a draft: at DRAFT_SCALE of it) and write every size and format."""
        width = max(self.stems.values())
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder) / f"{self.key}.png"
            self.take(raw, round(width * DRAFT_SCALE) if draft else width, samples)
            encode(raw, self.stems)


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

    stems = {TARGET / "scenes" / f"{key}-{width}": width for width in scene["widths"]}
    used = {part["dish"]: dishes[part["dish"]] for part in scene["parts"] if "dish" in part}
    return Picture(key, {"scene": scene, "dishes": used}, stems, take)


def all_pictures():
    """{key: Picture}: the dishes in the order of the menus, then the scenes."""
    dishes = all_dishes()
    order = [key for key in wanted() if key in dishes]
    found = {key: _dish(key, dishes[key]) for key in order}
    for key, scene in all_scenes().items():
        found[key] = _scene(key, scene, dishes)
    return found
