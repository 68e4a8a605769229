"""Takes the place of Django's command, which without input takes any password."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Leads to `staff_account`."""

    help = "Replaced by staff_account"
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Whatever its options are."""
        super().run_from_argv(argv[:2])

    def handle(self, *args: Any, **options: Any) -> None:
        """Make nothing."""
        raise CommandError("Create accounts with: manage.py staff_account NAME")
