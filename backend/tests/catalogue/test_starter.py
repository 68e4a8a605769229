"""The folder that a new cafe begins with."""

import subprocess
import sys
from pathlib import Path

import pytest

from oottam.catalogue import load
from oottam.catalogue.report import describe_folder
from oottam.catalogue.starter import write_folder


def test_folder_can_be_served_and_names_only_the_new_cafe(tmp_path: Path) -> None:
    write_folder(tmp_path, "Kovai Kitchen", "Coimbatore", 10)
    loaded = load(tmp_path)
    assert (loaded.site.brand.name, loaded.site.town.name) == ("Kovai Kitchen", "Coimbatore")
    assert loaded.free_delivery_km == 10
    assert loaded.site.area_example == "Coimbatore"
    written = "".join(file.read_text("utf-8") for file in tmp_path.glob("*.json"))
    for word in ("Oottam", "Chennai", "Besant", "rotein-packed"):
        assert word not in written
    assert "Still the shipped sample, in site.json: brand, contact, origin" in "\n".join(
        describe_folder(tmp_path)
    )


def test_sentences_begin_with_a_capital_after_the_praise_is_gone(tmp_path: Path) -> None:
    write_folder(tmp_path, "Kovai Kitchen", "Coimbatore")
    texts = (tmp_path / "texts.json").read_text("utf-8")
    assert '"heroHeading": "Plates for weekdays and big days"' in texts
    assert "Made in {town}." in texts
    assert "{categories} categories of veg dishes" in texts


def test_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text("mine", "utf-8")
    command = [sys.executable, "-m", "oottam.catalogue.starter", str(tmp_path), "--name", "K"]
    result = subprocess.run(
        [*command, "--town", "Coimbatore"], check=False, capture_output=True, text=True
    )
    assert result.returncode == 1
    assert result.stderr.endswith("site.json: File exists. Choose a folder without these files.\n")
    assert (tmp_path / "site.json").read_text("utf-8") == "mine"


@pytest.mark.parametrize("km", [None, 7.5])
def test_radius_is_the_shipped_one_unless_given(tmp_path: Path, km: float | None) -> None:
    write_folder(tmp_path, "K", "Salem", km)
    assert load(tmp_path).free_delivery_km == (km or 5)
