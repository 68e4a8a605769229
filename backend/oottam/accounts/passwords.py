"""A password validator against words of the shop, which an attacker would try first."""

import re

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

# In addition to Django's validators: similarity to the account, and the 20,000 most common passwords.
WORDS = (
    "oottam", "cafe", "kitchen", "protein", "chennai", "tamilnadu", "india", "backoffice", "desk", "staff",
    "owner", "manager", "rider", "cook", "admin", "password", "welcome", "letmein", "order", "lunch", "dinner",
)  # fmt: skip
MIN_OTHERS = 6  # further characters, without digits and signs at the ends
_ANY = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
_AT_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")


class ShopWordsValidator:
    """Rejects a password of little more than such words with a year or a sign: "Oottam@2026"."""

    def validate(self, password: str, user: User | None = None) -> None:
        other = password.casefold()
        if _ANY.search(other) and len(_AT_ENDS.sub("", _ANY.sub("", other))) < MIN_OTHERS:
            raise ValidationError(self.get_help_text(), code="words_of_the_shop")

    def get_help_text(self) -> str:
        return "Words about this shop are easy to guess: add words that have nothing to do with it."
