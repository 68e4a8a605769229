"""Reads phone numbers as people write them: the one rule for storing, searching, comparing and calling."""

import re
import unicodedata
from collections.abc import Iterator

MIN_LENGTH = 7  # digits of a number, without its area
_INTERNATIONAL = re.compile(r"[1-9][0-9]{7,14}")
# Behind +91: an area or mobile number of ten digits, or a free one, which may have eleven.
_NATIONAL = re.compile(r"[1-9][0-9]{9}|18[06]0[0-9]{7}")
_MOBILE = re.compile(r"[6-9][0-9]{9}")
_LOCAL = re.compile(r"[2-7][0-9]+")  # a subscriber's number within an area
# The national trunk zero in an international number: +44 (0)20.
_TRUNK_ZERO = re.compile(r"(?<=[0-9])([\s.\-]*)\(0\)")
# An area before its slash, 044/2345 6789; otherwise a slash comes between two numbers.
_AREA_SLASH = re.compile(r"(?<![0-9])(0[1-9][0-9]{1,3})\s*/(?=\s*[0-9])")
_BETWEEN = re.compile(r"[^0-9+\s().\-_*:~]+")
_GROUP = re.compile(r"\+?[0-9]+")
_DASHES = "\u2212\u2043"  # a minus sign, a bullet: dashes of another category
_AREA = re.compile(r"\+91[ -]([1-8][0-9]{1,3})[ -]")


def area_of(phone: str) -> str:
    """Return the area code (STD) of a landline number that is written with its groups, "+91 44 2345 6789"; else ""."""
    found = _AREA.match(phone)
    return found[1] if found else ""


def numbers(phone: str, area: str = "") -> list[str]:
    """Return all numbers in the form +<country><number>, each once; India is assumed, and for short ones `area`."""
    text = _AREA_SLASH.sub(r"\1 ", simplify(phone))
    found = [number for part in _BETWEEN.split(text) for number in _numbers_in(part, area)]
    if not found:
        whole = re.sub(r"[\s().\-/_*]+", "", text)  # 98400/12345
        found = [f"+91{whole}"] if _MOBILE.fullmatch(whole) else []
    return list(dict.fromkeys(found))


def normalise(phone: str, area: str = "") -> str:
    """Return the first of `numbers`; "" if there is none that is clear."""
    return next(iter(numbers(phone, area)), "")


def phone_key(phone: str, area: str = "") -> str:
    """Return a key that is equal for all spellings of one number, with any text around it.

    The digits with the country code; without a clear number, the letters and digits of the text.
    """
    number = normalise(phone, area)
    if number:
        return number[1:]
    text = simplify(phone)
    return "".join(filter(str.isalnum, text)) or text


def digits_of(phone: str) -> str:
    """Return the digits of any script, as ASCII; blanks stand where others were between them."""
    return " ".join(re.findall("[0-9]+", simplify(phone)))


def simplify(phone: str) -> str:
    """Convert to lower case, ASCII digits and dashes, without invisible characters and trunk zeros."""
    if not phone.isascii():
        phone = "".join(map(_simplify_character, unicodedata.normalize("NFKC", phone)))
    return _TRUNK_ZERO.sub("", phone).casefold()


def _simplify_character(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cf", "Mn", "Me"):
        return ""
    if category == "Pd" or character in _DASHES:
        return "-"
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _numbers_in(text: str, area: str) -> Iterator[str]:
    """Yield the numbers that groups of digits make, each of as many groups as can be one."""
    groups = _GROUP.findall(text)
    at = 0
    while at < len(groups):
        for end in range(len(groups), at, -1):
            if number := _number("".join(groups[at:end]), area):
                yield number
                at = end
                break
        else:
            at += 1


def _number(written: str, area: str) -> str:
    """Return the number of digits, which may begin with + or a prefix; "" if they are none."""
    is_international = written.startswith(("+", "00"))
    digits = written.removeprefix("+").removeprefix("00") if is_international else written
    if not digits.isdigit():
        return ""
    if is_international and not digits.startswith("91"):
        return f"+{digits}" if _INTERNATIONAL.fullmatch(digits) else ""
    significant = digits.lstrip("0")
    if is_international or (len(significant) > 11 and significant.startswith("91")):
        significant = significant.removeprefix("91").lstrip("0")
    if area and len(digits) == 10 - len(area) and _LOCAL.fullmatch(digits):
        significant = area + digits
    return f"+91{significant}" if _NATIONAL.fullmatch(significant) else ""
