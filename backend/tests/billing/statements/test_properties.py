"""What holds for lists with any columns, amounts and cells."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.billing.statements.cells import Cell, amount_of
from oottam.billing.statements.files import FileRejectedError, read_rows, read_text
from oottam.billing.statements.layouts import Statement, StatementError, parse
from oottam.core.money import MAX_PAISE, format_rupees
from tests.billing.statements.layout_cases import LAYOUTS, TODAY, Layout
from tests.billing.statements.list_files import as_csv, as_xlsx
from tests.hypothesis_profile import MANY

quick = settings(max_examples=MANY or 40, deadline=None)
with_a_child = settings(max_examples=MANY or 12, deadline=None)

HEADINGS = [
    heading for layout in LAYOUTS.values() for heading in layout.header if isinstance(heading, str)
]
CELLS: st.SearchStrategy[Cell] = st.one_of(
    st.none(),
    st.text(max_size=30),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.dates(),
    st.datetimes(),
    st.sampled_from(HEADINGS),
    st.sampled_from(["26/11/2026", "03/04/2026", "31/02/2026", "2026-11-26T10:00:00Z", "1.23E+11"]),
    st.sampled_from(["250.00", "1,23,456.70 Cr", "(5)", "Dr", "CR", "SUCCESS", "REFUND", "Total"]),
    st.from_regex(r"[0-9./, :+-]{1,20}", fullmatch=True),
)


def moved(layout: Layout, order: Sequence[int]) -> list[list[Cell]]:
    """The list with its columns in another order."""
    width = len(layout.header)
    rows = [list(row) + [None] * (width - len(row)) for row in (layout.header, *layout.rows)]
    return [[row[place] for place in order] for row in rows]


@st.composite
def rearranged(draw: st.DrawFn) -> tuple[Layout, list[int]]:
    layout = draw(st.sampled_from(list(LAYOUTS.values())))
    behind = dict(layout.pairs)
    units = [
        [place, behind[place]] if place in behind else [place]
        for place in range(min(len(layout.header), 40))
        if place not in behind.values()
    ]
    return layout, [place for unit in draw(st.permutations(units)) for place in unit]


@quick
@given(rearranged())
def test_order_of_columns_does_not_matter(case: tuple[Layout, list[int]]) -> None:
    layout, order = case
    plain, other = (
        parse(moved(layout, places), today=TODAY) for places in (range(len(layout.header)), order)
    )
    assert other.entries == plain.entries
    assert other.skipped == plain.skipped
    assert [(entry.paid_on, entry.paise, entry.reference) for entry in other.entries] == list(
        layout.expected
    )


@quick
@given(st.integers(1, MAX_PAISE))
def test_amounts_are_read_back_whatever_way_they_are_written(paise: int) -> None:
    rupees = Decimal(paise) / 100
    with_commas = format_rupees(paise)
    for cell in (
        *(f"{rupees:.2f}", f"{rupees:,.2f}", with_commas, with_commas.replace("₹", "Rs. ")),
        *(f"{with_commas} Cr", f"{rupees:.2f}CR", f" {rupees} ", float(rupees)),
    ):
        amount = amount_of(cell)
        assert amount is not None
        assert amount.paise == paise
    for cell in (f"({rupees:,.2f})", f"{rupees}-", f"-{rupees}", -float(rupees)):
        amount = amount_of(cell)
        assert amount is not None
        assert amount.paise == -paise


@settings(max_examples=MANY or 150, deadline=None)
@given(
    st.sampled_from([layout.header for layout in LAYOUTS.values() if len(layout.header) < 40]),
    st.lists(st.lists(CELLS, max_size=12), max_size=12),
    st.sampled_from([None, True, False]),
)
def test_any_cells_raise_nothing_but_errors_of_their_own(
    header: Sequence[Cell], rows: list[list[Cell]], day_first: bool | None
) -> None:
    for listed in (rows, [header, *rows]):
        try:
            statement = parse(listed, today=TODAY, day_first=day_first)
        except StatementError:
            continue
        assert_is_sound(statement, len(listed))


def assert_is_sound(statement: Statement, rows: int) -> None:
    assert len(statement.entries) + sum(statement.skipped.values()) < rows
    for entry in statement.entries:
        assert 0 < entry.paise <= MAX_PAISE
        assert entry.paid_on <= TODAY + timedelta(days=1)
        assert bool(entry.reference) is not bool(entry.digest)
        (entry.note + entry.payer + entry.reference).encode()
    digests = [entry.digest for entry in statement.entries if entry.digest]
    assert len(digests) == len(set(digests))


@quick
@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", b"Date,Credit,Debit\n"]),
)
def test_any_bytes_are_rows_or_refused(content: bytes, head: bytes) -> None:
    with suppress(FileRejectedError):
        assert read_rows("list", head + content)[-1]


@quick
@given(st.text(max_size=200))
def test_any_pasted_text_is_rows_or_refused(text: str) -> None:
    with suppress(FileRejectedError):
        assert read_text(text)[-1]


PAYMENTS = st.lists(
    st.tuples(
        st.dates(date(2026, 1, 13), TODAY),
        st.integers(1, 10_000_00),
        st.sampled_from(["CASH DEPOSIT", "UPI/MEENA K, ADYAR", "NEFT; “ARUL”", "A|B\tC", "அருள்"]),
        st.sampled_from([None, 612345678901, "612345678902", "SBIN426332123456", 123]),
    ),
    max_size=12,
)
HEADER = ("Txn Date", "Description", "Ref No.", "Debit", "Credit")


@with_a_child
@given(PAYMENTS, st.sampled_from([",", ";", "\t", "|"]))
def test_text_and_workbook_of_one_list_give_the_same_payments(
    payments: list[tuple[date, int, str, Cell]], delimiter: str
) -> None:
    text = as_csv(
        [
            HEADER,
            *(
                (f"{day:%d/%m/%Y}", note, ref, None, f"{paise / 100:.2f}")
                for day, paise, note, ref in payments
            ),
        ],
        delimiter,
    )
    book = as_xlsx(
        [HEADER, *((day, note, ref, None, paise / 100) for day, paise, note, ref in payments)]
    )
    read = [
        parse(rows, today=TODAY, day_first=True)
        for rows in (
            read_text(text),
            read_rows("list.csv", text.encode()),
            read_rows("list.xlsx", book),
        )
    ]
    assert read[0].entries == read[1].entries == read[2].entries
    assert [(entry.paid_on, entry.paise) for entry in read[2].entries] == [
        (day, paise) for day, paise, _, _ in payments
    ]


@quick
@given(PAYMENTS, st.integers(0, 12), st.integers(0, 12))
def test_overlapping_lists_name_their_common_payments_alike(
    payments: list[tuple[date, int, str, Cell]], start: int, end: int
) -> None:
    """Of two lists with whole days, each payment has the same name in both."""
    days = sorted({day for day, *_ in payments})
    rows = [
        (day, note, None, None, paise / 100) for day, paise, note, _ in sorted(payments, key=str)
    ]

    def names(of: Sequence[date]) -> set[str]:
        listed: list[Sequence[Cell]] = [HEADER, *(row for row in rows if row[0] in of)]
        return {entry.digest for entry in parse(listed, today=TODAY).entries}

    assert names(days[start:]) & names(days[:end]) == names(days[start:end])
    assert len(names(days)) == len(rows)
