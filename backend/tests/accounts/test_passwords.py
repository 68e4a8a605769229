"""Words of the shop alone make no password."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

REFUSED = "Words about this shop are easy to guess: add words that have nothing to do with it."


@pytest.mark.parametrize(
    "password",
    ["Oottam@2026", "oottamkitchen", "Chennai600090!", "2026-staff-owner", "lunch, dinner", "PASSWORD of 26"],
)  # fmt: skip
def test_words_of_the_shop_alone_are_refused(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert REFUSED in refused.value.messages


@pytest.mark.parametrize(
    "password", ["idli with gunpowder", "a lunch of seven crows", "correct horse", "ஊட்டம் நல்லது"]
)
def test_other_words_beside_them_are_enough(password: str) -> None:
    validate_password(password)


@pytest.mark.parametrize("password", ["x" * 64, "zq" * 2000, "1 2 3 a b c d e"])
def test_neither_length_nor_kinds_of_characters_are_asked_for(password: str) -> None:
    validate_password(password)
