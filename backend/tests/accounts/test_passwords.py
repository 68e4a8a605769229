"""Words of the shop alone make no password."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

REFUSED = "Words about this shop are easy to guess: add words that have nothing to do with it."


@pytest.mark.parametrize(
    "password",
    ["Oottam@2026", "oottamkitchen", "Chennai600090!", "2026-staff-owner", "lunch, dinner", "PASSWORD of 26"],
)  # fmt: skip
def test_a_password_of_shop_words_alone_is_rejected(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert REFUSED in refused.value.messages


@pytest.mark.parametrize(
    "password", ["idli with gunpowder", "a lunch of seven crows", "correct horse", "ஊட்டம் நல்லது"]
)
def test_a_password_with_further_words_is_accepted(password: str) -> None:
    validate_password(password)


@pytest.mark.parametrize("password", ["x" * 64, "zq" * 2000, "1 2 3 a b c d e"])
def test_the_validator_ignores_length_and_character_classes(password: str) -> None:
    validate_password(password)
