"""Overriding shipped contract files with a shop's own; errors name their place."""

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
from oottam.catalogue.report import describe_folder
from oottam.catalogue.schema import first_error

VEG = "catalogue/veg.json"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with only a site.json of another name."""
    folder = tmp_path / "own"
    (folder / "catalogue").mkdir(parents=True)
    site = (SHIPPED / "site.json").read_text("utf-8")
    (folder / "site.json").write_text(site.replace('"Oottam"', '"Thinai"'), "utf-8")
    return folder


def copy_shipped(own: Path, name: str, *changes: tuple[str, str]) -> None:
    """Copy a shipped file into the folder, with these texts changed at their first occurrence."""
    text = (SHIPPED / name).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    (own / name).write_text(text, "utf-8")


def load_error(own: Path) -> str:
    with pytest.raises(ImproperlyConfigured) as raised:
        describe_folder(own)
    return str(raised.value).replace(str(own), "own")


def test_folder_with_one_file_loads(own: Path) -> None:
    catalogue = load(own)
    assert catalogue.site.brand.name == "Thinai"
    assert catalogue.menus == load(SHIPPED).menus


def test_missing_hours_get_defaults(own: Path) -> None:
    site = json.loads((own / "site.json").read_text("utf-8"))
    shipped = load(own).site.hours.meals
    del site["hours"]
    (own / "site.json").write_text(json.dumps(site), "utf-8")
    hours = load(own).site.hours
    assert hours.calls == "within working hours"
    assert hours.meals == shipped


def test_missing_greeting_gets_the_name_of_the_shop(own: Path) -> None:
    copy_shipped(own, "site.json", ('"name": "Oottam"', '"name": "Kovai"'))
    assert load(own).site.greeting_about == "Hi Kovai, about {matter}:"
    copy_shipped(own, "site.json", ('"general":', '"about": "{matter}, please:",\n"general":'))
    assert load(own).site.greeting_about == "{matter}, please:"
    copy_shipped(own, "site.json", ('"general":', '"about": "Hello",\n"general":'))
    with pytest.raises(ImproperlyConfigured, match=r"chatGreetings\.about"):
        load(own)


def test_meal_that_ends_before_it_begins_is_rejected(own: Path) -> None:
    copy_shipped(own, "site.json", ('"to": "15:00"', '"to": "11:00"'))
    with pytest.raises(ImproperlyConfigured, match=r'hours\.meals\.lunch whose "to" is later'):
        load(own)


def test_own_file_replaces_the_shipped_file_as_a_whole(own: Path) -> None:
    menu = json.loads((SHIPPED / VEG).read_text("utf-8"))
    dish = menu["categories"][0]["items"].pop(0)
    (own / VEG).write_text(json.dumps(menu), "utf-8")
    assert dish["name"] not in load(own).menus["veg"].by_name


def test_menu_may_be_empty(own: Path) -> None:
    text = {"$schema": "../schemas/menu.schema.json", "kind": "nonveg", "categories": []}
    (own / "catalogue/nonveg.json").write_text(json.dumps(text), "utf-8")
    assert load(own).menus["nonveg"].dishes == ()
    counts = {kind: len(menu.dishes) for kind, menu in load(SHIPPED).menus.items()}
    veg, tray = counts["veg"], counts["tray"]
    assert f"{veg} dishes veg, 0 dishes nonveg, {tray} dishes tray; 3 doctors." in describe_folder(
        own
    )


def test_missing_folder_raises_with_its_name(tmp_path: Path) -> None:
    assert load_error(tmp_path / "gone").startswith(
        "The contract folder own is not there. Make it,"
    )


def test_folder_without_contract_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Recipes", "utf-8")
    assert "holds no file of a contract. Copy those that you want to change" in load_error(tmp_path)


def test_misspelt_file_name_is_rejected(own: Path) -> None:
    (own / "catalogue/vegs.json").write_text("{}", "utf-8")
    assert load_error(own) == (
        "The contract folder own holds catalogue/vegs.json, which nothing reads. "
        "Did you mean catalogue/veg.json?"
    )


def test_broken_link_is_rejected(own: Path) -> None:
    (own / "rules.json").symlink_to(own / "gone.txt")
    with pytest.raises(ImproperlyConfigured, match=r"rules\.json is a link to a file that is not"):
        load(own)


def test_misspelt_text_name_is_rejected(own: Path) -> None:
    (own / "shop").mkdir()
    (own / "shop/term.md").write_text("# Terms\n\nPay in cash.", "utf-8")
    assert load_error(own) == (
        "The contract folder own holds shop/term.md, which nothing reads. Did you mean shop/terms.txt?"
    )


def test_schemas_and_openapi_of_a_copied_folder_are_ignored(own: Path) -> None:
    (own / "schemas").mkdir()
    (own / "schemas/site.schema.json").write_text("{", "utf-8")
    (own / "openapi.json").write_text("{", "utf-8")
    assert load(own).site.brand.name == "Thinai"


@pytest.mark.parametrize(
    ("name", "change", "message"),
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
def test_error_has_line_path_and_expectation(
    own: Path, name: str, change: tuple[str, str], message: str
) -> None:
    copy_shipped(own, name, change)
    assert load_error(own) == f"The contract file own/{name}, {message}"


def test_shop_without_own_files_does_not_import_jsonschema() -> None:
    program = "import sys; from oottam.catalogue import load; from oottam.catalogue.folder import SHIPPED; "
    command = [sys.executable, "-c", f"{program} load(SHIPPED); print('jsonschema' in sys.modules)"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_schema_keyword_without_own_message_is_enforced() -> None:
    rule = {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "A name, or null."}
    error = first_error({"a": 5}, {"properties": {"a": rule}})
    assert error == (("a",), "5 is not as it has to be. Expected: A name, or null.", "")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xef\xbb\xbf{}", "line 1: it begins with a byte-order mark. Save it as UTF-8"),
        (b'{\n"a": "\xe9"}', "line 2: a letter there is not UTF-8. Save the file as UTF-8."),
    ],
)
def test_byte_order_mark_and_wrong_encoding_are_reported(
    own: Path, content: bytes, message: str
) -> None:
    (own / "site.json").write_bytes(content)
    assert f"own/site.json, {message}" in load_error(own)


def test_missing_picture_error_names_the_file_to_add(own: Path) -> None:
    copy_shipped(own, VEG, ('"image": "berry-smoothie"', '"image": "thinai-pongal"'))
    assert load_error(own).startswith(
        'The contract file own/catalogue/veg.json asks for the picture "thinai-pongal", which is not there. '
        "Put a photograph into own/pictures/dishes/thinai-pongal.jpg"
    )
    (own / "pictures/dishes").mkdir(parents=True)
    photograph = own / "pictures/dishes/thinai-pongal.jpg"
    photograph.write_bytes(b"no picture")
    assert load_error(own) == (
        "The picture own/pictures/dishes/thinai-pongal.jpg cannot be read as one. "
        "Save it as JPEG, PNG, WebP or AVIF."
    )
    Image.new("RGB", (640, 640)).save(photograph)
    assert "The shop's own: site.json, catalogue/veg.json." in describe_folder(own)


def test_missing_photograph_of_a_doctor_is_named_with_its_place(own: Path) -> None:
    doctor = '{"name": "Dr. Kavitha Raman", "image": "dr-kavitha"}'
    copy_shipped(own, "site.json", ('"Dr. Kavitha Raman"', doctor))
    assert load_error(own) == (
        'The contract file own/site.json asks for the photograph "dr-kavitha" of a doctor, which is not there. '
        'Put it into own/pictures/doctors/dr-kavitha.jpg, or leave "image" out.'
    )
    (own / "pictures/doctors").mkdir(parents=True)
    Image.new("RGB", (640, 640)).save(own / "pictures/doctors/dr-kavitha.jpg")
    assert f"{own} can be served." in describe_folder(own)


def test_report_lists_shipped_files_and_samples(own: Path) -> None:
    copy_shipped(own, VEG, ('"image": "berry-smoothie"', '"image": "idli-sambar"'))
    lines = describe_folder(own)
    assert lines[0] == f"{own} can be served."
    assert lines[2].startswith(
        "As shipped, and following each update: rules.json, texts.json, catalogue/nonveg"
    )
    counted = [f"{len(menu.dishes)} dishes {kind}" for kind, menu in load(SHIPPED).menus.items()]
    assert lines[3] == f"{', '.join(counted)}; 3 doctors."
    assert "No sentence in catalogue/descriptions.json for: Berry Smoothie." in lines


def test_report_warns_of_a_personal_upi_id(own: Path) -> None:
    copy_shipped(own, "site.json", ('"upiId": null', '"upiId": "oottam@okaxis"'))
    assert "personal" not in " ".join(describe_folder(own))
    copy_shipped(own, "site.json", ('"upiId": null', '"upiId": "9840012345@okaxis"'))
    [warning] = [line for line in describe_folder(own) if "personal" in line]
    assert warning.startswith("payment.upiId in site.json looks like a personal phone number: ")


def test_contract_of_release_0_2_0_still_loads(tmp_path: Path) -> None:
    """0.2.0 had neither kitchen/ nor shop/, and no payment in site.json."""
    old = Path(shutil.copytree(SHIPPED, tmp_path / "old"))
    shutil.rmtree(old / "kitchen")
    shutil.rmtree(old / "shop")
    site = json.loads((old / "site.json").read_text("utf-8"))
    del site["payment"]
    (old / "site.json").write_text(json.dumps(site), "utf-8")
    lines = describe_folder(old)
    assert (
        "As shipped, and following each update: kitchen/ingredients.json, kitchen/recipes.json, "
        "shop/terms.txt, shop/privacy.txt." in lines
    )
    assert load(old).site.upi_id == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_contract_file_can_be_overridden(own: Path, name: str) -> None:
    (own / name).parent.mkdir(exist_ok=True)
    copy_shipped(own, name)
    assert any(name in line for line in describe_folder(own) if line.startswith("The shop's own"))


def test_check_contract_reports_on_a_folder(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_contract", str(own))
    assert capsys.readouterr().out.startswith(f"{own} can be served.\n")


def test_module_prints_one_sentence_without_traceback(own: Path) -> None:
    (own / "site.json").write_text("{", "utf-8")
    command = [sys.executable, "-m", "oottam.catalogue", str(own)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"oottam: The contract file {own}/site.json, line 1, column 2:")
    assert result.stderr.count("\n") == 1
