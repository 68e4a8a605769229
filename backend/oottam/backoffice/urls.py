"""The addresses of the staff's pages, below /backoffice/."""

from django.urls import path

from oottam.backoffice.frame import references
from oottam.backoffice.inbox import pages as inbox
from oottam.backoffice.mails import pages as mails
from oottam.backoffice.request import pages as request

references.register()

app_name = "backoffice"
urlpatterns = [
    path("requests/", inbox.inbox, name="inbox"),
    path("requests/several", inbox.several, name="several"),
    path("requests/export", inbox.export, name="export"),
    path("requests/<reference:reference>/", request.show, name="request"),
    path("mails/", mails.mails, name="mails"),
    path("mails/again", mails.again, name="mails-again"),
    path("pulse", inbox.pulse, name="pulse"),
]
