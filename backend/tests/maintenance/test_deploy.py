"""The scripts and files of deploy/ are valid and agree with each other."""

import getpass
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from oottam.config.setting_types import CHECKOUT

DEPLOY = CHECKOUT / "deploy"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=CHECKOUT)


@pytest.mark.parametrize(
    "name",
    [
        "install",
        "update",
        "install_lib.sh",
        "serving.sh",
        "proxy.sh",
        "upgrade_lib.sh",
        "manage.sh",
    ],
)
def test_each_script_is_valid_bash(name: str) -> None:
    assert run("bash", "-n", str(DEPLOY / name)).stderr == ""


def test_units_and_installer_use_the_same_paths() -> None:
    for name in ("oottam.service", "oottam-backup.service"):
        unit = (DEPLOY / name).read_text()
        assert "EnvironmentFile=/etc/oottam/oottam.env\n" in unit
        assert "WorkingDirectory=/opt/oottam/current\n" in unit
    steps = (DEPLOY / "install_lib.sh").read_text()
    assert "ETC=${OOTTAM_ETC:-/etc/oottam}\n" in steps
    assert "DATA=${OOTTAM_DATA:-/var/lib/oottam}\n" in steps
    assert "ROOT=${OOTTAM_ROOT:-/opt/oottam}\n" in steps


def test_installer_and_set_up_look_for_supported_pythons() -> None:
    taken = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert taken == ">=3.11,!=3.12.*,<3.14"
    for script in ("deploy/install_lib.sh", "tools/set-up.sh"):
        asked = "sys.version_info[:2] not in ((3, 11), (3, 13))"
        assert asked in (CHECKOUT / script).read_text()


def prepare_release(root: Path) -> str:
    """Output of the installer for an existing release, without building it."""
    words = ". deploy/install_lib.sh; make() { say build; }; make_release . HEAD 1"
    places = {"OOTTAM_ROOT": str(root), "OOTTAM_ETC": str(root / "etc")}
    made = subprocess.run(
        ["bash", "-uc", words],
        cwd=CHECKOUT,
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        check=False,
    )
    return made.stdout


def test_release_without_its_python_is_rebuilt(
    tmp_path: Path,
) -> None:
    release = tmp_path / "releases/1"
    (release / ".venv/bin").mkdir(parents=True)
    (release / ".built").touch()
    python = release / ".venv/bin/python"
    python.symlink_to("/bin/true")
    assert prepare_release(tmp_path) == "- Release 1 is built already.\n"
    python.unlink()
    python.symlink_to(tmp_path / "python3.11")
    assert prepare_release(tmp_path).endswith("- build\n")


def test_proxy_passes_host_and_port() -> None:
    assert "proxy_set_header Host $http_host;" in (DEPLOY / "nginx.conf").read_text()


@pytest.mark.parametrize(("words", "servers"), [("", 2), ("plain", 1)])
def test_nginx_gets_its_whole_file(tmp_path: Path, words: str, servers: int) -> None:
    """The plain file is used until there is a certificate."""
    (tmp_path / "deploy").mkdir()
    conf = (DEPLOY / "nginx.conf").read_text()
    (tmp_path / "deploy/nginx.conf").write_text(conf + "# more than a pipe holds\n" * 10_000)
    names = "HOST=shop.test CERTIFICATE=/c.pem KEY=/c.key HTTP=80 HTTPS=8443"
    shell = "nginx() { echo nginx/1.22.1 >&2; }; . deploy/install_lib.sh; . deploy/proxy.sh"
    written = run(
        "bash", "-euo", "pipefail", "-c", f"{shell}; {names}; nginx_file {tmp_path} {words}"
    )
    assert (written.returncode, written.stderr) == (0, "")
    assert written.stdout.count("\nserver {\n") == servers
    assert written.stdout.count("server_name shop.test;") == servers
    assert ("listen 8443 ssl http2;" in written.stdout) == (servers == 2)


NGINX_MAIN = (
    "user www-data;\nevents {\n\tworker_connections 768;\n\t# multi_accept on;\n}\nhttp {\n}\n"
)


def raise_connections(main: Path, held: str) -> str:
    """nginx's main file after the installer raised its connection limit."""
    main.write_text(held)
    shell = ". deploy/install_lib.sh; . deploy/proxy.sh; NGINX_MAIN=$1; allow_connections"
    done = run("bash", "-euo", "pipefail", "-c", shell, "bash", str(main))
    assert done.stderr == "" or done.returncode == 1, done.stderr
    return main.read_text() if done.returncode == 0 else done.stderr


