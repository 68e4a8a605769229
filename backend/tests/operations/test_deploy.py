"""The scripts and files of deploy/ can be read and agree with one another."""

import subprocess

import pytest

from oottam.config.env import CHECKOUT

DEPLOY = CHECKOUT / "deploy"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["install", "steps.sh", "manage.sh"])
def test_bash_reads_each_script(name: str) -> None:
    assert run("bash", "-n", str(DEPLOY / name)).stderr == ""


def test_the_units_and_the_installer_name_the_same_places() -> None:
    for name in ("oottam.service", "oottam-backup.service"):
        unit = (DEPLOY / name).read_text()
        assert "EnvironmentFile=/etc/oottam/oottam.env\n" in unit
        assert "WorkingDirectory=/opt/oottam/current\n" in unit
    steps = (DEPLOY / "steps.sh").read_text()
    assert "ETC=/etc/oottam\n" in steps
    assert "ROOT=${OOTTAM_ROOT:-/opt/oottam}\n" in steps


def test_the_proxy_passes_the_host_with_its_port_on() -> None:
    assert "proxy_set_header Host $http_host;" in (DEPLOY / "nginx.conf").read_text()
