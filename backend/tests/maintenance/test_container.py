"""The container files agree with each other, with the installer and with the settings."""

import os
import re
import subprocess
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from oottam.config.environment import Environment
from oottam.config.setting_types import CHECKOUT
from tools import release

FOLDER = CHECKOUT / "deploy" / "container"
CONTAINERFILE = (FOLDER / "Containerfile").read_text("utf-8")
CADDYFILE = (FOLDER / "Caddyfile").read_text("utf-8")
NGINX = (CHECKOUT / "deploy/nginx.conf").read_text("utf-8")
STEPS = (CHECKOUT / "deploy/install_lib.sh").read_text("utf-8")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
SHOP: dict[str, Any] = COMPOSE["services"]["shop"]
# The start script builds DATABASE_URL from these.
DATABASE_URL_PARTS = {"DATABASE_HOST", "DATABASE_PASSWORD"}


def run_start_script(
    tmp_path: Path, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the start script with a fake Python that prints its arguments and settings."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$@"\nenv | grep -E "^(SECRET|DATABASE)" | sort\n', "utf-8")
    python.chmod(0o755)
    script = tmp_path / "start"
    script.write_text(
        (FOLDER / "start").read_text("utf-8").replace("cd /opt/oottam\n", ""), "utf-8"
    )
    return subprocess.run(
        ["sh", str(script), *words],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", **environment},
    )


def test_image_has_the_python_of_the_lock_file() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    [version] = re.findall(
        r"^ARG BASE=\S+/python:(3\.\d+)(?:\.\d+)?-slim", CONTAINERFILE, re.MULTILINE
    )
    assert project["requires-python"].startswith(f">={version},")
    assert f" not in (({version.replace('.', ', ')})," in STEPS


def test_image_is_built_from_lock_files_without_test_tools() -> None:
    parts = re.findall(r"tools/set-up\.sh ([a-z-]+)$", CONTAINERFILE, re.MULTILINE)
    assert parts == ["python"]
    assert "COPY requirements.lock pyproject.toml ./\n" in CONTAINERFILE
    assert "-dev.lock" not in CONTAINERFILE


def test_base_images_have_exact_versions() -> None:
    images = [service["image"] for service in COMPOSE["services"].values()]
    images += re.findall(r"^ARG BASE=(\S+)", CONTAINERFILE, re.MULTILINE)
    others = [image.partition("$")[0] for image in images if image != "oottam"]
    assert len(others) == 4
    assert [
        image for image in others if not re.search(r":\d+\.\d+(\.\d+)?(-[a-z-]+)?$", image)
    ] == []
    for service in ("database", "backup", "proxy"):
        assert "_DIGEST:+@$" in COMPOSE["services"][service]["image"]
    assert CONTAINERFILE.count("FROM ${BASE}${BASE_DIGEST:+@${BASE_DIGEST}}") == 2


def test_image_is_labelled_with_its_version() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"ARG VERSION={project['version']}\n" in CONTAINERFILE
    assert 'org.opencontainers.image.version="${VERSION}"' in CONTAINERFILE


def test_env_file_can_set_any_setting() -> None:
    assert SHOP["env_file"] == [{"path": "shop.env", "required": False}]
    ignored = (CHECKOUT / ".gitignore").read_text("utf-8").splitlines()
    assert "deploy/container/shop.env" in ignored


def backup(
    tmp_path: Path, *words: str, dump: str = 'echo dumped > "$7"'
) -> subprocess.CompletedProcess[str]:
    """Run the backup script with fake PostgreSQL programs; pg_dump's seventh argument is the file."""
    for name, does in (("pg_dump", dump), ("pg_restore", "true")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "password").write_text("a1b2\n", "utf-8")
    (tmp_path / "backups").mkdir(exist_ok=True)
    return subprocess.run(
        [FOLDER / "backup", *words],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "BACKUPS": str(tmp_path / "backups"),
            "DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
        },
    )


def test_backup_is_a_folder_and_old_ones_are_deleted(tmp_path: Path) -> None:
    old, other = tmp_path / "backups/oottam-20261101T220000Z", tmp_path / "backups/mine"
    for folder in (old, other):
        folder.mkdir(parents=True)
        os.utime(folder, (0, 0))
    assert backup(tmp_path, "check").returncode == 1
    created = Path(backup(tmp_path, "now").stdout.strip())
    assert (created / "oottam.dump").read_text() == "dumped\n"
    assert sorted(path.name for path in created.parent.iterdir()) == ["mine", created.name]
    assert backup(tmp_path, "check").returncode == 0


def test_failed_backup_leaves_nothing_and_reports_the_error(tmp_path: Path) -> None:
    ended = backup(tmp_path, "now", dump="echo unreachable >&2; exit 1")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "unreachable" in ended.stderr
    assert list((tmp_path / "backups").iterdir()) == []


