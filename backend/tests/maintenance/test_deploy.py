"""The scripts and files of deploy/ can be read and agree with one another."""

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
def test_bash_reads_each_script(name: str) -> None:
    assert run("bash", "-n", str(DEPLOY / name)).stderr == ""


def test_the_units_and_the_installer_name_the_same_places() -> None:
    for name in ("oottam.service", "oottam-backup.service"):
        unit = (DEPLOY / name).read_text()
        assert "EnvironmentFile=/etc/oottam/oottam.env\n" in unit
        assert "WorkingDirectory=/opt/oottam/current\n" in unit
    steps = (DEPLOY / "install_lib.sh").read_text()
    assert "ETC=${OOTTAM_ETC:-/etc/oottam}\n" in steps
    assert "DATA=${OOTTAM_DATA:-/var/lib/oottam}\n" in steps
    assert "ROOT=${OOTTAM_ROOT:-/opt/oottam}\n" in steps


def test_installer_and_set_up_look_for_the_pythons_that_the_project_takes() -> None:
    taken = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert taken == ">=3.11,!=3.12.*,<3.14"
    for script in ("deploy/install_lib.sh", "tools/set-up.sh"):
        asked = "sys.version_info[:2] not in ((3, 11), (3, 13))"
        assert asked in (CHECKOUT / script).read_text()


def making(root: Path) -> str:
    """What the installer says of a release that has its name already; building it is left out."""
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


def test_a_release_whose_python_went_away_with_an_upgrade_of_debian_is_built_anew(
    tmp_path: Path,
) -> None:
    release = tmp_path / "releases/1"
    (release / ".venv/bin").mkdir(parents=True)
    (release / ".built").touch()
    python = release / ".venv/bin/python"
    python.symlink_to("/bin/true")
    assert making(tmp_path) == "- Release 1 is built already.\n"
    python.unlink()
    python.symlink_to(tmp_path / "python3.11")
    assert making(tmp_path).endswith("- build\n")


def test_the_proxy_passes_the_host_with_its_port_on() -> None:
    assert "proxy_set_header Host $http_host;" in (DEPLOY / "nginx.conf").read_text()


@pytest.mark.parametrize(("words", "servers"), [("", 2), ("plain", 1)])
def test_nginx_gets_its_file_however_long_it_is(tmp_path: Path, words: str, servers: int) -> None:
    """The plain one is for the time before there is a certificate."""
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


def allowed(main: Path, held: str) -> str:
    """nginx's main file once it may hold enough connections."""
    main.write_text(held)
    shell = ". deploy/install_lib.sh; . deploy/proxy.sh; NGINX_MAIN=$1; allow_connections"
    done = run("bash", "-euo", "pipefail", "-c", shell, "bash", str(main))
    assert done.stderr == "" or done.returncode == 1, done.stderr
    return main.read_text() if done.returncode == 0 else done.stderr


def test_nginx_may_hold_many_connections_and_as_few_as_before_again(tmp_path: Path) -> None:
    main = tmp_path / "nginx.conf"
    raised = allowed(main, NGINX_MAIN)
    assert "\tworker_connections 4096; # oottam: was 768\n" in raised
    assert raised.startswith("worker_rlimit_nofile 16384; # oottam\n")
    assert allowed(main, raised) == raised
    shell = ". deploy/install_lib.sh; . deploy/proxy.sh; NGINX_MAIN=$1; restore_connections"
    assert run("bash", "-euo", "pipefail", "-c", shell, "bash", str(main)).returncode == 0
    assert main.read_text() == NGINX_MAIN


def test_a_shop_of_more_connections_keeps_its_own_words(tmp_path: Path) -> None:
    held = NGINX_MAIN.replace("768", "10000")
    assert allowed(tmp_path / "nginx.conf", held) == held
    held = NGINX_MAIN.replace("\tworker_connections 768;\n", "")
    assert "has no worker_connections." in allowed(tmp_path / "nginx.conf", held)


def settings_after(folder: Path, held: str, host: str, port: str) -> str:
    """What the settings are when the installer is called with this host and port."""
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


def test_the_installer_called_again_brings_host_and_port_into_the_settings(tmp_path: Path) -> None:
    held = "BEHIND_TLS=1\nALLOWED_HOSTS=old.example\nPORT=8000\nMAIL_SHOP='a b'\n"
    after = "BEHIND_TLS=1\nALLOWED_HOSTS=new.example\nPORT=8100\nMAIL_SHOP='a b'\n"
    assert settings_after(tmp_path, held, "new.example", "8100") == after


def test_hosts_that_an_owner_has_added_stay_in_the_settings(tmp_path: Path) -> None:
    held = "ALLOWED_HOSTS=a.example,b.example\nPORT=8000\n"
    assert settings_after(tmp_path, held, "b.example", "8000") == held
    after = "ALLOWED_HOSTS=a.example,b.example,c.example\nPORT=8000\n"
    assert settings_after(tmp_path, held, "c.example", "8000") == after


def test_the_tables_may_take_as_long_as_they_need_when_the_server_starts() -> None:
    assert "TimeoutStartSec=3600\n" in (DEPLOY / "oottam.service").read_text()


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd's programs are not there"
)
SERVICES = ["oottam.service", "oottam-backup.service"]


@needs_systemd
@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_little_besides_its_work(name: str) -> None:
    """2.0 of 10 by systemd's own count, where 10 is a service that may do everything."""
    counted = run(
        "systemd-analyze", "security", "--offline=true", "--threshold=20", str(DEPLOY / name)
    )
    assert counted.returncode == 0, counted.stdout


