"""A shop's own contract folder holds what differs; the rest is as shipped, and what is wrong is said with its place."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from PIL import Image

from oottam.catalogue import load
from oottam.catalogue.folder import NAMES, SHIPPED
from oottam.catalogue.report import checked
from oottam.catalogue.schema import first_fault

VEG = "catalogue/veg.json"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with its own name and nothing else."""
    folder = tmp_path / "own"
    (folder / "catalogue").mkdir(parents=True)
    site = (SHIPPED / "site.json").read_text("utf-8")
    (folder / "site.json").write_text(site.replace('"Oottam"', '"Thinai"'), "utf-8")
    return folder


def take(own: Path, name: str, *changes: tuple[str, str]) -> None:
    """Copy a shipped file into the folder, with these texts changed where they stand first."""
    text = (SHIPPED / name).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    (own / name).write_text(text, "utf-8")


def complaint(own: Path) -> str:
    with pytest.raises(ImproperlyConfigured) as stopped:
        checked(own)
    return str(stopped.value).replace(str(own), "own")


def test_a_folder_with_one_file_is_enough(own: Path) -> None:
    catalogue = load(own)
    assert catalogue.site.brand.name == "Thinai"
    assert catalogue.menus == load(SHIPPED).menus


def test_hours_left_out_are_the_stated_ones(own: Path) -> None:
    site = json.loads((own / "site.json").read_text("utf-8"))
    shipped = load(own).site.hours.meals
    del site["hours"]
    (own / "site.json").write_text(json.dumps(site), "utf-8")
    hours = load(own).site.hours
    assert hours.calls == "within working hours"
    assert hours.meals == shipped


def test_a_meal_that_ends_before_it_begins_is_refused(own: Path) -> None:
    take(own, "site.json", ('"to": "15:00"', '"to": "11:00"'))
    with pytest.raises(ImproperlyConfigured, match=r'hours\.meals\.lunch whose "to" is later'):
        load(own)


def test_a_file_is_taken_whole_so_that_a_dish_can_be_left_out(own: Path) -> None:
    menu = json.loads((SHIPPED / VEG).read_text("utf-8"))
    dish = menu["categories"][0]["items"].pop(0)
    (own / VEG).write_text(json.dumps(menu), "utf-8")
    assert dish["name"] not in load(own).menus["veg"].by_name


def test_a_shop_may_do_without_one_of_the_menus(own: Path) -> None:
    text = {"$schema": "../schemas/menu.schema.json", "kind": "nonveg", "categories": []}
    (own / "catalogue/nonveg.json").write_text(json.dumps(text), "utf-8")
    assert load(own).menus["nonveg"].dishes == ()
    counts = {kind: len(menu.dishes) for kind, menu in load(SHIPPED).menus.items()}
    veg, tray = counts["veg"], counts["tray"]
    assert f"{veg} dishes veg, 0 dishes nonveg, {tray} dishes tray; 3 doctors." in checked(own)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert complaint(tmp_path / "gone").startswith("The contract folder own is not there. Make it,")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Recipes", "utf-8")
    assert "holds no file of a contract. Copy those that you want to change" in complaint(tmp_path)


def test_a_misspelt_file_is_refused_for_the_shipped_one_would_stand_in_its_place(own: Path) -> None:
    (own / "catalogue/vegs.json").write_text("{}", "utf-8")
    assert complaint(own) == (
        "The contract folder own holds catalogue/vegs.json, which nothing reads. "
        "Did you mean catalogue/veg.json?"
    )


def test_a_misspelt_text_is_refused_too(own: Path) -> None:
    (own / "shop").mkdir()
    (own / "shop/term.md").write_text("# Terms\n\nPay in cash.", "utf-8")
    assert complaint(own) == (
        "The contract folder own holds shop/term.md, which nothing reads. Did you mean shop/terms.txt?"
    )


