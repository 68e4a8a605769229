"""The environment and settings of the server under test: a temporary shop, quick and without mails."""

import os
from pathlib import Path
from typing import Any

from hypothesis import settings

from oottam.config.environment import Environment
from tests import shared_db, storefronts


def use_repeatable_examples() -> None:
    """Hypothesis takes the same examples in each run; others by `--hypothesis-profile=default`."""
    settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
    settings.load_profile("repeatable")


def set_variables(var: Path, postgresql: dict[str, str]) -> None:
    """Before Django reads them; `postgresql` is empty on SQLite (see `shared_db.start_postgresql`)."""
    for name in Environment.model_fields:
        os.environ.pop(name, None)
    os.environ["OOTTAM_VAR"] = str(var)
    os.environ.setdefault(shared_db.FOLDER, str(var))  # the first process's, for all
    os.environ["OOTTAM_STOREFRONT"] = str(storefronts.build(var / "dist"))
    os.environ["SECRET_KEY"] = "only for tests " * 5
    os.environ["SECOND_FACTOR"] = "OFF"  # tests of it switch it on
    os.environ["DJANGO_SETTINGS_MODULE"] = "oottam.config.settings"
    if "url" in postgresql:
        os.environ["DATABASE_URL"] = postgresql["url"]
        os.environ["POSTGRESQL_BIN"] = postgresql["programs"]
        os.environ["MAIL_FOLDER"] = str(var / "mail")  # as every server at one database


def adjust_settings(var: Path) -> None:
    """Before Django is set up."""
    from django.conf import settings
    from django.db import connections

    if "sqlite" in settings.DATABASES["default"]["ENGINE"]:
        # A file, as in production: the writer thread has a connection of its own.
        connections.settings["default"]["TEST"]["NAME"] = str(var / "tests.sqlite3")
        # Nothing here survives a power cut, and need not; the live test runs with the real setting.
        settings.DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
        settings.GENERATED_FILES = var / "made"  # each process's own
        cache: Any = settings.CACHES["made"]
        cache["LOCATION"] = str(var / "made")
    # The server's handler writes in a thread and at exit: below pytest's summary. Pytest reports a failed test's lines.
    log: Any = settings.LOGGING
    log["handlers"]["stderr"]["class"] = "logging.NullHandler"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "tests.db_cleanup"]  # its `flush` is quick