@needs_systemd
@pytest.mark.parametrize("name", [*SERVICES, "oottam-backup.timer"])
def test_systemd_finds_nothing_wrong_in_a_unit(name: str) -> None:
    said = run("systemd-analyze", "verify", str(DEPLOY / name)).stderr.splitlines()
    not_installed = "is not executable: No such file or directory"  # /opt/oottam, here
    assert [line for line in said if not line.endswith(not_installed)] == []


def test_child_processes_may_lower_their_priority_and_bound_their_memory_and_nothing_else() -> None:
    lines = (DEPLOY / "oottam.service").read_text().splitlines()
    asked = [line.partition("=")[2] for line in lines if line.startswith("SystemCallFilter=")]
    assert asked == [
        "@system-service",
        "~@privileged @resources",
        "setpriority prlimit64 setrlimit",
    ]


def requiring_no_other(root: Path, release: str) -> subprocess.CompletedProcess[str]:
    words = f'. deploy/install_lib.sh; require_no_other_release "$ROOT/releases/{release}"'
    return subprocess.run(
        ["bash", "-euc", words],
        cwd=CHECKOUT,
        env={**os.environ, "OOTTAM_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_installer_leaves_a_shop_of_another_release_to_the_update(tmp_path: Path) -> None:
    assert requiring_no_other(tmp_path, "2").returncode == 0
    served = tmp_path / "releases" / "1"
    served.mkdir(parents=True)
    (tmp_path / "current").symlink_to(served)
    assert requiring_no_other(tmp_path, "1").returncode == 0
    refused = requiring_no_other(tmp_path, "2")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"{served} is served here. deploy/update goes to 2, with a backup first. "
        "Nothing but packages was changed.\n"
    )


def test_the_installer_asks_what_is_served_before_it_builds_or_touches_tables() -> None:
    calls = (DEPLOY / "install").read_text().split("\none_at_a_time\n")[1].splitlines()
    asked = calls.index('require_no_other_release "$release"')
    for later in ("make_release", "settings", "tables", "switch_to"):
        assert [n for n, call in enumerate(calls) if call.startswith(later)] > [asked]


def updating(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """deploy/update where these folders are a server's."""
    places = {f"OOTTAM_{name}": str(folder / name.lower()) for name in ("ROOT", "ETC", "DATA")}
    environment = {**os.environ, **places, "OOTTAM_ACCOUNT": getpass.getuser()}
    command = [str(DEPLOY / "update"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [(), ("--back",), ("--dry-run",), ("--back", "--dry-run")])
def test_where_nothing_is_installed_an_update_says_so(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = updating(tmp_path, *words)
    assert done.returncode == 1
    assert done.stderr == (
        f"No shop is installed in {tmp_path}/root: deploy/install does that. Nothing was changed.\n"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("--back",), ("--back", "--dry-run")])
def test_going_back_stops_where_the_older_release_does_not_take_the_shops_folder(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    releases = tmp_path / "root/releases"
    said = 'CommandError: site.json, line 3: "diets" is unknown'
    for name in ("old", "new"):
        command = releases / name / "backend/oottam/catalogue/management/commands/check_contract.py"
        python = releases / name / ".venv/bin/python"
        for file in (command, python, releases / name / ".built"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        python.write_text(
            f"#!/bin/sh\ncase $* in *check_contract) echo '{said}' >&2; exit 1;; *) echo sqlite db;; esac\n"
        )
        python.chmod(0o755)
    (tmp_path / "root/current").symlink_to(releases / "new")
    record = ["forward", str(releases / "old"), str(releases / "new"), "a backup"]
    (tmp_path / "root/.before").write_text("\n".join([*record, ""]))
    for folder in ("etc", "data"):
        (tmp_path / folder).mkdir()
    (tmp_path / "etc/oottam.env").write_text("PORT=8000\n")
    done = updating(tmp_path, *words)
    assert done.returncode == 1
    assert done.stderr == (
        f"{said}\nold does not take the shop's own folder as it is. Nothing was changed.\n"
    )
    assert (tmp_path / "root/current").resolve() == releases / "new"


def test_an_update_does_not_guess_what_a_word_means(tmp_path: Path) -> None:
    done = updating(tmp_path, "--bakc")
    assert done.returncode == 1
    assert "Unknown: --bakc" in done.stderr
    assert "deploy/update --back " in done.stderr


def installing(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """deploy/install with words that it has to refuse, whoever calls it."""
    places = {f"OOTTAM_{name}": str(folder / name.lower()) for name in ("ROOT", "ETC", "DATA")}
    command = [str(DEPLOY / "install"), "--host", "shop.test", "--port", "none", *words]
    return subprocess.run(
        command, env={**os.environ, **places}, capture_output=True, text=True, check=False
    )


def test_a_certificate_of_lets_encrypt_is_asked_for_at_port_80_alone(tmp_path: Path) -> None:
    refused = installing(tmp_path, "--certbot", "asha@shop.test", "--http-port", "8080")
    assert refused.returncode == 1
    assert refused.stderr == (
        "Let's Encrypt asks at port 80 and at no other: leave --http-port out, or bring a certificate "
        "(--certificate FILE --key FILE).\n"
    )
    at_80 = installing(tmp_path, "--certbot", "asha@shop.test", "--http-port", "80")
    assert at_80.stderr == "A port is a number.\n"
    assert not list(tmp_path.iterdir())


def test_undoing_knows_which_certificates_are_renewed_through_our_nginx(tmp_path: Path) -> None:
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
