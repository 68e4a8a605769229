"""Checks of limits shared by several servers: keys, address cap and mailbox cap."""

import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from system_tests.support import bodies
from system_tests.support.reconciliation import AcceptedForm
from system_tests.support.report import Report
from system_tests.support.visitor import Answer, Visitor

CAP = 40  # forms per address; the mailbox cap is 10
MAILS, WITHHELD = 10, 5
ROUNDS = 40
ADDRESS = "49.37.8.9"  # private addresses are exempt


def keys(ports: Sequence[int], report: Report) -> list[AcceptedForm]:
    """Send forms to all servers concurrently: each is stored once with identical responses."""
    accepted = []
    with ThreadPoolExecutor(len(ports)) as senders:
        for number in range(10_000_000, 10_000_000 + ROUNDS):
            path, raw = bodies.form(number)
            key = f"visitor-{number}"

            def send(port: int, path: str = path, raw: bytes = raw, key: str = key) -> Answer:
                with Visitor(port, address="10.2.2.2") as visitor:
                    return visitor.post_until_accepted(path, raw, key)

            answers = list(senders.map(send, ports))
            if len(set(answers)) != 1 or answers[0].status != 200:
                report.faults.append(f"keys: {number} got the responses {set(answers)}")
            accepted.append(AcceptedForm(bodies.kind(path), key, raw, answers[0].body))
    report.figures["forms sent to all servers concurrently under one key"] = len(accepted)
    return accepted


def caps(port: int, report: Report) -> list[AcceptedForm]:
    """Exceed the caps of an address and a mailbox over all servers in turn."""
    accepted, statuses = _send_all(port, 20_000_000, CAP + 20, ADDRESS, {})
    report.figures[f"accepted of {CAP + 20} forms from one address with cap {CAP}"] = statuses[200]
    if statuses != {200: CAP, 429: 20}:
        report.faults.append(f"caps: one address got {dict(statuses)}")
    mailbox = {"email": "often@example.com"}
    to_mailbox, _ = _send_all(port, 30_000_000, MAILS + WITHHELD, "10.2.2.3", mailbox)
    report.figures[f"forms for one mailbox with cap {MAILS}"] = len(to_mailbox)
    return accepted + to_mailbox


def _send_all(
    port: int, first: int, count: int, address: str, fields: dict[str, str]
) -> tuple[list[AcceptedForm], Counter[int]]:
    accepted = []
    statuses: Counter[int] = Counter()
    with Visitor(port, address=address) as visitor:
        # Every eighth form: one kind, with an e-mail address.
        for number in range(first, first + 8 * count, 8):
            path, raw = bodies.form(number)
            raw = json.dumps({**json.loads(raw), **fields}, ensure_ascii=False).encode()
            key = f"visitor-{number}"
            answer = visitor.post_until_accepted(path, raw, key)
            statuses[answer.status] += 1
            if answer.status == 200:
                accepted.append(AcceptedForm(bodies.kind(path), key, raw, answer.body))
    return accepted, statuses
