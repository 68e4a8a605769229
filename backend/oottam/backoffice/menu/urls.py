"""The addresses of the menu's pages, below /backoffice/menu/."""

from django.urls import path

from oottam.backoffice.menu.dishes import views as dishes

urlpatterns = [
    # Dishes and recipes
    path("", dishes.list_view, name="menu"),
    # Publishing and sold out
]
