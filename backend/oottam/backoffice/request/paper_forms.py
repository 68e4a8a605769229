"""The actions that issue a request's receipts and bills, and what its page shows of them."""

from typing import Any

from django import forms

from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.shared.fields import PlainText, PrimaryKey, StaffForm
from oottam.billing import papers
from oottam.billing.content import Buyer, default_supply
from oottam.billing.models import Paper
from oottam.billing.tax import GSTIN_LENGTH, Supply
from oottam.requests.models import Request

_SPACES = 5  # that people type within a GSTIN


class PaperForm(ActionForm):
    """One press that issues a paper."""

    def describe_result(self, result: Paper | list[Paper]) -> str:
        issued = result if isinstance(result, list) else [result]
        names = ", ".join(f"{paper.content['title']} {paper.number}" for paper in issued)
        return f"Issued: {names}."

    def result_suffix(self, result: Any) -> str:
        return "#papers"


class BillForm(PaperForm):
    """The bill; a business customer's name and GSTIN are typed here, as no order form asks for them."""

    action = "bill"
    buyer_name = PlainText(
        label="Business name on the bill",
        required=False,
        max_length=papers.MAX_BUYER_NAME,
        help_text="Empty: the customer's name",
    )
    buyer_gstin = PlainText(
        label="Customer's GSTIN",
        required=False,
        max_length=GSTIN_LENGTH + _SPACES,
        help_text="If they want one on the bill",
    )
    supply = forms.ChoiceField(
        label="What it is for", choices=[(each.value, each.label) for each in Supply]
    )

    @classmethod
    def of(cls, request: Request) -> "BillForm":
        """Make the form with what the kind of request usually is."""
        return cls(initial={"supply": default_supply(request).value})

    def execute(self, **context: Any) -> Paper:
        values = self.cleaned_data
        buyer = Buyer(values["buyer_name"], values["buyer_gstin"])
        return papers.issue_bill(buyer=buyer, supply=Supply(values["supply"]), **context)


class SupplementaryForm(PaperForm):
    action = "supplementary"
    service = staticmethod(papers.issue_supplementary)


class CreditNoteForm(PaperForm):
    action = "credit-note"
    service = staticmethod(papers.issue_credit_notes)


class ReceiptForm(PaperForm):
    action = "receipt"
    service = staticmethod(papers.issue_receipt)
    row_field = "payment"
    payment = PrimaryKey()


class RefundVoucherForm(PaperForm):
    action = "refund-voucher"
    service = staticmethod(papers.issue_refund_voucher)
    row_field = "refund"
    refund = PrimaryKey()


def unbound_paper_forms(request: Request) -> list[StaffForm]:
    """Make the forms of a request's papers before anything was posted."""
    return [
        BillForm.of(request),
        SupplementaryForm(),
        CreditNoteForm(),
        *(
            ReceiptForm(row=str(each.pk), initial={"payment": each.pk})
            for each in request.payments.all()
        ),
        *(
            RefundVoucherForm(row=str(each.pk), initial={"refund": each.pk})
            for each in request.refunds.all()
        ),
    ]


def papers_context(request: Request, by_key: dict[str, StaffForm]) -> dict[str, Any]:
    """Return the papers that were issued, what may be issued now, and its rows' forms."""
    offers = papers.offers(request)
    return {
        "papers": list(request.papers.all()),
        "offers": offers,
        "opens_papers": any(
            isinstance(form, PaperForm) and form.is_bound for form in by_key.values()
        ),
        "receipts_to_issue": [(each, by_key[f"receipt-{each.pk}"]) for each in offers.payments],
        "vouchers_to_issue": [
            (each, by_key[f"refund-voucher-{each.pk}"]) for each in offers.refunds
        ],
    }
