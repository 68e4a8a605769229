"""The upload of a workbook, and the acceptance of what it changes."""

from django import forms
from django.core import signing

from oottam.backoffice.layout.forms import StaffForm
from oottam.core.errors import DomainError
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
        """Return the cells; they are lost when the signature is another one or a day old."""
        try:
            found: Sheets = signing.loads(
                self.cleaned_data["sheets"], salt=SALT, max_age=MAX_AGE_SECONDS
            )
        except signing.BadSignature as error:
            raise forms.ValidationError(LOST) from error
        return found


def sign(sheets: Sheets) -> str:
    """Return the cells as AcceptForm takes them. Raises DomainError where they are more than a form can carry."""
    signed = signing.dumps(sheets, salt=SALT, compress=True)
    if len(signed) > MAX_SIGNED:
        raise DomainError(
            "This workbook holds too much for one step. Send its sheets one by one.", "workbook"
        )
    return signed
