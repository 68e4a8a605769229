"""Lists as banks and UPI apps export them: headers as public repositories show them, rows and people made up."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from oottam.billing.statements.cells import Cell

Row: TypeAlias = tuple[Cell, ...]
Rows: TypeAlias = tuple[Row, ...]

TODAY = date(2026, 11, 28)

MEENA = "612345678901"  # UTRs of payments
ARUL = "632212345678"
NEFT = "SBIN426332123456"
RTGS = "HDFCR52026112812345678"


@dataclass(frozen=True)
class Layout:
    """`header` and `rows` as they are read; `expected`: (paid_on, paise, reference) of each payment, in order.

    `above` and `below`: banners and sums. `skipped`: why other rows are no payments. `pairs`: columns that stay beside
    each other when columns are exchanged.
    """

    header: Row
    rows: Rows
    expected: tuple[tuple[date, int, str], ...]
    skipped: dict[str, int]
    above: Rows = ()
    below: Rows = ()
    pairs: tuple[tuple[int, int], ...] = ()


LAYOUTS = {
    "HDFC": Layout(
        above=(
            ("HDFC BANK Ltd.", "", "", "", "", "", "Page No .: 1"),
            ("Statement of accounts", None, None, None, None, None, None),
            (),
            ("********",) * 7,
        ),
        header=(
            *("Date", "Narration", "Chq./Ref.No.", "Value Dt", "Withdrawal Amt."),
            *("Deposit Amt.", "Closing Balance"),
        ),
        rows=(
            (
                "26/11/26",
                f"UPI-MEENA K-MEENA@OKBANK-{MEENA}-OT-1",
                f"0000{MEENA}",
                "26/11/26",
                None,
                250.0,
                10250.0,
            ),
            (
                "27/11/26",
                "UPI-VEGETABLES-SHOP@BANK-632111111111-PAY",
                "0000632111111111",
                "27/11/26",
                1200.5,
                None,
                9049.5,
            ),
            (
                "27/11/26",
                f"NEFT CR-SBIN0000001-ARUL TRADERS-{NEFT}",
                NEFT,
                "27/11/26",
                None,
                "1,23,456.70",
                132506.2,
            ),
        ),
        below=(
            ("********",) * 7,
            ("STATEMENT SUMMARY :-", None, None, None, None, None, None),
            ("Opening Balance", None, "Dr Count", "Cr Count", "Debits", "Credits", "Closing Bal"),
            (10000.0, None, 1, 2, 1200.5, 123706.7, 132506.2),
        ),
        expected=(
            (date(2026, 11, 26), 250_00, MEENA),
            (date(2026, 11, 27), 123_456_70, NEFT),
        ),
        skipped={"debits": 1, "no_date": 4},
    ),
    "ICICI savings": Layout(
        above=(("", "DETAILED STATEMENT"), ("", "Transactions List -  - 000000000000")),
        header=(
            *(
                "",
                "S No.",
                "Value Date",
                "Transaction Date",
                "Cheque Number",
                "Transaction Remarks",
            ),
            *("Withdrawal Amount (INR )", "Deposit Amount (INR )", "Balance (INR )"),
        ),
        rows=(
            (
                "",
                "1",
                "26/11/2026",
                "26/11/2026",
                "-",
                f"UPI/{MEENA}/OT-1/meena@okbank/Bank",
                "0",
                "250.00",
                "1250.00",
            ),
            (
                "",
                "2",
                "26/11/2026",
                "26/11/2026",
                "-",
                "UPI/632111111111/rent",
                "1000.00",
                "0",
                "250.00",
            ),
        ),
        below=(("", "Legends Used in Account Statement"),),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1, "no_date": 1},
    ),
    "ICICI corporate": Layout(
        header=(
            *("No.", "Transaction ID", "Value Date", "Txn Posted Date", "ChequeNo.", "Description"),
            *("Cr/Dr", "Transaction Amount(INR)", "Available Balance(INR)"),
        ),
        rows=(
            (
                1,
                "S12345601",
                "26/11/2026",
                "26/11/2026 10:20:30 AM",
                "",
                f"UPI/{MEENA}/OT-1",
                "CR",
                "250.00",
                "1,250.00",
            ),
            (
                2,
                "S12345602",
                "27/11/2026",
                "27/11/2026 09:00:00 PM",
                "",
                "BIL/INFT/rent",
                "DR",
                "1,000.00",
                "250.00",
            ),
            (
                3,
                "S12345603",
                "27/11/2026",
                "27/11/2026 09:01:00 PM",
                "",
                f"RTGS-{RTGS}-ARUL FOODS",
                "CR",
                "2,50,000.00",
                "2,50,250.00",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA), (date(2026, 11, 27), 250_000_00, RTGS)),
        skipped={"debits": 1},
    ),
    "SBI": Layout(
        above=(
            ("Account Name       :", " Ms. A MEALS"),
            ("Balance as on 1 Nov 2026", "1,000.00"),
            (),
        ),
        header=(
            *("Txn Date", "Value Date", "Description", "Ref No./Cheque No.", "Branch Code"),
            *("Debit", "Credit", "Balance"),
        ),
        rows=(
            (
                "26 Nov 2026",
                "26 Nov 2026",
                f"   BY TRANSFER-UPI/CR/{MEENA}/MEENA K/BANK/meena@okba/OT-1--",
                "TRANSFER FROM 4890000000000",
                "99922",
                " ",
                "250.00",
                "1,250.00",
            ),
            (
                "27 Nov 2026",
                "27 Nov 2026",
                "TO TRANSFER-UPI/DR/632111111111/SHOP",
                "TRANSFER TO 4890000000001",
                "99922",
                "100.00",
                " ",
                "1,150.00",
            ),
        ),
        below=(("**This is a computer generated statement and does not require a signature",),),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1, "no_date": 1},
    ),
    "Axis, debit and credit": Layout(
        header=("Tran Date", "CHQNO", "PARTICULARS", "DR", "CR", "BAL", "SOL"),
        rows=(
            (
                "26-11-2026",
                "-",
                f"UPI/P2A/{MEENA}/MEENA K/OT-1/BANK",
                " ",
                "250.00",
                "1250.00",
                "006",
            ),
            ("27-11-2026", "-", "ATM-CASH/CHENNAI", "100.00", " ", "1150.00", "006"),
            ("", "", "", "", "", "", ""),
        ),
        below=(
            ("", "", "TRANSACTION TOTAL", "100.00", "250.00", "", ""),
            ("", "", "CLOSING BALANCE", "", "", "1150.00", ""),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1, "no_date": 2},
    ),
    "Axis, amount": Layout(
        header=(
            *("Tran Date", "Value Date", "CHQNO", "Transaction Particulars", "Amount(INR)"),
            *("DR|CR", "Balance(INR)"),
        ),
        rows=(
            ("26/11/2026", "26/11/2026", "", f"UPI/P2A/{MEENA}/MEENA K", "250.00", "CR", "1250.00"),
            ("27/11/2026", "27/11/2026", "", "NEFT/rent", "100.00", "DR", "1150.00"),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
    ),
    "Kotak, debit and credit": Layout(
        header=(
            *("Sl. No.", "Transaction Date", "Value Date", "Description", "Chq / Ref No."),
            *("Debit", "Credit", "Balance", "Dr / Cr"),
        ),
        rows=(
            (
                "1",
                "26-11-2026",
                "26-11-2026",
                "UPI/MEENA K/612345678901/OT-1",
                f"UPI-{MEENA}",
                "",
                "250.00",
                "-1,250.00",
                "DR",
            ),
            (
                "2",
                "27-11-2026",
                "27-11-2026",
                "UPI/SHOP",
                "UPI-632111111111",
                "100.00",
                "",
                "-1,350.00",
                "DR",
            ),
        ),
        below=(("Opening balance", "", "as on 01/11/2026", "", "", "", "1,500.00", "", ""),),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1, "no_date": 1},
        pairs=((7, 8),),
    ),
    "Kotak, amount, the same header twice": Layout(
        header=(
            *("Sl. No.", "Transaction Date", "Value Date", "Description", "Chq / Ref No."),
            *("Amount", "Dr / Cr", "Balance", "Dr / Cr"),
        ),
        rows=(
            (
                "1",
                "26-11-2026 10:11:12",
                "26-11-2026",
                "UPI/MEENA K",
                f"UPI-{MEENA}",
                "250.00",
                "CR",
                "1,250.00",
                "DR",
            ),
            (
                "2",
                "27-11-2026 10:11:12",
                "27-11-2026",
                "UPI/SHOP",
                "UPI-632111111111",
                "100.00",
                "DR",
                "1,150.00",
                "CR",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
        pairs=((5, 6), (7, 8)),
    ),
    "Canara": Layout(
        header=(
            *("Txn Date", "Value Date", "Cheque No.", "Description", "Branch Code"),
            *("Debit", "Credit", "Balance"),
        ),
        rows=(
            (
                "26-11-2026 08:09:10",
                "26 Nov 2026",
                "",
                f"UPI/CR/{MEENA}/MEENA K/BANK/**ena@okbank/OT-1",
                "33",
                "",
                "250.00",
                "1,250.00",
            ),
            (
                "27-11-2026 08:09:10",
                "27 Nov 2026",
                "",
                "SMS CHARGES",
                "33",
                "17.70",
                "",
                "1,232.30",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
    ),
    "Federal": Layout(
        header=(
            *(
                "Sl. No.",
                "Tran Date",
                "Particulars",
                "",
                "Value Date",
                "Tran Type",
                "Cheque Details",
            ),
            *("Withdrawal", "Deposit", "Balance Amount"),
        ),
        rows=(
            (
                "1",
                "26/11/2026",
                f"UPI IN/{MEENA}/meena@okbank/OT-1/0000",
                "",
                "26/11/2026",
                "TFR",
                "",
                "",
                "250.00",
                "1,250.00",
            ),
            (
                "2",
                "27/11/2026",
                "UPIOUT/632111111111/shop",
                "",
                "27/11/2026",
                "TFR",
                "",
                "100.00",
                "",
                "1,150.00",
            ),
        ),
        below=(("", "", "GRAND TOTAL", "", "", "", "", "100.00", "250.00", ""),),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1, "no_date": 1},
    ),
    "South Indian Bank": Layout(
        header=(
            *(
                "Transaction Date",
                "Value Date",
                "Description",
                "Cheque No",
                "Debit",
                "Credit",
                "Balance",
            ),
        ),
        rows=(
            ("26-Nov-26", "26-Nov-26", f"UPI/{MEENA}/CR/MEENA K", "", "", "250.00", "1250.00Cr"),
            ("27-Nov-26", "27-Nov-26", "CASH DEPOSIT", "", "0.00", "0.00", "1250.00Cr"),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"zero": 1},
    ),
    "Indian Overseas Bank": Layout(
        header=(
            *("Date(Value Date)", "Particulars", "Ref No./Cheque No.", "Transaction Type"),
            *("Debit(Rs)", "Credit(Rs)", "Balance(Rs)"),
        ),
        rows=(
            (
                "26-Nov-2026",
                "UPI/MEENA K/OT-1",
                f"UPI/{MEENA}",
                "Transfer Credit",
                "-",
                "250.00",
                "1250.00",
            ),
            (
                "27-Nov-2026",
                "UPI/SHOP",
                "UPI/632111111111",
                "Transfer Debit",
                "100.00",
                "-",
                "1150.00",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
    ),
    "Yes": Layout(
        header=(
            *("Transaction Date", "Value Date", "Description", "Reference Number"),
            *("Withdrawals", "Deposits", "Running Balance"),
        ),
        rows=(
            (
                datetime.fromisoformat("2026-11-26T10:05"),
                datetime.fromisoformat("2026-11-26"),
                "UPI/MEENA K/OT-1",
                int(MEENA),
                None,
                250,
                1250,
            ),
            (
                datetime.fromisoformat("2026-11-27T11:05"),
                datetime.fromisoformat("2026-11-27"),
                "NEFT OUT",
                "YESB426332123456",
                100.0,
                None,
                1150,
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
    ),
    "Bandhan": Layout(
        header=("Transaction Date", "Value Date", "Description", "Amount", "Dr / Cr", "Balance"),
        rows=(
            (
                "November 26, 2026",
                "November 26, 2026",
                f"UPI/CR/C{MEENA[:3]}/{MEENA}/MEENA K",
                "INR 250.00",
                "Cr",
                "INR 1,250.00",
            ),
            (
                "November 27, 2026",
                "November 27, 2026",
                "UPI/DR/632111111111/SHOP",
                "INR 100.00",
                "Dr",
                "INR 1,150.00",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"debits": 1},
        pairs=((3, 4),),
    ),
    "Paytm for Business": Layout(
        header=(
            *("Merchant_Name", "Transaction_Date", "Transaction_ID", "Status", "Transaction_Type"),
            *("Amount", "Payment_Mode", "Settled_Amount", "UTR_No.", "RRN", "Customer_VPA"),
            *("Order_ID", *(f"Extra_{number}" for number in range(103))),
        ),
        rows=tuple(
            tuple(f"'{cell}'" for cell in (*cells, *("" for _ in range(103))))
            for cells in (
                (
                    "A MEALS",
                    "26-11-2026 10:11:12",
                    "20261126111212800110168296702830001",
                    "SUCCESS",
                    "ACQUIRING",
                    "250",
                    "UPI",
                    "250",
                    "YESBN12026112700000001",
                    MEENA,
                    "meena@okbank",
                    "OT-1",
                ),
                (
                    "A MEALS",
                    "26-11-2026 11:11:12",
                    "20261126111212800110168296702830002",
                    "SUCCESS",
                    "ACQUIRING",
                    "300.5",
                    "UPI",
                    "300.5",
                    "YESBN12026112700000001",
                    "",
                    "arul@okbank",
                    "",
                ),
                (
                    "A MEALS",
                    "26-11-2026 12:11:12",
                    "20261126111212800110168296702830003",
                    "FAILED",
                    "ACQUIRING",
                    "250",
                    "UPI",
                    "",
                    "",
                    "632111111112",
                    "",
                    "",
                ),
                (
                    "A MEALS",
                    "26-11-2026 13:11:12",
                    "20261126111212800110168296702830004",
                    "PENDING",
                    "ACQUIRING",
                    "250",
                    "UPI",
                    "",
                    "",
                    "632111111113",
                    "",
                    "",
                ),
                (
                    "A MEALS",
                    "26-11-2026 14:11:12",
                    "20261126111212800110168296702830005",
                    "SUCCESS",
                    "REFUND",
                    "250",
                    "UPI",
                    "",
                    "",
                    "632111111114",
                    "",
                    "",
                ),
            )
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA), (date(2026, 11, 26), 300_50, "")),
        skipped={"failed": 2, "refunds": 1},
    ),
    # Public, but not in the documentation of PhonePe: the columns of its dashboard's list.
    "PhonePe, payments": Layout(
        header=(
            *("Merchant Id", "Transaction Type", "Merchant Order Id", "Merchant Reference Id"),
            *(
                "PhonePe Reference Id",
                "PhonePe Transaction Reference Id",
                "PhonePe Attempt Reference Id",
            ),
            *(
                "Transaction UTR",
                "Total Transaction Amount",
                "Transaction Date",
                "Transaction Status",
            ),
            *("UPI Amount", "Wallet Amount", "Store Id", "Error Code"),
        ),
        rows=(
            (
                "M0000000001",
                "PAYMENT",
                "OT-1",
                "OT-1",
                "T2611261011120000000001",
                "OM0001",
                "OM0001",
                MEENA,
                "250.00",
                "2026-11-26 10:11:12",
                "COMPLETED",
                "250.00",
                "",
                "",
                "",
            ),
            (
                "M0000000001",
                "PAYMENT",
                "OT-2",
                "OT-2",
                "T2611261011120000000002",
                "OM0002",
                "OM0002",
                "",
                "250.00",
                "2026-11-26 11:11:12",
                "ERRORED",
                "250.00",
                "",
                "",
                "U69",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, MEENA),),
        skipped={"failed": 1},
    ),
    # developer.phonepe.com/docs/settlement; many rows share the BankReferenceNo of their settlement.
    "PhonePe, settlements": Layout(
        header=(
            *("PaymentType", "MerchantReferenceId", "PhonePeReferenceId", "From", "Instrument"),
            *(
                "CreationDate",
                "TransactionDate",
                "SettlementDate",
                "BankReferenceNo",
                "Amount",
                "Fee",
            ),
            *("IGST", "CGST", "SGST"),
        ),
        rows=(
            (
                "PAYMENT",
                "OT-1",
                "T2611261011120000000001",
                "9840000001",
                "UPI_REDEMPTION",
                "26-11-2026",
                "26-11-2026",
                "27-11-2026",
                NEFT,
                "250.00",
                "-1.00",
                "-0.18",
                "0",
                "0",
            ),
            (
                "PAYMENT",
                "OT-2",
                "T2611261011120000000002",
                "9840000002",
                "UPI_REDEMPTION",
                "26-11-2026",
                "26-11-2026",
                "27-11-2026",
                NEFT,
                "250.00",
                "-1.00",
                "-0.18",
                "0",
                "0",
            ),
            (
                "REFUND",
                "OT-3",
                "T2611261011120000000003",
                "9840000003",
                "WALLET_REDEMPTION_REVERSE",
                "26-11-2026",
                "26-11-2026",
                "27-11-2026",
                NEFT,
                "-99.00",
                "0",
                "0",
                "0",
                "0",
            ),
        ),
        expected=((date(2026, 11, 26), 250_00, ""), (date(2026, 11, 26), 250_00, "")),
        skipped={"refunds": 1},
    ),
}
