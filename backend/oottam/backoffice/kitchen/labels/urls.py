"""The addresses of the labels, below /backoffice/kitchen/."""

from django.urls import path

from oottam.backoffice.kitchen.labels import views
from oottam.backoffice.layout import days

days.register()

urlpatterns = [
    path("<day:day>/labels/", views.detail, name="labels"),
    path("<day:day>/labels.pdf", views.pdf, name="labels-pdf"),
    path("labels/test.pdf", views.calibrate, name="labels-test"),
]
