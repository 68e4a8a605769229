"""A shop owner's photograph stands in for a render. Run: make -C art test (Pillow, no Blender)."""

import json
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from PIL import Image

from oottam_pictures import __main__ as command
from oottam_pictures import photos, pictures, sheet
from oottam_pictures.cache import Ledger


class Photos(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.photos = self.root / "photos"
        self.photos.mkdir()
        stems = {self.root / "idli": 640, self.root / "idli-320": 320}
        self.picture = pictures.Picture("idli", {}, stems, self.fail)
        self.ledger, self.colours = Ledger(self.root / "lock.json"), Ledger(self.root / "colours.json")
        self.ledger.record("idli", "digest of an old description")
        for target, name, value in (
            (command, "LEDGER", self.ledger),
            (pictures, "COLOURS", self.colours),
            (command, "dropped", lambda known: photos.dropped(known, self.photos)),
        ):
            patch = mock.patch.object(target, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def drop(self, name, size=(900, 500), colour=(200, 100, 50)):
        Image.new("RGB", size, colour).save(self.photos / name)

    def bring_in(self):
        command.bring_in_photos({"idli": self.picture})

    def test_a_photograph_of_any_shape_fills_every_size_and_format(self):
        self.drop("idli.jpg")
        self.bring_in()
        for suffix in ("webp", "avif"):
            for name, width in (("idli", 640), ("idli-320", 320)):
                with Image.open(self.root / f"{name}.{suffix}") as written:
                    self.assertEqual(written.size, (width, width))
        colour = json.loads((self.root / "colours.json").read_text())["idli"]
        for at, wanted in ((1, 200), (3, 100), (5, 50)):
            self.assertAlmostEqual(int(colour[at : at + 2], 16), wanted, delta=3)

    def test_a_size_that_is_missing_is_made_from_the_largest(self):
        self.drop("idli.jpg")
        self.bring_in()
        (self.root / "idli-320.avif").unlink()
        self.assertTrue(self.picture.derive())
        with Image.open(self.root / "idli-320.avif") as written:
            self.assertEqual(written.size, (320, 320))
        self.assertFalse(self.picture.derive())

    def test_rendering_never_replaces_a_photograph_unless_forced(self):
        self.drop("idli.png")
        self.bring_in()
        noted = self.ledger.read()["idli"]
        for force, due in ((False, False), (True, True)):
            options = SimpleNamespace(force=force)
            self.assertEqual(command.is_due(self.picture, noted, options, ("digest of now",)), due)

    def test_a_render_from_an_old_description_is_due(self):
        options = SimpleNamespace(force=False)
        self.assertTrue(command.is_due(self.picture, "digest of then", options, ("digest of now",)))

    def test_a_name_that_no_picture_has_is_refused_with_the_nearest(self):
        self.drop("idly.jpg")
        with self.assertRaisesRegex(photos.UnknownPicture, "idli"):
            self.bring_in()


class Keys(unittest.TestCase):
    def test_a_dish_that_nobody_describes_can_have_a_photograph(self):
        with mock.patch.object(pictures, "wanted", lambda: ["idli-sambar", "new-dish"]):
            found = pictures.all_pictures()
        self.assertIsNone(found["new-dish"].source)
        self.assertIsNotNone(found["idli-sambar"].source)


class Blind(unittest.TestCase):
    def test_each_picture_stands_over_its_own_name_and_three_of_its_category(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            Image.new("RGB", (64, 64)).save(folder / "idli.webp")
            picture = pictures.Picture("idli", {}, {folder / "idli": 64}, self.fail)
            sheet.blind([picture], {"idli": ("Idli", ["Dosa", "Vada", "Upma", "Pongal"])}, folder / "blind")
            entry = json.loads((folder / "blind" / "key.json").read_text())["01"]["1"]
            self.assertTrue((folder / "blind" / "01.png").exists())
        self.assertEqual(entry["names"][entry["answer"]], "Idli")
        self.assertEqual(len(set(entry["names"].values())), 4)


if __name__ == "__main__":
    unittest.main()