def test_connection_limit_is_raised_and_restored(tmp_path: Path) -> None:
    main = tmp_path / "nginx.conf"
    raised = raise_connections(main, NGINX_MAIN)
    assert "\tworker_connections 4096; # oottam: was 768\n" in raised
    assert raised.startswith("worker_rlimit_nofile 16384; # oottam\n")
    assert raise_connections(main, raised) == raised
    shell = ". deploy/install_lib.sh; . deploy/proxy.sh; NGINX_MAIN=$1; restore_connections"
    assert run("bash", "-euo", "pipefail", "-c", shell, "bash", str(main)).returncode == 0
    assert main.read_text() == NGINX_MAIN


def test_higher_connection_limit_is_kept(tmp_path: Path) -> None:
    held = NGINX_MAIN.replace("768", "10000")
    assert raise_connections(tmp_path / "nginx.conf", held) == held
    held = NGINX_MAIN.replace("\tworker_connections 768;\n", "")
    assert "has no worker_connections." in raise_connections(tmp_path / "nginx.conf", held)


def settings_after(folder: Path, held: str, host: str, port: str) -> str:
    """Settings after the installer ran with this host and port."""
    file = folder / "oottam.env"
    file.write_text(held)
    words = f'. deploy/install_lib.sh; PORT={port}; settings "{host}"'
    places = {"OOTTAM_ETC": str(folder), "OOTTAM_ACCOUNT": getpass.getuser()}
    subprocess.run(
        ["bash", "-euc", words],
        cwd=CHECKOUT,
        env={**os.environ, **places},
        check=True,
        capture_output=True,
    )
    return file.read_text()


def test_second_install_updates_host_and_port(tmp_path: Path) -> None:
    held = "BEHIND_TLS=1\nALLOWED_HOSTS=old.example\nPORT=8000\nMAIL_SHOP='a b'\n"
    after = "BEHIND_TLS=1\nALLOWED_HOSTS=new.example\nPORT=8100\nMAIL_SHOP='a b'\n"
    assert settings_after(tmp_path, held, "new.example", "8100") == after


def test_hosts_added_by_the_owner_are_kept(tmp_path: Path) -> None:
    held = "ALLOWED_HOSTS=a.example,b.example\nPORT=8000\n"
    assert settings_after(tmp_path, held, "b.example", "8000") == held
    after = "ALLOWED_HOSTS=a.example,b.example,c.example\nPORT=8000\n"
    assert settings_after(tmp_path, held, "c.example", "8000") == after


def test_migrations_have_no_start_timeout() -> None:
    assert "TimeoutStartSec=3600\n" in (DEPLOY / "oottam.service").read_text()


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd's programs are not there"
)
SERVICES = ["oottam.service", "oottam-backup.service"]


@needs_systemd
@pytest.mark.parametrize("name", SERVICES)
def test_services_are_sandboxed(name: str) -> None:
    """Exposure of at most 2.0 by systemd-analyze, on a scale to 10."""
    counted = run(
        "systemd-analyze", "security", "--offline=true", "--threshold=20", str(DEPLOY / name)
    )
    assert counted.returncode == 0, counted.stdout


@needs_systemd
@pytest.mark.parametrize("name", [*SERVICES, "oottam-backup.timer"])
def test_units_pass_systemd_analyze(name: str) -> None:
    output = run("systemd-analyze", "verify", str(DEPLOY / name)).stderr.splitlines()
    not_installed = "is not executable: No such file or directory"  # /opt/oottam, here
    assert [line for line in output if not line.endswith(not_installed)] == []


def test_child_processes_may_only_lower_priority_and_memory_limit() -> None:
    lines = (DEPLOY / "oottam.service").read_text().splitlines()
    asked = [line.partition("=")[2] for line in lines if line.startswith("SystemCallFilter=")]
    assert asked == [
        "@system-service",
        "~@privileged @resources",
        "setpriority prlimit64 setrlimit",
    ]


