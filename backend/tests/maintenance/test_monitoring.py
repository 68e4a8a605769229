"""The dashboard and the alert rules ask for what /metrics says, and say what to do."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families as parse

from tests.bodies import veg_body
from tests.conftest import Send

ROOT = Path(__file__).resolve().parents[3]
MONITORING = ROOT / "deploy" / "monitoring"
TOKEN = "a token of the monitor"
NAME = re.compile(r"\b(?:oottam|process)_[a-z_]+\b")
LABEL = re.compile(r"[{,]\s*([a-z_]+)\s*(?:=~|!=|!~|=)")
GROUPED = re.compile(r"\bby \(([^)]*)\)")
SUFFIX = re.compile(r"_(bucket|sum|count|created|total)$")
OF_PROMETHEUS = {"job", "instance", "le", "alertname", "alertstate"}


def rules() -> list[str]:
    """Each rule's own lines."""
    text = (MONITORING / "alerts.yml").read_text()
    return text.split("      - alert: ")[1:]


def board() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
    return read


def expressions() -> list[str]:
    """Of the panels, and of the rules with what stands beside them."""
    panels = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    rule_settings = [rule.partition("expr:")[2].partition("labels:")[0] for rule in rules()]
    assert all(each.strip() for each in rule_settings)
    return panels + rule_settings


@pytest.fixture
def said(send: Send, settings: Any) -> Any:
    """Names of samples, and of labels, that the server says once it was asked too often."""
    settings.METRICS_TOKEN = TOKEN
    settings.CAP_PER_ADDRESS = 1
    for _ in range(2):
        send(veg_body(), address="203.0.113.9")
    answer = Client(headers={"authorization": f"Bearer {TOKEN}"}).get("/metrics")
    samples = [each for family in parse(answer.content.decode()) for each in family.samples]
    return {each.name for each in samples}, {label for each in samples for label in each.labels}


@pytest.mark.django_db
def test_every_metric_that_is_asked_for_is_one_that_the_server_says(said: Any) -> None:
    asked = {name for each in expressions() for name in NAME.findall(each)}
    assert asked - said[0] == set()


@pytest.mark.django_db
def test_every_label_that_is_asked_for_is_one_that_the_server_says(said: Any) -> None:
    asked = {label for each in expressions() for label in LABEL.findall(each)}
    for each in expressions():
        for group in GROUPED.findall(each):
            asked |= {label.strip() for label in group.split(",")}
    assert asked - said[1] - OF_PROMETHEUS == set()


@pytest.mark.django_db
def test_each_metric_of_the_shop_is_on_the_dashboard(said: Any) -> None:
    targets = [target for panel in board()["panels"] for target in panel["targets"]]
    shown = {SUFFIX.sub("", name) for each in targets for name in NAME.findall(each["expr"])}
    ours = {SUFFIX.sub("", name) for name in said[0] if name.startswith("oottam_")}
    assert ours - shown == set()


def test_every_rule_says_what_is_wrong_and_what_to_do() -> None:
    assert len(rules()) >= 10
    for rule in rules():
        name = rule.split("\n", 1)[0]
        assert re.search(r"severity: (page|ticket)", rule), name
        assert re.search(r"^ {10}summary: .{20}", rule, re.MULTILINE), name
        assert re.search(r"^ {10}action: ?(>-\n +)?.{40}", rule, re.MULTILINE), name


def test_every_rule_has_its_line_in_the_manual_and_the_manual_names_no_other() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"`(Oottam[A-Z]\w+)`", manual)) == {
        rule.split("\n", 1)[0] for rule in rules()
    }


def test_the_alerts_that_the_dashboard_names_are_there() -> None:
    told = {
        name
        for panel in board()["panels"]
        for name in re.findall(r"Oottam\w+", panel["description"])
    }
    assert told
    assert told <= {rule.split("\n", 1)[0] for rule in rules()}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is Debian's package prometheus")
@pytest.mark.parametrize(
    "command",
    [
        ("check", "rules", "alerts.yml"),
        ("test", "rules", "alerts_test.yml"),
        ("check", "config", "--syntax-only", "prometheus.yml"),
    ],
    ids=" ".join,
)
def test_promtool_finds_nothing(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        ["promtool", *command], cwd=MONITORING, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
