"""Creates accounts, and plans from all veg orders; runs in the shop's environment without its pages.

    python -m system_tests.support.plan_creation 8

It prints the accounts' session keys as JSON: eight password logins would take too long.
"""

import json
import os
import sys
from datetime import time, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django has to be set up first
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from oottam.accounts.models import AccountRole  # noqa: E402
from oottam.accounts.roles import Role  # noqa: E402
from oottam.plans.domain.calendar import monday_from  # noqa: E402
from oottam.requests.models import Kind, Request, Status  # noqa: E402
from oottam.workflow.services.details import save_details  # noqa: E402
from oottam.workflow.services.transitions import confirm  # noqa: E402


def owners(number: int) -> list[User]:
    """Create accounts without passwords."""
    made = User.objects.bulk_create(User(username=f"colleague{at}") for at in range(number))
    AccountRole.objects.bulk_create(AccountRole(account=user, role=Role.OWNER) for user in made)
    return made


def session(user: User) -> str:
    """Create a session; return its key."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value


def main() -> None:
    """Create the plans, starting on the Monday after next, far from any cut-off."""
    colleagues = owners(int(sys.argv[1]))
    actor = colleagues[0]
    now = timezone.now()
    start = monday_from(timezone.localdate(now) + timedelta(days=8))
    for request in Request.objects.filter(kind=Kind.VEG, status=Status.NEW):
        save_details(
            reference=request.reference,
            version=request.version,
            actor=actor,
            now=now,
            start_date=start,
            meal_times=dict.fromkeys((1, 2, 3), time(12, 30)),
            address="12 Beach Road, Besant Nagar, Chennai 600 090",
            zone_ok=True,
            diet="veg",
            allergens=[],
        )
        confirm(reference=request.reference, version=request.version + 1, actor=actor, now=now)
    sys.stdout.write(json.dumps([session(user) for user in colleagues]))


if __name__ == "__main__":
    main()
