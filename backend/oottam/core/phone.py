"""Normalises phone numbers."""

import re
import unicodedata

MIN_LENGTH = 7  # digits; shorter input is compared as text
_SEPARATORS = re.compile(r"[\s().\-/]+")
_INTERNATIONAL = re.compile(r"\+[1-9][0-9]{7,14}")
_NATIONAL = re.compile(r"[1-9][0-9]{9}")
# The national trunk zero in an international number: +44 (0)20.
_TRUNK_ZERO = re.compile(r"(?<=[0-9])([\s.\-]*)\(0\)")
_INTERNATIONAL_PREFIX = re.compile(r"[^0-9]*(?:\+|00)")
_EXTENSION = re.compile(r"(?:[;,#x]|ext).*", re.DOTALL)
_NON_DIGITS = re.compile(r"[^0-9]+")


def normalise(phone: str) -> str:
    """Return +<country><number>, with India's code as default; "" if unclear."""
    compact = _SEPARATORS.sub("", _TRUNK_ZERO.sub("", phone))
    if compact.startswith("00"):
        compact = "+" + compact[2:]
    if compact.startswith("+910"):  # no Indian number begins with 0
        compact = "+91" + compact[4:]
    if _INTERNATIONAL.fullmatch(compact):
        return compact
    national = compact.removeprefix("91") if len(compact) == 12 else compact.removeprefix("0")
    return f"+91{national}" if _NATIONAL.fullmatch(national) else ""


def match_key(phone: str) -> str:
    """Return a key that is equal for all spellings of one number, with any text around it.

    Digits with the country code; with fewer than MIN_LENGTH digits, the letters and digits of the text.
    """
    text = _simplify(phone)
    digits = _NON_DIGITS.sub("", _EXTENSION.sub("", text))
    if len(digits) < MIN_LENGTH:  # the extension mark was part of a word
        digits = _NON_DIGITS.sub("", text)
    if len(digits) < MIN_LENGTH:
        return "".join(filter(str.isalnum, text)) or text
    return _add_country_code(digits, is_international=_INTERNATIONAL_PREFIX.match(text) is not None)


def _simplify(phone: str) -> str:
    """Convert to lower case and ASCII digits, without invisible characters."""
    if not phone.isascii():
        phone = "".join(map(_simplify_character, unicodedata.normalize("NFKC", phone)))
    return _TRUNK_ZERO.sub("", phone).casefold()


def _simplify_character(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return ""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _add_country_code(digits: str, *, is_international: bool) -> str:
    """Prepend the country code; India's by default."""
    significant = digits.lstrip("0") or digits
    national = significant.removeprefix("91").lstrip("0")
    if len(significant) > 10 and len(national) == 10 and significant.startswith("91"):
        return f"91{national}"
    return significant if is_international or len(significant) != 10 else f"91{significant}"
