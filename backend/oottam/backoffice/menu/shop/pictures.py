"""The page of the shop's icon and large pictures."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.menu.draft_forms import SAVED
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.fields import StaffForm
from oottam.catalogue.pictures import KITCHEN
from oottam.menu import drafts, pictures

LABELS = {
    pictures.ICON: "Icon",
    pictures.SHARE: "Shared links",
    "hero": "First page",
    KITCHEN: "Your kitchen",
}
HINTS = {
    pictures.ICON: "Logo, browser tab and phone: square, 512 pixels or more; PNG may be transparent.",
    pictures.SHARE: "What a shared link shows: 1200 x 630 pixels.",
    KITCHEN: "On the first page, beside your FSSAI number and reviews.",
}


class PictureForm(StaffForm):
    """A picture from the device."""

    action = "menu-picture"
    photo = forms.FileField(
        label="New picture",
        widget=forms.FileInput(attrs={"accept": "image/*"}),
        error_messages={
            "required": "Choose a picture first.",
            "empty": "This file is empty. Choose it again.",
        },
    )


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """Show each picture, the shop's own or the shipped one."""
    return _render(request)


@staff_action(Permission.EDIT_MENU)
def upload(request: StaffRequest, picture: str) -> HttpResponse:
    """Make a picture the shop's own."""
    if picture not in pictures.places():
        raise Http404
    form = PictureForm(request.POST, files=request.FILES, row=picture)
    if form.is_valid():
        image = form.cleaned_data["photo"].read()
        with form.shows_errors():
            pictures.set_picture(name=picture, image=image, actor=request.user, now=timezone.now())
            messages.success(request, SAVED)
            return redirect("backoffice:menu-pictures")
    return _render(request, form)


@staff_action(Permission.EDIT_MENU)
def restore_shipped(request: StaffRequest, picture: str) -> HttpResponse:
    """Show the shipped picture again."""
    if picture not in pictures.places():
        raise Http404
    pictures.restore_shipped(name=picture, actor=request.user, now=timezone.now())
    messages.success(request, SAVED)
    return redirect("backoffice:menu-pictures")


def _render(request: StaffRequest, form: PictureForm | None = None) -> HttpResponse:
    content = drafts.load().content
    context = {
        "title": "Pictures",
        "invalid_form": form,
        "rows": [
            {
                "name": name,
                "label": LABELS.get(name) or name.replace("-", " ").capitalize(),
                "hint": HINTS.get(name, ""),
                "own": content.photo(path),
                "shipped": pictures.shipped_address(name),
                "form": form if form and form.key.endswith(f"-{name}") else PictureForm(row=name),
            }
            for name, path in pictures.places().items()
        ],
    }
    return render(
        request, "backoffice/menu/shop/pictures.html", context, status=422 if form else 200
    )
