"""System checks for sample data and personal UPI ids."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from oottam import catalogue
from oottam.catalogue.checks import (
    personal_upi_id,
    sample_blocks,
    sample_texts,
)


@pytest.fixture
def samples(request: pytest.FixtureRequest) -> Iterator[None]:
    before = catalogue.current()
    site = replace(before.site, sample_blocks=request.param)
    catalogue.use(replace(before, site=site))
    yield
    catalogue.use(before)


@pytest.mark.parametrize("samples", [("contact", "map")], indirect=True)
def test_sample_blocks_are_reported(samples: None) -> None:
    assert [message.msg for message in sample_blocks(None)] == [
        "site.json still holds the shipped sample of: contact, map."
    ]


@pytest.mark.parametrize("samples", [()], indirect=True)
def test_own_data_gets_no_message(samples: None) -> None:
    assert sample_blocks(None) == []


def test_sample_texts_are_reported_until_unmarked(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    assert [message.msg for message in sample_texts(None)] == [
        "contract/shop still holds the shipped sample of: terms.txt, privacy.txt."
    ]
    own = {name: replace(text, is_sample=False) for name, text in known.texts.items()}
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, texts=own))
    assert sample_texts(None) == []


@pytest.mark.parametrize(
    ("upi_id", "is_personal"),
    [
        ("9840012345@okaxis", True),
        ("919840012345@ybl", True),
        ("+919840012345@ybl", True),
        ("09840012345@upi", True),
        ("6840012345-2@ybl", True),
        ("9840012345.shop@hdfcbank", True),
        ("5840012345@okaxis", False),
        ("98400123456@okaxis", False),
        ("984001234@okaxis", False),
        ("oottam.9840012345@okaxis", False),
        ("oottam@okaxis", False),
        ("", False),
    ],
)
def test_personal_upi_id_gets_a_warning_without_the_number(upi_id: str, is_personal: bool) -> None:
    before = catalogue.current()
    site = replace(before.site, upi_id=upi_id)
    catalogue.use(replace(before, site=site))
    try:
        found = personal_upi_id(None)
    finally:
        catalogue.use(before)
    assert [message.id for message in found] == (["oottam.W005"] if is_personal else [])
    assert upi_id.partition("@")[0] not in repr(found) or not is_personal
