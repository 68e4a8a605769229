"""`make check` runs the test files nearest to a change."""

import pytest

from tests import selection
from tools import check
from tools.check import MAX_FILES, OOTTAM, TESTS


def test_tests_of_the_same_package_come_before_those_that_import_the_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "MAX_FILES", 100)
    found = check.tests_for(
        [OOTTAM / "workflow/models/fulfilment.py", OOTTAM / "workflow/models/__init__.py"]
    )
    own = [file for file in found if file.parent == TESTS / "workflow"]
    assert own
    assert found[: len(own)] == own
    assert TESTS / "plans/test_meal_times.py" in found[len(own) :]


def test_changed_test_file_comes_first() -> None:
    changed = TESTS / "workflow/test_details.py"
    assert check.tests_for([OOTTAM / "workflow/models/__init__.py", changed])[0] == changed


def test_helper_of_tests_selects_the_files_that_import_it() -> None:
    found = check.tests_for([TESTS / "bodies.py"])
    assert 0 < len(found) <= MAX_FILES
    assert all("bodies" in file.read_text("utf-8") for file in found)


def test_helper_gives_way_to_a_changed_package() -> None:
    own = check.tests_for([OOTTAM / "demo/bodies.py"])
    assert own
    assert check.tests_for([TESTS / "bodies.py", OOTTAM / "demo/bodies.py"])[: len(own)] == own


def test_selection_is_cut_to_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    found = check.tests_for([TESTS / "conftest.py", OOTTAM / "demo/bodies.py"])
    assert len(found) == MAX_FILES
    assert found[0].parent == TESTS / "demo"
    assert f"the nearest {MAX_FILES} are run" in capsys.readouterr().out


def test_template_selects_the_tests_of_its_pages() -> None:
    page = OOTTAM / "backoffice/templates/backoffice/request/order_summary.html"
    assert {file.parent for file in check.tests_for([page])} == {TESTS / "backoffice/request"}


def test_mails_select_their_golden_files() -> None:
    assert TESTS / "outbox/test_mail_content.py" in check.tests_for([OOTTAM / "orders/mails.py"])


def test_slow_folders_are_left_out() -> None:
    slow = [TESTS / folder for folder in selection.SLOW_FOLDERS]
    files = [file for folder in slow for file in folder.rglob("test_*.py")]
    assert files
    assert not check.tests_for(files)


def test_a_template_of_labels_selects_their_tests() -> None:
    found = check.tests_for([OOTTAM / "papers/templates/labels.typ"])
    assert {file.parent for file in found} == {
        TESTS / "papers",
        TESTS / "backoffice/kitchen/labels",
    }


def test_the_contract_selects_who_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_FILES", 100)
    found = check.tests_for([check.CONTRACT / "rules.json"])
    assert {"contract", "pricing"} <= {file.parent.name for file in found}
