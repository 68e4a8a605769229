"""Amounts are whole paise (int); rupees are used only on the wire and on screens."""

import re
from decimal import ROUND_HALF_UP, Decimal

PAISE_PER_RUPEE = 100
MAX_PAISE = 10_00_00_000_00  # ten crore rupees; more is a typing error

# What people write around an amount, as "Rs. 1,100/-"; frontend/shared/lib/text.ts has it, too.
_AROUND = re.compile(r"^(?:₹|rs\.?|inr)|(?:/[-=]|rs\.?|rupees)$", re.IGNORECASE)
# 1250, 1,250, 1,25,000 or 125,000, and decimals.
_AMOUNT = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})(?:\.[0-9]*)?")


def amount_text(text: str) -> str | None:
    """Return an amount of rupees that a person typed as plain digits, "1100" for "Rs. 1,100/-"; None for no amount."""
    plain = _AROUND.sub("", re.sub(r"\s", "", text))
    return plain.replace(",", "") if not plain or _AMOUNT.fullmatch(plain) else None


def paise_from_rupees(rupees: Decimal) -> int:
    """Convert exactly. Raises ValueError for a fraction of a paisa."""
    paise = rupees * PAISE_PER_RUPEE
    if paise != paise.to_integral_value():
        raise ValueError(f"{rupees} rupees have a fraction of a paisa")
    return int(paise)


def in_rupees(paise: int | None) -> int | float | None:
    """Return paise as a number of rupees for JSON or a spreadsheet."""
    if paise is None:
        return None
    rupees, rest = divmod(paise, PAISE_PER_RUPEE)
    return paise / PAISE_PER_RUPEE if rest else rupees


def nearest_paise(rupees: Decimal) -> int:
    """Round to whole paise, halves away from zero: for amounts that a client calculated."""
    return int((rupees * PAISE_PER_RUPEE).to_integral_value(ROUND_HALF_UP))


def format_rupees(paise: int) -> str:
    """Format with Indian digit groups: 12345678 paise are '₹1,23,456.78'."""
    rupees, rest = divmod(abs(paise), PAISE_PER_RUPEE)
    digits = str(rupees)
    head, tail = digits[:-3], digits[-3:]
    pairs: list[str] = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    sign = "-" if paise < 0 else ""
    return f"{sign}₹{','.join([*pairs, tail])}.{rest:02}"


def short_rupees(paise: int) -> str:
    """Format without zero paise: '₹1,250'."""
    return format_rupees(paise).removesuffix(".00")
