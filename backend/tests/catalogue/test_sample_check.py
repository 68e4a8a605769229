"""The start-up check says which blocks of site.json are still the shipped sample."""

from collections.abc import Iterator

import msgspec
import pytest

from oottam import catalogue
from oottam.catalogue.checks import sample_blocks


@pytest.fixture
def samples(request: pytest.FixtureRequest) -> Iterator[None]:
    before = catalogue.current()
    site = msgspec.structs.replace(before.site, sample_blocks=request.param)
    catalogue.use(msgspec.structs.replace(before, site=site))
    yield
    catalogue.use(before)


@pytest.mark.parametrize("samples", [("contact", "map")], indirect=True)
def test_samples_are_named(samples: None) -> None:
    assert [message.msg for message in sample_blocks(None)] == [
        "site.json still holds the shipped sample of: contact, map."
    ]


@pytest.mark.parametrize("samples", [()], indirect=True)
def test_a_shop_with_its_own_data_hears_nothing(samples: None) -> None:
    assert sample_blocks(None) == []
