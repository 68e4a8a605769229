"""Parsing the shop's texts: headings, paragraphs, lists; errors name the line."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue.folder import SHIPPED, TEXTS
from oottam.catalogue.texts import PLACEHOLDERS, Part, ShopText, load_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "terms.txt"


def read(file: Path, text: str) -> ShopText:
    file.write_bytes(text.encode())
    return load_text(file)


def load_error(file: Path, text: str) -> str:
    with pytest.raises(ImproperlyConfigured) as raised:
        read(file, text)
    return str(raised.value).removeprefix(f"The contract file {file}")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_headings_paragraphs_and_lists_are_parsed(file: Path, end: str) -> None:
    text = read(
        file,
        "# Our terms\n\nOne paragraph\nover two lines.\n\nAnother.\n## Paying\n"
        "You can pay:\n- in cash,\n- by UPI,\n  to our id.\n\n- A second list\n".replace("\n", end),
    )
    assert text == ShopText(
        "Our terms",
        (
            Part("paragraph", ("One paragraph over two lines.",)),
            Part("paragraph", ("Another.",)),
            Part("heading", ("Paying",)),
            Part("paragraph", ("You can pay:",)),
            Part("list", ("in cash,", "by UPI, to our id.")),
            Part("list", ("A second list",)),
        ),
        is_sample=False,
    )


@pytest.mark.parametrize(
    ("mark", "is_sample"), [("sample: true\n\n", True), ("sample: false\n", False), ("\n", False)]
)
def test_first_line_marks_a_sample(file: Path, mark: str, is_sample: bool) -> None:
    text = read(file, f"{mark}# Terms\n\nPay in cash.")
    assert (text.title, text.is_sample) == ("Terms", is_sample)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ' has no title. Begin it with a line such as "# Terms".'),
        (
            "\nPay in cash.",
            ', line 2: has no title. Begin it with a line such as "# Terms".',
        ),
        ("# Terms\n", " says nothing below its title. Write at least one paragraph."),
        (
            "# Terms\n\nPay.\n\n# Privacy\n",
            ', line 5: this is a second title. Begin a heading with "## ".',
        ),
        (
            "# Terms\n\n### Paying\n",
            ', line 3: a title begins with "# " and a heading with "## ".',
        ),
        ("sample: yes\n# Terms\n\nPay.", ', line 1: "yes" is neither true nor false.'),
        (
            "# Terms\n\nCall us on {phon}.",
            ", line 3: {phon} is not known here. Did you mean {phone}?",
        ),
        (
            "sample: true\n# Terms\n\nPay {}.",
            f", line 4: {{}} is not known here. Known are {', '.join(f'{{{name}}}' for name in PLACEHOLDERS)}.",
        ),
        ("\ufeff# Terms", ", line 1: it begins with a byte-order mark. Save it as UTF-8 without one."),
    ],
)  # fmt: skip
def test_invalid_text_raises_with_its_line(file: Path, text: str, message: str) -> None:
    assert load_error(file, text) == message


def test_fill_omits_unset_values_and_empty_headings(file: Path) -> None:
    text = read(
        file,
        "# {name}\n\nBy {legal_name}.\n\n## Calls\n\n- On {phone}\n- By {legal_name}\n\n"
        "## Complaints\n\n{grievance_contact}\n",
    )
    values = dict.fromkeys(PLACEHOLDERS, "") | {"name": "Thinai", "phone": "+91 44"}
    assert text.fill(values) == ShopText(
        "Thinai",
        (Part("heading", ("Calls",)), Part("list", ("On +91 44",))),
        is_sample=False,
    )


@pytest.mark.parametrize("name", TEXTS)
def test_shipped_text_is_a_sample(name: str) -> None:
    assert load_text(SHIPPED / name).is_sample
