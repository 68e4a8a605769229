"""Replaces Django's command, which accepts any password with --noinput."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Points to `staff_account`."""

    help = "Replaced by staff_account"
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Drop the options, so that any call gets the same message."""
        super().run_from_argv(argv[:2])

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("Create accounts with: manage.py staff_account NAME")
