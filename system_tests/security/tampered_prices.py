"""Tampered totals: the server always charges its own price and flags each tampered total.

    python -m system_tests.security.tampered_prices --tampered 10000 --honest 1000

Random orders of all priced kinds are sent with a total that is a paisa off, zero,
negative, huge or missing. Honest ones in between must not be flagged. Expected prices are
computed independently of the server's code (menus.py).

`--without own-price` charges the submitted total, `--without flags` does not flag it:
the system test must then fail.
"""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from system_tests.support.command_line import parse
from system_tests.support.orders import Order, random_order, rupees
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, server, shop_on
from system_tests.support.visitor import Visitor

TAMPERED_TOTALS = "total-differs", "total-missing"
STORED = """
    SELECT r.reference, f.flag, o.total_paise, o.claimed_total_paise
    FROM requests_request r JOIN {table} o ON o.request_id = r.id
    LEFT JOIN requests_requestflag f ON f.request_id = r.id AND f.flag IN ('total-differs', 'total-missing')
"""


def run(shop: Shop, *, tampered: int, honest: int, start: int = 1) -> Report:
    """Send shuffled orders; deterministic for the same `start`."""
    report = Report(f"{tampered} tampered totals among {honest} honest ones")
    chance = Random(start)
    tampered_totals = [True] * tampered + [False] * honest
    chance.shuffle(tampered_totals)
    sent: dict[str, tuple[Order, int | None]] = {}
    answers: Counter[int] = Counter()
    with Visitor(shop.port) as visitor:
        for tampered_total in tampered_totals:
            order = random_order(chance)
            claimed = _tampered(chance, order.total) if tampered_total else order.total
            body = {**order.body, "finalAmount": None if claimed is None else rupees(claimed)}
            answer = visitor.post(order.path, json.dumps(body).encode())
            answers[answer.status] += 1
            if answer.status != 200:
                report.faults.append(f"refused: {answer} for {body}")
                continue
            reply = json.loads(answer.body)
            sent[reply["reference"]] = (order, claimed)
            # An order of unpriced dishes has no amount.
            if order.total and _written(order.total) not in reply["message"]:
                report.faults.append(f"message: {_written(order.total)} is not in {reply}")
    report.figures["responses by status"] = dict(answers)
    report.faults += _faults(shop, sent)
    report.figures["tampered totals"] = sum(
        claimed != order.total for order, claimed in sent.values()
    )
    return report


def _tampered(chance: Random, total: int) -> int | None:
    """A wrong total in paise, or None to omit it."""
    tampered_total = chance.choice(
        [total - 1, total + 1, total - 100, total // 2, total * 2, total // 100, 0, 1, -total, None]
    )
    return total + 7 if tampered_total == total else tampered_total


def _written(paise: int) -> str:
    """Format an amount with Indian digit grouping."""
    whole, part = divmod(paise, 100)
    head, tail = str(whole)[:-3], str(whole)[-3:]
    groups = [head[max(0, at - 2) : at] for at in range(len(head), 0, -2)][::-1]
    return f"₹{','.join([*groups, tail])}.{part:02}"


def _faults(shop: Shop, sent: dict[str, tuple[Order, int | None]]) -> Iterator[str]:
    stored: dict[str, tuple[Any, ...]] = {}
    for table in ("orders_order", "orders_comboorder"):
        stored |= {row[0]: row[1:] for row in shop.database.rows(STORED.format(table=table))}
    for reference in sent.keys() ^ stored.keys():
        yield f"stored: {reference} was sent or stored, but not both"
    for reference in sent.keys() & stored.keys():
        order, claimed = sent[reference]
        flag, total, stored_claim = stored[reference]
        if total != order.total:
            yield f"price: {reference} costs {order.total} paise, stored are {total}"
        if stored_claim != claimed:
            yield f"claim: {reference} was sent {claimed}, stored is {stored_claim}"
        expected = TAMPERED_TOTALS[claimed is None] if claimed != order.total else None
        if flag != expected:
            yield f"flag: {reference} was sent {claimed} for {order.total} and has {flag!r}"


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("own-price", "flags"),
        tampered=10_000,
        honest=1000,
        start=1,
    )
    with shop_on(options.database, server(options.without), CAP_PER_PERSON="0") as shop:
        finish(run(shop, **options.sizes), kind=options.database)


if __name__ == "__main__":
    main()
