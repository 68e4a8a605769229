"""Phone numbers: customers write them as they like, staff dial +91..."""

import re

_SEPARATORS = re.compile(r"[\s().\-/]+")
_INTERNATIONAL = re.compile(r"\+[1-9][0-9]{7,14}")
_NATIONAL = re.compile(r"[1-9][0-9]{9}")


def normalise(phone: str) -> str:
    """The number as +<country><number>, an Indian one when it names no country; "" when unclear."""
    compact = _SEPARATORS.sub("", phone)
    if compact.startswith("00"):
        compact = "+" + compact[2:]
    if _INTERNATIONAL.fullmatch(compact):
        return compact
    national = compact.removeprefix("91") if len(compact) == 12 else compact.removeprefix("0")
    return f"+91{national}" if _NATIONAL.fullmatch(national) else ""
