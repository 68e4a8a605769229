"""Dashboard and alert rules use existing metrics, and alerts state what to do."""

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
PROMETHEUS_LABELS = {"job", "instance", "le", "alertname", "alertstate"}


def rules() -> list[str]:
    """Lines of each alert rule."""
    text = (MONITORING / "alerts.yml").read_text()
    return text.split("      - alert: ")[1:]


def board() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
    return read


def expressions() -> list[str]:
    """Expressions of the panels and of the alert rules."""
    panels = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    rule_settings = [rule.partition("expr:")[2].partition("labels:")[0] for rule in rules()]
    assert all(each.strip() for each in rule_settings)
    return panels + rule_settings


@pytest.fixture
def exported_names(send: Send, settings: Any) -> Any:
    """Names of samples and of labels, after a rate-limited request."""
    settings.METRICS_TOKEN = TOKEN
    settings.CAP_PER_ADDRESS = 1
    for _ in range(2):
        send(veg_body(), address="203.0.113.9")
    response = Client(headers={"authorization": f"Bearer {TOKEN}"}).get("/metrics")
    samples = [each for family in parse(response.content.decode()) for each in family.samples]
    return {each.name for each in samples}, {label for each in samples for label in each.labels}


@pytest.mark.django_db
def test_used_metrics_are_exported(exported_names: Any) -> None:
    used = {name for each in expressions() for name in NAME.findall(each)}
    assert used - exported_names[0] == set()


@pytest.mark.django_db
def test_used_labels_are_exported(exported_names: Any) -> None:
    used = {label for each in expressions() for label in LABEL.findall(each)}
    for each in expressions():
        for group in GROUPED.findall(each):
            used |= {label.strip() for label in group.split(",")}
    assert used - exported_names[1] - PROMETHEUS_LABELS == set()


@pytest.mark.django_db
def test_each_metric_is_on_the_dashboard(exported_names: Any) -> None:
    targets = [target for panel in board()["panels"] for target in panel["targets"]]
    on_dashboard = {SUFFIX.sub("", name) for each in targets for name in NAME.findall(each["expr"])}
    metrics = {SUFFIX.sub("", name) for name in exported_names[0] if name.startswith("oottam_")}
    assert metrics - on_dashboard == set()


def test_each_rule_has_a_summary_and_an_action() -> None:
    assert len(rules()) >= 10
    for rule in rules():
        name = rule.split("\n", 1)[0]
        assert re.search(r"severity: (page|ticket)", rule), name
        assert re.search(r"^ {10}summary: .{20}", rule, re.MULTILINE), name
        assert re.search(r"^ {10}action: ?(>-\n +)?.{40}", rule, re.MULTILINE), name


def test_manual_lists_exactly_the_alert_rules() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"`(Oottam[A-Z]\w+)`", manual)) == {
        rule.split("\n", 1)[0] for rule in rules()
    }


def test_alerts_named_on_the_dashboard_exist() -> None:
    named = {
        name
        for panel in board()["panels"]
        for name in re.findall(r"Oottam\w+", panel["description"])
    }
    assert named
    assert named <= {rule.split("\n", 1)[0] for rule in rules()}


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
def test_promtool_reports_no_errors(command: tuple[str, ...]) -> None:
    result = subprocess.run(
        ["promtool", *command], cwd=MONITORING, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
