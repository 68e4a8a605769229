"""The menus as a workbook: out, and in again as differences."""

from collections.abc import Iterator

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.draft_forms import NOT_PUBLISHED
from oottam.backoffice.menu.publishing.queries import groups_of
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.fields import StaffForm
from oottam.backoffice.shared.spreadsheets import XLSX_TYPE
from oottam.core.errors import DomainError
from oottam.menu import drafts, spreadsheet
from oottam.menu.content import MENUS, TIER_LABELS, Content
from oottam.menu.differences import compare
from oottam.menu.drafts import DraftChangedError
from oottam.menu.prices import NO_PRICE, dishes_of, is_large, prices_of, rupees
from oottam.menu.spreadsheet import WorkbookRefusedError
from oottam.menu.workbook_merge import Sheets

SALT = "menu-spreadsheet"
MAX_AGE_SECONDS = 24 * 3600
MAX_SIGNED = 200_000  # characters: a form's body has 256 KB at most
LOST = "This comparison is too old. Send the workbook again."


class UploadForm(StaffForm):
    action = "read"
    workbook = forms.FileField(
        label="The changed workbook",
        widget=forms.FileInput(attrs={"accept": ".xlsx"}),
        help_text="As it was downloaded here, with your changes. Nothing is stored yet.",
    )

    def refuse(self, error: DomainError) -> None:
        """Also name each cell of a workbook."""
        if isinstance(error, WorkbookRefusedError):
            self.add_error("workbook", error.sentences)
        else:
            super().refuse(error)


class AcceptForm(StaffForm):
    """Carries the cells that were compared, signed, so that exactly these are stored."""

    action = "accept"
    revision = forms.IntegerField(widget=forms.HiddenInput)
    sheets = forms.CharField(widget=forms.HiddenInput, strip=False)
    large = forms.BooleanField(label="These prices are right", required=False)
    leaving = forms.BooleanField(label="These dishes leave the menu", required=False)
    undated = forms.BooleanField(label="I have read every difference", required=False)

    def clean_sheets(self) -> Sheets:
        """Return the cells; they are lost if the signature does not match or is a day old."""
        try:
            found: Sheets = signing.loads(
                self.cleaned_data["sheets"], salt=SALT, max_age=MAX_AGE_SECONDS
            )
        except signing.BadSignature as error:
            raise forms.ValidationError(LOST) from error
        return found


def sign(sheets: Sheets) -> str:
    """Return the cells as AcceptForm takes them. Raises DomainError if a form cannot carry so many."""
    signed = signing.dumps(sheets, salt=SALT, compress=True)
    if len(signed) > MAX_SIGNED:
        raise DomainError(
            "This workbook holds too much for one step. Send its sheets one by one.", "workbook"
        )
    return signed


TICK = "Look at what is asked below, and tick it."


@staff_page(Permission.EDIT_MENU)
def detail(request: StaffRequest) -> HttpResponse:
    """Offer the draft's menus as a file, and take a changed one."""
    return _render(request, UploadForm())


@staff_page(Permission.EDIT_MENU)
def download(request: StaffRequest) -> HttpResponse:
    """Return the draft's menus as an XLSX."""
    content = spreadsheet.write(drafts.load().content)
    headers = {"Content-Disposition": 'attachment; filename="menu.xlsx"'}
    return HttpResponse(content, content_type=XLSX_TYPE, headers=headers)


@staff_action(Permission.EDIT_MENU)
def read(request: StaffRequest) -> HttpResponse:
    """Show what a workbook would change in the draft; stores nothing."""
    form = UploadForm(request.POST, files=request.FILES)
    if form.is_valid():
        with form.shows_errors():
            sheets = spreadsheet.read(form.cleaned_data["workbook"].read())
            return _render_comparison(request, sheets)
    return _render(request, form)


@staff_action(Permission.EDIT_MENU)
def accept(request: StaffRequest) -> HttpResponse:
    """Store what was compared, if nobody has changed the draft since."""
    form, before = AcceptForm(request.POST), drafts.load().content
    try:
        form.require_valid()
        sheets: Sheets = form.cleaned_data["sheets"]
        outcome = spreadsheet.apply(before, sheets)
        if any(not form.cleaned_data[name] for name in _questions(before, outcome)):
            return _render_comparison(request, sheets, form, error=TICK)
        count = len(compare(before, outcome.content))
        with drafts.edit(
            f"Took over a workbook: {count} differences",
            revision=form.cleaned_data["revision"],
            actor=request.user,
            now=timezone.now(),
        ) as draft:
            draft.content = spreadsheet.apply(draft.content, sheets).content
    except DraftChangedError as error:
        return _render_comparison(request, sheets, error=str(error), status=409)
    except DomainError as error:
        return _render(request, UploadForm(), error=str(error))
    messages.success(request, f"The workbook is saved, not live yet. {NOT_PUBLISHED}")
    return redirect("backoffice:menu-differences")


def _questions(before: Content, outcome: spreadsheet.Outcome) -> dict[str, list[str]]:
    """What has to be ticked, by AcceptForm's field: prices, dishes that leave, and the differences of an undated workbook."""
    large = list(_large_changes(before, outcome.content))
    asked = {"large": large, "leaving": list(outcome.leaving)}
    if not outcome.is_dated:
        asked["undated"] = [difference.sentence for difference in compare(before, outcome.content)]
    return {name: answer for name, answer in asked.items() if answer}


def _large_changes(before: Content, after: Content) -> Iterator[str]:
    """As "Berry Smoothie, week: ₹266 to ₹26", of prices that change by more than half."""
    for name in MENUS.values():
        former = {dish["id"]: prices_of(dish) for dish in dishes_of(before.file(name))}
        for dish in dishes_of(after.file(name)):
            was = former.get(dish["id"], {})
            for tier, price in prices_of(dish).items():
                if is_large(was.get(tier), price):
                    change = f"{rupees(was.get(tier), NO_PRICE)} to {rupees(price, NO_PRICE)}"
                    yield f"{dish['name']}, {TIER_LABELS[tier]}: {change}"


def _render(request: StaffRequest, form: UploadForm, *, error: str = "") -> HttpResponse:
    invalid_form = form if form.is_bound and form.errors else None
    context = {"title": "Spreadsheet", "form": form, "invalid_form": invalid_form, "error": error}
    status = 422 if invalid_form or error else 200
    return render(request, "backoffice/menu/spreadsheet/spreadsheet.html", context, status=status)


def _render_comparison(
    request: StaffRequest,
    sheets: Sheets,
    sent: AcceptForm | None = None,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the comparison, with the ticks of the form that was sent. Raises DomainError for sheets that are no menus."""
    ticks = sent.cleaned_data if sent else {}
    draft = drafts.load()
    outcome = spreadsheet.apply(draft.content, sheets)
    context = {
        "title": "Spreadsheet",
        "groups": groups_of(compare(draft.content, outcome.content)),
        "kept": outcome.kept,
        "asked": _questions(draft.content, outcome),
        "error": error,
        "form": AcceptForm(initial={**ticks, "revision": draft.revision, "sheets": sign(sheets)}),
    }
    status = 422 if error and status == 200 else status
    return render(request, "backoffice/menu/spreadsheet/comparison.html", context, status=status)
