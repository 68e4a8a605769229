"""The addresses of the labels, below /backoffice/kitchen/."""

from django.urls import path

from oottam.backoffice.frame import days
from oottam.backoffice.kitchen.labels import pages

days.register()

urlpatterns = [
    path("<day:day>/labels/", pages.show, name="labels"),
    path("<day:day>/labels.pdf", pages.pdf, name="labels-pdf"),
    path("labels/test.pdf", pages.calibrate, name="labels-test"),
]
