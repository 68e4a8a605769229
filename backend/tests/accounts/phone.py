"""The app for codes on somebody's phone."""

from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts import totp
from oottam.accounts.models import SecondFactor


def shows(key: str, *, now: datetime | None = None, steps: int = 0) -> str:
    """What the app shows at this moment, or so many steps of 30 s later."""
    at = int((now or timezone.now()).timestamp())
    return totp.code_at(key, at // totp.STEP_SECONDS + steps)


def with_second_factor(account: User) -> str:
    """Switch it on a minute ago, so that this moment's code is fresh; the key."""
    key = totp.new_key()
    SecondFactor.objects.create(account=account, key=key, last_step=0, since=timezone.now())
    return key
