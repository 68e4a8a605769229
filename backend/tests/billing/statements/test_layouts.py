"""Lists of banks and UPI apps: which rows are payments that came in, and what is refused."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from oottam.billing.statements.cells import Cell
from oottam.billing.statements.layouts import (
    AmbiguousDatesError,
    BadRowError,
    Entry,
    Statement,
    UnknownLayoutError,
    parse,
)
from tests.billing.statements.layout_cases import ARUL, LAYOUTS, MEENA, NEFT, RTGS, TODAY, Layout

HEADER = ("Date", "Narration", "Ref No.", "Debit", "Credit")


def listed(*rows: Sequence[Cell], header: Sequence[Cell] = HEADER) -> Statement:
    return parse([header, *rows], today=TODAY)


def single(*row: Cell, header: Sequence[Cell] = HEADER) -> Entry:
    [entry] = listed(row, header=header).entries
    return entry


def refused(*row: Cell, header: Sequence[Cell] = HEADER) -> str:
    """The sentence on the third row of a list."""
    good = ("26/11/2026", f"UPI/{ARUL}", "", "", "1") if header is HEADER else ()
    with pytest.raises(BadRowError) as caught:
        listed(good, row, header=header)
    assert caught.value.row == 3
    assert caught.value.field == "file"
    return str(caught.value)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_payments_of_every_known_layout_are_found(layout: Layout) -> None:
    statement = parse([*layout.above, layout.header, *layout.rows, *layout.below], today=TODAY)
    found = [(entry.paid_on, entry.paise, entry.reference) for entry in statement.entries]
    assert found == list(layout.expected)
    assert statement.skipped == layout.skipped
    assert all(bool(entry.digest) is not bool(entry.reference) for entry in statement.entries)
    assert len({(entry.reference, entry.digest) for entry in statement.entries}) == len(found)


def test_rows_have_the_number_that_they_have_in_the_file() -> None:
    layout = LAYOUTS["HDFC"]
    statement = parse([*layout.above, layout.header, *layout.rows], today=TODAY)
    assert [entry.row for entry in statement.entries] == [6, 8]


def test_headings_that_were_understood_are_named() -> None:
    layout = LAYOUTS["Kotak, amount, the same header twice"]
    assert parse([layout.header], today=TODAY).columns == {
        "date": "Transaction Date",
        "description": "Description",
        "reference": "Chq / Ref No.",
        "amount": "Amount",
        "Cr/Dr": "Dr / Cr",
        "balance": "Balance",
    }


def test_note_is_the_description_as_given_trimmed_and_cut() -> None:
    assert single("26/11/2026", "  CASH  DEPOSIT \n Adyar ", "", "", 5).note == "CASH DEPOSIT Adyar"
    assert single("26/11/2026", "x" * 900, "", "", 5).note == "x" * 500


def test_text_behind_a_thousand_characters_does_not_count() -> None:
    first, second = (single("26/11/2026", "x" * 1000 + end, "", "", 5) for end in "ab")
    assert first == second


def test_note_is_text_that_every_database_stores() -> None:
    assert single("26/11/2026", "a\ud800\0b", "", "", 5).note == "a b"
    assert single("26/11/2026", '="0123"', "", "", 5).note == "0123"


def test_payer_is_read_from_the_columns_of_an_app() -> None:
    header = ("Date", "Payer Name", "Customer VPA", "Mobile Number", "Amount", "Status")
    row = ("26/11/2026", "Meena K", "meena@okbank", "98400 00001", "250", "Success")
    assert single(*row, header=header).payer == "Meena K meena@okbank 98400 00001"


# --- which rows are payments ---


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("Success", ""),
        ("SUCCESSFUL", ""),
        ("settled", ""),
        (" Completed ", ""),
        ("Failed", "failed"),
        ("Pending", "failed"),
        ("Success (reversed)", "refunds"),
        ("Refunded", "refunds"),
        ("Unsuccessful", "failed"),
        ("", "failed"),
    ],
)
def test_only_successes_are_payments(status: str, why: str) -> None:
    statement = listed(
        ("26/11/2026", "OT-1", "250", status), header=("Date", "Note", "Amount", "Status")
    )
    assert len(statement.entries) == (0 if why else 1)
    assert statement.skipped == ({why: 1} if why else {})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (("26/11/2026", "SHOP", "", "10", ""), "debits"),
        (("26/11/2026", "REVERSED", "", "", "-10"), "debits"),
        (("26/11/2026", "NOTHING", "", "", "0.00"), "zero"),
        (("26/11/2026", "NOTHING", "", "", ""), "zero"),
        (("", "more of the description", "", "", ""), "no_date"),
        (("", "", "", "", "1,000.00"), "no_date"),
        (("Total", "", "", "10", "1,000.00"), "no_date"),
        (("Total", "All deposits", "", "10", "1,000.00"), "no_date"),
        (("30 days", "Closing balance", "", "", "1,000.00"), "no_date"),
        (("Page 2 of 3", "", "", "", ""), "no_date"),
        (HEADER, "no_date"),
        (("26/11/2026", "Opening Balance", "", "", "1,000.00"), "balances"),
        (("26/11/2026", "B/F", "", "", "1,000.00"), "balances"),
    ],
)
def test_other_rows_are_skipped_and_counted(row: Sequence[Cell], why: str) -> None:
    statement = listed(row, (), ("", None, " "))
    assert statement.entries == ()
    assert statement.skipped == {why: 1}


def test_amounts_with_signs_alone_say_what_came_in() -> None:
    header = ("Date", "Narration", "Amount")
    statement = listed(("26/11/2026", "in", "250.00"), ("26/11/2026", "out", "-100"), header=header)
    assert [entry.note for entry in statement.entries] == ["in"]
    assert single("26/11/2026", "in", "250.00 Cr", header=header).paise == 250_00


def test_amounts_that_do_not_say_what_came_in_are_refused() -> None:
    with pytest.raises(UnknownLayoutError, match=r"which amounts came in \(Cr\)"):
        listed(("26/11/2026", "in or out", "250.00"), header=("Date", "Narration", "Amount"))


def test_type_of_a_transaction_may_say_what_came_in() -> None:
    header = ("Date", "Narration", "Amount", "Type")
    rows = (("26/11/2026", "in", "250", "Credit"), ("26/11/2026", "out", "100", "Debit"))
    assert [entry.note for entry in listed(*rows, header=header).entries] == ["in"]


def test_later_header_with_other_columns_counts_from_there() -> None:
    statement = listed(
        ("26/11/2026", f"UPI/{MEENA}", "", "", "250"),
        ("Narration", "Date", "Credit", "Debit", "Ref No."),
        (f"UPI/{ARUL}", "27/11/2026", "300", "", ""),
    )
    assert [(entry.paise, entry.reference) for entry in statement.entries] == [
        (250_00, MEENA),
        (300_00, ARUL),
    ]


@pytest.mark.parametrize(
    "header",
    [
        ("Date", "Dr / Cr", "Amount", "Balance", "Dr / Cr"),
        ("Date", "Cr / Dr", "Amount", "Balance", "Dr / Cr"),
    ],
)
def test_side_before_the_amount_is_the_amounts(header: Sequence[str]) -> None:
    assert single("26/11/2026", "CR", "250", "1,000", "DR", header=header).paise == 250_00


def test_of_two_sides_around_the_amount_the_one_behind_it_counts() -> None:
    header = ("Date", "Dr / Cr", "Amount", "Dr / Cr", "Balance")
    assert single("26/11/2026", "DR", "250", "CR", "1,000", header=header).paise == 250_00


def test_side_of_a_balance_is_not_named_where_credits_have_a_column() -> None:
    columns = parse([LAYOUTS["Kotak, debit and credit"].header], today=TODAY).columns
    assert columns["credit"] == "Credit"
    assert "Cr/Dr" not in columns


# --- amounts ---


@pytest.mark.parametrize(
    ("cell", "paise"),
    [
        ("1,23,456.70", 123_456_70),
        ("₹ 250", 250_00),
        ("Rs. 250/-", 250_00),
        ("INR 250.5", 250_50),
        ("250.00 Cr", 250_00),
        ("250.00Cr", 250_00),
        ("250.00 (Cr)", 250_00),
        ("Cr. 250", 250_00),
        ("+250", 250_00),
        ("\u00a0250.00\u00a0", 250_00),
        (250, 250_00),
        (0.1 + 0.2, 30),
        (1234.5600000000002, 1_234_56),
        (1e5, 100_000_00),
        ("250.00Dr", None),
        ("(250.00)", None),
        ("250-", None),
        ("-250", None),
        ("− 250", None),
        (-250.0, None),
        ("-", None),
        ("0", None),
    ],
)
def test_amounts_are_read_as_banks_write_them(cell: Cell, paise: int | None) -> None:
    statement = listed(("26/11/2026", "OT-1", "", "", cell))
    assert [entry.paise for entry in statement.entries] == ([] if paise is None else [paise])


@pytest.mark.parametrize(
    "cell",
    [
        "abc",
        "1.234,56",
        "12,34",
        "250 Xr",
        "--5",
        "1e3",
        "₹",
        "25O.00",
        "1 250 or so",
        "#REF!",
        "9" * 99,
    ],
)
def test_amount_that_is_no_number_is_refused_with_its_row(cell: str) -> None:
    assert refused("26/11/2026", "OT-1", "", "", cell).startswith("Row 3: the amount “")


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("250.005", "Row 3: the amount 250.005 has a fraction of a paisa."),
        (0.001, "Row 3: the amount 0.001 has a fraction of a paisa."),
        ("100000000.01", "Row 3: the amount 100000000.01 is larger than ten crore rupees."),
        (1e300, "is larger than ten crore rupees."),
        (float("nan"), "Row 3: the amount is not a number."),
        (float("inf"), "Row 3: the amount is not a number."),
        (date(2026, 11, 26), "Row 3: the amount 2026-11-26 is a date."),
    ],
)
def test_amount_beyond_rupees_and_paise_is_refused(cell: Cell, message: str) -> None:
    assert message in refused("26/11/2026", "OT-1", "", "", cell)


def test_debit_and_credit_in_one_row_are_refused() -> None:
    assert "both a debit and a credit" in refused("26/11/2026", "OT-1", "", "5", "5")


def test_side_that_is_neither_is_refused() -> None:
    header = ("Date", "Narration", "Amount", "Cr/Dr")
    with pytest.raises(BadRowError, match="Row 2: “X” says neither Cr nor Dr"):
        listed(("26/11/2026", "OT-1", "250", "X"), header=header)


# --- dates ---


@pytest.mark.parametrize(
    "cell",
    [
        "26/11/2026",
        "26-11-2026",
        "26-11-2026 10:11:12",
        "26/11/26",
        "26.11.2026 9:05 PM",
        "26-Nov-26",
        "26-NOV-2026",
        "26 Nov 2026",
        "26 November 2026, 10:11",
        "26th Nov'26",
        "Nov 26, 2026",
        "2026-11-26",
        "2026-11-26T10:11:12+05:30",
        "2026-11-25T19:00:00Z",  # half past midnight in Chennai
        "2026-11-26 23:59:59.123",
        "'26-11-2026 10:11:12'",
        date(2026, 11, 26),
        datetime.fromisoformat("2026-11-26T23:59"),
    ],
)
def test_dates_are_read_as_banks_write_them(cell: Cell) -> None:
    assert single(cell, "OT-1", "", "", "1").paid_on == date(2026, 11, 26)


@pytest.mark.parametrize(
    "cell",
    [
        "31/02/2026",
        "26/13/2026",
        "26/11/1999",
        "01/01/0001",
        "26-Nov-2026 noon",
        46352,
        "soon",
        datetime.fromisoformat("0001-01-01"),
    ],
)
def test_payment_whose_date_is_none_is_refused_with_its_row(cell: Cell) -> None:
    assert refused(cell, "CASH DEPOSIT", "", "", "5").endswith("” is no date.")


@pytest.mark.parametrize("cell", ["31/02/2026", "26/11/2026 noon", "26 Nvo 2026"])
def test_bad_date_is_refused_where_nothing_else_names_the_payment(cell: str) -> None:
    assert refused(cell, "", "", "", "5") == f"Row 3: “{cell}” is no date."


def test_date_of_tomorrow_is_taken_and_a_later_one_refused() -> None:
    tomorrow = TODAY + timedelta(days=1)
    assert single(tomorrow, "OT-1", "", "", "1").paid_on == tomorrow
    later = refused(TODAY + timedelta(days=2), "OT-1", "", "", "1")
    assert later == "Row 3: 30 November 2026 lies in the future."


def test_day_order_is_asked_once_where_no_date_says_it() -> None:
    rows = [HEADER, ("03/04/2026", "OT-1", "", "", "1"), ("05/06/2026", "OT-2", "", "", "2")]
    with pytest.raises(AmbiguousDatesError) as caught:
        parse(rows, today=TODAY)
    assert str(caught.value) == "Is 03/04/2026 in this list 03 April 2026 or 04 March 2026?"
    day_first = parse(rows, today=TODAY, day_first=True)
    month_first = parse(rows, today=TODAY, day_first=False)
    assert [entry.paid_on for entry in day_first.entries] == [date(2026, 4, 3), date(2026, 6, 5)]
    assert [entry.paid_on for entry in month_first.entries] == [date(2026, 3, 4), date(2026, 5, 6)]
    assert day_first.day_order_matters


@pytest.mark.parametrize("day_first", [None, True, False])
@pytest.mark.parametrize(
    ("deciding", "expected"),
    [("31/01/2026", date(2026, 4, 3)), ("01/31/2026", date(2026, 3, 4))],
)
def test_one_date_decides_the_order_of_all(
    deciding: str, expected: date, day_first: bool | None
) -> None:
    rows = [HEADER, ("03/04/2026", "a", "", "", "1"), (deciding, "out", "", "1", "")]
    [entry] = parse(rows, today=TODAY, day_first=day_first).entries
    assert entry.paid_on == expected


def test_value_date_decides_the_order_too() -> None:
    header = ("Txn Date", "Value Date", "Narration", "Credit")
    assert single("03/04/2026", "31/03/2026", "a", "1", header=header).paid_on == date(2026, 4, 3)


def test_dates_that_are_the_same_in_both_orders_are_not_asked() -> None:
    statement = listed(("05/05/2026", "OT-1", "", "", "1"), ("26-Nov-26", "OT-2", "", "", "1"))
    assert len(statement.entries) == 2
    assert not statement.day_order_matters


def test_dates_that_a_spreadsheet_has_exchanged_are_refused() -> None:
    with pytest.raises(BadRowError, match="Row 3: a spreadsheet has exchanged the day and the mo"):
        listed(("31/03/2026", "a", "", "", "1"), (date(2026, 3, 4), "b", "", "", "1"))


# --- references ---


@pytest.mark.parametrize(
    ("cell", "reference"),
    [
        (MEENA, MEENA),
        (f"0000{MEENA}", MEENA),
        (int(MEENA), MEENA),
        (float(MEENA), MEENA),
        (f"'{MEENA}'", MEENA),
        (f"'{MEENA}", MEENA),
        (f'="{MEENA}"', MEENA),
        (f"UPI-{MEENA}", MEENA),
        (NEFT, NEFT),
        (NEFT.lower(), NEFT),
        (RTGS, RTGS),
        (f"NEFT:{NEFT}", NEFT),
        ("000123", ""),
        ("0" * 12, ""),
        ("0" * 16, ""),
        ("MEENAKRISHNAN", ""),
        ("ABCDEFGHIJKLMNOP", ""),
        ("1234567890123", ""),
        ("-", ""),
    ],
)
def test_utr_is_read_from_the_reference(cell: Cell, reference: str) -> None:
    assert single("26/11/2026", "CASH DEPOSIT", cell, "", "1").reference == reference


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        (f"UPI/{MEENA}/OT-1/meena@okbank", MEENA),
        (f"UPI-MEENA-919840000001@okbank-{MEENA}", MEENA),
        (f"UPI/919840000001/{MEENA}", MEENA),
        ("UPI/919840000001/PAID", ""),
        (f"IMPS-{MEENA}-MEENA K-BANK-XX0001", MEENA),
        (f"NEFT CR-SBIN0000001-ARUL-{NEFT}-{ARUL}", NEFT),
        (f"UPI/{MEENA}/{NEFT}", MEENA),
        ("UPI/meena42633212345@okbank", ""),
        ("UPI/632212345678@okbank", ""),
        (f"UPI-123456789012-{MEENA}", MEENA),
        ("CASH DEPOSIT ADYAR", ""),
    ],
)
def test_utr_is_read_from_the_description(text: str, reference: str) -> None:
    assert single("26/11/2026", text, "", "", "1").reference == reference


@pytest.mark.parametrize(
    "cell",
    [
        "1.23E+11",
        "6.12346E+11",
        6.12346e11,
        612346000000,
        12345678901234567,
        "2.02611E+34",
        2.02611e34,
    ],
)
def test_reference_that_a_spreadsheet_has_rounded_is_refused(cell: Cell) -> None:
    message = refused("26/11/2026", "UPI", cell, "", "1")
    assert message.startswith(f"Row 3: the reference {cell if isinstance(cell, str) else ''}")
    assert "has lost its digits" in message


def test_rounded_reference_of_what_went_out_is_no_matter() -> None:
    assert listed(("26/11/2026", "UPI", "1.23E+11", "1", "")).skipped == {"debits": 1}


def test_reference_that_different_payments_share_is_none_of_theirs() -> None:
    rows = [("26/11/2026", f"order {number}", NEFT, "", "250") for number in range(2)]
    entries = listed(*rows).entries
    assert [entry.reference for entry in entries] == ["", ""]
    assert entries[0].digest != entries[1].digest


def test_line_that_is_in_the_list_twice_keeps_its_reference() -> None:
    row = ("26/11/2026", f"UPI/{MEENA}", "", "", "250")
    first, second = listed(row, row).entries
    assert replace(second, row=first.row) == first
    assert first.reference == MEENA


# --- digests ---


def cash(*days: int, text: str = "CASH DEPOSIT") -> list[str]:
    rows = [(date(2026, 11, day), text, "", "", "500") for day in days]
    return [entry.digest for entry in listed(*rows).entries]


def test_equal_deposits_stay_two_and_overlapping_lists_agree() -> None:
    whole, later = cash(24, 25, 25, 26), cash(25, 25, 26, 27)
    assert len(set(whole)) == 4
    assert whole[1:] == later[:3]


def test_digest_does_not_depend_on_blanks_and_capitals() -> None:
    assert cash(25) == cash(25, text=" Cash   deposit ")
    assert cash(25) != cash(25, text="Cash deposits")


def test_digest_does_not_depend_on_how_letters_and_numbers_are_written() -> None:
    assert cash(25, text="CASH １２") == cash(25, text="CASH 12")
    written, number = (single("26/11/2026", "CLG", cheque, "", 5) for cheque in ("000123", 123))
    assert written == number


@pytest.mark.parametrize("column", ["Transaction ID", "Payer Name", "Order ID"])
def test_digest_depends_on_what_names_a_payment_of_an_app(column: str) -> None:
    header = ("Date", column, "Amount", "Status")
    first, second = (
        single("26/11/2026", name, "250", "Success", header=header) for name in ("A1", "B2")
    )
    assert first.digest != second.digest


def test_number_of_an_order_is_no_reference() -> None:
    header = ("Date", "Order ID", "Amount", "Status")
    assert single("26/11/2026", MEENA, "250", "Success", header=header).reference == ""


def test_digest_depends_on_the_amount_and_on_the_cheque() -> None:
    digests = {
        single("26/11/2026", "CLG", cheque, "", amount).digest
        for cheque in ("000123", "000124")
        for amount in ("1", "2")
    }
    assert len(digests) == 4


def test_digest_of_an_app_does_not_change_when_it_is_settled() -> None:
    header = ("Transaction_Date", "Transaction_ID", "Status", "Amount", "Settled_Amount", "UTR_No.")
    before = ("26-11-2026", "T1", "SUCCESS", "250", "", "")
    after = ("26-11-2026", "T1", "SUCCESS", "250", "248", NEFT)
    assert single(*before, header=header) == single(*after, header=header)


# --- settlements ---


@pytest.mark.parametrize(
    ("text", "is_settled"),
    [
        ("NEFT*PhonePe Private Limited*234771.47", True),
        ("NEFT CR-YESB0000001-PHONEPE", True),
        ("RAZORPAY SOFTWARE PRIVATE LIMITED", True),
        ("IMPS-ONE97 COMMUNICATIONS LTD", True),
        ("NEFT-PAYTM PAYMENTS SERVICES", True),
        ("UPI SETTLEMENT -27/11/26", True),
        ("UPI/612345678901/Payment from PhonePe", False),
        ("UPI/612345678901/9840000001@paytm", False),
        ("IMPS/612345678901/9840000001@paytm", False),
        ("UPI/612345678901/OT-1/MEENA", False),
    ],
)
def test_settlements_are_recognised(text: str, is_settled: bool) -> None:
    assert single("26/11/2026", text, "", "", "1").looks_settled is is_settled


# --- what is not understood ---


def test_unknown_list_is_shown_with_what_was_looked_for() -> None:
    rows = [(), ("Item", "Quantity", *"x" * 20), *(("x" * 99, number) for number in range(9))]
    with pytest.raises(UnknownLayoutError) as caught:
        parse(rows, today=TODAY)
    assert str(caught.value) == (
        "We do not know this list yet: no row has headings of a date and of an amount."
    )
    assert caught.value.rows[:2] == (("Item", "Quantity", *"x" * 10), ("x" * 39 + "…", "0"))
    assert len(caught.value.rows) == 5
    assert any("Txn Date" in line for line in caught.value.looked_for)


@pytest.mark.parametrize("rows", [[], [()], [(None, "")], [("Date", "Amount")]])
def test_list_without_a_header_is_unknown(rows: list[Sequence[Cell]]) -> None:
    with pytest.raises(UnknownLayoutError):
        parse(rows, today=TODAY)
