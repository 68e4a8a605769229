"""deploy/manage.sh runs commands with the server's account, settings and folder."""

import getpass
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from oottam.config.setting_types import CHECKOUT
from tests import shared_db, storefronts
from tests.serving.live import first_line, free_port

Manage = Callable[..., "subprocess.Popen[str]"]
TRIALS = Path("/var/tmp")  # the script's folder for trials


def settings_of(folder: Path) -> Path:
    return folder / "etc/oottam.env"


@pytest.fixture
def manage(tmp_path: Path) -> Manage:
    """Starts the script with settings and data in `tmp_path`; the release is this checkout."""
    settings_of(tmp_path).parent.mkdir()
    settings_of(tmp_path).write_text("ALLOWED_HOSTS=shop.test\nOOTTAM_MAIL_WORKER=0\n")
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    places = {f"OOTTAM_{name}": str(tmp_path / name.lower()) for name in ("ROOT", "ETC", "DATA")}
    environment = {**inherited, **places, "OOTTAM_ACCOUNT": getpass.getuser()}

    def start(*words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [str(CHECKOUT / "deploy/manage.sh"), *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def finish(command: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Exit status, output, errors."""
    out, errors = command.communicate()
    return command.returncode, out, errors


def test_missing_shop_is_reported(tmp_path: Path, manage: Manage) -> None:
    settings_of(tmp_path).unlink()
    missing = f"No shop is installed here: {settings_of(tmp_path)} is missing."
    assert finish(manage("backup")) == (1, "", f"{missing} deploy/install writes it.\n")


@pytest.mark.slow
def test_trial_restores_a_backup_beside_the_shop_and_leaves_nothing(
    tmp_path: Path, manage: Manage
) -> None:
    before = set(TRIALS.glob("oottam-trial.*"))
    file = tmp_path / "a backup.sqlite3"
    shared_db.tables_in(tmp_path / "data")
    assert finish(manage("backup", str(file)))[0] == 0
    held = (tmp_path / "data/oottam.sqlite3").read_bytes()

    status, out, errors = finish(manage("trial", str(file)))
    assert (status, errors) == (0, "")
    restored, verdict = out.splitlines()
    assert restored.startswith(f"{TRIALS}/oottam-trial.")
    assert f"oottam.sqlite3 holds the 0 requests of {file}." in restored
    assert verdict == "- It can be served. The trial's folder is taken away again."

    file.write_bytes(file.read_bytes()[:5000])
    status, out, errors = finish(manage("trial", str(file)))
    assert (status, out) == (1, "")
    assert "Nothing was changed." in errors
    assert (tmp_path / "data/oottam.sqlite3").read_bytes() == held
    assert set(TRIALS.glob("oottam-trial.*")) == before


def test_trial_rejects_the_shops_postgresql_database(tmp_path: Path, manage: Manage) -> None:
    with settings_of(tmp_path).open("a") as settings:
        settings.write("DATABASE_URL=postgres://shop@localhost:9/shop\n")
    status, out, errors = finish(manage("trial", str(tmp_path / "oottam.dump")))
    assert (status, out) == (1, "")
    assert "is tried in an empty database of its own." in errors


@pytest.mark.enable_socket
def test_shop_without_systemd_is_served_and_stopped(tmp_path: Path, manage: Manage) -> None:
    port, dist = free_port(), storefronts.build(tmp_path / "dist")
    shared_db.tables_in(tmp_path / "data")
    with settings_of(tmp_path).open("a") as settings:
        settings.write(f"PORT={port}\nOOTTAM_STOREFRONT={dist}\n")
    server = manage("serve")
    assert f"http://127.0.0.1:{port}/" in first_line(server)
    assert finish(manage("stop")) == (0, "", "")
    assert finish(server)[0] == 0
    assert finish(manage("stop")) == (0, "", "")
