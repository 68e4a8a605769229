"""Tax profiles: which applies on a day, and setting one. A profile does not change once a paper has it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from oottam.audit.log import record
from oottam.billing import tax
from oottam.billing.models import Paper, TaxProfile, no_profile
from oottam.billing.tax import TaxKind
from oottam.core.errors import DomainError

_FSSAI_DIGITS = 14
_SAC_DIGITS = 6


@dataclass(frozen=True, slots=True)
class ProfileValues:
    """What the owner typed of a tax profile; "" for what the shop's own details say."""

    kind: TaxKind
    gstin: str
    state: str
    legal_name: str
    address: str
    fssai_number: str
    prefix: str
    valid_from: date
    food_percent: int
    food_sac: str
    contract_percent: int
    contract_sac: str
    consultation_sac: str
    with_payments: bool


def profile_on(day: date) -> TaxProfile:
    """Return the profile that applies on a day in India; an unsaved one before the first."""
    latest = TaxProfile.objects.filter(valid_from__lte=day).order_by("-valid_from").first()
    return latest or no_profile()


def save_profile(values: ProfileValues, *, actor: User, now: datetime) -> TaxProfile:
    """Set the profile from a day on; one from the same day that no paper has yet is replaced. Raises DomainError.

    The day is after that of the last paper: what was issued keeps the profile of its day.
    """
    cleaned = _validate(values)
    with transaction.atomic():
        last = last_paper_day()
        if last and values.valid_from <= last:
            raise DomainError(
                f"Receipts and bills were issued up to {last:%d.%m.%Y}: choose a later day.",
                "valid_from",
            )
        profile, _ = TaxProfile.objects.update_or_create(
            valid_from=values.valid_from, defaults={**cleaned, "by": actor, "at": now}
        )
        data = {name: str(value) for name, value in cleaned.items() if value != ""}
        data["valid_from"] = values.valid_from.isoformat()
        record(action="tax.profile", actor=actor, at=now, data=data)
    return profile


def last_paper_day() -> date | None:
    """Return the day in India of the last paper."""
    last: datetime | None = Paper.objects.aggregate(last=Max("issued_at"))["last"]
    return timezone.localdate(last) if last else None


def _validate(values: ProfileValues) -> dict[str, Any]:
    """Return the columns but for the day. Raises DomainError with the field that is wrong."""
    gstin = _clean(tax.clean_gstin, values.gstin, "gstin")
    if values.kind != TaxKind.NONE and not gstin:
        raise DomainError("Enter the shop's GSTIN.", "gstin")
    if values.state not in tax.STATES:
        raise DomainError("Choose a state.", "state")
    if gstin and gstin[:2] != values.state:
        state = tax.place_of_supply(gstin[:2])
        raise DomainError(f"The GSTIN is of {state}: choose that state, or correct it.", "state")
    fssai = "".join(values.fssai_number.split())
    if fssai and not _is_digits(fssai, _FSSAI_DIGITS):
        raise DomainError("An FSSAI number has 14 digits.", "fssai_number")
    for name in ("food_percent", "contract_percent"):
        if not 0 <= getattr(values, name) <= tax.MAX_PERCENT:
            raise DomainError(f"Enter 0 to {tax.MAX_PERCENT} percent.", name)
    for name in ("food_sac", "contract_sac", "consultation_sac"):
        if not _is_digits(getattr(values, name), _SAC_DIGITS):
            raise DomainError("A services accounting code has 6 digits.", name)
    return {
        "kind": values.kind,
        "gstin": gstin,
        "state": values.state,
        "legal_name": values.legal_name.strip(),
        "address": " ".join(values.address.split()),
        "fssai_number": fssai,
        "prefix": _clean(tax.clean_prefix, values.prefix, "prefix"),
        "food_percent": values.food_percent,
        "food_sac": values.food_sac,
        "contract_percent": values.contract_percent,
        "contract_sac": values.contract_sac,
        "consultation_sac": values.consultation_sac,
        "with_payments": values.with_payments,
    }


def _clean(clean: Any, typed: str, field: str) -> str:
    try:
        cleaned: str = clean(typed)
    except ValueError as error:
        raise DomainError(str(error), field) from error
    return cleaned


def _is_digits(text: str, count: int) -> bool:
    return len(text) == count and text.isascii() and text.isdigit()