def test_image_is_built_from_a_release() -> None:
    """It copies only what a release has; nothing is built in the image."""
    copied = re.findall(r"^COPY (?:--from=build )?(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    names = {name.removeprefix("/opt/oottam/") for line in copied for name in line.split()}
    packed = {".", ".venv", "frontend/dist", *release.CONTENTS}
    assert {
        name for name in names if packed.isdisjoint({name, *map(str, Path(name).parents[:-1])})
    } == set()
    assert "sha256sum --quiet --check SHA256SUMS" in CONTAINERFILE


def test_release_packs_existing_files() -> None:
    assert [name for name in release.CONTENTS if not (CHECKOUT / name).exists()] == []


def test_given_settings_are_known() -> None:
    given = {name.removesuffix("_FILE") for name in SHOP["environment"]}
    image = set(re.findall(r"\b(HOST|PORT|OOTTAM_[A-Z]+|LOG_FORMAT)=", CONTAINERFILE))
    assert (given | image) - DATABASE_URL_PARTS <= Environment.model_fields.keys()


def test_installer_settings_are_set_in_the_container() -> None:
    steps = (CHECKOUT / "deploy/install_lib.sh").read_text("utf-8")
    [held] = re.findall(r"write_settings <<WORDS\n(.*?)\nWORDS\n", steps, re.DOTALL)
    written = set(re.findall(r"^([A-Z_]+)=", held, re.MULTILINE))
    assert written == {"BEHIND_TLS", "TRUSTED_PROXY", "ALLOWED_HOSTS", "PORT"}
    assert written <= SHOP["environment"].keys()
    assert SHOP["environment"]["OOTTAM_CONTRACT"] == "/srv/contract"


def test_server_health_check_proxy_and_installer_use_one_port() -> None:
    [port] = re.findall(r"^PORT=\$\{PORT:-(\d+)\}", STEPS, re.MULTILINE)
    assert SHOP["environment"]["PORT"] == port
    assert f" PORT={port} " in CONTAINERFILE
    assert f"EXPOSE {port}\n" in CONTAINERFILE
    assert f"reverse_proxy {{$SHOP:shop:{port}}} {{" in CADDYFILE
    assert "/readyz'" in CONTAINERFILE.split("HEALTHCHECK")[1]


def test_trusted_proxy_is_the_container_in_front() -> None:
    address = COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    [config] = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert SHOP["environment"]["TRUSTED_PROXY"] == address
    assert ip_address(address) in ip_network(config["subnet"])


def test_stop_timeout_equals_that_of_the_unit() -> None:
    unit = (CHECKOUT / "deploy/oottam.service").read_text("utf-8")
    [seconds] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert SHOP["stop_grace_period"] == f"{seconds}s"
    assert "STOPSIGNAL SIGTERM\n" in CONTAINERFILE


def test_image_and_checkout_contain_no_secret() -> None:
    assert re.findall(r"^(?:ENV|ARG).*(?:SECRET|PASSWORD|TOKEN)", CONTAINERFILE, re.MULTILINE) == []
    assert {secret["file"].split("/")[1] for secret in COMPOSE["secrets"].values()} == {"secrets"}
    for ignored in (".gitignore", ".dockerignore"):
        lines = (CHECKOUT / ignored).read_text("utf-8").splitlines()
        assert {"deploy/container/secrets", "deploy/container/secrets/"} & set(lines)


def test_server_runs_unprivileged() -> None:
    assert "\nUSER oottam\n" in CONTAINERFILE
    assert (SHOP["read_only"], SHOP["cap_drop"]) == (True, ["ALL"])
    [place] = re.findall(r"^VOLUME (\S+)$", CONTAINERFILE, re.MULTILINE)
    folder = SHOP["environment"]["OOTTAM_CONTRACT"]
    assert SHOP["volumes"] == [f"shop:{place}", f"${{OOTTAM_CONTRACT:-../../contract}}:{folder}:ro"]


def test_proxy_error_bodies_equal_those_of_nginx() -> None:
    output = re.findall(r"respond `(\{.*\})` \d+", CADDYFILE)
    assert len(output) == 2
    assert [words for words in output if f"'{words}'" not in NGINX] == []
    assert "header_up X-Request-ID " in CADDYFILE


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("k" * 50 + "\n", "utf-8")
    (tmp_path / "password").write_text("a1b2\n", "utf-8")
    ended = run_start_script(
        tmp_path,
        "backup",
        SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_HOST="database",
        DATABASE_PASSWORD_FILE=str(tmp_path / "password"),
    )
    assert ended.stdout.splitlines()[0] == "backend/manage.py backup"
    assert f"SECRET_KEY={'k' * 50}" in ended.stdout.splitlines()
    assert "DATABASE_URL=postgres://oottam:a1b2@database/oottam" in ended.stdout.splitlines()


def test_serve_migrates_first(tmp_path: Path) -> None:
    assert run_start_script(tmp_path, "serve").stdout.splitlines() == [
        "backend/manage.py migrate --verbosity 0",
        "-m oottam",
    ]


def test_empty_secret_is_unset(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("", "utf-8")
    ended = run_start_script(tmp_path, "serve", SECRET_KEY_FILE=str(tmp_path / "empty"))
    assert "SECRET_KEY=" not in ended.stdout.splitlines()


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"SECRET_KEY_FILE": "/nowhere"}, "SECRET_KEY_FILE names /nowhere, which cannot be read"),
        ({"DATABASE_HOST": "database"}, "The database's password must be letters and digits"),
        ({"DATABASE_HOST": "d", "DATABASE_PASSWORD": "a@b"}, "must be letters and digits"),
    ],
)
def test_unusable_secret_is_reported(
    tmp_path: Path, environment: dict[str, str], message: str
) -> None:
    ended = run_start_script(tmp_path, "serve", **environment)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert message in ended.stderr