def test_what_a_copy_of_the_whole_folder_brings_along_is_not_read(own: Path) -> None:
    (own / "schemas").mkdir()
    (own / "schemas/site.schema.json").write_text("{", "utf-8")
    (own / "openapi.json").write_text("{", "utf-8")
    assert load(own).site.brand.name == "Thinai"


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        (
            VEG,
            ('"fifteen": 254', '"fiften": 254'),
            ("line 9 (categories[0].items[0].prices.fiften): \"fiften\" is not known here. "
            'Did you mean "fifteen"?'),
        ),
        (
            VEG,
            ('"week": 273', '"week": "273"'),
            ('line 9 (categories[0].items[0].prices.week): "273" is not a number without quotes. '
            "Expected: Rupees per day and meal below 15 days."),
        ),
        (
            VEG,
            ('"name": "Berry Smoothie"', '"name": "Berry Smoothie", "name": "Berry"'),
            'field "name": an object has it twice. Keep one.',
        ),
        (
            "site.json",
            ('"phone": "+91 44 0000 0000"', '"phone": "044 0000"'),
            ('line 11 (contact.phone): "044 0000" is not written as it has to be. Expected: As shown, with '
            "the country code: +91 44 0000 0000."),
        ),
        (
            "site.json",
            ('"legal": { "fssaiLicence": null, "fssaiKind": "licence", "legalName": null, "grievanceContact": null },', ""),
            ('line 1: "legal" is missing. The shipped file has "legal": {"fssaiLicence": null, '
            '"fssaiKind": "licence", "legalName": null, "grievanceContact": null}.'),
        ),
        (
            "site.json",
            ('"tagline": "An', '"tagline": NaN, "x": "An'),
            "somewhere: NaN is no number.",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line_and_what_was_expected(
    own: Path, name: str, change: tuple[str, str], says: str
) -> None:
    take(own, name, change)
    assert complaint(own) == f"The contract file own/{name}, {says}"


def test_a_shop_without_files_of_its_own_does_not_load_what_checks_them() -> None:
    program = "import sys; from oottam.catalogue import load; from oottam.catalogue.folder import SHIPPED; "
    asked = [sys.executable, "-c", f"{program} load(SHIPPED); print('jsonschema' in sys.modules)"]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_keyword_without_a_sentence_of_its_own_is_held_all_the_same() -> None:
    rule = {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "A name, or null."}
    fault = first_fault({"a": 5}, {"properties": {"a": rule}})
    assert fault == (("a",), "5 is not as it has to be. Expected: A name, or null.", "")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xef\xbb\xbf{}", "line 1: it begins with a byte-order mark. Save it as UTF-8"),
        (b'{\n"a": "\xe9"}', "line 2: a letter there is not UTF-8. Save the file as UTF-8."),
    ],
)
def test_what_an_editor_spoilt_is_said(own: Path, content: bytes, says: str) -> None:
    (own / "site.json").write_bytes(content)
    assert f"own/site.json, {says}" in complaint(own)


def test_a_dish_without_a_picture_says_where_to_put_one(own: Path) -> None:
    take(own, VEG, ('"image": "berry-smoothie"', '"image": "thinai-pongal"'))
    assert complaint(own).startswith(
        'The contract file own/catalogue/veg.json asks for the picture "thinai-pongal", which is not there. '
        "Put a photograph into own/pictures/dishes/thinai-pongal.jpg"
    )
    (own / "pictures/dishes").mkdir(parents=True)
    photograph = own / "pictures/dishes/thinai-pongal.jpg"
    photograph.write_bytes(b"no picture")
    assert complaint(own) == (
        "The picture own/pictures/dishes/thinai-pongal.jpg cannot be read as one. "
        "Save it as JPEG, PNG, WebP or AVIF."
    )
    Image.new("RGB", (640, 640)).save(photograph)
    assert "The shop's own: site.json, catalogue/veg.json." in checked(own)


def test_the_report_says_what_follows_updates_and_what_is_still_a_sample(own: Path) -> None:
    take(own, VEG, ('"image": "berry-smoothie"', '"image": "idli-sambar"'))
    lines = checked(own)
    assert lines[0] == f"{own} can be served."
    assert lines[2].startswith(
        "As shipped, and following each update: rules.json, catalogue/nonveg"
    )
    counted = [f"{len(menu.dishes)} dishes {kind}" for kind, menu in load(SHIPPED).menus.items()]
    assert lines[3] == f"{', '.join(counted)}; 3 doctors."
    assert "No sentence in catalogue/descriptions.json for: Berry Smoothie." in lines


def test_the_report_warns_of_a_personal_number_as_upi_id(own: Path) -> None:
    take(own, "site.json", ('"upiId": null', '"upiId": "oottam@okaxis"'))
    assert "personal" not in " ".join(checked(own))
    take(own, "site.json", ('"upiId": null', '"upiId": "9840012345@okaxis"'))
    [warning] = [line for line in checked(own) if "personal" in line]
    assert warning.startswith("payment.upiId in site.json looks like a personal phone number: ")


def test_the_contract_of_the_first_release_is_still_served(tmp_path: Path) -> None:
    """0.2.0 had neither kitchen/ nor shop/, and no payment in site.json; all else is as it was."""
    old = Path(shutil.copytree(SHIPPED, tmp_path / "old"))
    shutil.rmtree(old / "kitchen")
    shutil.rmtree(old / "shop")
    site = json.loads((old / "site.json").read_text("utf-8"))
    del site["payment"]
    (old / "site.json").write_text(json.dumps(site), "utf-8")
    lines = checked(old)
    assert (
        "As shipped, and following each update: kitchen/ingredients.json, kitchen/recipes.json, "
        "shop/terms.txt, shop/privacy.txt." in lines
    )
    assert load(old).site.upi_id == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_the_contract_can_be_the_shops_own(own: Path, name: str) -> None:
    (own / name).parent.mkdir(exist_ok=True)
    take(own, name)
    assert any(name in line for line in checked(own) if line.startswith("The shop's own"))


def test_the_command_checks_a_folder_without_starting_anything(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("check_contract", str(own))
    assert capsys.readouterr().out.startswith(f"{own} can be served.\n")


def test_without_settings_it_is_one_sentence_and_no_traceback(own: Path) -> None:
    (own / "site.json").write_text("{", "utf-8")
    asked = [sys.executable, "-m", "oottam.catalogue", str(own)]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"oottam: The contract file {own}/site.json, line 1, column 2:")
    assert ended.stderr.count("\n") == 1
