"""A month's papers counted again: by SQL and fractions, without the code that issues them."""

import hashlib
import json
import re
from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.db import connection

NUMBER = re.compile(r"([A-Z0-9-]+)/(\d\d-\d\d)/([A-Z]*)(\d+)")


def _rows(query: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        found: list[Any] = cursor.fetchall()
    return found


def papers() -> list[dict[str, Any]]:
    """Read number, amount, content and digest of every paper, in the order of issue."""
    columns = (
        "id, request_id, kind, number, paise, content, digest, cancelled_at, payment_id, refund_id"
    )
    found = []
    for row in _rows(f"SELECT {columns} FROM billing_paper ORDER BY id"):
        paper = dict(zip(columns.split(", "), row, strict=True))
        if isinstance(paper["content"], str):
            paper["content"] = json.loads(paper["content"])
        found.append(paper)
    return found


def faults() -> list[str]:
    """Return what is wrong with the papers as a whole; [] if they are right."""
    found, series = [], defaultdict(list)
    for paper in papers():
        match = NUMBER.fullmatch(paper["number"])
        if match is None or len(paper["number"]) > 16:
            found.append(f"{paper['number']} is no number")
            continue
        series[match[1], match[2], match[3]].append(int(match[4]))
        found += [f"{paper['number']}: {fault}" for fault in _faults_of(paper)]
    for name, numbers in series.items():
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(f"{name} has numbers {numbers}")
    return found + _unbalanced()


def _faults_of(paper: dict[str, Any]) -> list[str]:
    content, found = paper["content"], []
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if hashlib.sha256(text.encode()).hexdigest() != paper["digest"]:
        found.append("changed since")
    if content["total"] != paper["paise"] or content["number"] != paper["number"]:
        found.append("its columns differ from its content")
    tax = content.get("tax")
    if tax:
        parts = tax["taxable"] + tax["cgst"] + tax["sgst"]
        exact = Fraction(paper["paise"] * tax["percent"], 2 * (100 + tax["percent"]))
        allowed = Fraction(1, 2) if paper["kind"] != "credit-note" else Fraction(3, 2)
        if parts != paper["paise"] or tax["cgst"] != tax["sgst"]:
            found.append("its tax does not add up")
        if abs(tax["cgst"] - exact) > allowed:
            found.append(f"CGST {tax['cgst']}, exactly {exact}")
    lines = content.get("lines", [])
    less = sum(each["paise"] for each in content.get("reductions", []))
    if lines and sum(line["paise"] for line in lines) - less != paper["paise"]:
        found.append("its lines do not add up")
    for table, column in (("handling_payment", "payment_id"), ("handling_refund", "refund_id")):
        if paper[column]:
            [(paise, undone_at)] = _rows(
                f"SELECT paise, undone_at FROM {table} WHERE id = {paper[column]}"
            )
            if paise != paper["paise"] or (undone_at is None) != (paper["cancelled_at"] is None):
                found.append(f"differs from its {table}")
    return found


def _unbalanced() -> list[str]:
    """Return the bills of which more was credited than they have."""
    credited: dict[str, int] = defaultdict(int)
    billed = {}
    for paper in papers():
        if paper["kind"] in ("bill", "supplementary"):
            billed[paper["number"]] = paper["paise"]
        elif paper["kind"] == "credit-note":
            [answered] = paper["content"]["answers"]
            credited[answered["number"]] += paper["paise"]
    return [
        f"{number} is over-credited" for number in credited if credited[number] > billed[number]
    ]


def sums(month: str) -> dict[str, tuple[int, int, int, int, int]]:
    """Add a month's standing papers up by kind: count, taxable, CGST, SGST, total; `month` is 2026-11, in India."""
    found: dict[str, tuple[int, int, int, int, int]] = {}
    for paper in papers():
        content = paper["content"]
        if not content["day"].startswith(month) or paper["cancelled_at"] is not None:
            continue
        tax = content.get("tax", {"taxable": 0, "cgst": 0, "sgst": 0})
        one = (1, tax["taxable"], tax["cgst"], tax["sgst"], paper["paise"])
        before = found.get(paper["kind"], (0, 0, 0, 0, 0))
        found[paper["kind"]] = (
            before[0] + one[0], before[1] + one[1], before[2] + one[2], before[3] + one[3],
            before[4] + one[4],
        )  # fmt: skip
    return found
