"""Phone numbers: customers write them as they like, staff dial +91..."""

import re
import unicodedata

MIN_LENGTH = 7  # digits; with fewer it is the words that tell one from another
_SEPARATORS = re.compile(r"[\s().\-/]+")
_INTERNATIONAL = re.compile(r"\+[1-9][0-9]{7,14}")
_NATIONAL = re.compile(r"[1-9][0-9]{9}")
# The zero that is dialled within a country, in a number that is written for callers from abroad.
_TRUNK_ZERO = re.compile(r"(?<=[0-9])([\s.\-]*)\(0\)")
_ABROAD = re.compile(r"[^0-9]*(?:\+|00)")
_EXTENSION = re.compile(r"(?:[;,#x]|ext).*", re.DOTALL)
_NO_DIGITS = re.compile(r"[^0-9]+")


def normalise(phone: str) -> str:
    """The number as +<country><number>, an Indian one when it names no country; "" when unclear."""
    compact = _SEPARATORS.sub("", _TRUNK_ZERO.sub("", phone))
    if compact.startswith("00"):
        compact = "+" + compact[2:]
    if compact.startswith("+910"):  # no Indian number begins with 0
        compact = "+91" + compact[4:]
    if _INTERNATIONAL.fullmatch(compact):
        return compact
    national = compact.removeprefix("91") if len(compact) == 12 else compact.removeprefix("0")
    return f"+91{national}" if _NATIONAL.fullmatch(national) else ""


def folded(phone: str) -> str:
    """What a number is counted as: the same for all spellings of one, whatever stands around it.

    Digits with their country; the text itself, without blanks and signs, where there are too few.
    """
    written = _plain(phone)
    digits = _NO_DIGITS.sub("", _EXTENSION.sub("", written))
    if len(digits) < MIN_LENGTH:  # the sign of an extension was part of a word before the number
        digits = _NO_DIGITS.sub("", written)
    if len(digits) < MIN_LENGTH:
        return "".join(filter(str.isalnum, written)) or written
    return _with_country(digits, abroad=_ABROAD.match(written) is not None)


def _plain(phone: str) -> str:
    """In small letters and ASCII digits, without characters that nobody sees."""
    if not phone.isascii():
        phone = "".join(map(_plain_character, unicodedata.normalize("NFKC", phone)))
    return _TRUNK_ZERO.sub("", phone).casefold()


def _plain_character(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return ""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _with_country(digits: str, *, abroad: bool) -> str:
    """The country's number in front, India's where none is named."""
    significant = digits.lstrip("0") or digits
    national = significant.removeprefix("91").lstrip("0")
    if len(significant) > 10 and len(national) == 10 and significant.startswith("91"):
        return f"91{national}"
    return significant if abroad or len(significant) != 10 else f"91{significant}"