def require_same_release(root: Path, release: str) -> subprocess.CompletedProcess[str]:
    words = f'. deploy/install_lib.sh; require_no_other_release "$ROOT/releases/{release}"'
    return subprocess.run(
        ["bash", "-euc", words],
        cwd=CHECKOUT,
        env={**os.environ, "OOTTAM_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_installer_rejects_a_shop_of_another_release(tmp_path: Path) -> None:
    assert require_same_release(tmp_path, "2").returncode == 0
    served = tmp_path / "releases" / "1"
    served.mkdir(parents=True)
    (tmp_path / "current").symlink_to(served)
    assert require_same_release(tmp_path, "1").returncode == 0
    refused = require_same_release(tmp_path, "2")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"{served} is served here. deploy/update goes to 2, with a backup first. "
        "Nothing but packages was changed.\n"
    )


def test_installer_checks_the_served_release_before_building() -> None:
    calls = (DEPLOY / "install").read_text().split("\nacquire_lock\n")[1].splitlines()
    asked = calls.index('require_no_other_release "$release"')
    for later in ("make_release", "settings", "tables", "switch_to"):
        assert [n for n, call in enumerate(calls) if call.startswith(later)] > [asked]


def run_update(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run deploy/update with `folder` as the server's root."""
    places = {f"OOTTAM_{name}": str(folder / name.lower()) for name in ("ROOT", "ETC", "DATA")}
    environment = {**os.environ, **places, "OOTTAM_ACCOUNT": getpass.getuser()}
    command = [str(DEPLOY / "update"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [(), ("--back",), ("--dry-run",), ("--back", "--dry-run")])
def test_update_requires_an_installed_shop(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run_update(tmp_path, *words)
    assert done.returncode == 1
    assert done.stderr == (
        f"No shop is installed in {tmp_path}/root: deploy/install does that. Nothing was changed.\n"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("--back",), ("--back", "--dry-run")])
def test_going_back_stops_if_the_older_release_rejects_the_shops_folder(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    releases = tmp_path / "root/releases"
    output = 'CommandError: site.json, line 3: "diets" is unknown'
    for name in ("old", "new"):
        command = releases / name / "backend/oottam/catalogue/management/commands/check_contract.py"
        python = releases / name / ".venv/bin/python"
        for file in (command, python, releases / name / ".built"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        python.write_text(
            f"#!/bin/sh\ncase $* in *check_contract) echo '{output}' >&2; exit 1;; *) echo sqlite db;; esac\n"
        )
        python.chmod(0o755)
    (tmp_path / "root/current").symlink_to(releases / "new")
    record = ["forward", str(releases / "old"), str(releases / "new"), "a backup"]
    (tmp_path / "root/.before").write_text("\n".join([*record, ""]))
    for folder in ("etc", "data"):
        (tmp_path / folder).mkdir()
    (tmp_path / "etc/oottam.env").write_text("PORT=8000\n")
    done = run_update(tmp_path, *words)
    assert done.returncode == 1
    assert done.stderr == (
        f"{output}\nold does not take the shop's own folder as it is. Nothing was changed.\n"
    )
    assert (tmp_path / "root/current").resolve() == releases / "new"


def test_update_rejects_unknown_arguments(tmp_path: Path) -> None:
    done = run_update(tmp_path, "--bakc")
    assert done.returncode == 1
    assert "Unknown: --bakc" in done.stderr
    assert "deploy/update --back " in done.stderr


def run_install(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run deploy/install with arguments that it rejects for every user."""
    places = {f"OOTTAM_{name}": str(folder / name.lower()) for name in ("ROOT", "ETC", "DATA")}
    command = [str(DEPLOY / "install"), "--host", "shop.test", "--port", "none", *words]
    return subprocess.run(
        command, env={**os.environ, **places}, capture_output=True, text=True, check=False
    )


def test_lets_encrypt_requires_port_80(tmp_path: Path) -> None:
    refused = run_install(tmp_path, "--certbot", "asha@shop.test", "--http-port", "8080")
    assert refused.returncode == 1
    assert refused.stderr == (
        "Let's Encrypt asks at port 80 and at no other: leave --http-port out, or bring a certificate "
        "(--certificate FILE --key FILE).\n"
    )
    at_80 = run_install(tmp_path, "--certbot", "asha@shop.test", "--http-port", "80")
    assert at_80.stderr == "A port is a number.\n"
    assert not list(tmp_path.iterdir())


def test_uninstall_finds_certificates_renewed_through_nginx(tmp_path: Path) -> None:
    renewal = tmp_path / "renewal"
    renewal.mkdir()
    (renewal / "shop.test.conf").write_text("[[webroot_map]]\nshop.test = /var/lib/oottam-acme\n")
    (renewal / "other.test.conf").write_text("[[webroot_map]]\nother.test = /var/www\n")
    words = (
        ". deploy/install_lib.sh; for_each_renewal echo; LETSENCRYPT=/nowhere for_each_renewal echo"
    )
    places = {**os.environ, "OOTTAM_LETSENCRYPT": str(tmp_path)}
    found = subprocess.run(
        ["bash", "-euc", words],
        cwd=CHECKOUT,
        env=places,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (found.stdout, found.stderr) == ("shop.test\n", "")
